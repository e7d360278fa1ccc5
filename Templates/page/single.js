// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// One tag without a job: what is on it, emptying it, and one link for it.

import { field, h, said, sign } from "./build.js";
import { get, post } from "./server.js";
import { action, jobHash, link } from "./base.js";
import { called, sayingAll, uidText } from "./told.js";
import { saying, t } from "./words.js";

const fact = (name, ...value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** What phones find on it, the first link before everything else. */
const linkOn = (tag) => tag.records?.find((record) => record.uri)?.uri ?? null;
const textOn = (tag) => tag.records?.find((record) => record.text)?.text ?? null;

const isBlank = (tag) => ["empty", "factory-new"].includes(tag.content);
const isClosed = (tag) => tag.access === "read-only" || /^(password|key)-to-/.test(tag.access);

function contentPart(tag) {
  const found = linkOn(tag);
  if (found) return h("span", { class: "mono", id: "single-shown" }, found);
  const text = textOn(tag);
  return h("span", { id: "single-shown" }, text ?? t(`single.content.${tag.content}`));
}

function phonesPart(tag) {
  if (isBlank(tag)) return fact(t("single.phones"), t("single.phones.none"));
  const isSeen = tag.content === "message" && tag.access !== "password-to-read";
  return isSeen && /^https?:/i.test(linkOn(tag) ?? "")
    ? fact(t("single.phones"), t("single.phones.link")) : null;
}

function jobPart({ known, unread }) {
  if (unread) return sayingAll(["error"], unread.told) ?? said(unread.words);
  if (!known) return t("single.job.none");
  return t("single.job.known", { row: called(known.row, known.label), job: known.job });
}

function factsPart(tag) {
  return h("dl", { class: "facts" },
    fact(t("single.on"), contentPart(tag)), phonesPart(tag),
    fact(t("single.access"), t(`single.access.${tag.access}`)),
    fact(t("single.job"), h("span", { id: "single-job" }, jobPart(tag))),
    fact(t("single.chip"), tag.chip ?? tag.title), fact(t("single.uid"), uidText(tag.uid)));
}

/** Why nothing can be done to it here; null if something can. */
function whyNot({ known, unread, ...tag }) {
  if (unread) return h("p", { class: "caution" }, sign("warning"), " ", t("single.unread"));
  if (known) return h("div", { class: "flow" }, h("p", { class: "caution" }, sign("warning"), " ",
    t(isClosed(tag) ? "single.closed" : "single.job.first")), known.file
    ? h("p", {}, link(jobHash(known.file, "write"), t("single.job.go"))) : null);
  return isClosed(tag) ? h("p", { class: "caution" }, sign("warning"), " ", t("single.closed")) : null;
}

export function singleView() {
  const reader = h("select", { id: "single-reader" });
  const notes = h("div", {});
  const state = h("p", { class: "soft", role: "status" });
  const result = h("section", { class: "flow", id: "single", hidden: true });
  let isWaiting = false;

  const show = (tag) => {
    const typed = h("input", { id: "single-link", type: "url", class: "wide", autocomplete: "off",
      spellcheck: "false", placeholder: "https://" });
    const shown = { uid: tag.uid, seen: tag.seen };
    const erase = isBlank(tag) ? null
      : action(t("single.erase"), () => ask("erase", shown), { class: "quiet", id: "single-erase" });
    const write = tag.content === "foreign" ? null : h("div", { class: "row end" },
      field(t("single.url"), typed), action(t("single.write"),
        () => ask("write", { ...shown, link: typed.value.trim() }), { class: "main", id: "single-write" }));
    const no = whyNot(tag);
    result.hidden = false;
    result.replaceChildren(...[h("h2", {}, t("single.found")),
      tag.outcome ? h("p", { class: "verdict ok", id: "single-outcome" }, sign("ok"), " ",
        t(`single.done.${tag.outcome}`)) : null, factsPart(tag), no,
      no ? null : h("p", { class: "soft" }, t(isBlank(tag) ? "single.leave" : "single.over")),
      no ? null : write, no ? null : erase].filter(Boolean));
  };

  const ask = async (deed, more = {}) => {
    isWaiting = true;
    state.textContent = t(deed === "look" ? "single.put" : "single.working");
    stop.hidden = deed !== "look";
    try {
      show(await post("tag", { do: deed, readers: [reader.value], ...more }));
    } catch (error) {
      // What was shown is perhaps not what is there any more, unless only the link was refused.
      if (!/^(link-|busy|single-(link|braces|nowhere))/.test(error.facts?.name ?? "")) {
        result.hidden = true;
      }
      const ours = error.isSaid ? saying("reason", error.facts?.name) : null;
      throw ours ? new Error(ours) : error;
    } finally {
      isWaiting = false;
      state.textContent = "";
      stop.hidden = true;
    }
  };
  const halt = () => post("tag/stop", {}).catch(() => {});
  const stop = h("button", { type: "button", class: "quiet", hidden: true, onclick: halt },
    t("single.stop"));

  const load = async () => {
    const answer = await get("readers");
    const chosen = reader.value;
    reader.replaceChildren(...answer.readers.map(({ name, words }) => h("option", { value: name },
      words)));
    if (answer.readers.some(({ name }) => name === chosen)) reader.value = chosen;
    notes.replaceChildren(...(answer.readers.length ? [] : [h("p", { class: "caution" },
      sign("warning"), " ", t("write.noreader"))]), ...answer.notes.map((note) => said(note, "p")));
  };
  // Someone may wait still from before the page was loaded again.
  halt();
  load().catch(() => {});
  return {
    title: t("single.title"),
    element: h("div", { class: "narrow flow" }, h("p", { class: "crumb" }, link("#/", t("home.back"))),
      h("h1", {}, t("single.title")),
      h("p", { class: "lead soft" }, t("single.lead")),
      h("div", { class: "row end" }, field(t("single.reader"), reader),
        action(t("write.look"), load, { class: "quiet" })), notes,
      h("div", { class: "row" }, action(t("single.look"), async () => {
        result.hidden = true;
        await ask("look");
      }, { class: "main", id: "single-look" }), stop), state, result),
    leave() { if (isWaiting) halt(); },
  };
}
