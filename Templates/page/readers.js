// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// One panel per reader: the big word, whose it is, and what to do now.

import { h, setData, setText, sign } from "./build.js";
import { called, sayingReason, uidText } from "./told.js";
import { saying, t } from "./words.js";

export const wordKeys = { "OK": "ok", "AGAIN": "again", "PUT ASIDE": "aside",
  "ALREADY DONE": "done", "TWO TAGS": "two" };

export const wordText = (word) => wordKeys[word] ? t(`word.${wordKeys[word]}`) : word ?? "";

/** Why a tag is not OK; what the page has no words for is said as the program says it. */
export function reasonOf(tag) {
  const ours = sayingReason(tag.reason);
  if (!ours) return { text: tag.reason.words, isSaid: true };
  const todo = { "AGAIN": "do.again", "PUT ASIDE": "do.aside" }[tag.word];
  return { text: [ours, ...foundOn(tag), todo ? t(todo) : null].filter(Boolean).join(" ") };
}

/** What the tag shows in place of what it must, and whose it is. */
function foundOn({ found }) {
  if (!found) return [];
  const row = found.row ? called(found.row) : "";
  const isRow = row && !found.job;
  const shown = found.link ? t(isRow ? "found.row" : "found", { link: found.link, row })
    : isRow ? t("found.copy", { row }) : null;
  return [shown, found.job ? t("found.job", { job: found.job, row }) : null];
}

const putKeys = ["do.put", "do.scanned", "do.same", "do.other"];

/** The row that is left is waited for elsewhere, and whoever stands here with its tag must know where. */
function elsewhere(run) {
  const other = run.readers.find((each) => putKeys.includes(each.todo?.key));
  return other ? t("do.idle.other", { row: called(other.todo.row.row, other.todo.row.label),
    reader: readerName(other) }) : t("do.idle");
}

/** What to do at a reader, in a sentence; one that the program made is English. */
export function instruction({ todo, last, trouble, troubleName }, run) {
  // The tag is taken away in any case; why it is not OK says what else is done with it.
  if (todo?.key === "do.take") return reasonOf(last);
  if (todo?.key === "do.idle") return { text: elsewhere(run) };
  if (todo) {
    const row = todo.row ? called(todo.row.row, todo.row.label) : null;
    return { text: t(todo.key, { n: todo.n, row }) };
  }
  const ours = saying("trouble", troubleName);
  return ours ? { text: ours } : { text: trouble, isSaid: true };
}

/** The word of a panel: of a tag that lies there, of one that has left, or that none is there. */
function faceOf(reader) {
  const isOut = reader.state === "lost" || reader.state === "refused";
  if (isOut) return { words: t("word.lost"), sign: "error", kind: "lost" };
  if (reader.face === "word" || reader.face === "past") {
    const kind = wordKeys[reader.word] ?? "";
    return { words: wordText(reader.word), sign: kind || "none", kind };
  }
  if (reader.face === "no-tag") return { words: t("word.none"), sign: "none", kind: "none" };
  return { words: reader.state === "working" ? t("word.working") : "", sign: null,
    kind: reader.state === "working" ? "working" : "" };
}

/** Whose word it is: nothing that has left may look as if it lay there. */
function subject(reader) {
  // The sentence below names the tag that is waited for.
  if (reader.torn) return "";
  const isWord = reader.face === "word" || reader.face === "past";
  if (!isWord || !reader.last || reader.word === "TWO TAGS") return "";
  const { row, label } = reader.last;
  if (reader.last.isStranger) return "";
  const name = row ? called(row, label) : t("norow");
  return reader.face === "past" ? t("past", { row: name }) : name;
}

const detail = (reader) => reader.torn ? t("torn.uid", { uid: uidText(reader.torn.uid) })
  : reader.face === "word" && reader.last && reader.word !== "TWO TAGS"
  ? [...(reader.last.shown ?? []).map((each) => `${each.name}: ${each.text}`),
    reader.last.link ?? uidText(reader.last.uid)].join(" · ") : "";

export const readerName = (reader) => t("reader", { n: String(reader.number + 1) });

/** The form of `makeLost` is for a tag that a reader waits for in vain. */
export function panel(reader, makeLost) {
  const face = h("span", { class: "sign-place" });
  const words = h("span", {});
  const parts = {
    face, words,
    subject: h("p", { class: "subject", dir: "auto" }),
    instruction: h("p", { class: "instruction", dir: "auto" }),
    detail: h("p", { class: "detail mono", dir: "auto" }),
    past: h("p", { class: "reason", dir: "auto" }),
    lost: makeLost(),
  };
  const heading = h("h3", {}, readerName(reader),
    h("small", {}, ` ${reader.name}`));
  const element = h("article", { class: "reader", data: { number: String(reader.number) } },
    heading, h("p", { class: "big" }, face, words), parts.subject, parts.instruction,
    parts.detail, parts.past, parts.lost.element);
  return { element, update: (now, run) => updatePanel(element, parts, now, run) };
}

function updatePanel(element, parts, seen, run) {
  // When the run is over no one looks any more: what lay there may have left long ago.
  const isOld = run.phase === "ended" && seen.face === "word";
  const reader = isOld ? { ...seen, face: "past" } : seen;
  const face = faceOf(reader);
  setData(element, "face", reader.face);
  setData(element, "word", reader.word ?? "");
  setData(element, "state", reader.state);
  setData(element, "kind", face.kind);
  if (parts.sign !== face.sign) {
    parts.sign = face.sign;
    parts.face.replaceChildren(...(face.sign ? [sign(face.sign)] : []));
  }
  setText(parts.words, face.words);
  setText(parts.subject, subject(reader));
  const todo = instruction(reader, run);
  parts.instruction.lang = todo.isSaid ? "en" : "";
  if (!todo.isSaid) parts.instruction.removeAttribute("lang");
  setText(parts.instruction, todo.text);
  setText(parts.detail, detail(reader));
  // Once a tag has left, why it failed still matters to the one who holds it.
  const reason = reader.face === "past" ? reader.last?.reason : null;
  const help = reader.face === "no-tag" && !reason ? t("word.none.help") : "";
  const past = reason ? reasonOf(reader.last) : null;
  if (past?.isSaid) parts.past.lang = "en";
  else parts.past.removeAttribute("lang");
  setText(parts.past, past?.text ?? help);
  parts.lost.update(run.phase === "ended" ? null : reader.torn);
}
