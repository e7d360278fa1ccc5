// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Is the job right? One sentence, what was found, the sheet, and the two signatures.

import { field, h, present, redraw, sentence, sign, table } from "./build.js";
import { post } from "./server.js";
import { action, jobHash, keepPerson, link, person, say, tell } from "./base.js";
import { called, sayingAll } from "./told.js";
import { t, time } from "./words.js";
import { keyPart, settingsPart } from "./settings.js";
import { cellOf, sheetPart } from "./sheet.js";
import { keepPart } from "./keep.js";
import { listPart } from "./list.js";

const shownMax = 200;

/** How many warnings no one has confirmed; some need no one to. */
export const openWarnings = ({ check, warnings }) =>
  check.warnings - (warnings.confirmed ? warnings.count : 0);

function verdict(job) {
  const { errors, warnings } = job.check;
  if (errors) {
    return h("p", { class: "verdict error", id: "verdict" }, sign("error"), " ", warnings
      ? t("check.both", { e: t("errors", { n: errors }), w: t("warnings", { n: warnings }) })
      : t("check.errors", { n: errors }));
  }
  const open = openWarnings(job);
  if (open) {
    return h("p", { class: "verdict warning", id: "verdict" }, sign("warning"), " ",
      t("check.warnings", { n: open }));
  }
  if (warnings) {
    return h("p", { class: "verdict ok", id: "verdict" }, sign("ok"), " ",
      t("check.confirmed", { n: warnings }));
  }
  return h("p", { class: "verdict ok", id: "verdict" }, sign("ok"), " ", t("check.nothing"));
}

function place(finding) {
  const cell = cellOf(finding);
  if (cell) return t("check.cell", { cell });
  if (finding.line) return t("check.line", { file: finding.file, line: String(finding.line) });
  return finding.file ?? "";
}

/** A cure may be another one for a value: that a sheet has no header. */
const cureWords = ({ kind, value, reading, was }) =>
  t(kind === "header" && value === "none" ? "cure.header.none" : `cure.${kind}`,
    { value, was, reading: reading ?? "" });

function cureButton(context, job, cure, sheet) {
  return action(cureWords(cure), async () => {
    context.take(await post("cure", { file: context.file, manifest: job.manifest, sheet,
      kind: cure.kind, value: cure.value ?? null, name: cure.was ?? null }));
    say(t("check.cured"));
  }, { class: "small-button" });
}

function findingPart(context, job, finding, index, jump) {
  const cell = cellOf(finding);
  const where = cell
    ? h("button", { type: "button", class: "link", data: { key: `jump-${index}` },
      onclick: () => jump(finding) }, place(finding))
    : h("span", { class: "soft" }, place(finding));
  return h("li", { class: `finding ${finding.severity}` }, sign(finding.severity),
    h("div", {}, h("p", {}, h("strong", {}, t(`severity.${finding.severity}`)), " ", where,
      finding.row ? h("span", { class: "soft" }, ` · ${called(finding.row)}`) : ""),
    sentence(sayingAll("finding", finding.told), finding.message), h("div", { class: "row" },
      (finding.cures ?? []).map((cure) => cureButton(context, job, cure, finding.file)))));
}

function findingsPart(context, jump) {
  const box = h("section", { id: "findings" });
  let filter = "all";
  const draw = (job) => {
    const { findings, errors, warnings, omitted } = job.check;
    const chosen = findings.filter((each) => filter === "all" || each.severity === filter);
    const wanted = ["error", "warning"].flatMap((severity) =>
      chosen.filter((each) => each.severity === severity));
    const rest = Object.values(omitted ?? {}).reduce((sum, n) => sum + n, 0)
      + Math.max(0, wanted.length - shownMax);
    const choose = (name, label) => h("button", { type: "button", class: "quiet",
      "aria-pressed": String(filter === name), data: { key: `filter-${name}` },
      onclick: () => { filter = name; draw(context.job()); } }, label);
    box.hidden = findings.length === 0;
    redraw(box, () => box.replaceChildren(h("h2", {}, t("check.findings")),
      errors && warnings ? h("div", { class: "row", role: "group", "aria-label": t("check.show") },
        choose("all", t("check.all")), choose("error", t("errors", { n: errors })),
        choose("warning", t("warnings", { n: warnings }))) : "",
      h("ul", { class: "findings", tabindex: "0", "aria-label": t("check.findings") },
        wanted.slice(0, shownMax).map((each, index) =>
          findingPart(context, job, each, index, jump))),
      rest ? h("p", { class: "soft" }, t("check.more", { n: rest })) : ""));
  };
  return { element: box, draw };
}

