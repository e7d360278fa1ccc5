// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// A person's own list, with all of its columns and what became of each row.

import { field, h, setText } from "./build.js";
import { get, postFile, save } from "./server.js";
import { action, complain, tell } from "./base.js";
import { language, number, t } from "./words.js";

const option = (value, text) => h("option", { value: String(value) }, text);

/** Where a comma is in numbers, Excel splits lines at semicolons. */
const separator = () => number(1.5, 1).includes(",") ? ";" : ",";

/** What one of the lists has to choose from, and what was chosen. */
function filterPart(ask) {
  const column = h("select", { id: "own-column" });
  const value = h("select", { id: "own-value", disabled: true });
  const note = h("p", { class: "soft", "aria-live": "polite" });
  let heads = [];
  let values = [];
  const chosen = () => values[Number(value.value)] ?? null;
  const show = () => {
    const found = chosen();
    setText(note, found ? t("mine.rows", { n: found.count, value: found.text }) : "");
  };
  const load = async () => {
    const asked = column.value;
    values = [];
    value.replaceChildren(option("", t("mine.choose")));
    value.disabled = true;
    show();
    const answer = await get("report/columns", { ...ask(), column: asked || null });
    // Another one may have been chosen meanwhile.
    if (column.value !== asked) return;
    heads = answer.heads;
    if (column.options.length !== heads.length + 1) {
      column.replaceChildren(option("", t("mine.all")),
        ...heads.map((head, index) => option(index, head || "–")));
    }
    if (!asked) return;
    values = answer.values;
    value.append(...values.map((each, index) => option(index, `${each.text} (${number(each.count)})`)));
    value.disabled = !values.length;
    if (answer.others) setText(note, t("mine.others", { n: answer.others }));
  };
  const tryLoad = () => load().catch(complain);
  column.addEventListener("change", tryLoad);
  value.addEventListener("change", show);
  const box = h("details", { id: "own-some", ontoggle: () => {
    if (box.open && !heads.length) tryLoad();
  } }, h("summary", {}, t("mine.some")), h("div", { class: "row" },
    field(t("mine.column"), column), field(t("mine.value"), value)), note);
  return {
    box,
    forget() {
      box.open = false;
      [heads, values] = [[], []];
      column.replaceChildren(option("", t("mine.all")));
      value.replaceChildren();
      value.disabled = true;
      setText(note, "");
    },
    /** What goes along with the question for the file; a column without a value is none. */
    get asked() {
      const found = chosen();
      return found
        ? { column: Number(column.value), head: heads[Number(column.value)], value: found.text } : {};
    },
  };
}

/** The box for the lists of a job, which are told to `show`. */
export function ownPart(file) {
  const list = h("select", { id: "own-list" });
  const choice = field(t("mine.list"), list);
  const what = h("p", { class: "soft" });
  const filter = filterPart(() => ({ file, list: list.value }));
  const change = () => {
    setText(what, t("mine.what", { name: list.value }));
    filter.forget();
  };
  list.addEventListener("change", change);
  const download = (as, label) => action(label, async () => {
    const made = await postFile("report/own", { file, list: list.value, as: `own-${as}`, language,
      separator: separator(), ...filter.asked });
    save(made);
    if (made.gone) tell(t("mine.gone", { n: made.gone }));
  }, { class: "quiet", id: `own-${as}` });
  const element = h("section", { id: "own", hidden: true }, h("h2", {}, t("mine.title")), what, choice,
    filter.box,
    h("div", { class: "row" }, download("xlsx", t("report.xlsx")), download("csv", t("report.csv"))));
  let shown = "";
  return {
    element,
    show(lists) {
      element.hidden = !lists.length;
      choice.hidden = lists.length < 2;
      const names = lists.map(({ name }) => name);
      if (names.join("\n") === shown) return;
      shown = names.join("\n");
      list.replaceChildren(...names.map((name) => option(name, name)));
      change();
    },
  };
}
