// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What the website serves now, and what becomes of the job's links with it.

import { h, sentence, sign, table } from "./build.js";
import { post } from "./server.js";
import { action, say } from "./base.js";
import { sayingAll } from "./told.js";
import { t, time } from "./words.js";

const signs = { go: "ok", "go-so-far": "ok", "no-go": "error", unknown: "warning", "no-app": "warning" };

/** What is unknown is no better than a warning, whatever else is right. */
function faceOf({ answer, open }) {
  return open.some(({ name }) => name !== "not-asked") && answer === "go-so-far" ? "warning" : signs[answer];
}

const view = (name) => t(`probe.view.${name}`);

function openPart({ name, view: side, n }) {
  if (name === "links") return t("probe.open.links", { n });
  return t(name === "unknown" ? "probe.open.unknown" : "probe.open.not-asked", { view: view(side) });
}

function verdictPart(report) {
  const { answer, errors, warnings, open, hosts } = report;
  const face = faceOf(report);
  const counts = [t("probe.hosts", { n: hosts.length }), errors ? t("probe.errors", { n: errors }) : "",
    warnings ? t("probe.warnings", { n: warnings }) : ""].filter(Boolean).join(", ");
  // Open questions belong to a GO: without one, there is more to do than to answer them.
  const isOpen = answer === "go-so-far";
  return h("div", { class: "flow" },
    h("p", { class: `verdict ${face}`, id: "probe-verdict", data: { answer } }, sign(face), " ",
      t(`probe.answer.${answer}`)),
    h("p", { class: "lead" }, t(`probe.why.${answer}`)),
    isOpen ? h("ul", {}, open.map((each) => h("li", {}, openPart(each)))) : null,
    h("p", { class: "soft" }, `${counts}.`),
    !isOpen && report.otherLinks
      ? h("p", {}, t("probe.open.links", { n: report.otherLinks })) : null);
}

const answered = ({ name, status, n }) => t(`probe.is.${name}`, { status, n });

function filesPart({ host, files, views }) {
  const rows = files.map(({ file, answers, types, bytes, isCut }) => h("tr", {},
    h("th", { scope: "row" }, t(`probe.file.${file}`)),
    answers.map((each) => h("td", {}, each.length ? each.map(answered).join(" / ") : "–")),
    h("td", {}, bytes === null ? "–" : [types.length ? types.join(" + ") : t("probe.no-type"), ", ",
      t(isCut ? "probe.bytes.cut" : "probe.bytes", { n: bytes })])));
  return table(t("probe.files", { host }),
    [t("probe.file"), ...views.map(view), t("probe.content")], rows);
}

function linksAnswer(answer) {
  if (answer.name === "never") return "–";
  if (answer.name !== "links") return t(`probe.is.${answer.name}`);
  const { open, shut, unknown } = answer;
  return [open ? t("probe.links.open", { n: open }) : "", shut ? t("probe.links.shut", { n: shut }) : "",
    unknown ? t("probe.links.unknown", { n: unknown }) : ""].filter(Boolean).join(", ");
}

function linksPart({ host, links, views, conditions }) {
  const head = h("p", {}, t("probe.links", { n: links.count }));
  if (!links.phones.length) return head;
  return [head, table(t("probe.links.of", { host }), [t("probe.phone"), ...views.map(view)],
    links.phones.map(({ phone, answers }) => h("tr", {}, h("th", { scope: "row" }, phone),
      answers.map((each) => h("td", {}, linksAnswer(each)))))),
  conditions.length ? h("p", {}, t("probe.conditions")) : null,
  conditions.length ? h("ul", {}, conditions.flatMap(({ app, conditions: each }) => each.map((one) => {
    const ours = sayingAll("finding", one.told);
    return h("li", {}, `${app}: `, h("span", ours ? {} : { lang: "en" }, ours ?? one.words));
  }))) : null];
}

function findingPart(finding) {
  const { severity, line, column, told, words, rule } = finding;
  const face = severity === "info" ? "none" : severity;
  const place = line === null ? "" : ` ${t("probe.place", { line: String(line), column: String(column) })}`;
  return h("li", { class: `finding ${severity}`, data: { rule } }, sign(face), h("div", {},
    h("p", {}, h("strong", {}, t(`probe.severity.${severity}`)), place),
    sentence(sayingAll(["site", "finding"], told), words), h("small", { class: "mono" }, rule)));
}

function findingsPart({ findings, more }) {
  const files = [...new Set(findings.map(({ file }) => file))];
  return [files.map((file) => [h("h4", {}, t(`probe.file.${file}`)),
    h("ul", { class: "findings whole" },
      findings.filter((each) => each.file === file).map(findingPart))]),
  more ? h("p", { class: "soft" }, t("probe.more", { n: more })) : null].flat();
}

function hostPart(host) {
  const { addresses, certificateUntil: until, unasked } = host;
  return h("section", { class: "flow", data: { host: host.host } }, h("h3", {}, host.host),
    addresses.length || until ? h("p", { class: "soft" }, [addresses.join(", "),
      until ? t("probe.certificate", { at: time(until) }) : ""].filter(Boolean).join(" · ")) : null,
    unasked.map((each) => h("p", { class: "caution" }, t("probe.unasked", each))),
    linksPart(host), filesPart(host), findingsPart(host));
}

export function probePart(file) {
  const answer = h("div", { class: "flow", tabindex: "-1", hidden: true, id: "probe-answer",
    role: "region", "aria-label": t("site.now") });
  return h("section", { class: "flow" }, h("h2", {}, t("site.now")),
    h("p", { class: "soft" }, t("site.probe.how")),
    action(t("site.probe"), async () => {
      // What was true before is not shown while it is asked again.
      answer.hidden = true;
      answer.replaceChildren();
      say(t("probe.asking"));
      const report = await post("probe", { file });
      answer.replaceChildren(verdictPart(report), ...report.hosts.map(hostPart));
      answer.hidden = false;
      answer.focus();
      say(answer.querySelector("#probe-verdict").textContent.trim());
    }, { id: "probe" }), answer);
}
