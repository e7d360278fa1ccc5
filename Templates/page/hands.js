// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Hands for virtual readers: whoever learns the work lays the tags with buttons.

import { h } from "./build.js";
import { post } from "./server.js";
import { action } from "./base.js";
import { readerName } from "./readers.js";
import { t } from "./words.js";

const deeds = ["new", "again", "away", "used", "beside"];

/** Shown while a run has virtual readers at which no one else lays tags. */
export function handsPart() {
  const rows = h("div", { class: "flow" });
  const box = h("section", { class: "box hands", hidden: true }, h("h2", {}, t("hands")),
    h("p", { class: "soft" }, t("hands.how")), rows);
  return { element: box, update(run) {
    box.hidden = !run.hands || run.phase === "ended";
    if (box.hidden || rows.children.length === run.readers.length) return;
    rows.replaceChildren(...run.readers.map((reader) => h("div", { class: "row", role: "group",
      "aria-label": readerName(reader) }, h("strong", {}, readerName(reader)),
    deeds.map((deed) => action(t(`hands.${deed}`),
      () => post("hand", { reader: reader.number, do: deed, run: run.number }),
      { class: "quiet small-button", id: `hand-${reader.number}-${deed}` })))));
  } };
}
