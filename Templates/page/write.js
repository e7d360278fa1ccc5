// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Before a run: what to do, with which readers, and what has to be answered first. While a run
// lasts, and until its end was read, its own view stands here.

import { choice, field, h, redraw, sentence, sign } from "./build.js";
import { get } from "./server.js";
import { action, goThen, jobHash, link, page } from "./base.js";
import { called, sayingAll, uidText } from "./told.js";
import { t } from "./words.js";
import { rowsChoice } from "./rows.js";
import { runView } from "./run.js";
import { redoPart, voidPart } from "./special.js";
import { defaults, start, typedField } from "./start.js";
import { setSpeech, wantsSpeech } from "./sound.js";

/** What was chosen, by job. */
const choices = new Map();

/** The number of the run whose end was read. */
let readEnd = Number(sessionStorage.getItem("tagpress-read-end") ?? -1);

/** The number of the run whose end is shown. */
let shownEnd = -1;

const markRead = (number) => {
  readEnd = number;
  sessionStorage.setItem("tagpress-read-end", String(readEnd));
};

/** The runs of a program that was started anew are counted from the beginning. */
export const forgetEnds = () => {
  readEnd = -1;
  shownEnd = -1;
  sessionStorage.removeItem("tagpress-read-end");
};

function readersPart(chosen) {
  const box = h("fieldset", { class: "readers-choice" });
  const draw = ({ readers, notes }) => {
    // What was chosen before stays chosen; a reader that is new is taken if it is sure to be one.
    const known = chosen.known ?? [];
    chosen.readers = readers.filter((reader) => known.includes(reader.name)
      ? chosen.readers.includes(reader.name) : reader.isSure !== false)
      .map((reader) => reader.name);
    chosen.known = readers.map((reader) => reader.name);
    box.replaceChildren(h("legend", {}, t("write.readers")),
      readers.length ? "" : h("p", { class: "caution" }, sign("warning"), " ",
        t("write.noreader")),
      ...readers.map((reader) => {
        const check = h("input", { type: "checkbox",
          checked: chosen.readers.includes(reader.name), value: reader.name,
          onchange: () => {
            chosen.readers = chosen.readers.filter((name) => name !== reader.name);
            if (check.checked) chosen.readers.push(reader.name);
          } });
        return choice(reader.words, check);
      }),
      ...notes.map((note) => sentence(sayingAll("trouble", note.told), note.words)),
      action(t("write.look"), look, { class: "quiet small-button", id: "look-readers" }));
  };
  const look = () => (chosen.looking = find());
  const find = async () => {
    box.replaceChildren(h("legend", {}, t("write.readers")),
      h("p", { class: "soft" }, t("write.looking")));
    try {
      draw(await get("readers"));
    } catch (error) {
      draw({ readers: [], notes: [error.message] });
    }
  };
  look();
  return box;
}

function rehearsalPart(chosen) {
  const count = h("input", { type: "number", min: "1", max: "16", id: "virtual-readers",
    class: "short", oninput: () => { chosen.count = count.valueAsNumber || 1; } });
  count.value = chosen.count;
  const faults = h("select", { id: "faults", onchange: () => { chosen.faults = faults.value; } },
    ["none", "some", "rough"].map((name) =>
      h("option", { value: name, selected: chosen.faults === name }, t(`faults.${name}`))));
  const level = field(t("write.faults"), faults);
  const own = h("input", { type: "checkbox", id: "own-hands", checked: chosen.hands,
    onchange: () => {
      chosen.hands = own.checked;
      level.hidden = own.checked;
    } });
  level.hidden = Boolean(chosen.hands);
  return h("div", {}, h("p", { class: "soft" }, t("write.rehearse.how")),
    h("div", {}, choice(t("write.hands"), own)),
    h("div", { class: "row end" }, field(t("write.virtual"), count), level));
}

