// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// One job: its head with the next step, the tabs, and the view of the chosen tab.

import { h, redraw, sign } from "./build.js";
import { get, post } from "./server.js";
import { action, jobHash, keepState, link, oneAtATime, page, tell } from "./base.js";
import { sayingAll } from "./told.js";
import { t } from "./words.js";
import { bar } from "./pictures.js";
import { checkView, openWarnings } from "./check.js";
import { previewView } from "./preview.js";
import { writeView } from "./write.js";
import { reportView } from "./report.js";
import { labelsView } from "./labels.js";
import { websiteView } from "./website.js";
import { newerPart, takesFiles } from "./list.js";
import { typedField } from "./start.js";

const tabs = { check: checkView, preview: previewView, write: writeView, report: reportView,
  labels: labelsView, website: websiteView };

/** The job that was shown last, so that another tab of it appears at once. */
const kept = { file: null, job: null };

/** Where a next step is taken, and its sign; the others are on the tab for writing. */
const places = {
  ledger: { tab: "report", sign: "warning" }, errors: { tab: "check", sign: "error" },
  examples: { tab: "check", sign: "warning" }, warnings: { tab: "check", sign: "warning" },
  approve: { tab: "check", sign: "warning" }, decide: { tab: "write", sign: "warning" },
  unfinished: { tab: "write", sign: "warning" }, lock: { tab: "write", sign: "arrow" },
  report: { tab: "report", sign: "ok" },
};

/** What a person does next with a job. */
function nextStep({ next, ledgerTrouble }) {
  const place = places[next.step] ?? { tab: "write", sign: "arrow" };
  if (next.step === "ledger") {
    const ours = sayingAll("error", ledgerTrouble.told);
    return { ...place, words: ours ?? ledgerTrouble.words, isSaid: !ours };
  }
  return { ...place, words: t(`next.${next.step}`, { n: next.n }) };
}

/** A copy that someone wants to go on with; here and there its rows would get two tags. */
function movedPart(job, take) {
  let typed = "";
  return h("section", { class: "box", id: "moved" }, h("h2", {}, t("moved.title")),
    h("p", {}, t("moved.how", { place: job.movedFrom })), h("div", { class: "row end" },
      typedField(job.card.id, (text) => { typed = text; }),
      action(t("moved.do"), async () => {
        take(await post("moved", { file: job.card.file, typed }));
        tell(t("moved.done"));
      }, { id: "moved-do", class: "main" })));
}

function drawHead(box, job, tab, take) {
  const card = job.card;
  const next = nextStep(job);
  const run = page.state.run;
  const isRunning = run?.file === card.file && run.phase !== "ended";
  redraw(box, () => box.replaceChildren(
    h("p", { class: "crumb" }, link("#/", t("home.back"), { data: { key: "back" } })),
    h("h1", {}, card.title || card.id),
    isRunning && tab === "write" ? "" : h("div", { class: "job-line" },
      bar(card.done, card.rows, card.unfinished),
      h("p", { class: "soft" }, card.rows === null ? t("card.unknown")
        : t("card.done", { done: card.done, n: card.rows }))),
    isRunning ? "" : h("p", { class: "next" }, sign(next.sign), " ",
      h("strong", {}, t("next")), " ", h("span", next.isSaid ? { lang: "en" } : {}, next.words),
      " ", next.tab === tab ? "" : link(jobHash(card.file, next.tab), t(`tab.${next.tab}`),
        { class: "button small-button", data: { key: "next" } })),
    job.movedFrom && !isRunning ? movedPart(job, take) : ""));
}

function drawTabs(nav, file, tab, job) {
  const mark = (name) => {
    if (name !== "check" || !job) return "";
    const { errors } = job.check;
    const warnings = openWarnings(job);
    if (errors) return h("span", { class: "mark error" }, sign("error"), " ", String(errors));
    if (warnings) return h("span", { class: "mark warning" }, sign("warning"), " ",
      String(warnings));
    return "";
  };
  redraw(nav, () => nav.replaceChildren(h("ul", {}, Object.keys(tabs).map((name) => h("li", {},
    link(jobHash(file, name), [t(`tab.${name}`), " ", mark(name)],
      { "aria-current": name === tab ? "page" : null, data: { key: name } }))))));
}

