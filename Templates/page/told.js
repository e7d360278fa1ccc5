// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What the program tells as names and facts, in the words of the page's language; and what rows are
// called, wherever one is shown.

import { number, saying, t, time } from "./words.js";

/**
 * Such as "No. 3 · Blumen Görlitz". The number is an id, and no place in a list, where the third row
 * is another one.
 */
export function called(id, label) {
  const name = /^[0-9]+$/.test(id) ? t("row.number", { row: String(id) }) : String(id);
  return label && label !== id ? `${name} · ${label}` : name;
}

/** A UID in pairs, as apps on phones show it and as it is in sheets. */
export const uidText = (uid) => /^([0-9A-F]{2}){4,10}$/.test(uid ?? "") ? uid.match(/../g).join(":") : uid;

/**
 * A row goes by its name, as everywhere, a moment by the clock on the wall,
 * and seconds have the language's decimal sign.
 */
const named = (facts) => ({ ...facts, ...(Object.hasOwn(facts, "row") ? { row: called(facts.row) } : {}),
  ...(Object.hasOwn(facts, "uid") ? { uid: uidText(facts.uid) } : {}),
  ...(Object.hasOwn(facts, "at") ? { at: time(facts.at) } : {}),
  ...(Object.hasOwn(facts, "seconds") ? { seconds: number(facts.seconds, 1) } : {}) });

/** Sentences that follow each other, each of the first kind that has words for it; null without words. */
export function sayingAll(kinds, told) {
  const sentences = (told ?? []).map(({ key, facts }) => [kinds].flat()
    .map((kind) => saying(kind, key, named(facts))).find((each) => each !== null) ?? null);
  return sentences.length && sentences.every((each) => each !== null) ? sentences.join(" ") : null;
}

/** Why a tag failed; a finding that came only with the tag has no name of its own here. */
export const sayingReason = ({ code, told }) => sayingAll(["reason", "finding"], told)
  ?? saying("reason", code) ?? saying("reason", "with-given-values");
