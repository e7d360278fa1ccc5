// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// A run while it lasts, and its end.

import { choice, h, present, said, sentence, setText, sign } from "./build.js";
import { post } from "./server.js";
import { action, jobHash, link, page, say } from "./base.js";
import { called, sayingAll, sayingReason, uidText } from "./told.js";
import { isOwn, minutes, number, percent, t } from "./words.js";
import { bar, pace, ring } from "./pictures.js";
import { panel, readerName, reasonOf, wordKeys, wordText } from "./readers.js";
import { lostPart, voidPart } from "./special.js";
import { handsPart } from "./hands.js";
import { alarm, canSound, enableSound, setSpeech, wantsSpeech } from "./sound.js";

/** The run that is shown: what is pressed here is about no other one. */
const thisRun = () => ({ run: page.state?.run?.number });

function progressPart() {
  const text = h("p", { class: "progress-text" });
  const picture = h("div", { class: "bar-place" });
  const box = h("div", { id: "progress", role: "progressbar", "aria-label": t("run.progress"),
    "aria-valuemin": "0" }, text, picture);
  return { element: box, update(run) {
    const { done, of } = run.progress;
    const words = t("run.done", { done, n: of });
    box.setAttribute("aria-valuemax", String(of));
    box.setAttribute("aria-valuenow", String(done));
    box.setAttribute("aria-valuetext", words);
    setText(text, words);
    picture.replaceChildren(bar(done, of, run.counts.unfinished));
  } };
}

function numbersPart() {
  const cells = {};
  const cell = (name, label, id) => {
    cells[name] = h("dd", id ? { id } : {}, "–");
    return h("div", { class: `count ${name}` }, h("dt", {}, label), cells[name]);
  };
  const pictures = { pace: h("div", { class: "picture" }), yield: h("div", { class: "picture" }) };
  const element = h("dl", { class: "numbers" },
    cell("ok", [sign("ok"), " ", wordText("OK")], "counts-ok"),
    cell("aside", [sign("aside"), " ", wordText("PUT ASIDE")], "counts-aside"),
    cell("again", [sign("again"), " ", wordText("AGAIN")], "counts-again"),
    cell("already", [sign("done"), " ", wordText("ALREADY DONE")], "counts-done"),
    cell("unfinished", t("run.unfinished"), "counts-unfinished"),
    h("div", { class: "count" }, h("dt", {}, t("run.pace")), cells.pace = h("dd", {}),
      pictures.pace),
    h("div", { class: "count" }, h("dt", {}, t("run.yield")), cells.yield = h("dd", {}),
      pictures.yield),
    cell("left", t("run.left")));
  return { element, update(run) {
    const { counts } = run;
    setText(cells.ok, number(counts.ok));
    setText(cells.aside, number(counts.putAside));
    setText(cells.again, number(counts.again));
    setText(cells.already, number(counts.alreadyDone));
    setText(cells.unfinished, number(counts.unfinished));
    setText(cells.pace, run.perMinute === null ? "–"
      : t("run.minute", { n: Math.round(run.perMinute) }));
    setText(cells.yield, percent(run.yield));
    setText(cells.left, minutes(run.phase === "ended" ? null : run.minutesLeft));
    pictures.pace.replaceChildren(pace(run.history));
    pictures.yield.replaceChildren(ring(run.yield));
  } };
}

function reasonPart(tag) {
  const { text, isSaid } = reasonOf(tag);
  return sentence(isSaid ? null : text, text);
}

function tagPart(tag, many) {
  const key = wordKeys[tag.word] ?? "none";
  return h("li", { class: `tag ${key}`, data: { tag: String(tag.number) } },
    h("p", { class: "word-small" }, sign(key), " ", wordText(tag.word)),
    h("div", {}, h("p", {}, h("strong", { dir: "auto" },
      tag.row && !tag.isStranger ? called(tag.row, tag.label) : t("norow")), " ",
    h("span", { class: "soft" }, [many ? readerName({ number: tag.reader }) : null, tag.chip,
      uidText(tag.uid)].filter(Boolean).join(" · "))),
    tag.reason ? reasonPart(tag) : tag.link ? h("p", { class: "soft mono" }, tag.link) : null));
}

