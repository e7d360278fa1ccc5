// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// A newer version of a job's list: what is different in it, taking it, and going back.

import { h, present, redraw, sentence, sign, table } from "./build.js";
import { post, upload, uploadMax } from "./server.js";
import { action, complain, go, jobHash, say, tell } from "./base.js";
import { called, sayingAll } from "./told.js";
import { number, t } from "./words.js";

/** The version that someone looks at, and what is different in it. */
let newer = null;

const isJob = (file) => /\.xml$/i.test(file.name);

const stem = (name) => name.replace(/\.[^.]*$/, "").toLowerCase();

/** Nobody should have to aim: the whole view takes a file. */
export function takesFiles(view, marked, take) {
  const over = (isOver) => (event) => {
    event.preventDefault();
    marked.classList.toggle("over", isOver);
  };
  view.addEventListener("dragover", over(true));
  view.addEventListener("dragleave", over(false));
  view.addEventListener("drop", (event) => {
    over(false)(event);
    take([...event.dataTransfer.files]);
  });
  return view;
}

export async function send(file, as) {
  if (file.size > uploadMax) throw new Error(t("new.large"));
  return upload(file, as);
}

/** Sends a newer version, and keeps what is different for the view of its job. */
export async function compare(file, list, sheet, makeNew = null) {
  const sent = await send(sheet, "newer");
  await look({ file, list, upload: sent.upload, before: false, name: sent.name, makeNew });
}

async function look(asked) {
  const { file, list, upload: id, before } = asked;
  newer = { ...asked, look: await post("list", { file, list, upload: id, before }) };
}

/** The sentence about a row's tag, if it has one. */
const tagWords = ({ tag, isPrinted }) => [tag ? t(`list.tag.${tag}`) : null,
  isPrinted ? t("list.label") : null].filter(Boolean).join(" ");

const heads = {
  changed: ["list.old", "list.new"], gone: ["list.old"], added: ["list.new"],
  renamed: ["list.name.old", "list.name.new"],
};

const cells = {
  changed: (row) => [row.old, row.new], gone: (row) => [row.old], added: (row) => [row.new],
  renamed: (row) => [row.formerLabel, row.label],
};

function partTable({ kind, count, tags, rows }) {
  if (!count) return null;
  const title = t(`list.${kind}`, { n: count });
  return h("details", { open: kind !== "added" || count <= 10, class: "difference" },
    h("summary", {}, title),
    table(title, present([t("row"), ...heads[kind].map((head) => t(head)), tags ? t("list.tag") : null]),
      rows.map((row) => h("tr", { class: row.tag === "old" ? "warning" : null },
        h("th", { scope: "row", dir: "auto" },
          called(row.id, kind === "renamed" ? null : row.label)),
        cells[kind](row).map((text) => h("td", { class: kind === "renamed" ? null : "mono",
          dir: "auto" }, text ?? "–")),
        tags ? h("td", {}, row.tag === "old" || row.tag === "begun" || row.isPrinted ? [sign("warning"), " "] : null,
          tagWords(row)) : null))),
    rows.length < count ? h("p", { class: "soft" },
      t("list.first", { shown: number(rows.length), n: count })) : null);
}

function warnings({ moved, oldTags, outdatedLabels, errors, trouble, isApproved }) {
  const caution = (...words) => h("p", { class: "caution" }, sign("warning"), " ", words);
  return present([
    moved ? caution(t("list.moved", { n: moved })) : null,
    oldTags ? caution(t("list.oldtags", { n: oldTags })) : null,
    outdatedLabels ? caution(t("list.labels", { n: outdatedLabels })) : null,
    isApproved ? caution(t("list.approval")) : null,
    errors ? h("div", {}, caution(t("list.errors", { n: errors })), trouble
      ? h("div", { class: "soft" }, trouble.cell ? t("check.cell", { cell: trouble.cell }) : null,
        sentence(sayingAll("finding", trouble.told), trouble.words)) : null) : null,
  ]);
}

function sum(look) {
  const some = look.parts.filter((part) => part.count);
  if (look.isTheSame) return t("list.identical");
  if (!some.length) return t("list.nothing");
  return [...some.map((part) => t(`list.${part.kind}`, { n: part.count })),
    t("list.same", { n: look.same })].join(" · ");
}

