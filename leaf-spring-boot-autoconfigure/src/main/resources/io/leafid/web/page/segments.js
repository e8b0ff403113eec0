// The segments: one row per tag, made once and updated in place.

import { clock, count, duration, rate, seconds, setBar, setText, share } from "./format.js";

const HISTORY = 60;
const LEVELS = { READY: "good", IDLE: "", LOADING: "warn", DEGRADED: "warn", UNAVAILABLE: "bad" };
const SEVERITY = ["UNAVAILABLE", "DEGRADED", "LOADING", "READY", "IDLE"];

const section = document.getElementById("segment");
const list = document.getElementById("tags");
const filter = document.getElementById("filter");
const sort = document.getElementById("sort");
const rows = new Map();
let last = [];

filter.addEventListener("input", arrange);
sort.addEventListener("change", arrange);

export function showSegments(segment) {
  section.hidden = !segment;
  if (!segment) return;
  const store = document.getElementById("store");
  setText(store, segment.store);
  store.dataset.level = { UP: "good", DOWN: "bad" }[segment.store] ?? "";
  const tags = Object.entries(segment.tags).map(([name, tag]) => ({ ...tag, tag: name }));
  const present = new Set();
  for (const tag of tags) {
    present.add(tag.tag);
    let row = rows.get(tag.tag);
    if (!row) rows.set(tag.tag, (row = makeRow(tag.tag)));
    update(row, tag);
  }
  for (const [name, row] of rows) {
    if (!present.has(name)) {
      row.element.remove();
      rows.delete(name);
    }
  }
  last = tags;
  document.getElementById("no-tags").hidden = last.length > 0;
  arrange();
}

function arrange() {
  const wanted = filter.value.trim().toLowerCase();
  const shown = last.filter((tag) => tag.tag.toLowerCase().includes(wanted)).sort(ORDERS[sort.value]);
  const visible = new Set(shown.map((tag) => tag.tag));
  for (const [name, row] of rows) row.element.hidden = !visible.has(name);
  let before = null;
  for (const tag of shown) {
    const element = rows.get(tag.tag).element;
    const place = before ? before.nextElementSibling : list.firstElementChild;
    if (place !== element) list.insertBefore(element, place);
    before = element;
  }
  setText(document.getElementById("count"), `${shown.length} of ${last.length} tags`);
}

const byTag = (a, b) => (a.tag < b.tag ? -1 : 1);
const ORDERS = {
  tag: byTag,
  state: (a, b) => SEVERITY.indexOf(a.state) - SEVERITY.indexOf(b.state) || byTag(a, b),
  rate: (a, b) => b.idsPerSecond - a.idsPerSecond || byTag(a, b),
  left: (a, b) => secondsLeft(a) - secondsLeft(b) || byTag(a, b),
};

function secondsLeft(tag) {
  return tag.idsPerSecond > 0 ? Number(tag.reservedUnused) / tag.idsPerSecond : Number.MAX_VALUE;
}

function makeRow(name) {
  const element = document.createElement("div");
  element.className = "row";
  element.setAttribute("role", "row");
  const cell = (className) => {
    const made = document.createElement("div");
    made.className = className ?? "";
    made.setAttribute("role", "cell");
    element.append(made);
    return made;
  };
  const part = (parent, className) => {
    const made = document.createElement("div");
    made.className = className;
    parent.append(made);
    return made;
  };
  const bar = (parent, className, label) => {
    const made = part(parent, className);
    made.setAttribute("role", "meter");
    made.setAttribute("aria-label", label);
    made.setAttribute("aria-valuemin", "0");
    made.setAttribute("aria-valuemax", "100");
    made.append(document.createElement("span"));
    return made;
  };
  const tag = cell("tag");
  tag.textContent = name;
  const state = cell("state");
  const current = cell();
  const currentBar = bar(current, "bar", `current segment of ${name}, left`);
  const next = cell();
  const nextBar = bar(next, "bar next", `next segment of ${name}, reserved`);
  const rateCell = cell();
  return {
    element,
    state,
    currentBar,
    currentText: part(current, "small"),
    nextBar,
    nextText: part(next, "small"),
    rateText: part(rateCell, "number"),
    line: makeLine(rateCell),
    step: cell("number"),
    purchase: cell("small"),
    history: [],
  };
}

function makeLine(parent) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "history");
  svg.setAttribute("viewBox", `0 0 ${HISTORY - 1} 20`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "polyline");
  svg.append(line);
  parent.append(svg);
  return line;
}

function update(row, tag) {
  setText(row.state, tag.waiting > 0 ? `${tag.state}, ${tag.waiting} waiting` : tag.state);
  row.state.dataset.level = LEVELS[tag.state] ?? "";
  if (tag.current) {
    const size = BigInt(tag.current.end) - BigInt(tag.current.first);
    const text = `${count(tag.current.remaining)} of ${count(String(size))} left, next ${tag.current.next}`;
    setBar(row.currentBar, share(tag.current.remaining, size), text);
    setText(row.currentText, text);
  } else {
    setBar(row.currentBar, 0, "none");
    setText(row.currentText, "none yet");
  }
  const upcoming = tag.upcoming[0];
  setBar(row.nextBar, upcoming ? 1 : 0, upcoming ? "reserved" : "none");
  setText(row.nextText, upcoming ? `${upcoming.first} to ${BigInt(upcoming.end) - 1n}` : "none");
  setText(row.rateText, rate(tag.idsPerSecond));
  setText(row.step, tag.step === tag.configuredStep ? count(tag.step) : `${count(tag.step)} (${count(tag.configuredStep)})`);
  setText(row.purchase, describe(tag));
  draw(row, tag.idsPerSecond);
}

function describe(tag) {
  if (!tag.lastLoad) return "none yet";
  const text = `${tag.lastLoad.outcome} at ${clock(tag.lastLoad.at)} in ${seconds(duration(tag.lastLoad.took))}`;
  return tag.failuresInARow > 0 ? `${text}, ${tag.failuresInARow} failures in a row` : text;
}

function draw(row, value) {
  row.history.push(value);
  if (row.history.length > HISTORY) row.history.shift();
  const highest = Math.max(1, ...row.history);
  const from = HISTORY - row.history.length;
  row.line.setAttribute("points", row.history.map((v, i) => `${from + i},${19 - (v / highest) * 18}`).join(" "));
}
