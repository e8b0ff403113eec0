// The snowflake engine: its lease, its clock, the decode box and the leases of all nodes.

import { byId, setAll, setBar, setState, setText, setTime } from "./dom.js";
import { count, duration, instant, NOTHING, seconds } from "./format.js";

const LEASES = { HELD: "good", LOCAL: "warn", STANDBY: "warn", LOST: "bad", NONE: "bad", RELEASED: "bad" };
const REGISTRIES = { UP: "good", DOWN: "warn" };

export function showSnowflake(snowflake) {
  byId("snowflake").hidden = !snowflake;
  if (!snowflake) return;
  showLease(snowflake);
  const { clock: time, layout } = snowflake;
  const offset = `${seconds(duration(time.offsetFromPeers))} (${count(time.peers)} compared)`;
  setText(byId("offset"), time.peers > 0 ? offset : "no peer was running");
  setState(byId("steps-back"), count(time.stepsBack), time.stepsBack > 0 ? "warn" : "");
  setState(byId("lead"), seconds(duration(time.lead)), duration(time.lead) > 0 ? "warn" : "");
  setTime(byId("lifetime"), layout.lastInstant);
  showLeases(snowflake);
}

function showLease({ lease, mode, workerId }) {
  setState(byId("lease-state"), lease.state, LEASES[lease.state] ?? "");
  setText(byId("worker-id"), String(workerId ?? "none"));
  setText(byId("owner"), lease.owner);
  setText(byId("mode"), mode);
  setState(byId("registry"), lease.registry, REGISTRIES[lease.registry] ?? "");
  setTime(byId("ceiling-time"), lease.ceiling);
  setTime(byId("extended"), lease.lastExtended);
  const isEndless = lease.remaining === "unlimited";
  const left = isEndless ? Infinity : duration(lease.remaining);
  const text = isEndless ? "no end while the disk works" : left > 0 ? seconds(left) : "none: no ids";
  setText(byId("ceiling-text"), text);
  setBar(byId("ceiling"), Math.min(1, left / duration(lease.reservation)) || 0, text);
}

function showLeases({ leases, leasesAge }) {
  const age = leasesAge ? `read ${seconds(Math.round(duration(leasesAge)))} ago` : "";
  setText(byId("leases-note"), leases ? age : "The registry could not be asked yet.");
  setAll(byId("leases"), "lease-row", leases ?? [], showEntry);
}

function showEntry(row, entry) {
  const [workerId, owner, ceiling, state] = row.children;
  setText(workerId, String(entry.workerId));
  setText(owner, entry.owner);
  setTime(ceiling.firstElementChild, entry.ceiling);
  const word = entry.live === undefined ? "not known now" : entry.live ? "live" : "not live";
  setState(state.firstElementChild, entry.self ? `${word}, this instance` : entry.writer === "leaf" ? word : `${word}, of the ${entry.writer}`, entry.live ? "good" : "");
  setText(state.lastElementChild, entry.lastReported ? `reported ${instant(entry.lastReported)}` : NOTHING);
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
