// The snowflake engine: its lease, its clock, the decode box and the leases of all nodes.

import { byId, fromTemplate, setBar, setState, setText, setTime } from "./dom.js";
import { clock, count, duration, NOTHING, seconds } from "./format.js";

const LEASES = { HELD: "good", LOCAL: "warn", LOST: "bad", NONE: "bad", RELEASED: "bad" };
const REGISTRIES = { UP: "good", DOWN: "warn" };

/** Shows the engine as it stood at `now`, by the server's clock, in milliseconds. */
export function showSnowflake(snowflake, now) {
  byId("snowflake").hidden = !snowflake;
  if (!snowflake) return;
  showLease(snowflake, now);
  const { clock: time, layout } = snowflake;
  const offset = `${seconds(duration(time.offsetFromPeers))} (${count(time.peers)} compared)`;
  setText(byId("offset"), time.peers > 0 ? offset : "no peer was running");
  setState(byId("steps-back"), count(time.stepsBack), time.stepsBack > 0 ? "warn" : "");
  setState(byId("lead"), seconds(duration(time.lead)), duration(time.lead) > 0 ? "warn" : "");
  setTime(byId("lifetime"), layout.lastInstant);
  showLeases(snowflake);
}

function showLease({ lease, mode, workerId }, now) {
  setState(byId("lease-state"), lease.state, LEASES[lease.state] ?? "");
  setText(byId("worker-id"), String(workerId ?? "none"));
  setText(byId("owner"), lease.owner);
  setText(byId("mode"), mode);
  setState(byId("registry"), lease.registry, REGISTRIES[lease.registry] ?? "");
  setTime(byId("ceiling-time"), lease.ceiling);
  setTime(byId("extended"), lease.lastExtended);
  const ceiling = Date.parse(lease.ceiling);
  const left = Math.max(0, ceiling - now) / 1000;
  const reserved = (ceiling - Date.parse(lease.lastExtended ?? lease.floor)) / 1000;
  const text = left > 0 ? seconds(left) : "none: no ids";
  setText(byId("ceiling-text"), text);
  setBar(byId("ceiling"), Math.min(1, left / reserved) || 0, text);
}

function showLeases({ leases, leasesAge }) {
  const age = leasesAge ? `read ${seconds(Math.round(duration(leasesAge)))} ago` : "";
  setText(byId("leases-note"), leases ? age : "The registry could not be asked yet.");
  const list = byId("leases");
  const entries = leases ?? [];
  while (list.childElementCount > entries.length) list.lastElementChild.remove();
  while (list.childElementCount < entries.length) list.append(fromTemplate("lease-row"));
  entries.forEach((entry, i) => showEntry(list.children[i], entry));
}

function showEntry(row, entry) {
  const [workerId, owner, ceiling, state] = row.children;
  setText(workerId, String(entry.workerId));
  setText(owner, entry.owner);
  setTime(ceiling.firstElementChild, entry.ceiling);
  const word = entry.live ? "live" : "not live";
  setState(state.firstElementChild, entry.self ? `${word}, this instance` : word, entry.live ? "good" : "");
  setText(state.lastElementChild, entry.lastReported ? `reported ${clock(new Date(entry.lastReported))}` : NOTHING);
}

byId("decode").addEventListener("submit", async (event) => {
  event.preventDefault();
  const id = byId("decode-id").value.trim();
  try {
    const response = await fetch(`api/snowflake/decode/${encodeURIComponent(id)}`, { cache: "no-store" });
    const body = await response.json();
    const text = `${body.timestamp}, worker id ${body.workerId}, sequence ${body.sequence}`;
    setState(byId("decoded"), response.ok ? text : body.detail, response.ok ? "" : "bad");
  } catch {
    setState(byId("decoded"), "The server gave no answer.", "bad");
  }
});
