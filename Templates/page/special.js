// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is done by hand when a tag was lost: giving it up, or writing a row once more. Both are about
// the tag that is shown here, and are confirmed by typing the id of the job.

import { field, h } from "./build.js";
import { post } from "./server.js";
import { action, page, tell } from "./base.js";
import { rowSearch } from "./rows.js";
import { called, uidText } from "./told.js";
import { t } from "./words.js";
import { start, typedField } from "./start.js";

const entry = (id) => h("input", { id, autocomplete: "off", spellcheck: "false",
  class: "short" });

function needTyped(typed, job) {
  if (typed !== job.card.id) throw new Error(t("typed.wrong", { id: job.card.id }));
}

/** Gives up or replaces the tag of a row that is found first, and shown with its tag. */
function tagOrder(context, id, danger, order) {
  const row = rowSearch(context, { id, of: "tags" });
  let typed = "";
  const button = action(danger, async () => {
    const seen = row.needed();
    if (!seen.tag) throw new Error(t("row.notag", { row: called(seen.id, seen.label) }));
    needTyped(typed, context.job());
    try {
      await order(seen, { uid: seen.tag.uid, link: seen.tag.link, typed });
    } catch (error) {
      row.again();
      throw error;
    }
    row.clear();
  }, { class: "danger" });
  return { row: row.element, button,
    typed: typedField(context.job().card.id, (text) => { typed = text; }) };
}

export function voidPart(context) {
  const why = entry("void-why");
  const parts = tagOrder(context, "void-row", t("void.do"), async (seen, tag) => {
    context.take(await post("void", { file: context.file, row: seen.id, ...tag,
      why: why.value.trim() }));
    tell(t("void.done", { row: called(seen.id, seen.label) }));
  });
  return h("section", { class: "box", id: "void" }, h("h3", {}, t("void.title")),
    h("p", { class: "soft" }, t("void.how")), parts.row, h("div", { class: "row end" },
      field(t("void.why"), why), parts.typed, parts.button));
}

/** For the tag alone that the panel of a reader names, and only as long as it is asked for there. */
export function lostPart(context, number) {
  let torn = null;
  let typed = "";
  const what = h("p", {});
  const confirm = h("div", { class: "row end" });
  const box = h("details", { class: "lost", hidden: true, id: `lost-${number}` },
    h("summary", {}, t("lost")), what, confirm);
  const ask = () => {
    typed = "";
    box.open = false;
    const seen = torn;
    const name = called(seen.row, seen.label);
    what.replaceChildren(t("lost.how", { row: name, uid: uidText(seen.uid) }));
    confirm.replaceChildren(typedField(context.job().card.id, (text) => { typed = text; }),
      action(t("lost.do"), async () => {
        needTyped(typed, context.job());
        await post("lost", { row: seen.row, uid: seen.uid, typed, run: page.state?.run?.number });
        tell(t("lost.done", { row: name }));
      }, { class: "danger" }));
  };
  return { element: box, update(now) {
    const isOther = now && (torn?.uid !== now.uid || torn.row !== now.row);
    torn = now;
    box.hidden = !torn;
    if (isOther) ask();
  } };
}

export function redoPart(context, chosen) {
  const parts = tagOrder(context, "redo-row", t("redo.do"), async (seen, tag) => {
    try {
      await start({ file: context.file, task: "write", readers: chosen.readers,
        redo: seen.id, ...tag, seen: context.job().seen });
    } catch (error) {
      if (error.facts?.needs === "decision") await context.load();
      throw error;
    }
    context.redraw();
  });
  return h("section", { class: "box", id: "redo" }, h("h3", {}, t("redo.title")),
    h("p", { class: "soft" }, t("redo.how")), parts.row,
    h("div", { class: "row end" }, parts.typed, parts.button));
}
