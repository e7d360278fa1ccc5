// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Elements by hand: the policy of the page forbids markup in strings.

const svgName = "http://www.w3.org/2000/svg";

function give(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "class") element.setAttribute("class", value);
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name in element && typeof value !== "string") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** Leaves out the children that are none. */
export const present = (children) => children.filter((child) => child !== null
  && child !== undefined && child !== false && child !== "");

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) give(element, name, value);
  element.append(...present(children.flat(2)));
  return element;
}

export const h = (name, properties, ...children) =>
  fill(document.createElement(name), properties, children);

export function s(name, properties, ...children) {
  const element = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(properties ?? {})) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Changes a text only when it is another one, so that nothing flickers. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setData(element, name, value) {
  if (element.dataset[name] !== value) element.dataset[name] = value;
}

const signPaths = {
  ok: "M4 13l5 5L20 6",
  again: "M19 12a7 7 0 1 1-2.2-5.1M19 3v5h-5",
  aside: "M6 6l12 12M18 6L6 18",
  done: "M2 13l4 4L14 8M11 16l1 1L22 7",
  two: "M4 4h10v10H4zM10 10h10v10H10z",
  none: "M7 12h10",
  error: "M12 3L22 12L12 21L2 12zM12 8v4.5M12 15.2v.3",
  warning: "M12 4L22 20H2zM12 10v5M12 17.4v.3",
  file: "M6 3h8l5 5v13H6zM14 3v5h5M12 18v-6M9 14.5l3-3 3 3",
  arrow: "M5 12h14M13 6l6 6-6 6",
};

/** A sign beside a word, so that nothing is said by colour alone. */
export const sign = (name) => s("svg", { class: `sign ${name}`, viewBox: "0 0 24 24",
  "aria-hidden": "true", focusable: "false" }, s("path", { d: signPaths[name] }));

let count = 0;

/** A field with its label above it and perhaps a hint below it. */
export function field(label, control, hint) {
  control.id ||= `field-${++count}`;
  const note = hint ? h("small", { id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
}

export function choice(label, control) {
  return h("label", { class: "choice" }, control, h("span", {}, label));
}

export function table(caption, heads, rows, more) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", more ?? {}, h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows)));
}

/** Sentences of the program are English, also on a German page. */
export const said = (text, name = "span") => h(name, { lang: "en", dir: "auto" }, text);

/** A sentence of the page, or the program's own where the page is in its language. */
export const sentence = (ours, english, name = "p") => ours ? h(name, {}, ours) : said(english, name);

let isPressed = false;
/** How parts are to be drawn once the mouse is released. */
const waiting = new Map();

addEventListener("pointerdown", (event) => { isPressed = event.button === 0; }, true);
const release = () => setTimeout(() => {
  isPressed = false;
  const parts = [...waiting];
  waiting.clear();
  for (const [part, draw] of parts) redraw(part, draw);
});
// A menu may keep the release for itself.
for (const name of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(name, release, true);
// Released over another window, the mouse says nothing here.
addEventListener("blur", release);

/**
 * Puts the focus back where it was after a part has been drawn anew; not while the mouse is pressed, for
 * a button that is another one by the time of the release is not clicked.
 */
export function redraw(part, draw) {
  if (isPressed) {
    waiting.set(part, draw);
    return;
  }
  const was = document.activeElement;
  const isInside = was && was !== document.body && part.contains(was);
  const key = isInside && (was.id ? `#${CSS.escape(was.id)}`
    : was.dataset.cell ? `[data-cell="${was.dataset.cell}"]`
      : was.dataset.key ? `[data-key="${CSS.escape(was.dataset.key)}"]` : null);
  draw();
  if (key && !part.contains(was)) part.querySelector(key)?.focus({ preventScroll: true });
}