/** The first rows that are meant, by name; `more` says what matters of one. */
const firstRows = (rows, n, more) => h("ul", { class: "first-rows" },
  rows.map((each) => h("li", { dir: "auto" }, h("strong", {}, called(each.row, each.label)),
    more(each))),
  n > rows.length ? h("li", {}, t("rows.others", { n: n - rows.length })) : "");

/** What an earlier run has left; its tags are asked for last, when they may be anywhere. */
function begunPart(job) {
  const rows = job.begunFirst;
  if (!rows.length) return null;
  const n = job.card.unfinished;
  return h("section", { id: "begun", class: "box" }, h("h3", {}, sign("warning"), " ",
    t("begun", { n })), firstRows(rows, n, ({ uid }) =>
    h("span", { class: "soft mono" }, ` ${uidText(uid) ?? ""}`)),
  h("p", {}, t("begun.how", { n, lost: t("special.title") })));
}

/** The rows whose tags have other links than the list has now. */
const changedRows = (job) => firstRows(job.changedFirst, job.changedRows,
  (row) => h("small", { class: "mono" }, t("changed.links", row)));

function changedPart(job, chosen) {
  if (!job.changedRows) return null;
  // An answer is about the tags that were shown with the question.
  if (chosen.changedSeen !== job.changedSeen) chosen.changed = null;
  chosen.changedSeen = job.changedSeen;
  const option = (name) => choice(t(`changed.${name}`, { n: job.changedRows }), h("input", { type: "radio",
    name: "changed", value: name, checked: chosen.changed === name, onchange: () => {
      chosen.changed = name;
      document.querySelector("#message").hidden = true;
      typed.hidden = name !== "redo";
    } }));
  const typed = h("div", { hidden: chosen.changed !== "redo" },
    h("p", { class: "caution" }, sign("warning"), " ",
      t("changed.redo.count", { n: job.changedRows })),
    typedField(job.card.id, (text) => { chosen.typed = text; }));
  return h("fieldset", { id: "changed" }, h("legend", {}, t("changed", { n: job.changedRows })),
    changedRows(job), option("keep"), option("redo"), typed);
}

/** Locking is for ever, so what is asked about a tag is answered before. */
const undecidedPart = (job) => h("section", { class: "box", id: "lock-undecided" },
  h("p", { class: "caution" }, sign("warning"), " ",
    t("lock.undecided", { n: job.changedRows, task: t("task.write") })), changedRows(job));

/** Which rows and how many is a question for writing; a rehearsal can at least be shorter. */
function morePart(chosen, rows) {
  const isWrite = chosen.task === "write";
  const isRehearsal = chosen.task === "rehearse";
  const limit = h("input", { type: "number", min: "1", id: "run-limit", class: "short",
    oninput: () => { chosen.limit = limit.valueAsNumber || null; } });
  limit.value = chosen.limit ?? "";
  const station = h("input", { id: "run-station", class: "short", autocomplete: "off",
    oninput: () => { chosen.station = station.value.trim() || null; } });
  station.value = chosen.station ?? "";
  const speech = h("input", { type: "checkbox", checked: wantsSpeech(), id: "speech",
    onchange: () => setSpeech(speech.checked) });
  const isOpen = rows && chosen.rowsKept.which !== "all";
  return h("details", { open: isOpen }, h("summary", {}, t("write.more")), rows?.element ?? "",
    h("div", { class: "row end" },
    isWrite || isRehearsal ? field(t("write.limit"), limit) : null,
    isRehearsal ? null : field(t("write.station"), station)), choice(t("speech"), speech));
}

/** How many tags are meant is asked when it is shown, and the order is about these. */
function lockCount(context, chosen) {
  const count = h("p", { id: "lock-count" });
  chosen.lockSeen = null;
  get("lockable", { file: context.file }).then((found) => {
    chosen.lockSeen = found.seen;
    count.replaceChildren(found.count ? t("write.lock.count", { n: found.count })
      : t("write.lock.none"));
  }, (error) => count.replaceChildren(h("span", { lang: error.isSaid ? "en" : null },
    error.message)));
  return count;
}

