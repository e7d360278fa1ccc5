// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The frame: which view is shown, the connection, and what the events change.

import { h, setText } from "./build.js";
import { get, hello, unlock, whenShut } from "./server.js";
import { follow } from "./events.js";
import {
  forgetState, guardActions, jobHash, keepJobs, keepRun, keepState, link, page,
} from "./base.js";
import { language, languages, setLanguage, t } from "./words.js";
import { choose, chosen, takeChoices } from "./choices.js";
import { homeView } from "./home.js";
import { newView } from "./new.js";
import { jobView } from "./job.js";
import { singleView } from "./single.js";
import { forgetEnds } from "./write.js";
import { hear } from "./sound.js";

const find = (place) => document.querySelector(place);
let view = null;
let shown = null;
let shutWhy = null;
let ribbon = "";

/** A part of the address; one that is broken stands for itself, and leads to what is not there. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function route() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").map(decoded);
  if (parts[0] === "job" && parts[1]) return { name: "job", file: parts[1], tab: parts[2] };
  return { name: ["new", "tag"].includes(parts[0]) ? parts[0] : "home" };
}

const makers = { home: homeView, new: newView, job: jobView, tag: singleView };

/** Shows the view that the address names. The focus goes where the eye goes. */
function show() {
  if (!page.state) return;
  const now = route();
  const focused = document.activeElement?.closest?.(".tabs a")?.getAttribute("href");
  view?.leave?.();
  view = makers[now.name](now);
  find("#main").replaceChildren(view.element);
  drawFrame();
  guardActions();
  if (shown !== null && shown !== location.hash) moveFocus(focused);
  shown = location.hash;
}

function moveFocus(focused) {
  const tab = focused && [...document.querySelectorAll(".tabs a")]
    .find((each) => each.hash === location.hash);
  const target = tab || find("#main h1");
  if (!tab) scrollTo(0, 0);
  if (!target) return;
  if (!tab) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function drawFrame() {
  document.documentElement.lang = language;
  document.title = view?.title ? `${view.title} · TagPress` : "TagPress";
  find("#skip").textContent = t("skip");
  find("#top").replaceChildren(link("#/", "TagPress", { class: "brand" }),
    page.state ? h("span", { class: "soft" }, page.state.folder) : "");
  drawConnection();
  drawRibbon();
  drawFoot();
}

function drawConnection() {
  const box = find("#connection");
  box.dataset.state = page.isWell ? "connected" : "lost";
  document.body.dataset.connection = box.dataset.state;
  const command = page.state?.command ?? "tagpress open";
  if (page.isWell) box.replaceChildren(h("span", { class: "unseen" }, t("connected")));
  else {
    box.replaceChildren(h("strong", {}, t("lost.title")), " ", t("lost.words"), " ",
      h("code", {}, command));
  }
}

/** A run goes on whatever is shown, so every other view has a way to it. */
function drawRibbon() {
  const run = page.state?.run;
  const place = route();
  const isHere = place.name === "job" && place.file === run?.file && place.tab === "write";
  const notes = [];
  if (page.state?.isDemo) notes.push(h("p", {}, t("demo")));
  if (run && run.phase !== "ended" && !isHere) {
    notes.push(h("p", {}, t(`ribbon.${run.task}`, { job: run.title ?? run.job }), " ",
      link(jobHash(run.file, "write"), t("ribbon.show"))));
  }
  if (page.state?.isGone) notes.push(h("p", { class: "caution" }, t("folder.gone")));
  else if (page.state?.movedTo) {
    notes.push(h("p", { class: "caution" }, t("folder.moved", { place: page.state.movedTo })));
  }
  const box = find("#ribbon");
  const words = [language, ...notes.map((note) => note.textContent)].join();
  if (ribbon !== words) box.replaceChildren(...notes);
  ribbon = words;
  box.lang = language;
}

function drawFoot() {
  const select = h("select", { id: "language", onchange: () => {
    choose("language", select.value);
    setLanguage(select.value);
    if (page.state) show();
    else if (shutWhy) showShut(shutWhy);
    find("#language").focus();
  } }, Object.entries(languages).map(([name, words]) =>
    h("option", { value: name, lang: name, selected: name === language }, words.name)));
  find("#foot").replaceChildren(
    h("p", {}, t("foot"), " ", h("small", {}, `TagPress ${page.state?.version ?? ""}`)),
    h("p", {}, h("label", { for: "language" }, t("foot.language"), " "), select));
}

function take(name, data, event) {
  if (name === "state") {
    takeChoices(data.choices);
    if (!page.state) setLanguage(chosen("language"));
    keepState(data);
    if (!page.state.run) forgetEnds();
  } else if (!page.state) {
    return;
  } else if (name === "run") {
    if (!keepRun(data, event)) return;
  } else if (name === "jobs") keepJobs(data);
  if (name === "run" || name === "state") hear(page.state.run);
  if (view) view.update?.(name, data);
  drawRibbon();
  guardActions();
}

function connected(isWell) {
  page.isWell = isWell;
  drawConnection();
  guardActions();
}

async function showShut(why) {
  shutWhy = why;
  view?.leave?.();
  view = null;
  // Once the program has said it: whoever answers now may be someone else.
  const command = page.state?.command ?? await hello();
  find("#main").replaceChildren(h("div", { class: "narrow" },
    h("h1", {}, t(why === "used" ? "shut.used" : "shut.title")),
    h("p", { class: "lead" }, t("shut.words")),
    h("pre", { tabindex: "0", "aria-label": t("shut.command") }, command),
    h("p", { class: "soft" }, t("shut.why"))));
  forgetState();
  drawFrame();
  setText(find("#connection"), "");
}

/** Takes the state as it is now, if it is another one in what matters here. */
async function lookAgain(what) {
  if (!page.isWell || !page.state) return;
  try {
    const state = await get("state");
    if (JSON.stringify(what(state)) !== JSON.stringify(what(page.state))) take("state", state);
  } catch {
    // What is shown stays, and the next question says why.
  }
}

async function begin() {
  drawFoot();
  whenShut(showShut);
  try {
    const why = await unlock();
    if (why) return showShut(why);
    await follow(take, connected);
  } catch (error) {
    if (error.status !== 401) {
      drawConnection();
      setTimeout(begin, 1000);
    }
    return null;
  }
  addEventListener("hashchange", () => {
    // The skip link is no view.
    if (location.hash.startsWith("#code=")) return;
    if (location.hash === "#main") history.replaceState(null, "", shown || "#/");
    else {
      // What was said in another view is not about this one.
      find("#message").hidden = true;
      show();
      // What was changed in a job is not told to the page with all jobs.
      if (route().name === "home") lookAgain(({ jobs }) => jobs);
    }
  });
  // Whoever comes back may have renamed a folder meanwhile.
  addEventListener("focus", () => lookAgain(({ jobs, away, movedTo, isGone }) =>
    [jobs.map((card) => card.file), away, movedTo, isGone]));
  // A sheet that misses its place must not replace the page.
  for (const name of ["dragover", "drop"]) {
    addEventListener(name, (event) => event.preventDefault());
  }
  show();
  return null;
}

// A new link that is opened where the page is shown already only changes the address.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) location.reload();
});
begin();