/** The box above a job's tabs with what is different, for as long as someone looks at it. */
export function newerPart(context) {
  const box = h("section", { id: "newer", class: "box", hidden: true });
  const close = () => {
    newer = null;
    draw();
  };
  const take = async () => {
    const { file, list, upload: id, before, look: { sign: seen } } = newer;
    let job;
    try {
      job = await post("list/take", { file, list, upload: id, before, sign: seen });
    } catch (error) {
      if (error.facts?.name !== "changed-meanwhile") throw error;
      await look(newer);
      draw();
      throw new Error(t("list.again"));
    }
    const wasBefore = before;
    close();
    context.take(job);
    tell(t(wasBefore ? "list.wentback" : "list.taken"));
  };
  const makeNew = () => {
    const make = newer.makeNew;
    close();
    return make();
  };
  const draw = () => {
    box.hidden = newer?.file !== context.file;
    if (box.hidden) return;
    const { look: found, name, list, before } = newer;
    redraw(box, () => box.replaceChildren(...present([
      h("h2", { tabindex: "-1" },
        t(before ? "list.title.before" : "list.title", { name })),
      h("p", { class: "lead", id: "newer-sum" }, sum(found)),
      ...warnings(found),
      found.name === list ? null : h("p", { class: "soft" },
        t("list.othername", { name: found.name, list })),
      ...found.parts.map(partTable),
      h("p", { class: "row end" }, found.isTheSame ? null
        : action(t(before ? "list.take.before" : "list.take"), take,
          { id: "take-list", class: "main large" }),
      h("button", { type: "button", class: "quiet", id: "leave-list", onclick: close },
        t(found.isTheSame ? "close" : "cancel")),
      newer.makeNew ? action(t("list.makenew"), makeNew, { class: "quiet", id: "make-new" }) : null)])));
  };
  const show = () => {
    draw();
    box.scrollIntoView({ block: "start" });
    box.querySelector("h2")?.focus({ preventScroll: true });
    say(box.querySelector("#newer-sum")?.textContent ?? "");
  };
  /** Several lists, and none has the name of the file: only a person knows which one is meant. */
  const ask = (sheet, lists) => {
    box.hidden = false;
    box.replaceChildren(h("h2", {}, t("list.which", { name: sheet.name })),
      h("p", { class: "row" }, lists.map((list) => action(list.name, () => begin(sheet, list.name))),
        h("button", { type: "button", class: "quiet", onclick: close }, t("cancel"))));
  };
  const begin = async (sheet, list) => {
    await compare(context.file, list, sheet);
    show();
  };
  const choose = async (files) => {
    const sheet = files[0];
    const lists = context.job()?.lists ?? [];
    if (!sheet) return;
    try {
      if (isJob(sheet)) throw new Error(t("list.isjob"));
      if (!lists.length) throw new Error(t("list.none"));
      const named = lists.find((list) => stem(list.name) === stem(sheet.name));
      if (!named && lists.length > 1) ask(sheet, lists);
      else await begin(sheet, (named ?? lists[0]).name);
    } catch (error) {
      complain(error);
    }
  };
  const goBack = async (list) => {
    await look({ file: context.file, list, upload: null, before: true, name: list });
    show();
  };
  if (newer && newer.file !== context.file) newer = null;
  draw();
  return { element: box, choose, goBack };
}

/** Where a job's list is, and the ways to another one. */
export function listPart(context) {
  const box = h("section", { id: "lists" });
  const input = h("input", { type: "file", id: "newer-file", class: "unseen",
    accept: ".xlsx,.xlsm,.ods,.csv,.tsv,.txt", data: { acts: "" } });
  input.addEventListener("change", () => {
    context.newer.choose([...input.files]);
    input.value = "";
  });
  const draw = (job) => {
    box.hidden = !job.lists.length;
    redraw(box, () => box.replaceChildren(h("h2", {}, t("list.heading")),
      h("dl", { class: "facts" }, job.lists.map((list, index) => h("div", {}, h("dt", {}, list.name),
        h("dd", {}, h("code", {}, `${job.place}/${list.name}`), list.hasFormer
          ? [" ", action(t("list.back"), () => context.newer.goBack(list.name),
            { class: "small-button", id: `back-list-${index}` })] : null)))),
      h("p", { class: "soft" }, t("list.how")),
      h("div", { class: "row" }, input,
        h("label", { for: "newer-file", class: "button" }, t("list.choose")),
        action(t("list.show"), async () => {
          await post("show", { file: context.file });
          tell(t("list.shown"));
        }, { id: "show-folder", class: "quiet" }))));
  };
  return { element: box, draw };
}

/** Whose list a file of this name is; nobody's, if the home page is to make a job of it. */
export const jobsOf = async (file) => (await post("list/jobs", { name: file.name })).jobs;

/** Asks whose list it is, where several jobs have one of this name. */
export function whosePart(jobs, sheet, makeNew, leave) {
  return h("section", { class: "box", id: "whose" },
    h("h2", { tabindex: "-1" }, t("list.whose", { name: sheet.name })),
    h("p", { class: "row" }, jobs.map((job) => action(job.title, async () => {
      await compare(job.file, job.list, sheet, makeNew);
      go(jobHash(job.file, "check"));
    })), action(t("list.makenew"), makeNew, { class: "quiet" }),
    h("button", { type: "button", class: "quiet", onclick: leave }, t("cancel"))));
}