const lockPart = (context, job, chosen) => h("div", { class: "box danger-box" },
  h("p", {}, sign("warning"), " ", t("write.lock.warn")),
  chosen.task === "lock" ? lockCount(context, chosen) : null,
  typedField(job.card.id, (text) => { chosen.typed = text; }));

function setupBody(context, job, chosen) {
  const { task } = chosen;
  if (task === "lock" && job.changedRows) return [undecidedPart(job)];
  const isWrite = task === "write";
  const isRehearsal = task === "rehearse";
  const locks = task === "lock" || (isWrite && job.protection === "lock-written");
  const rows = isWrite ? rowsChoice(context, { id: "run-rows", of: "list",
    kept: chosen.rowsKept ??= {} }) : null;
  const go = async (isFirst) => {
    if (!isRehearsal) {
      // Who starts before the readers were found gets those that are found, or has gone elsewhere.
      await chosen.looking;
      if (!context.readersPart?.isConnected || chosen.task !== task) return;
      if (!chosen.readers.length) throw new Error(t("write.choose"));
    }
    if (job.changedRows && isWrite && !chosen.changed) {
      document.querySelector("#changed input")?.focus();
      throw new Error(t("write.decide"));
    }
    try {
      await start({ file: context.file, task, first: isFirst,
        readers: isRehearsal ? [] : chosen.readers, limit: isWrite ? chosen.limit : null,
        tags: isRehearsal ? chosen.limit : null, rows: rows?.value() ?? null,
        station: chosen.station, typed: chosen.typed,
        changed: isWrite && job.changedRows ? chosen.changed : null,
        changedSeen: isWrite && job.changedRows ? chosen.changedSeen : null,
        lockSeen: task === "lock" ? chosen.lockSeen : null, seen: isWrite ? job.seen : null,
        ...(isRehearsal ? { faults: chosen.faults, count: chosen.count,
          hands: Boolean(chosen.hands) } : {}) });
    } catch (error) {
      if (["approval", "warnings"].includes(error.facts?.needs)) {
        await goThen(jobHash(context.file, "check"));
      }
      if (error.facts?.needs === "decision") {
        // What is asked is drawn as it is now.
        await context.load();
        context.redraw();
      }
      throw error;
    }
    context.redraw();
  };
  return [
    isRehearsal ? rehearsalPart(chosen) : context.readersPart,
    isWrite ? begunPart(job) : null,
    isWrite ? changedPart(job, chosen) : null,
    locks ? lockPart(context, job, chosen) : null,
    morePart(chosen, rows),
    isWrite && job.card.done < 2 ? samplesPart(job) : null,
    h("div", { class: "row start-row" },
      action(t(`start.${task}`), () => go(false), { id: "start-run", class: "main large" }),
      isWrite ? action(t("start.first"), () => go(true),
        { id: "start-first", class: "quiet large" }) : null),
  ].filter(Boolean);
}

/** What costs a minute before the first tag, and a whole box of tags after the last one. */
function samplesPart(job) {
  return h("section", { class: "box", id: "samples" }, h("h3", {}, t("samples.title")),
    h("ol", {}, h("li", {}, job.card.done ? [sign("ok"), " "] : null,
      t("samples.one", { button: t("start.first") })), h("li", {}, t("samples.phone")),
      h("li", {}, t("samples.label"), " ", link(jobHash(job.card.file, "labels"), t("tab.labels")))),
    h("p", { class: "soft" }, t("samples.then")));
}

