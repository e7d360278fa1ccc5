// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is done by hand when a tag was lost: giving it up, or writing a row once more. Both are about
// the tag that is shown here, and are confirmed by typing the id of the job.

import { field, h } from "./build.js";
import { get, post } from "./server.js";
import { action, tell } from "./base.js";
import { called } from "./rows.js";
import { t } from "./words.js";
import { start, typedField } from "./start.js";

const entry = (id) => h("input", { id, autocomplete: "off", spellcheck: "false",
  class: "short" });

function needTyped(typed, job) {
  if (typed !== job.card.id) throw new Error(t("typed.wrong", { id: job.card.id }));
}

/** A field for a row, below which the tag stands that the row has now. */
function rowField(context, id) {
  const row = entry(id);
  const shown = h("p", { class: "holder", "aria-live": "polite" });
  let holder = null;
  let trouble = null;
  const look = async () => {
    const text = row.value.trim();
    holder = trouble = null;
    shown.replaceChildren();
    if (!text) return;
    const isOld = () => row.value.trim() !== text;
    try {
      const found = await get("holder", { file: context.file, row: text });
      if (isOld()) return;
      holder = found;
      shown.replaceChildren(t(found.isLocked ? "holder.locked" : found.isDone ? "holder.done"
        : "holder.begun", { row: called(found.row, found.label),
        uid: found.uid }));
    } catch (error) {
      if (isOld()) return;
      trouble = error.message;
      shown.replaceChildren(h("span", { lang: error.isSaid ? "en" : null }, error.message));
    }
  };
  row.addEventListener("change", look);
  return { element: field(t("row"), row), shown,
    clear: () => { row.value = ""; look(); },
    /** What is shown; whoever has not seen it yet is shown it now, and clicks once more. */
    async seen() {
      if (holder?.row === row.value.trim()) return holder;
      await look();
      if (holder) throw new Error(t("holder.look"));
      throw new Error(trouble ?? t("holder.none"));
    } };
}

export function voidPart(context) {
  const row = rowField(context, "void-row");
  const why = entry("void-why");
  let typed = "";
  return h("section", { class: "box" }, h("h3", {}, t("void.title")),
    h("p", { class: "soft" }, t("void.how")), h("div", { class: "row end" },
      row.element, field(t("void.why"), why),
      typedField(context.job().card.id, (text) => { typed = text; }),
      action(t("void.do"), async () => {
        const seen = await row.seen();
        needTyped(typed, context.job());
        context.take(await post("void", { file: context.file, row: seen.row, uid: seen.uid,
          why: why.value.trim(), typed }));
        tell(t("void.done", { row: called(seen.row, seen.label) }));
        row.clear();
      }, { class: "danger" })), row.shown);
}

export function redoPart(context, chosen) {
  const row = rowField(context, "redo-row");
  let typed = "";
  return h("section", { class: "box" }, h("h3", {}, t("redo.title")),
    h("p", { class: "soft" }, t("redo.how")), h("div", { class: "row end" },
      row.element,
      typedField(context.job().card.id, (text) => { typed = text; }),
      action(t("redo.do"), async () => {
        const seen = await row.seen();
        needTyped(typed, context.job());
        try {
          await start({ file: context.file, task: "write", readers: chosen.readers,
            redo: seen.row, uid: seen.uid, seen: context.job().seen, typed });
        } catch (error) {
          if (error.facts?.needs === "decision") await context.load();
          throw error;
        }
        context.redraw();
      }, { class: "danger" })), row.shown);
}