export function jobView({ file, tab: wanted }) {
  const tab = tabs[wanted] ? wanted : "check";
  const head = h("div", { class: "job-head" });
  const nav = h("nav", { class: "tabs", "aria-label": t("tabs") });
  const body = h("div", { class: "tab" });
  const newer = newerPart({ file, job: () => (kept.file === file ? kept.job : null),
    take: (job) => take(job) });
  const view = { title: t(`tab.${tab}`), element: h("div", {}, head, nav, newer.element, body) };
  takesFiles(view.element, body, newer.choose);
  let part = null;
  let isGone = false;
  let wasRunning = false;

  /** Takes a job that the program gave, whichever question brought it. */
  const take = (job) => {
    if (isGone) return;
    const isNew = JSON.stringify(job) !== JSON.stringify(kept.job);
    Object.assign(kept, { file, job });
    view.title = `${t(`tab.${tab}`)} · ${job.card.title || job.card.id}`;
    document.title = `${view.title} · TagPress`;
    if (isNew || !part) draw(job);
  };
  /** Its folder or its file has another name now; the job is known by its id. */
  const lost = async () => {
    const id = kept.file === file ? kept.job?.card.id : null;
    keepState(await get("state"));
    const other = id ? page.state.jobs.find((card) => card.id === id) : null;
    for (const each of [nav, newer.element, body]) each.hidden = true;
    head.replaceChildren(h("p", { class: "crumb" }, link("#/", t("home.back"))),
      h("h1", {}, other?.title || kept.job?.card.title || file), h("p", { class: "lead", id: "lost-job" }, sign("warning"), " ",
        t(other ? "job.moved" : "job.gone", { place: other?.file ?? "" })),
      h("p", {}, other ? link(jobHash(other.file, tab), t("job.moved.go"), { class: "button main" })
        : link("#/", t("home.back"), { class: "button" })));
  };
  const load = oneAtATime(async () => {
    try {
      take(await get("job", { file }));
    } catch (error) {
      if (error.facts?.name === "no-such-job" && part && !isGone) return lost();
      if (part || isGone) throw error;
      head.replaceChildren(h("p", { class: "crumb" }, link("#/", t("home.back"))),
        h("h1", {}, file), h("p", { class: "trouble" }, sign("error"), " ",
          h("span", { lang: error.isSaid ? "en" : null }, error.message)));
    }
  });
  const draw = (job) => {
    drawHead(head, job, tab, take);
    drawTabs(nav, file, tab, job);
    if (part) part.update?.("job", job);
    else {
      part = tabs[tab]({ file, job: () => kept.job, next: () => nextStep(kept.job), take, load,
        newer });
      body.replaceChildren(part.element);
    }
  };

  view.update = (name, data) => {
    const run = page.state.run;
    // While its tags are written, a job changes with each of them, and the run tells all of it.
    const isBusy = tab === "write" && run?.file === file && run.phase !== "ended";
    if (name === "state" || (name === "job" && data.file === file && !isBusy)) load();
    else if (name === "run" && kept.job) {
      const isRunning = run?.file === file && run.phase !== "ended";
      if (isRunning !== wasRunning) drawHead(head, kept.job, tab, take);
      if (wasRunning && !isRunning) load();
      wasRunning = isRunning;
    }
    if (name !== "job") part?.update?.(name, data);
  };
  view.leave = () => {
    isGone = true;
    part?.leave?.();
  };
  drawTabs(nav, file, tab, kept.file === file ? kept.job : null);
  if (kept.file === file && kept.job) {
    draw(kept.job);
    view.title = `${t(`tab.${tab}`)} · ${kept.job.card.title || kept.job.card.id}`;
  } else {
    head.append(h("p", { class: "crumb" }, link("#/", t("home.back"))),
      h("h1", {}, file), h("p", { class: "soft" }, t("loading")));
  }
  load();
  return view;
}
