// One tag: its row is made once and updated in place.

import { fromTemplate, setBar, setState, setText, setTime } from "./dom.js";
import { count, duration, NOTHING, rate, seconds, share } from "./format.js";

const HISTORY = 60_000;
const LEVELS = { READY: "good", IDLE: "", LOADING: "warn", DEGRADED: "warn", UNAVAILABLE: "bad" };
const OUTCOMES = { SUCCESS: "good", FAILURE: "warn", REFUSED: "bad", LIMITED: "warn" };

export class TagRow {
  #parts = {};
  #line;
  #history = [];

  constructor(name) {
    this.element = fromTemplate("tag-row");
    this.element.firstElementChild.textContent = name;
    for (const part of this.element.querySelectorAll("[data-part]")) this.#parts[part.dataset.part] = part;
    this.#parts.current.setAttribute("aria-label", `Left in the current segment of ${name}`);
    this.#parts.next.setAttribute("aria-label", `Next segment of ${name}`);
    this.#line = this.element.querySelector("polyline");
  }

  update(tag) {
    setState(this.#parts.state, tag.state, LEVELS[tag.state] ?? "");
    setText(this.#parts.outlook, outlook(tag));
    if (tag.order === "GLOBAL") this.#updateOrdered();
    else {
      this.#updateCurrent(tag.current);
      this.#updateNext(tag.upcoming);
    }
    this.#updateRate(tag.idsPerSecond);
    setText(this.#parts.step, count(tag.step));
    setText(this.#parts.configured, tag.step === tag.configuredStep ? "" : `${count(tag.configuredStep)} configured`);
    this.#updateAllocation(tag);
  }

  #updateCurrent(current) {
    const size = current ? String(BigInt(current.end) - BigInt(current.first)) : "0";
    const left = current ? `${count(current.remaining)} of ${count(size)} left` : "none yet";
    const position = current ? `next id ${current.next}` : "";
    setBar(this.#parts.current, current ? share(current.remaining, size) : 0, current ? `${left}, ${position}` : left);
    setText(this.#parts.left, left);
    setText(this.#parts.position, position);
  }

  /** Each id is allocated after its call began, so there is nothing to show as reserved. */
  #updateOrdered() {
    setBar(this.#parts.current, 0, "nothing is reserved ahead");
    setText(this.#parts.left, "global order");
    setText(this.#parts.position, "nothing is reserved ahead");
    setBar(this.#parts.next, 0, "nothing is reserved ahead");
    setText(this.#parts.range, "allocated by call");
  }

  #updateNext(upcoming) {
    const [first, ...others] = upcoming;
    let text = first ? `${first.first} to ${BigInt(first.end) - 1n}` : "not allocated yet";
    if (others.length > 0) text += `, and ${others.length} more`;
    setBar(this.#parts.next, first ? 1 : 0, text);
    setText(this.#parts.range, text);
  }

  /** The line shows the last minute by the clock, so that a time without answers is not pressed together. */
  #updateRate(perSecond) {
    const now = performance.now();
    this.#history.push({ at: now, perSecond });
    while (this.#history[0].at < now - HISTORY) this.#history.shift();
    const highest = this.#history.reduce((most, point) => Math.max(most, point.perSecond), 0);
    const points = this.#history.map(
      ({ at, perSecond: value }) =>
        `${(60 - (now - at) / 1000).toFixed(1)},${(19 - (highest > 0 ? value / highest : 0) * 18).toFixed(1)}`,
    );
    setText(this.#parts.rate, rate(perSecond));
    setText(this.#parts.peak, highest > perSecond ? `peak ${rate(highest)}` : "");
    this.#line.setAttribute("points", points.join(" "));
    this.#line.ownerSVGElement.toggleAttribute("hidden", highest === 0);
  }

  #updateAllocation({ lastLoad, failuresInARow }) {
    setState(this.#parts.outcome, lastLoad?.outcome ?? NOTHING, OUTCOMES[lastLoad?.outcome] ?? "");
    this.#parts.allocated.hidden = !lastLoad;
    setTime(this.#parts.allocated, lastLoad?.at);
    const took = lastLoad ? `took ${seconds(duration(lastLoad.took))}` : "";
    setText(this.#parts.took, failuresInARow > 1 ? `${took}, ${count(failuresInARow)} failures in a row` : took);
  }
}

/** What is going to happen: what is limited, what clients have taken, how long the reserve lasts, who waits. */
function outlook(tag) {
  const parts = [];
  if (tag.enabled === false) parts.push("switched off");
  if (tag.maxRate !== undefined) parts.push(`at most ${rate(tag.maxRate)} a second`);
  if (tag.granted !== undefined) parts.push(`${count(tag.granted)} granted to clients`);
  if (tag.waiting > 0) parts.push(`${count(tag.waiting)} waiting`);
  if (tag.secondsLeft > 0 && Number.isFinite(tag.secondsLeft)) parts.push(`reserve lasts ${seconds(tag.secondsLeft)}`);
  return parts.join(", ");
}
