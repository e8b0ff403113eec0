// The segments: which tags there are, which of them are shown, and in which order. The server chooses: there may be too many
// tags to send them all.

import { byId, setAll, setState, setText } from "./dom.js";
import { count } from "./format.js";
import { TagRow } from "./tag-row.js";

const SEVERITY = ["UNAVAILABLE", "DEGRADED", "LOADING", "READY", "IDLE"];

const byTag = (a, b) => (a.tag < b.tag ? -1 : 1);
const ORDERS = {
  tag: byTag,
  state: (a, b) => SEVERITY.indexOf(a.state) - SEVERITY.indexOf(b.state) || byTag(a, b),
  rate: (a, b) => b.idsPerSecond - a.idsPerSecond || byTag(a, b),
  left: (a, b) => a.secondsLeft - b.secondsLeft || byTag(a, b),
};

const filter = byId("filter");
const sort = byId("sort");
const limit = byId("limit");
const rows = new Map();
let tags = [];
let totals = { known: 0, matching: 0, notShown: 0, states: {} };

for (const [control, event] of [[filter, "input"], [sort, "change"], [limit, "change"]]) {
  control.addEventListener(event, () => {
    arrange();
    document.dispatchEvent(new Event("choice"));
  });
}

/** What to ask the server for. */
export function choice() {
  return new URLSearchParams({ filter: filter.value.trim(), sort: sort.value, limit: limit.value }).toString();
}

export function showSegments(segment) {
  byId("segment").hidden = !segment;
  if (!segment) return;
  setState(byId("store"), segment.store, { UP: "good", DOWN: "bad" }[segment.store] ?? "");
  setText(byId("store-note"), segment.store === "DOWN" ? outlook(segment.states) : "");
  showDatabases(Object.entries(segment.databases ?? {}));
  totals = segment;
  tags = Object.entries(segment.tags).map(([name, tag]) => ({ ...tag, tag: name, secondsLeft: secondsLeft(tag) }));
  for (const [name, row] of rows) {
    if (!Object.hasOwn(segment.tags, name)) {
      row.element.remove();
      rows.delete(name);
    }
  }
  for (const tag of tags) {
    if (!rows.has(tag.tag)) rows.set(tag.tag, new TagRow(tag.tag));
    rows.get(tag.tag).update(tag);
  }
  setText(byId("summary"), summary());
  arrange();
}

/** A line for each database that has a name. */
function showDatabases(databases) {
  const list = byId("databases");
  list.hidden = databases.length === 0;
  setAll(list, "database-line", databases, (line, [name, database]) => {
    const [, title, state, note] = line.children;
    setText(title, name);
    setState(state, database.state, { UP: "good", DOWN: "bad", REFUSED: "bad" }[database.state] ?? "");
    setText(note, described(database));
  });
}

function described({ slot, allocations, reason }) {
  const parts = slot == null ? [] : [`slot ${slot}`];
  parts.push(`${count(allocations)} allocations`);
  if (reason) parts.push(reason);
  return parts.join(", ");
}

function outlook({ READY = 0, DEGRADED = 0 }) {
  return READY + DEGRADED > 0 ? ", ids come from what is reserved" : ", and nothing is reserved";
}

/** How long the reserve of a tag lasts at its present rate; one that is empty comes before all others. */
function secondsLeft(tag) {
  if (tag.state === "UNAVAILABLE") return -1;
  return tag.idsPerSecond > 0 ? Number(tag.reservedUnused) / tag.idsPerSecond : Infinity;
}

function summary() {
  return SEVERITY.filter((state) => totals.states[state] > 0)
    .map((state) => `${count(totals.states[state])} ${state}`)
    .join(", ");
}

/** Shows the rows that pass the filter, in order; moves no more of them than it must. */
function arrange() {
  const wanted = filter.value.trim().toLowerCase();
  const shown = tags.filter((tag) => tag.tag.toLowerCase().includes(wanted)).sort(ORDERS[sort.value]);
  const list = byId("tags");
  const elements = shown.map((tag) => rows.get(tag.tag).element);
  const kept = new Set(elements);
  for (const { element } of rows.values()) if (!kept.has(element)) element.remove();
  let place = list.firstElementChild;
  for (const element of elements) {
    if (element === place) place = place.nextElementSibling;
    else list.insertBefore(element, place);
  }
  setText(byId("count"), `${count(shown.length)} of ${count(totals.known)} tags`);
  setText(byId("not-shown"), totals.notShown > 0 ? `${count(totals.notShown)} more are not shown: filter, or show more.` : "");
  byId("no-tags").hidden = shown.length > 0;
  setText(byId("no-tags"), totals.known > 0 ? "No tag matches the filter." : "No tag yet.");
}
