// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What became of the rows, and the files for others.

import { h, sentence, sign, table } from "./build.js";
import { get, getFile, post, save } from "./server.js";
import { action, oneAtATime, tell } from "./base.js";
import { called, sayingReason, uidText } from "./told.js";
import { language, number, t, time } from "./words.js";
import { ownPart } from "./own.js";
import { bar } from "./pictures.js";

const signs = { done: "ok", undecided: "warning", begun: "warning", free: "none", failed: "aside",
  void: "aside", retired: "aside" };

/** What the program said has words here; those of people are theirs. */
const whyWords = (why) => why.code ? sayingReason(why)
  : why.recorded && t(`report.why.${why.recorded}`);

function countsPart(counts) {
  return h("dl", { class: "numbers" }, ["rows", "done", "begun", "free", "locked"].map((name) =>
    h("div", { class: `count ${name}` }, h("dt", {}, t(`report.${name}`)),
      h("dd", { id: `report-${name}` }, number(counts[name])))));
}

function rowPart(row) {
  return h("tr", { class: row.state }, h("th", { scope: "row" }, h("span", { dir: "auto" },
    called(row.id, row.label))),
  h("td", {}, h("span", { class: "state" }, sign(signs[row.state] ?? "none"), " ",
    t(`state.${row.state}`), row.isLocked ? `, ${t("state.locked")}` : ""), row.why
    ? sentence(whyWords(row.why), row.why.words, "small") : null),
  h("td", { class: "mono" }, row.link ?? "–"),
  h("td", { class: "mono" }, uidText(row.uid) ?? "–", row.chip ? h("small", {}, row.chip) : null),
  h("td", {}, row.at ? time(row.at) : "–"));
}

/**
 * A blob would get the policy of this page, which forbids the report its own style and script. So
 * the program gives an address that is good once; where it gives none, the file is saved.
 */
async function openPage(file) {
  try {
    const { path } = await post("report/open", { file, language });
    window.open(path, "_blank", "noopener");
  } catch {
    const saved = await getFile("report/file", { file, as: "html", language });
    save(saved);
    tell(t("report.saved", { name: saved.name }));
  }
}

function filesPart(file) {
  const download = (as) => action(t(`report.${as}`), async () => {
    save(await getFile("report/file", { file, as, language }));
  }, { class: "quiet", id: `report-${as}` });
  return h("section", {}, h("h2", {}, t("report.files")), h("div", { class: "row" },
    action(t("report.open"), () => openPage(file), { class: "main", id: "report-open" }),
    download("html"), download("csv"), download("xlsx")),
  h("p", { class: "soft" }, t("report.print")));
}

export function reportView(context) {
  const box = h("div", { class: "flow" });
  const files = filesPart(context.file);
  const own = ownPart(context.file);
  const load = oneAtATime(async () => {
    const card = context.job().card;
    // A job of which nothing is written has no report, and that is no error.
    files.hidden = !card.isBegun;
    own.show(card.isBegun ? context.job().lists : []);
    if (!card.isBegun) {
      box.replaceChildren(h("p", { class: "lead" }, t("report.nothing")));
      return;
    }
    const report = await get("report", { file: context.file });
    box.replaceChildren(
      report.isBehind ? h("p", { class: "caution" }, sign("warning"), " ",
        t("card.behind")) : "",
      h("p", { class: `verdict ${report.isWhole ? "ok" : ""}` },
        report.isWhole ? [sign("ok"), " "] : "",
        report.isWhole ? t("report.whole", { n: report.counts.rows })
          : t("card.done", { done: report.counts.done, n: report.counts.rows })),
      bar(report.counts.done, report.counts.rows, report.counts.begun),
      countsPart(report.counts), h("h2", {}, t("report.table")),
      table(t("report.table"), [t("row"), t("report.state"), t("preview.link"), t("report.tag"),
        t("report.at")], report.rows.map(rowPart), { class: "report" }),
      report.more ? h("p", { class: "soft" }, t("report.more", { n: report.more })) : "");
  });
  load();
  return {
    element: h("div", { class: "flow" }, h("h2", { class: "unseen" }, t("tab.report")),
      files, own.element, box),
    update(name) {
      if (name === "job") load();
    },
  };
}
