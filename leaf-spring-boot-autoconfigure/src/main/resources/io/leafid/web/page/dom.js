// Changes what is on the page, and only what differs: with 1 000 tags most of it stays as it is.

import { instant as short, NOTHING } from "./format.js";

export const byId = (id) => document.getElementById(id);

/** The element of a template. All texts go in by textContent, so that none of them is ever read as HTML. */
export function fromTemplate(id) {
  return byId(id).content.firstElementChild.cloneNode(true);
}

/** Makes a list hold an element of a template for each item, and fills them. */
export function setAll(list, template, items, fill) {
  while (list.childElementCount > items.length) list.lastElementChild.remove();
  while (list.childElementCount < items.length) list.append(fromTemplate(template));
  items.forEach((item, i) => fill(list.children[i], item));
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A word, and the colour that goes with it: "good", "warn", "bad" or none. */
export function setState(element, text, level) {
  setText(element, text);
  if (element.dataset.level !== level) element.dataset.level = level;
}

/** A time element: the instant in full for machines and on hover, in short for the eye: with the day once that is over. */
export function setTime(element, instant) {
  if (element.dateTime !== (instant ?? "")) element.dateTime = element.title = instant ?? "";
  setText(element, instant ? short(instant) : NOTHING);
}

/** A bar that is filled to a share from 0 to 1, and what it says to those who do not see it. */
export function setBar(element, share, text) {
  const percent = String(Math.round(share * 100));
  if (element.getAttribute("aria-valuenow") !== percent) {
    element.firstElementChild.style.width = `${percent}%`;
    element.setAttribute("aria-valuenow", percent);
  }
  if (element.getAttribute("aria-valuetext") !== text) element.setAttribute("aria-valuetext", text);
}
