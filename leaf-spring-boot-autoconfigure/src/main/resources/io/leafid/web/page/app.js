// Asks for the state again and again and hands it to those who show it.

import { byId, setText } from "./dom.js";
import { clock } from "./format.js";
import { choice, showSegments } from "./segments.js";
import { showSnowflake } from "./snowflake.js";
import { showTexts } from "./texts.js";

const PAUSE = 1000;
const TIMEOUT = 5000;
const TYPING = 150;
let name = "Leaf";
let shownAt = null;
let asked = 0;
let next;

/** Asks once; an answer that a later question has overtaken is not shown. */
async function refresh() {
  const question = ++asked;
  clearTimeout(next);
  try {
    const response = await fetch(`leaf/state?${choice()}`, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
    const state = response.ok && !response.redirected ? await response.json() : null;
    if (question !== asked) return;
    if (state) {
      show(state);
      shownAt = new Date();
      tell("live", "Live");
    } else {
      tell("lost", response.redirected ? "Not allowed any more: load this page again" : `No state: the server answers ${response.status}`);
    }
  } catch {
    if (question === asked) tell("lost", "Connection lost, trying again");
  } finally {
    if (question === asked) next = setTimeout(refresh, PAUSE);
  }
}

function show(state) {
  name = state.name ? `Leaf: ${state.name}` : "Leaf";
  setText(byId("name"), state.name ?? "");
  showSegments(state.segment);
  showTexts(state.texts);
  showSnowflake(state.snowflake);
  byId("nav").hidden = !(state.segment && state.snowflake);
  byId("nothing").hidden = Boolean(state.segment || state.snowflake);
}

/** Whether what the page shows is live; told once per change, since it is read aloud. */
function tell(connection, text) {
  const isStale = connection === "lost" && shownAt !== null;
  byId("connection").dataset.state = connection;
  setText(byId("connection"), isStale ? `${text}. Everything below is from ${clock(shownAt)}.` : text);
  document.body.classList.toggle("stale", isStale);
  document.title = connection === "lost" ? `Not live – ${name}` : name;
}

setText(byId("zone"), Intl.DateTimeFormat().resolvedOptions().timeZone);
document.addEventListener("choice", () => {
  clearTimeout(next);
  next = setTimeout(refresh, TYPING);
});
refresh();
