// The texts made of ids: what those of each tag look like, and how many of its present row are used.

import { byId, setAll, setState, setText } from "./dom.js";

const NEARLY_FULL = 0.9;

export function showTexts(texts) {
  byId("texts").hidden = !texts;
  setAll(byId("text-rows"), "text-row", Object.entries(texts ?? {}), showText);
}

function showText(row, [name, { pattern, period, zone, row: current, used }]) {
  const [tag, form, share] = row.children;
  const dated = pattern.includes("{date:") ? zone : "";
  setText(tag.firstElementChild, name);
  setText(tag.lastElementChild, current === name ? "" : `row ${current}`);
  setText(form.firstElementChild, pattern);
  setText(form.lastElementChild, period === "NONE" ? dated : `from 1 each ${period.toLowerCase()}, ${dated}`);
  const level = used >= 1 ? "bad" : used >= NEARLY_FULL ? "warn" : "";
  setState(share.firstElementChild, used === undefined ? "no end" : `${Math.min(100, Math.floor(used * 100))}\u00a0%`, level);
}
