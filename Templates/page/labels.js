// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Labels with the same link as a printed code.

import { choice, field, h, redraw, sign, table } from "./build.js";
import { get, post, postFile, save } from "./server.js";
import { action, complain, goThen, jobHash, tell } from "./base.js";
import { rowsChoice } from "./rows.js";
import { called } from "./told.js";
import { number, t } from "./words.js";

/** Papers by the size that the program names them by. */
const pages = { "210 x 297 mm": "A4", "215.9 x 279.4 mm": "US Letter" };

const size = (words) => words.replace(/\d+\.\d+/g, (each) => number(Number(each), 2))
  .replace(" x ", " × ");

/** What was chosen, by job. */
const choices = new Map();

const rowNames = (rows, count) => [rows.map((row) => called(row.id, row.label)).join(", "),
  count > rows.length ? ` ${t("labels.left.more", { n: count - rows.length })}` : ""];

/** Rows for which nothing is printed, or a label without a name: they are seen before anything is. */
function leftPart({ left, labels }, print, leave) {
  return h("section", { class: "box", id: "labels-left" },
    h("h3", { tabindex: "-1" }, t("labels.left.title")),
    h("ul", {}, left.map((each) => h("li", { id: `labels-left-${each.why}` },
      t(`labels.left.${each.why}`, { n: each.count, part: each.part ?? "" }), " ",
      h("strong", { dir: "auto" }, rowNames(each.rows, each.count))))),
    h("p", { class: "row end" }, labels ? action(t("labels.left.print", { n: labels }), print,
      { class: "main", id: "print-rest" }) : h("span", {}, t("labels.left.none")),
    h("button", { type: "button", class: "quiet", onclick: leave }, t("cancel"))));
}

/** Labels on paper that are wrong by now. */
function outdatedPart(context, { count, gone, rows }, print) {
  const throwAway = async () => {
    context.take(await post("labels/thrown-away", { file: context.file,
      seen: context.job().seen }));
    tell(t("labels.thrown"));
  };
  return h("section", { class: "box", id: "outdated-labels" },
    h("p", { class: "caution" }, sign("warning"), " ", t("labels.outdated", { n: count })),
    table(t("labels.outdated.table"), [t("row"), t("labels.printed"), t("labels.now")],
      rows.map((row) => h("tr", {}, h("th", { scope: "row", dir: "auto" },
        called(row.id, row.label)), h("td", { class: "mono" }, row.printed),
      h("td", { class: row.now ? "mono" : null }, row.now ?? t("labels.gone"))))),
    count > rows.length ? h("p", { class: "soft" }, t("labels.first.shown",
      { shown: number(rows.length), n: count })) : null,
    h("p", { class: "row end" }, count > gone
      ? action(t("labels.again", { n: count - gone }), print, { class: "main", id: "print-again" })
      : null, gone
      ? action(t("labels.throw", { n: gone }), throwAway, { class: "quiet", id: "thrown-away" })
      : null));
}

/** Whether labels come before or after the tags. */
function whenPart(chosen, show) {
  return h("fieldset", { id: "labels-when" }, h("legend", {}, t("labels.when")),
    h("div", { class: "tasks" }, ["before", "after"].map((when) =>
      h("label", { class: "task" }, h("input", { type: "radio", name: "labels-when", value: when,
        checked: chosen.when === when,
        onchange: () => { Object.assign(chosen, { when, isChosen: true }); show(); } }),
      h("span", {}, h("strong", {}, t(`labels.${when}`)),
        h("small", {}, t(`labels.${when}.how`)))))));
}

export function labelsView(context) {
  const chosen = choices.get(context.file) ?? {};
  if (!chosen.isChosen) chosen.when = context.job().card.isBegun ? "after" : "before";
  choices.set(context.file, chosen);
  const select = h("select", { id: "label-sheet" });
  const first = h("input", { type: "number", min: "1", id: "label-first", class: "short" });
  first.value = 1;
  const rows = {
    before: rowsChoice(context, { id: "list-rows", of: "list" }),
    after: rowsChoice(context, { id: "label-rows", of: "tags" }),
  };
  const outline = h("input", { type: "checkbox", id: "label-outline" });
  const left = h("div", {});
  const outdated = h("div", {});
  get("label-sheets").then(({ sheets }) => select.replaceChildren(...sheets.map((sheet) =>
    h("option", { value: sheet.name }, t("labels.sheet.words", { name: sheet.name,
      page: pages[sheet.page] ?? size(sheet.page), columns: sheet.columns, rows: sheet.rows,
      size: size(sheet.label) })))), complain);
  /** The sheet, and what is printed on it, as they were when someone pressed the button. */
  const onSheet = () => ({ file: context.file, sheet: select.value,
    first: first.valueAsNumber || 1, outline: outline.checked, as: "pdf" });
  const print = async (order) => {
    left.replaceChildren();
    try {
      const file = await postFile("labels", order);
      save(file);
      tell(t("labels.made", { name: file.name }));
    } catch (error) {
      const { needs, leftSeen } = error.facts ?? {};
      if (needs === "labels") {
        left.replaceChildren(leftPart(error.facts, () => print({ ...order, leftSeen }),
          () => left.replaceChildren()));
        left.querySelector("h3").focus();
        return;
      }
      // What is to be confirmed, or was changed, is shown as it is now.
      if (["approval", "warnings"].includes(needs)) await goThen(jobHash(context.file, "check"));
      else if (needs === "decision") await context.load();
      throw error;
    }
    if (order.all) await context.load();
  };
  const seen = () => ({ all: true, seen: context.job().seen });
  const show = () => {
    for (const [when, part] of Object.entries(rows)) part.element.hidden = chosen.when !== when;
    left.replaceChildren();
  };
  const draw = () => {
    const labels = context.job().outdated;
    redraw(outdated, () => outdated.replaceChildren(labels ? outdatedPart(context, labels,
      () => print({ ...onSheet(), ...seen(), outdated: true })) : ""));
  };
  show();
  draw();
  return {
    element: h("div", { class: "flow narrow" }, h("h2", {}, t("labels.title")),
      h("p", { class: "lead soft" }, t("labels.how")), outdated, whenPart(chosen, show),
      field(t("labels.sheet"), select),
      field(t("labels.first"), first, t("labels.first.how")),
      rows.before.element, rows.after.element,
      h("div", {}, choice(t("labels.outline"), outline)),
      h("p", {}, action(t("labels.make"), () => print({ ...onSheet(),
        ...(chosen.when === "before" ? seen() : {}), rows: rows[chosen.when].value() }),
      { class: "main large", id: "make-labels" })), left,
      h("p", { class: "box" }, t("labels.print"))),
    update(name) { if (name === "job") draw(); },
  };
}
