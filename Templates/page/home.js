// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The first view: the jobs of the folder, and the way to a new one.

import { h, redraw, said, sign } from "./build.js";
import { get } from "./server.js";
import { action, complain, go, jobHash, link, page } from "./base.js";
import { sayingAll } from "./told.js";
import { number, saying, t } from "./words.js";
import { bar } from "./pictures.js";
import { beginDraft } from "./new.js";
import { drawAway } from "./keep.js";
import { compare, jobsOf, send, takesFiles, whosePart } from "./list.js";

function cardState(card) {
  if (card.trouble) return h("p", { class: "trouble" }, sign("error"), " ",
    sayingAll(card.trouble.kind, card.trouble.told) ?? said(card.trouble.words));
  if (card.rows === null) return h("p", { class: "soft" }, t("card.unknown"));
  if (card.isBehind && card.isBegun) {
    return h("p", { class: "caution" }, sign("warning"), " ", t("card.behind"));
  }
  if (card.done >= card.rows && !card.unfinished) {
    return h("p", { class: "good" }, sign("ok"), " ", t("card.whole", { n: card.rows }));
  }
  return h("p", {}, card.isBegun
    ? t("card.done", { done: card.done, n: card.rows }) : t("card.new", { n: card.rows }));
}

function cardPart(card) {
  const heading = `card-${card.file}`;
  const target = card.trouble || !card.isBegun ? "check" : "write";
  return h("li", {}, h("article", { class: "card", "aria-labelledby": heading,
    data: { file: card.file } },
  h("h3", { id: heading }, link(jobHash(card.file, target), card.title || card.id,
    { class: "cover", data: { key: card.file } })),
  h("p", { class: "soft small" }, card.file),
  bar(card.done, card.rows, card.unfinished),
  cardState(card),
  card.unfinished ? h("p", { class: "caution" }, sign("warning"), " ",
    t("card.unfinished", { n: card.unfinished })) : null));
}

function drawCards(box) {
  const jobs = page.state.jobs;
  redraw(box, () => box.replaceChildren(
    h("h2", {}, t("home.jobs"), " ", h("span", { class: "soft" }, number(jobs.length))),
    jobs.length ? h("ul", { class: "cards" }, jobs.map(cardPart))
      : h("p", { class: "soft" }, t("home.none"))));
}

const sheetKinds = ".xlsx,.ods,.csv,.tsv,.xml";

/** A job may come with its lists; it is the last to be sent, and the one that is made. */
async function makeOf(files) {
  const lists = [];
  for (const list of files.slice(0, -1)) lists.push((await send(list)).upload);
  beginDraft({ survey: await send(files.at(-1)), lists });
  go("#/new");
}

/** A list of a job that is there already is rather a newer version of it than another job. */
async function takeNewer(sheet, box) {
  const jobs = page.state.jobs.length ? await jobsOf(sheet) : [];
  if (!jobs.length) return false;
  const makeNew = () => makeOf([sheet]);
  if (jobs.length === 1) {
    try {
      await compare(jobs[0].file, jobs[0].list, sheet, makeNew);
      go(jobHash(jobs[0].file, "check"));
      return true;
    } catch (error) {
      complain(error);
    }
  }
  document.querySelector("#whose")?.remove();
  const whose = whosePart(jobs, sheet, makeNew, () => whose.remove());
  box.after(whose);
  whose.querySelector("h2").focus();
  return true;
}

async function takeFiles(given, box) {
  const isJob = (file) => Number(/\.xml$/i.test(file.name));
  const files = [...given].sort((one, other) => isJob(one) - isJob(other));
  if (!files.length) return;
  const file = files.at(-1);
  document.querySelector("#message").hidden = true;
  box.classList.add("busy");
  const words = box.querySelector(".lead");
  words.textContent = t("new.reading", { name: file.name });
  try {
    if (files.length > 1 || isJob(file) || !await takeNewer(file, box)) await makeOf(files);
  } catch (error) {
    complain(error);
  }
  box.classList.remove("busy");
  words.textContent = t("new.drop");
}

/** Dropping is for those with a mouse; the button does the same. */
function dropZone() {
  const input = h("input", { type: "file", id: "new-file", class: "unseen", accept: sheetKinds,
    multiple: true, data: { acts: "" } });
  const zone = h("div", { class: "drop" }, sign("file"),
    h("p", { class: "lead" }, t("new.drop")),
    h("p", { class: "soft" }, t("new.kinds")),
    input, h("label", { for: "new-file", class: "button main" }, t("new.choose")));
  input.addEventListener("change", () => {
    takeFiles(input.files, zone);
    input.value = "";
  });
  const listen = (view) => takesFiles(view, zone, (files) => takeFiles(files, zone));
  return { zone, listen };
}

async function showTemplates(box) {
  const { templates } = await get("templates");
  box.replaceChildren(h("ul", { class: "plain" }, templates.map((template) => h("li", {},
    action(t(`template.${template.name}`), async () => {
      beginDraft({ template: template.name, ...template });
      go("#/new");
    }), " ", h("span", { class: "soft" },
      saying("template", template.name) ?? said(template.summary))))));
  box.querySelector("button")?.focus();
}

function otherWays() {
  const box = h("div", {});
  return h("div", { class: "ways" }, h("p", { class: "soft" }, t("new.other")),
    h("div", { class: "row" },
      action(t("new.numbers"), async () => {
        beginDraft({ template: "numbers" });
        go("#/new");
      }, { class: "quiet" }),
      action(t("new.template"), () => showTemplates(box), { class: "quiet" })), box);
}

export function homeView() {
  const cards = h("section", { class: "jobs" });
  const away = h("section", { id: "away" });
  const draw = () => {
    drawCards(cards);
    drawAway(away);
  };
  draw();
  const { zone, listen } = dropZone();
  const begin = h("section", { class: "begin" }, h("h2", {}, t("new.title")), zone, otherWays());
  return {
    title: page.state.folder,
    element: listen(h("div", { class: "home" }, h("h1", {}, page.state.folder),
      h("p", { class: "lead soft" }, t("home.lead")),
      begin, cards, away, h("p", {}, link("#/tag", t("single.home"), { id: "one-tag" })))),
    update(name) {
      if (name === "jobs" || name === "state") draw();
    },
  };
}
