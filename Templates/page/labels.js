// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Labels with the same link as a printed code.

import { choice, field, h } from "./build.js";
import { get, postFile, save } from "./server.js";
import { action, complain, tell } from "./base.js";
import { rowsChoice } from "./rows.js";
import { number, t } from "./words.js";

/** Papers by the size that the program names them by. */
const pages = { "210 x 297 mm": "A4", "215.9 x 279.4 mm": "US Letter" };

const size = (words) => words.replace(/\d+\.\d+/g, (each) => number(Number(each), 2))
  .replace(" x ", " × ");

export function labelsView(context) {
  const select = h("select", { id: "label-sheet" });
  const first = h("input", { type: "number", min: "1", id: "label-first", class: "short" });
  first.value = 1;
  const rows = rowsChoice(context, { id: "label-rows", of: "tags" });
  const outline = h("input", { type: "checkbox", id: "label-outline" });
  get("label-sheets").then(({ sheets }) => select.replaceChildren(...sheets.map((sheet) =>
    h("option", { value: sheet.name }, t("labels.sheet.words", { name: sheet.name,
      page: pages[sheet.page] ?? size(sheet.page), columns: sheet.columns, rows: sheet.rows,
      size: size(sheet.label) })))), complain);
  return {
    element: h("div", { class: "flow narrow" }, h("h2", {}, t("labels.title")),
      h("p", { class: "lead soft" }, t("labels.how")),
      field(t("labels.sheet"), select),
      field(t("labels.first"), first, t("labels.first.how")),
      rows.element,
      h("div", {}, choice(t("labels.outline"), outline)),
      h("p", {}, action(t("labels.make"), async () => {
        const file = await postFile("labels", { file: context.file, sheet: select.value,
          first: first.valueAsNumber || 1, outline: outline.checked,
          rows: rows.value(), as: "pdf" });
        save(file);
        tell(t("labels.made", { name: file.name }));
      }, { class: "main large", id: "make-labels" })),
      h("p", { class: "box" }, t("labels.print"))),
  };
}