/** Tags that came are put before the others, so that nothing moves without need. */
function tagsPart() {
  const list = h("ol", { class: "tags", tabindex: "0", "aria-label": t("run.tags") });
  const empty = h("p", { class: "soft" }, t("run.notags"));
  let last = -1;
  return { element: h("section", {}, h("h2", {}, t("run.tags")), empty, list), update(run) {
    empty.hidden = run.tags.length > 0;
    list.hidden = !empty.hidden;
    const fresh = run.tags.filter((tag) => tag.number > last);
    last = fresh[0]?.number ?? last;
    list.prepend(...fresh.map((tag) => tagPart(tag, run.readers.length > 1)));
    while (list.children.length > 10) list.lastElementChild.remove();
  } };
}

/** A scanner types like a keyboard and ends with Enter; then the tag is laid down. */
function scanPart() {
  const input = h("input", { id: "scan", autocomplete: "off", spellcheck: "false", class: "mono",
    placeholder: t("scan.how"), data: { acts: "" } });
  const answer = h("p", { class: "scan-answer" });
  const refuse = (error) => {
    answer.className = "scan-answer bad";
    answer.lang = error.isSaid ? "en" : "";
    answer.replaceChildren(sign("error"), " ", error.message);
    say(error.message, true);
    alarm();
  };
  const scan = async () => {
    const code = input.value.trim();
    input.value = "";
    if (!code) return;
    try {
      const { row, label } = await post("scan", { code, ...thisRun() });
      answer.removeAttribute("lang");
      const text = t("scan.any", { row: called(row, label) });
      answer.className = "scan-answer";
      answer.replaceChildren(sign("arrow"), " ", text);
      say(text);
    } catch (error) {
      refuse(error);
    }
  };
  const forget = async () => {
    await post("unscan", thisRun());
    answer.replaceChildren();
  };
  const only = h("p", { class: "row", id: "scan-only", hidden: true }, t("scan.only"), " ",
    action(t("scan.without"), () => post("unscanned", thisRun()),
      { class: "quiet", id: "scan-without" }));
  const form = h("form", { class: "scan", onsubmit: (event) => {
    event.preventDefault();
    scan();
  } }, h("div", { class: "row" }, h("label", { for: "scan" }, t("scan")), input,
    h("button", { class: "quiet", data: { acts: "" } }, t("scan.do")),
    action(t("scan.forget"), forget, { class: "quiet" })), answer, only);
  // The scanner need not know where the focus is.
  const onKey = (event) => {
    // What a scanner types must not press the button that has the focus.
    const isFree = !document.activeElement.matches("input, select, textarea");
    if (!isFree || event.key.length !== 1 || event.ctrlKey || event.metaKey) return;
    if (event.key !== " ") input.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", onKey);
  let wasScanned = false;
  return {
    element: form,
    leave: () => document.removeEventListener("keydown", onKey),
    update(run) {
      // The tag for it was laid down, so the sentence is about no tag any more.
      if (wasScanned && !run.scan) answer.replaceChildren();
      wasScanned = Boolean(run.scan);
      only.hidden = !run.wantsScans;
    },
  };
}

function controlsPart() {
  const pause = action(t("pause"), () => post("pause", thisRun()), { id: "pause", class: "large" });
  const goOn = action(t("go-on"), () => post("go-on", thisRun()), { id: "go-on", class: "main large" });
  const stop = action(t("stop"), () => post("stop", thisRun()), { id: "stop", class: "quiet large" });
  const speech = h("input", { type: "checkbox", checked: wantsSpeech(),
    onchange: () => { enableSound(); setSpeech(speech.checked); } });
  const sound = h("button", { type: "button", class: "quiet", onclick: () => {
    enableSound();
    sound.hidden = true;
  } }, t("sound.enable"));
  sound.hidden = canSound();
  const phase = h("p", { class: "phase", role: "status" });
  const element = h("div", { class: "controls" }, pause, goOn, stop, phase, sound,
    choice(t("speech"), speech));
  return { element, update(run) {
    const focused = document.activeElement;
    pause.hidden = run.phase !== "running";
    goOn.hidden = run.phase !== "paused";
    stop.hidden = run.phase === "stopping";
    // Who has just paused wants to go on with the same key.
    if ((focused === pause || focused === goOn) && focused.hidden) {
      (pause.hidden ? goOn : pause).focus();
    }
    setText(phase, t(`phase.${run.phase}`));
  } };
}

function alarmsPart() {
  const box = h("div", { class: "alarms", role: "alert" });
  let shown = "";
  return { element: box, update(run) {
    const key = JSON.stringify([run.alarms, run.notice]);
    if (key === shown) return;
    shown = key;
    box.replaceChildren(...run.alarms.slice(0, 3).map((each) => h("p", { class: "alarm" },
      sign("error"), " ", h("strong", {}, t("run.alarm")), " ",
      [uidText(each.uid), each.row ? called(each.row) : null].filter(Boolean).join(", "), ": ",
      sentence(sayingReason(each), each.words, "span"))),
    ...(run.alarms.length > 3 ? [h("p", { class: "alarm" },
      t("run.alarms", { n: run.alarms.length - 3 }))] : []),
    run.notice ? sentence(sayingAll(["remark", "error"], run.notice.told), run.notice.words) : "");
  } };
}

/** The program's sentence about the end, or what it is made of in another language. */
function endWords(end, run) {
  if (end.cause === "failed") {
    return [sentence(sayingAll(["error", "finding", "trouble"], end.told), end.words)];
  }
  if (isOwn()) return [said(end.words, "p")];
  return [run.task === "write" ? h("p", {}, t("card.done", { done: run.counts.done,
    n: run.counts.rows })) : "", end.reasons?.length ? h("ul", {}, end.reasons.map((each) =>
    h("li", {}, `${each.count} × `, sayingReason(each) ?? said(each.name)))) : ""];
}

/** What the memories of the virtual tags say, which neither the readers nor the ledger could change. */
function judgedPart(judged) {
  const isGood = judged.mistakes === 0;
  return h("section", { id: "judged" }, h("p", { class: isGood ? "good" : "caution" },
    sign(isGood ? "ok" : "error"), " ", isGood
      ? t("judged.right", { right: judged.right, n: judged.rows })
      : t("judged.wrong", { n: judged.mistakes })),
  isGood ? "" : h("ul", {}, judged.words.map((words) => h("li", {}, said(words)))),
  h("p", { class: "soft" }, t("judged.facts", { n: judged.tags, faults: judged.faults,
    seconds: judged.milliseconds / 1000 })));
}

/** Finished tags that did not come back. */
function missingPart({ verified, rows }) {
  const missing = verified.neverSeen + verified.unfinished + verified.withoutTag;
  return h("section", { id: "missing" }, h("p", {}, t("verified.counts",
    { right: verified.right, wrong: verified.wrong })),
  verified.manifestChanged ? h("p", { class: "caution" }, sign("warning"), " ", t("card.behind")) : "",
  missing ? h("details", { open: true }, h("summary", {}, t("verified.missing", { n: missing })),
    h("ul", {}, rows.map((each) => h("li", {}, `${called(each.row, each.label)} · `,
      t(`verified.${each.tag}`), each.uid ? h("span", { class: "mono" }, ` · ${uidText(each.uid)}`) : "")),
    missing > rows.length ? h("li", {}, t("verified.more", { n: missing - rows.length })) : ""))
    : "");
}

function endPart(context, run, forget) {
  const { end, counts } = run;
  const isRehearsal = run.task === "rehearse";
  // A rehearsal proves nothing about real tags, so its end is not green.
  const isWhole = run.progress.done >= run.progress.of;
  const isWell = isWhole && end.isComplete && !end.unfinished && !isRehearsal;
  const tab = (name) => link(jobHash(context.file, name), t(`tab.${name}`), { class: "button" });
  const isWanted = ["enough", "stopped", "no-row-left"].includes(end.cause);
  const kind = isWell ? "ok" : isWanted ? "arrow" : "warning";
  const hasFailed = ["failed", "no-reader", "ledger"].includes(end.cause);
  const words = isWell ? "end.whole" : isRehearsal && !hasFailed ? "end.rehearsed"
    : `end.${end.cause}`;
  return [h("h2", { class: `verdict ${kind}` }, sign(kind), " ", t(words)),
  ...endWords(end, run),
  end.unfinished && !isRehearsal ? h("p", { class: "caution" }, sign("warning"), " ",
    t(`left.${run.task}`, { n: end.unfinished })) : "",
  h("p", {}, t("end.counts", { ok: counts.ok, aside: counts.putAside })),
  end.cause === "enough" && run.task === "write" ? h("p", { class: "lead" }, t("end.try")) : "",
  end.outcome ? (isRehearsal ? judgedPart : missingPart)(end.outcome) : "",
  h("div", { class: "row" }, h("button", { type: "button", class: "main large", id: "new-run",
    onclick: forget }, run.task === "write" && !isWhole
    ? t("end.goon", { n: run.progress.of - run.progress.done })
    : end.unfinished && ["lock", "verify"].includes(run.task)
      ? t(`end.goon.${run.task}`, { n: end.unfinished }) : t("end.close")),
  isRehearsal ? "" : tab("report"))];
}

/** The screen must not go dark while hands are busy with tags. */
function stayAwake() {
  let lock = null;
  const ask = () => {
    if (document.hidden) return;
    navigator.wakeLock?.request("screen").then((given) => { lock = given; }, () => {});
  };
  ask();
  // A page that was out of sight has lost its lock.
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    lock?.release();
  };
}

