// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What all views share: what the program last said, buttons that do something, and messages.

import { h } from "./build.js";
import { choose, chosen } from "./choices.js";
import { t } from "./words.js";

/** `state` is what GET /api/state gave, kept up to date by what follows, and by nothing else. */
export const page = { state: null, isWell: false };

/** The events of a program have its own sign before their number. */
const signOf = (event) => event?.split("-")[0];

/** Whether more is known already: what was on its way for a while is not the newest. */
function isOfThePast(run) {
  const known = page.state?.run;
  if (!known || !run) return Boolean(known);
  if (run.number !== known.number) return run.number < known.number;
  return run.look < known.look || (known.phase === "ended" && run.phase !== "ended");
}

export function keepState(data) {
  const now = page.state?.run;
  const isSame = signOf(page.state?.event) === signOf(data.event);
  page.state = isSame && isOfThePast(data.run) ? { ...data, run: now } : data;
}

/** Returns whether it is news; without an event, it is an answer of the program that is known. */
export function keepRun(run, event = page.state.event) {
  if (signOf(page.state.event) === signOf(event) && isOfThePast(run)) return false;
  page.state.run = run;
  return true;
}

/** The jobs, and what else there is to say of their folder. */
export const keepJobs = (data) => { Object.assign(page.state, data); };

export const forgetState = () => { page.state = null; };

let hiding = 0;

export function tell(text, isBad = false, isSaid = false) {
  const box = document.querySelector("#message");
  box.className = isBad ? "bad" : "";
  box.setAttribute("role", isBad ? "alert" : "status");
  box.hidden = false;
  clearTimeout(hiding);
  // What went well is seen elsewhere, too; a trouble stays until someone has read it.
  if (!isBad && !isSaid) hiding = setTimeout(() => { box.hidden = true; }, 6000);
  box.replaceChildren(h("div", {}, h("p", isSaid ? { lang: "en" } : {}, text)),
    h("button", { type: "button", class: "quiet", onclick: () => { box.hidden = true; } },
      t("close")));
}

export const complain = (error) => tell(error.message, true, error.isSaid);

/**
 * Tells those who hear the page. What comes sooner than the sentence before was read stands behind
 * it, and does not take its place.
 */
export function say(text, isUrgent = false) {
  const region = document.querySelector(isUrgent ? "#live" : "#polite");
  region.append(h("p", {}, text));
  while (region.childElementCount > 5) region.firstElementChild.remove();
}

/** A button that changes something: it waits for its answer, and is off without the program. */
export function action(label, work, properties = {}) {
  const button = h("button", { type: "button", ...properties, data: { acts: "" } }, label);
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    document.querySelector("#message").hidden = true;
    try {
      await work(button);
    } catch (error) {
      complain(error);
    }
    isBusy = false;
    button.removeAttribute("aria-busy");
  });
  return button;
}

/** Without the program no button may promise anything. */
export function guardActions() {
  for (const button of document.querySelectorAll("[data-acts]")) {
    if (!page.isWell && !button.disabled) {
      button.disabled = true;
      button.dataset.guarded = "";
    } else if (page.isWell && "guarded" in button.dataset) {
      button.disabled = false;
      delete button.dataset.guarded;
    }
  }
}

export const link = (hash, label, properties) => h("a", { href: hash, ...properties }, label);

export const jobHash = (file, tab) => `#/job/${encodeURIComponent(file)}/${tab}`;

export const go = (hash) => { location.hash = hash; };

/** The same; what is said before the other view is there would be gone with this one. */
export async function goThen(hash) {
  const arrival = new Promise((done) => addEventListener("hashchange", done, { once: true }));
  go(hash);
  await arrival;
}

export async function copy(text) {
  await navigator.clipboard.writeText(text);
  tell(t("copied"));
}

/** One question at a time; what is asked for meanwhile is asked once more afterwards. */
export function oneAtATime(work) {
  let isBusy = false;
  let isWanted = false;
  return async function again() {
    if (isBusy) {
      isWanted = true;
      return;
    }
    isBusy = true;
    try {
      await work();
    } catch (error) {
      // When the program has gone, its banner says so already.
      if (page.isWell) complain(error);
    }
    isBusy = false;
    if (isWanted) {
      isWanted = false;
      again();
    }
  };
}

/** The name of whoever confirms is asked once. */
export const person = () => chosen("person");
export const keepPerson = (name) => choose("person", name);
