// The snowflake engine: its lease, its clock, the decode box and the leases of all nodes.

import { clock, duration, seconds, setBar, setText } from "./format.js";

const LEVELS = { HELD: "good", LOCAL: "warn", LOST: "bad", NONE: "bad", RELEASED: "" };
const section = document.getElementById("snowflake");
let longest = 1;

/** Shows the engine as it stood at `now`, by the server's clock, in milliseconds. */
export function showSnowflake(snowflake, now) {
  section.hidden = !snowflake;
  if (!snowflake) return;
  const lease = snowflake.lease;
  const state = document.getElementById("lease-state");
  setText(state, lease.state);
  state.dataset.level = LEVELS[lease.state] ?? "";
  const left = (Date.parse(lease.ceiling) - now) / 1000;
  describe({
    "Mode": snowflake.mode,
    "Worker id": String(snowflake.workerId),
    "This instance": lease.owner,
    "Ceiling": left > 0 ? `${clock(lease.ceiling)}, in ${seconds(left)}` : `${clock(lease.ceiling)}, passed`,
    "Last extended": clock(lease.lastExtended),
    "Registry": lease.registry,
    "Offset from peers at start": `${seconds(duration(snowflake.clock.offsetFromPeers))}, ${snowflake.clock.peers} peers`,
    "Steps back of the clock": String(snowflake.clock.stepsBack),
    "Lead over the clock": seconds(duration(snowflake.clock.lead)),
    "Timestamps last until": new Date(snowflake.layout.lastInstant).toLocaleDateString(),
  });
  longest = Math.max(longest, left);
  const bar = document.getElementById("ceiling");
  setBar(bar, Math.max(0, Math.min(1, left / longest)), seconds(Math.max(0, left)));
  showLeases(snowflake);
}

function describe(facts) {
  const list = document.getElementById("lease");
  Object.entries(facts).forEach(([term, text], i) => {
    let group = list.children[i];
    if (!group) {
      group = document.createElement("div");
      group.append(document.createElement("dt"), document.createElement("dd"));
      list.append(group);
    }
    setText(group.firstElementChild, term);
    setText(group.lastElementChild, text);
  });
}

function showLeases(snowflake) {
  const age = snowflake.leasesAge ? `read ${seconds(duration(snowflake.leasesAge))} ago` : "";
  setText(document.getElementById("leases-note"), age);
  document.getElementById("leases").replaceChildren(...(snowflake.leases ?? []).map(leaseRow));
}

function leaseRow(entry) {
  const row = document.createElement("tr");
  const state = entry.self ? "this instance" : entry.live ? "live" : "not live";
  for (const text of [String(entry.workerId), entry.owner, entry.ceiling ?? "–", state]) {
    const cell = document.createElement("td");
    cell.textContent = text;
    row.append(cell);
  }
  return row;
}

const decoded = document.getElementById("decoded");
document.getElementById("decode").addEventListener("submit", async (event) => {
  event.preventDefault();
  const id = document.getElementById("decode-id").value.trim();
  try {
    const response = await fetch(`api/snowflake/decode/${encodeURIComponent(id)}`);
    const body = await response.json();
    decoded.textContent = response.ok
      ? `${body.timestamp}, worker id ${body.workerId}, sequence ${body.sequence}`
      : body.detail;
  } catch {
    decoded.textContent = "The server does not answer.";
  }
});