function personField() {
  const input = h("input", { id: "person", autocomplete: "name",
    oninput: () => keepPerson(input.value) });
  input.value = person();
  return field(t("sign.name"), input, t("sign.why"));
}

function signer(context, path) {
  return async () => {
    const by = document.querySelector("#person").value.trim();
    if (!by) {
      document.querySelector("#person").focus();
      throw new Error(t("sign.missing"));
    }
    keepPerson(by);
    context.take(await post(path, { file: context.file, by, seen: context.job().seen }));
    tell(t(`sign.${path}.said`));
  };
}

function signedPart(words, signed) {
  return h("p", { class: "good" }, sign("ok"), " ",
    t(words, { by: signed.by, at: time(signed.at) }));
}

function signPart(context, job) {
  const { warnings, needsApproval, approval } = job;
  const asksWarnings = warnings.count > 0;
  if (job.check.errors || (!asksWarnings && !needsApproval && !approval)) return null;
  const parts = [];
  const isConfirmed = !asksWarnings || warnings.confirmed;
  if (asksWarnings) {
    parts.push(warnings.confirmed ? signedPart("sign.warnings.done", warnings.confirmed)
      : h("div", { class: "row end" }, h("p", {}, t("sign.warnings", { n: warnings.count }),
        job.check.warnings > warnings.count ? ` ${t("sign.others")}` : ""),
        action(t("sign.confirm"), signer(context, "confirm"),
          { id: "confirm-warnings", class: "main" })));
  }
  if (approval?.state === "valid") parts.push(signedPart("sign.approve.done", approval));
  else if (needsApproval || approval) {
    if (approval) parts.push(h("p", { class: "caution" }, sign("warning"), " ",
      t("sign.changed", { by: approval.by })));
    parts.push(h("div", { class: "row end" }, h("p", {}, t("sign.approve.words")),
      action(t("sign.approve"), signer(context, "approve"), { id: "approve", class: "main" })));
  }
  const isAsking = !isConfirmed || ((needsApproval || approval) && approval?.state !== "valid");
  return h("section", { class: "box" }, h("h2", {}, t("sign.title")),
    isAsking ? personField() : null, parts);
}

/** A few cells beside what their tags get: whoever has the sheet open sees what was read wrongly. */
function cellsPart({ check }) {
  if (!check.cells?.length) return null;
  return h("section", { id: "cells" }, h("h2", {}, t("cells.title")), h("p", {}, t("cells.how")),
    table(t("cells.title"), [t("cells.column"), t("cells.cell"), t("cells.text"), t("cells.tag")],
      check.cells.map((each) => h("tr", {}, h("th", { scope: "row" }, each.heading),
        h("td", {}, each.cell), h("td", {}, each.text),
        h("td", { class: "mono" }, each.tag ?? "–")))),
    h("p", { class: "soft" }, t("cells.else")));
}

/** Rows that are wrong have no link yet, and so are in none of the numbers. */
function fits({ check }, chip) {
  if (chip.tags_too_large) {
    return [sign("error"), " ", t("check.large", { n: chip.tags_too_large })];
  }
  if (!Number.isInteger(chip.free)) return "–";
  return [sign("ok"), " ", t(check.errors ? "check.right.fit" : "check.all.fit")];
}

function freeBytes(chip) {
  if (!Number.isInteger(chip.free)) return "–";
  return chip.free < 0 ? t("bytes.over", { n: -chip.free }) : t("bytes", { n: chip.free });
}

function chipsPart(job) {
  const { chips, hosts, apps } = job.check;
  return h("section", {}, h("h2", {}, t("check.facts")), chips?.length
    ? table(t("check.chips"), [t("chip"), t("check.room"), t("check.fits"), t("check.free")],
      chips.map((chip) => h("tr", {}, h("th", { scope: "row" }, chip.chip),
        h("td", {}, t("bytes", { n: chip.capacity })),
        h("td", {}, fits(job, chip)), h("td", {}, freeBytes(chip))))) : null,
  h("dl", { class: "facts" },
    (hosts ?? []).map((host) => h("div", {}, h("dt", {}, t("check.host")),
      h("dd", {}, host.host, " ", h("small", {}, t("tags", { n: host.tags }))))),
    (apps ?? []).map((app, number) => h("div", {}, h("dt", {}, t("check.app")),
      h("dd", {}, app.app, " ", h("small", {}, app.unknown
        ? t("check.app.unknown", { n: app.unknown }) : t("tags", { n: app.tags })),
      app.conditions?.length ? h("small", {}, t("check.if")) : null,
      (app.conditions ?? []).map((each, at) =>
        sentence(sayingAll("finding", [job.check.conditions[number][at]]), each, "small"))))),
    h("div", {}, h("dt", {}, t("check.protection")),
      h("dd", {}, t(`protection.${job.protection}`)))));
}