function setupPart(context, job) {
  const isOther = page.state.run && page.state.run.phase !== "ended";
  if (isOther) {
    return h("div", { class: "box" }, h("h2", {}, t("write.busy")),
      h("p", {}, t("write.busy.how"), " ", link(jobHash(page.state.run.file, "write"),
        t("ribbon.show"))));
  }
  if (!choices.has(context.file)) {
    choices.set(context.file, { ...defaults, task: "write", readers: [] });
  }
  const chosen = choices.get(context.file);
  // What was typed for one run does not count for the next.
  chosen.typed = null;
  const next = context.next();
  const body = h("div", { class: "flow" });
  const fill = () => body.replaceChildren(...setupBody(context, job, chosen));
  const tasks = h("fieldset", { id: "task" }, h("legend", {}, t("write.task")),
    h("div", { class: "tasks" }, ["write", "rehearse", "lock", "verify"].map((name) =>
      h("label", { class: "task" }, h("input", { type: "radio", name: "task", value: name,
        checked: chosen.task === name,
        onchange: () => { Object.assign(chosen, { task: name, typed: null }); fill(); } }),
      h("span", {}, h("strong", {}, t(`task.${name}`)), h("small", {}, t(`task.${name}.how`)))))));
  fill();
  return h("div", { class: "flow" }, h("h2", {}, t("write.title")),
    next.tab === "check" ? h("p", { class: "caution" }, sign(next.sign), " ",
      t("write.notyet")) : null,
    tasks, body, job.card.id ? h("details", {}, h("summary", {}, t("special.title")),
      redoPart(context, chosen), voidPart(context)) : "");
}

export function writeView(outer) {
  const box = h("div", {});
  let during = null;
  let shown = "";
  let saysOther = false;
  const facts = () => {
    const { seen, changedRows, changedSeen, begunFirst } = outer.job();
    return JSON.stringify([seen, changedRows, changedSeen, begunFirst, outer.next()]);
  };
  const context = { ...outer, redraw: () => draw(), readersPart: null };
  const isMine = (run) => run && run.file === outer.file
    && (run.phase !== "ended" || run.number !== readEnd);
  const isOther = (run) => Boolean(run) && run.phase !== "ended" && !isMine(run);
  const forget = () => {
    markRead(page.state.run.number);
    draw();
    box.querySelector("h2")?.scrollIntoView();
    box.querySelector("#start-run")?.focus();
  };
  const draw = () => {
    const run = page.state.run;
    if (isMine(run)) {
      if (!during || during.number !== run.number) {
        during?.leave();
        during = runView(context, run, forget);
        context.readersPart = null;
        box.replaceChildren(during.element);
        // The button that started it is gone.
        if (document.activeElement === document.body) {
          box.querySelector("#run-head").focus({ preventScroll: true });
        }
      }
      during.update(run);
      if (run.phase === "ended" && run.end !== null) shownEnd = run.number;
      return;
    }
    during?.leave();
    during = null;
    const chosen = choices.get(outer.file) ?? { ...defaults, task: "write", readers: [] };
    choices.set(outer.file, chosen);
    // Readers are looked for once, not with every change of the job.
    context.readersPart ??= readersPart(chosen);
    shown = facts();
    redraw(box, () => {
      // A click may have started a run meanwhile.
      if (during) return;
      saysOther = isOther(page.state.run);
      box.replaceChildren(setupPart(context, outer.job()));
    });
  };
  // Who comes back from another tab has read the end; the job may be another one by now.
  if (page.state.run?.number === shownEnd) markRead(shownEnd);
  draw();
  return {
    element: box,
    update(name) {
      if (name === "run" || name === "state") {
        const run = page.state.run;
        // Events of a run elsewhere must not disturb who is choosing here.
        if (isMine(run) || during || isOther(run) !== saysOther) draw();
      } else if (name === "job") {
        // Of another list, "everything is done" is not true any more.
        const { card, changedRows } = outer.job();
        const run = page.state.run;
        const isOld = changedRows ? ["write", "lock"].includes(run?.task)
          : run?.task === "write" && card.rows !== run.counts.rows;
        if (during && run?.phase === "ended" && isOld) {
          markRead(run.number);
          draw();
        } else if (!during && shown !== facts()) draw();
      }
    },
    leave() { during?.leave(); },
  };
}
