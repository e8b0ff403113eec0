// Words for numbers and times. Ids come as texts and stay texts: numbers above 2^53 would lose digits.

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const time = new Intl.DateTimeFormat("en", { timeStyle: "medium", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short" });

/** What stands where there is nothing to tell. */
export const NOTHING = "–";

export function count(value) {
  return whole.format(typeof value === "string" ? BigInt(value) : value);
}

export function rate(perSecond) {
  return perSecond < 100 ? fine.format(perSecond) : whole.format(perSecond);
}

/** A number of seconds in the unit that fits, not to be broken over two lines. */
export function seconds(value) {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size === 0) return "0\u00a0s";
  if (size < 1) return `${fine.format(value * 1000)}\u00a0ms`;
  if (size < 120) return `${fine.format(value)}\u00a0s`;
  if (size < 7200) return `${whole.format(value / 60)}\u00a0min`;
  if (size < 172800) return `${whole.format(value / 3600)}\u00a0h`;
  if (size < 63072000) return `${whole.format(value / 86400)}\u00a0days`;
  return `${whole.format(value / 31556952)}\u00a0years`;
}

/** The seconds of an ISO 8601 duration without days, such as PT-1M0.5S. */
export function duration(text) {
  const parts = /^PT(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?$/.exec(text ?? "");
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : NaN;
}

/** The time of day, with the day if it is not today. */
export function clock(date) {
  const isToday = day.format(date) === day.format(new Date());
  return isToday ? time.format(date) : `${day.format(date)} ${time.format(date)}`;
}

/** An instant of ISO 8601, in short; one that lies too far away for a browser's calendar as it is. */
export function instant(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : clock(date);
}

/** How much of a range, as a share from 0 to 1; ranges may be larger than numbers are exact. */
export function share(part, total) {
  const all = BigInt(total);
  return all === 0n ? 0 : Number((BigInt(part) * 1000n) / all) / 1000;
}
