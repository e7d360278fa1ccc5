// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// One row as it will be: the link, what phones do with it, and the bytes on the tag.

import { h, present, setText, sign, table } from "./build.js";
import { get } from "./server.js";
import { action, complain, oneAtATime, say } from "./base.js";
import { rowSearch } from "./rows.js";
import { called, sayingAll } from "./told.js";
import { isOwn, number, t } from "./words.js";

/** The row that was looked at last, by job. */
const places = new Map();

function appPart({ name, verdict, why, conditions }) {
  return h("li", {}, `${name}: ${t(`verdict.${verdict}`)}. ${sayingAll("finding", [why]) ?? ""}`,
    conditions.length ? h("ul", {}, conditions.map((each, at) => h("li", {},
      `${at ? `${t("preview.and")} ` : ""}${sayingAll("finding", [each])}`))) : null);
}

function phonePart(phone) {
  return h("article", { class: "box phone" }, h("h3", {}, phone.phone),
    h("p", { class: "lead" }, t(`verdict.${phone.verdict}`)),
    isOwn() ? h("ul", {}, phone.words.map((words) => h("li", {}, words)))
      : [h("ul", {}, phone.apps.map(appPart)),
        phone.apps.length ? "" : h("p", {}, t("preview.noapp"))]);
}

function fits(chip) {
  if (chip.fits === true) return [sign("ok"), " ", t("yes")];
  if (chip.fits === false) return [sign("error"), " ", t("no")];
  return "–";
}

function bytesPart(row) {
  return h("details", {}, h("summary", {}, t("preview.bytes", { n: row.size })),
    table(t("preview.bytes.caption"), [t("preview.what"), t("preview.hex")],
      row.bytes.map((part) => h("tr", {}, h("td", {}, t(`bytes.${part.name}`)),
        h("td", { class: "mono hex" }, part.hex)))));
}

function rowPart(row) {
  return [
    h("h2", { dir: "auto" }, called(row.id, row.label)),
    row.shown.length ? h("dl", { class: "facts" }, row.shown.map((each) => h("div", {},
      h("dt", {}, each.name), h("dd", { dir: "auto" }, each.text)))) : "",
    h("h3", {}, t("preview.link")),
    row.link ? h("p", { class: "big-link mono" }, row.link) : h("p", {}, "–"),
    row.isLate ? h("p", { class: "caution" }, sign("warning"), " ", t("preview.late")) : "",
    h("h2", {}, t("preview.phones")),
    h("div", { class: "two" }, row.phones.map(phonePart)),
    h("h2", {}, t("preview.chips")),
    table(t("preview.chips"), [t("chip"), t("check.room"), t("preview.fit")],
      row.chips.map((chip) => h("tr", {}, h("th", { scope: "row" }, chip.chip),
        h("td", {}, t("bytes", { n: chip.capacity })), h("td", {}, fits(chip))))),
    bytesPart(row),
  ];
}

export function previewView(context) {
  const place = places.get(context.file) ?? { number: 1 };
  places.set(context.file, place);
  const box = h("div", { class: "preview" });
  const all = () => context.job().check.tags ?? context.job().card.rows ?? 1;
  const shownPlace = h("span", { id: "row-number" });
  const search = rowSearch(context, { id: "row-search", of: "list", onChoose: async (row) => {
    if (!row) return;
    try {
      await load({ id: row.id });
      search.clear();
    } catch (error) {
      complain(error);
    }
  } });
  const show = (row) => {
    place.number = row.number;
    setText(shownPlace, t("preview.place", { n: row.number, all: number(all()) }));
    box.replaceChildren(...present(rowPart(row)));
    say(`${called(row.id, row.label)}: ${row.link ?? ""}`);
  };
  const load = async (values) => show(await get("row", { file: context.file, ...values }));
  const step = (by) => load({ number: Math.min(all(), Math.max(1, place.number + by)) });
  const shown = oneAtATime(() => load({ number: place.number }));
  const form = h("div", { class: "split" }, h("div", { class: "row" },
    action(t("preview.back"), () => step(-1), { class: "quiet" }), shownPlace,
    action(t("preview.forth"), () => step(1), { class: "quiet" })), search.element);
  shown();
  return {
    element: h("div", { class: "flow" }, h("h2", { class: "unseen" }, t("tab.preview")), form, box),
    update(name) {
      if (name === "job") shown();
    },
  };
}
