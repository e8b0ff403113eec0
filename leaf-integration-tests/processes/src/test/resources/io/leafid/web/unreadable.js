// Returns, as JSON, every text on the page whose contrast with what lies behind it is below 4.5, and every bar whose
// edge or filling is below 3; computed from the colours that the browser uses.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

function parse(color) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

function over([r, g, b, a], below) {
  return [r, g, b].map((value, i) => value * a + below[i] * (1 - a)).concat(1);
}

function ground(element) {
  if (!element) return parse(getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches ? "#121212" : "#fff");
  const color = parse(getComputedStyle(element).backgroundColor);
  return color[3] === 1 ? color : over(color, ground(element.parentElement));
}

function opacity(element) {
  return element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
}

function luminance(color) {
  const [r, g, b] = color.slice(0, 3).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const found = [];
let seen = 0;
function judge(what, color, background, least) {
  seen++;
  const ratio = contrast(over(parse(color), background), background);
  if (ratio < least) found.push(`${what}: ${color} on ${background.slice(0, 3)} has ${ratio.toFixed(2)}`);
}

function judgeText(text, style, element) {
  const [r, g, b, a] = parse(style.color);
  judge(text, `rgba(${r}, ${g}, ${b}, ${a * Number(style.opacity) * opacity(element)})`, ground(element), 4.5);
}

const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const element = texts.currentNode.parentElement;
  const text = texts.currentNode.textContent.trim();
  if (text && element.checkVisibility({ contentVisibilityAuto: false })) {
    judgeText(text, { color: getComputedStyle(element).color, opacity: 1 }, element);
  }
}
for (const element of document.querySelectorAll("body *")) {
  for (const pseudo of ["::before", "::after", "::placeholder"]) {
    const style = getComputedStyle(element, pseudo);
    const isThere = pseudo === "::placeholder" ? element.placeholder : !["none", "normal", '""'].includes(style.content);
    if (isThere && element.checkVisibility()) judgeText(`${element.id || element.className} ${pseudo}`, style, element);
  }
}
for (const bar of document.querySelectorAll(".bar")) {
  if (!bar.checkVisibility()) continue;
  judge("edge of a bar", getComputedStyle(bar).borderTopColor, ground(bar.parentElement), 3);
  judge("filling of a bar", getComputedStyle(bar.firstElementChild).backgroundColor, ground(bar), 3);
}
return JSON.stringify({ seen, found });
