// Asks for the state again and again and hands it to those who show it.

import { showSegments } from "./segments.js";
import { showSnowflake } from "./snowflake.js";
import { setText } from "./format.js";

const PAUSE = 1000;
const TIMEOUT = 5000;
const connection = document.getElementById("connection");
let lastAnswer = null;

async function refresh() {
  try {
    const response = await fetch("leaf/state", { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    show(await response.json(), Date.parse(response.headers.get("date")));
    lastAnswer = new Date();
    connected(true, "Live");
  } catch {
    const since = lastAnswer ? ` What you see is from ${lastAnswer.toLocaleTimeString()}.` : "";
    connected(false, `Connection lost. Trying again.${since}`);
  } finally {
    setTimeout(refresh, PAUSE);
  }
}

function show(state, now) {
  setText(document.getElementById("name"), state.name ?? "");
  document.title = state.name ? `Leaf: ${state.name}` : "Leaf";
  showSegments(state.segment);
  showSnowflake(state.snowflake, now);
  document.getElementById("nothing").hidden = Boolean(state.segment || state.snowflake);
}

function connected(isLive, text) {
  connection.dataset.state = isLive ? "live" : "lost";
  document.body.classList.toggle("stale", !isLive);
  setText(connection, text);
}

refresh();