export function runView(context, first, forget) {
  const end = h("section", { class: "end box", id: "end" });
  const grid = h("div", { class: "panels" });
  const isRehearsal = first.task === "rehearse";
  const parts = { controls: controlsPart(), alarms: alarmsPart(),
    hands: handsPart(), progress: progressPart(), numbers: numbersPart(), tags: tagsPart() };
  const scan = first.task === "write" ? scanPart() : null;
  const sleep = stayAwake();
  let panels = [];
  let isOver = false;
  const update = (run) => {
    if (panels.length !== run.readers.length) {
      panels = run.readers.map((reader) => panel(reader, () => lostPart(context, reader.number)));
      grid.dataset.count = String(panels.length);
      grid.classList.toggle("many", panels.length > 6);
      grid.replaceChildren(...panels.map((each) => each.element));
    }
    run.readers.forEach((reader, index) => panels[index].update(reader, run));
    for (const part of Object.values(parts)) part.update(run);
    // What is hidden at the end takes the focus with it.
    const had = [parts.controls.element, scan?.element]
      .some((element) => element?.contains(document.activeElement));
    const ended = run.phase === "ended" && run.end !== null;
    grid.classList.toggle("over", ended);
    end.hidden = !ended;
    parts.controls.element.hidden = run.phase === "ended";
    if (scan) {
      scan.element.hidden = run.phase === "ended";
      scan.update(run);
    }
    if (ended && !isOver) {
      isOver = true;
      end.replaceChildren(...present(endPart(context, run, forget)));
      const head = end.querySelector("h2");
      head.tabIndex = -1;
      if (had || document.activeElement === document.body) head.focus({ preventScroll: true });
      say(head.textContent, true);
    }
  };
  return {
    number: first.number,
    element: h("div", { class: "run flow" },
      h("h2", { class: "unseen", id: "run-head", tabindex: "-1" }, t(`run.${first.task}`)),
      isRehearsal ? h("p", { class: "chip rehearsal" }, t("run.rehearsal")) : "",
      parts.alarms.element, end,
      parts.controls.element, scan?.element ?? "", grid, parts.hands.element,
      parts.progress.element,
      parts.numbers.element, parts.tags.element,
      isRehearsal ? "" : h("details", {}, h("summary", {}, t("void.title")), voidPart(context))),
    update,
    leave() {
      scan?.leave();
      sleep();
    },
  };
}