/** Labels on paper of which a newer list wants other ones. */
function outdatedPart({ card, outdated }) {
  if (!outdated) return "";
  const rows = outdated.rows.slice(0, 3).map((row) => called(row.id, row.label)).join(", ");
  const more = outdated.count > 3 ? ` ${t("labels.left.more", { n: outdated.count - 3 })}` : "";
  return h("p", { class: "caution", id: "outdated" }, sign("warning"), " ",
    t("labels.outdated", { n: outdated.count }), " ", t("labels.which", { rows: rows + more }), " ",
    link(jobHash(card.file, "labels"), t("tab.labels"), { class: "button small-button" }));
}

function manifestPart(context) {
  const area = h("textarea", { id: "manifest", rows: 18, spellcheck: "false", class: "mono wide",
    lang: "en", "aria-label": t("check.manifest") });
  let was = context.job().manifest;
  area.value = was;
  // A field has its own line ends, so it is compared with what it made of the text.
  let shown = area.value;
  const save = action(t("save"), async () => {
    context.take(await post("manifest", { file: context.file, was, text: area.value }));
    tell(t("saved"));
  });
  return {
    element: h("details", {}, h("summary", {}, t("check.manifest")),
      h("p", { class: "soft" }, t("check.manifest.how")), area, h("p", {}, save)),
    draw(job) {
      // What someone is typing is worth more than what was on the disk.
      const isTyped = area.value !== shown
        && area.value !== job.manifest.replace(/\r\n?/g, "\n");
      if (isTyped) return;
      was = job.manifest;
      area.value = was;
      shown = area.value;
    },
  };
}

/** The link of all rows, with the names of columns in braces. */
function linkPart(context) {
  const input = h("input", { id: "job-link", class: "wide mono", spellcheck: "false",
    autocomplete: "off" });
  /** The job whose link stood in the field before anyone typed there. */
  let seen = context.job();
  const show = (job) => {
    seen = job;
    input.value = job.link;
  };
  show(seen);
  const save = action(t("save"), async () => {
    try {
      context.take(await post("link", { file: context.file, manifest: seen.manifest,
        link: input.value.trim() }));
    } catch (error) {
      if (error.facts?.name === "changed-meanwhile") {
        await context.load();
        show(context.job());
      }
      throw error;
    }
    tell(t("saved"));
  }, { id: "save-link" });
  return {
    element: h("section", {}, h("h2", {}, t("new.link")),
      h("div", { class: "row end" }, field(t("new.link.label"), input), save)),
    draw(job) {
      // What someone is typing is worth more than what was on the disk.
      const typed = input.value.trim();
      if (job.link === seen.link) seen = job;
      else if (typed === seen.link.trim() || typed === job.link.trim()) show(job);
    },
  };
}

export function checkView(context) {
  const top = h("div", {});
  const bottom = h("div", {});
  const sheet = sheetPart(context);
  const findings = findingsPart(context, sheet.jump);
  const manifest = manifestPart(context);
  const linkField = linkPart(context);
  const lists = listPart(context);
  const settings = settingsPart(context);
  const draw = (job) => {
    redraw(top, () => top.replaceChildren(verdict(job), outdatedPart(job)));
    const signed = signPart(context, job);
    redraw(bottom, () => bottom.replaceChildren(...present([cellsPart(job), signed,
      keyPart(job), chipsPart(job)])));
    findings.draw(job);
    manifest.draw(job);
    linkField.draw(job);
    lists.draw(job);
    settings.draw(job);
  };
  draw(context.job());
  const again = action(t("check.again"), async () => {
    await Promise.all([context.load(), sheet.load()]);
    // In this view, which may have been left meanwhile.
    say(`${t("check.looked")} ${top.querySelector("#verdict").textContent}`);
  }, { class: "quiet", id: "look-again" });
  return {
    element: h("div", { class: "check" }, h("h2", { class: "unseen" }, t("tab.check")),
      h("div", { class: "split" }, top, again), findings.element, sheet.element,
      lists.element, linkField.element, settings.element, bottom, keepPart(context),
      manifest.element),
    update(name, job) {
      if (name !== "job") return;
      draw(job);
      sheet.load();
    },
  };
}
