// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// How a row is chosen: it is looked for, and shown before anything happens.

import { choice, field, h, present } from "./build.js";
import { get } from "./server.js";
import { oneAtATime } from "./base.js";
import { called, uidText } from "./told.js";
import { t } from "./words.js";

/** What someone types without the word before a number, as it is on the list. */
function asTyped(text) {
  const before = t("row.number", { row: "" }).trim();
  const rest = text.slice(before.length).trim();
  return text.toLowerCase().startsWith(before.toLowerCase()) && /^[0-9]/.test(rest) ? rest : text;
}

const tagWords = ({ tag }) => tag
  ? t(tag.isLocked ? "tagged.locked" : tag.isDone ? "tagged.done" : "tagged.begun",
    { uid: uidText(tag.uid) ?? "–" })
  : t("tagged.none");

const facts = (row, hasTags) => [h("strong", { dir: "auto" }, called(row.id, row.label)),
  h("small", { class: "mono" }, (hasTags && row.tag?.link) || row.link || t("row.linklater")),
  hasTags ? h("small", {}, tagWords(row)) : null];

/**
 * A field for a row. What is found is below it, and then the one that was chosen. `of` is "tags" where tags are meant, and "list" where rows of the list are.
 */
export function rowSearch(context, { id, of, label = t("row.search"), was = null,
  onChoose = () => {} }) {
  const hasTags = of === "tags";
  const input = h("input", { id, type: "search", autocomplete: "off", spellcheck: "false" });
  const list = h("ul", { class: "plain found-rows", "aria-label": label });
  const said = h("p", { class: "soft", role: "status" });
  const shown = h("p", { class: "box chosen-row", "aria-live": "polite", hidden: true });
  let chosen = null;

  const choose = (row) => {
    chosen = row;
    list.replaceChildren();
    said.replaceChildren();
    shown.hidden = !row;
    shown.replaceChildren(...(row ? present(facts(row, hasTags)) : []));
    onChoose(row);
  };
  const look = oneAtATime(async () => {
    const text = input.value.trim();
    if (!text) return choose(null);
    let found;
    try {
      found = await get("rows", { file: context.file, text: asTyped(text), of });
    } catch (error) {
      if (input.value.trim() === text) {
        said.replaceChildren(h("span", { lang: error.isSaid ? "en" : null }, error.message));
      }
      return;
    }
    if (input.value.trim() !== text) return;
    choose(found.count === 1 ? found.rows[0] : null);
    if (found.count === 1) return;
    list.replaceChildren(...found.rows.map((row) => h("li", {}, h("button", { type: "button",
      class: "found-row", onclick: () => {
        choose(row);
        input.focus({ preventScroll: true });
      } }, present(facts(row, hasTags))))));
    said.replaceChildren(found.count > found.rows.length ? t("row.more", { n: found.count })
      : found.count ? t("row.which", { n: found.count }) : t("row.none"));
  });
  let waiting = 0;
  const soon = (wait) => {
    clearTimeout(waiting);
    waiting = setTimeout(look, wait);
  };
  input.addEventListener("input", () => {
    // What was shown for another text must not be taken for this one.
    choose(null);
    soon(200);
  });
  // A scanner types fast, and ends with Enter.
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    soon(0);
  });
  if (was) {
    input.value = was.id;
    choose(was);
  }
  return {
    element: h("div", { class: "row-search" }, field(label, input, t("row.search.how")), list, said,
      shown),
    isEmpty: () => !input.value.trim(),
    /** The row that is shown, or a sentence for whoever has chosen none. */
    needed() {
      if (chosen) return chosen;
      input.focus();
      throw new Error(t("row.needed"));
    },
    /** After an order that was refused: how the row is now. */
    again() {
      if (chosen) choose(null);
      soon(0);
    },
    clear() {
      input.value = "";
      choose(null);
    },
  };
}

const named = ({ id, link }) => ({ id, link });

/**
 * Which rows are meant: all, from one to another one, or some. `value()` is what an order says of them,
 * and throws where a row is missing.
 */
export function rowsChoice(context, { id, of, kept = {} }) {
  const only = kept.only ?? [];
  kept.only = only;
  const from = rowSearch(context, { id: `${id}-from`, of, label: t("rows.from"),
    was: kept.from, onChoose: (row) => { kept.from = row; } });
  const to = rowSearch(context, { id: `${id}-to`, of, label: t("rows.to"),
    was: kept.to, onChoose: (row) => { kept.to = row; } });
  const more = rowSearch(context, { id: `${id}-more`, of, label: t("rows.add"), onChoose: (row) => {
    if (!row) return;
    if (!only.some((each) => each.id === row.id)) only.push(row);
    more.clear();
    draw();
  } });
  const chosen = h("ul", { class: "plain chosen-rows", "aria-label": t("rows.only") });
  const draw = () => chosen.replaceChildren(...only.map((row, index) => h("li", { class: "row" },
    h("span", { dir: "auto" }, called(row.id, row.label)), h("small", { class: "mono" },
      row.link ?? ""),
    h("button", { type: "button", class: "quiet small-button", onclick: () => {
      only.splice(index, 1);
      draw();
    } }, t("rows.remove")))));
  const parts = { all: h("div", {}), range: h("div", { class: "two" }, from.element, to.element),
    only: h("div", {}, chosen, more.element) };
  const show = (name) => {
    kept.which = name;
    for (const [key, part] of Object.entries(parts)) part.hidden = key !== name;
  };
  const options = ["all", "range", "only"].map((name) => choice(t(`rows.${name}`),
    h("input", { type: "radio", name: id, value: name, checked: (kept.which ?? "all") === name,
      onchange: () => show(name) })));
  show(kept.which ?? "all");
  draw();
  return {
    element: h("fieldset", { id }, h("legend", {}, t("rows.which")), h("div", {}, options),
      Object.values(parts)),
    value() {
      if (kept.which === "all") return null;
      if (kept.which === "range") {
        return { from: named(from.needed()), to: to.isEmpty() ? null : named(to.needed()) };
      }
      if (!only.length) more.needed();
      return { only: only.map(named) };
    },
  };
}
