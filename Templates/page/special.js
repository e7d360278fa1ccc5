// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is done by hand when a tag was lost: giving it up, or writing a row once more. Both are
// confirmed by typing the id of the job.

import { field, h } from "./build.js";
import { post } from "./server.js";
import { action, tell } from "./base.js";
import { t } from "./words.js";
import { start, typedField } from "./write.js";

const entry = (id) => h("input", { id, autocomplete: "off", spellcheck: "false",
  class: "short" });

function needTyped(typed, job) {
  if (typed !== job.card.id) throw new Error(t("typed.wrong", { id: job.card.id }));
}

export function voidPart(context) {
  const row = entry("void-row");
  const why = entry("void-why");
  let typed = "";
  return h("section", { class: "box" }, h("h3", {}, t("void.title")),
    h("p", { class: "soft" }, t("void.how")), h("div", { class: "row end" },
      field(t("row"), row), field(t("void.why"), why),
      typedField(context.job().card.id, (text) => { typed = text; }),
      action(t("void.do"), async () => {
        needTyped(typed, context.job());
        context.take(await post("void", { file: context.file, row: row.value.trim(),
          why: why.value.trim(), typed }));
        tell(t("void.done", { row: row.value.trim() }));
        row.value = "";
      }, { class: "danger" })));
}

export function redoPart(context, chosen) {
  const row = entry("redo-row");
  let typed = "";
  return h("section", { class: "box" }, h("h3", {}, t("redo.title")),
    h("p", { class: "soft" }, t("redo.how")), h("div", { class: "row end" },
      field(t("row"), row),
      typedField(context.job().card.id, (text) => { typed = text; }),
      action(t("redo.do"), async () => {
        needTyped(typed, context.job());
        await start({ file: context.file, task: "write", readers: chosen.readers,
          redo: row.value.trim(), typed });
        context.redraw();
      }, { class: "danger" })));
}
