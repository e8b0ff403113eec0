// Words for numbers and times. Ids come as texts and stay texts: numbers above 2^53 would lose digits.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export function count(value) {
  return whole.format(typeof value === "string" ? BigInt(value) : value);
}

export function rate(perSecond) {
  return perSecond < 100 ? fine.format(perSecond) : whole.format(perSecond);
}

/** A number of seconds in the unit that fits. */
export function seconds(value) {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size < 1) return `${Math.round(value * 1000)} ms`;
  if (size < 120) return `${fine.format(value)} s`;
  if (size < 7200) return `${whole.format(value / 60)} min`;
  if (size < 172800) return `${whole.format(value / 3600)} h`;
  return `${whole.format(value / 86400)} days`;
}

/** The seconds of an ISO 8601 duration without days, such as PT-1M0.5S. */
export function duration(text) {
  const parts = /^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?$/.exec(text ?? "");
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : NaN;
}

export function clock(instant) {
  return instant ? new Date(instant).toLocaleTimeString() : "–";
}

/** How much of a range, as a share from 0 to 1; ranges may be larger than numbers are exact. */
export function share(part, total) {
  const all = BigInt(total);
  return all === 0n ? 0 : Number((BigInt(part) * 1000n) / all) / 1000;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setBar(element, value, text) {
  element.firstElementChild.style.width = `${Math.round(value * 100)}%`;
  element.setAttribute("aria-valuenow", String(Math.round(value * 100)));
  element.setAttribute("aria-valuetext", text);
}
