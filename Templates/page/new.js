// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Making a job: from a sheet with columns, from a manifest, or from a template.

import { choice, field, h, present, said, setText, sign, table } from "./build.js";
import { post } from "./server.js";
import { action, complain, go, jobHash, link, tell } from "./base.js";
import { send, takesFiles } from "./list.js";
import { saying, t } from "./words.js";

const key = "tagpress-draft";
let draft = null;

/** What was chosen so far outlives a reload. */
function keep() {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A draft that is too large is lost by a reload, and nothing else.
  }
}

export function beginDraft({ survey = null, lists = [], template = null, summary = null,
  asksCount = false, hasKey = false }) {
  draft = { survey, lists, template, summary, encoding: null, name: survey?.jobName ?? "",
    link: survey?.link ?? "", genuine: false, from: 1, to: 100, asksCount, hasKey, count: null };
  keep();
}

/** The link of a sample row; what is not known stays, and a plus takes a value as it is. */
function example(text, columns, row) {
  return text.replace(/\{(\+?)([^{}]+)\}/g, (all, plus, name) => {
    const column = columns.find((each) => each.variable === name);
    if (!column) return name === "number" ? String(row + 1) : all;
    const value = (column.samples[row] ?? "").trim();
    return plus ? encodeURI(value) : encodeURIComponent(value);
  });
}

const used = (text) => [...text.matchAll(/\{\+?([^{}]+)\}/g)].map((match) => match[1]);

function unknownColumns(text, columns) {
  return used(text).filter((name) => !name.includes(".") && name !== "number"
    && !columns.some((column) => column.variable === name));
}

function linkProblem(text, columns) {
  if (!text.trim()) return t(draft.survey ? "new.link.none" : "new.link.template");
  const unknown = unknownColumns(text, columns);
  if (unknown.length && columns.length) return t("new.link.unknown", { name: unknown[0] });
  if (!/^([a-z][a-z0-9+.-]*:|\{\+)/i.test(text)) return t("new.link.scheme");
  if (columns.length && !/\{[^{}]+\}/.test(text)) return t("new.link.same");
  const unsure = columns.find((each) => each.isUnsure && used(text).includes(each.variable));
  return unsure ? t("new.link.unsure", { name: unsure.heading || unsure.variable }) : null;
}

function linkPart(columns) {
  const input = h("input", { id: "link-template", type: "url", spellcheck: "false",
    autocomplete: "off", value: draft.link, placeholder: "https://", class: "wide mono" });
  input.value = draft.link;
  const samples = h("ol", { class: "samples", "aria-label": t("new.examples") });
  const note = h("p", { class: "caution", role: "status" });
  const draw = () => {
    draft.link = input.value;
    keep();
    const problem = linkProblem(input.value, columns);
    setText(note, problem ?? "");
    const rows = columns[0]?.samples.length ?? 0;
    samples.replaceChildren(...Array.from({ length: Math.min(3, rows) }, (_, row) =>
      h("li", { class: "mono" }, example(input.value, columns, row))));
  };
  input.addEventListener("input", draw);
  // Before anyone has been in the field, a column goes to its end.
  let caret = [input.value.length, input.value.length];
  input.addEventListener("blur", () => { caret = [input.selectionStart, input.selectionEnd]; });
  const chips = columns.map((column) => h("button", { type: "button", class: "chip",
    onclick: () => {
      const text = `{${column.variable}}`;
      input.setRangeText(text, ...caret, "end");
      input.focus();
      caret = [input.selectionStart, input.selectionEnd];
      draw();
    } }, column.heading || column.variable));
  draw();
  return h("section", {}, h("h2", {}, t("new.link")), h("p", { class: "soft" },
    columns.some((each) => each.heading) ? t("new.link.how") : t("new.link.one")),
  field(t("new.link.label"), input),
  chips.length ? h("div", { class: "chips", role: "group", "aria-label": t("new.chips") }, chips)
    : null,
  note, columns[0]?.samples.length ? [h("h3", {}, t("new.examples")), samples] : null);
}

/** Serial numbers have no sheet, but a value that the link can have. */
const numberColumn = [{ variable: "number", get samples() {
  return [0, 1, 2].map((each) => draft.from + each).filter((each) => each <= draft.to).map(String);
} }];

async function surveyAgain(change) {
  const { upload, sheet } = draft.survey;
  const wasSuggested = draft.link === draft.survey.link;
  const survey = await post("survey",
    { upload, sheet, encoding: draft.encoding, ...change });
  if ("encoding" in change) draft.encoding = change.encoding;
  draft.survey = survey;
  if (wasSuggested) draft.link = survey.link ?? "";
  keep();
}

function sheetPart(survey, redrawAll) {
  if ((survey.sheets ?? []).length < 2) return null;
  return h("fieldset", {}, h("legend", {}, t("new.sheet")), h("div", { class: "row" },
    survey.sheets.map((sheet) => choice(sheet.rows === null ? sheet.name
      : t("new.sheet.rows", { name: sheet.name, n: sheet.rows }),
    h("input", { type: "radio", name: "sheet", value: sheet.name,
      checked: sheet.name === survey.sheet, data: { acts: "" }, onchange: async (event) => {
        try {
          await surveyAgain({ sheet: sheet.name });
          redrawAll();
        } catch (error) {
          complain(error);
          event.target.checked = false;
        }
      } })))));
}

function questionPart(survey, redrawAll) {
  const question = survey.question;
  if (!question) return null;
  const readings = [question.first, question.second].filter(Boolean);
  return h("section", { class: "box caution-box" }, h("h2", {}, t("new.encoding")),
    h("p", {}, t("new.encoding.how")), h("div", { class: "row" }, readings.map((reading) =>
      action(reading.text, async () => {
        await surveyAgain({ encoding: reading.encoding });
        redrawAll();
      }, { class: "large", "aria-pressed": String(draft.encoding === reading.encoding) }))));
}

function columnsPart(survey) {
  return h("section", {}, h("h2", {}, t("new.columns"), " ",
    h("span", { class: "soft" }, t("rows", { n: survey.rows }))),
  table(t("new.columns"), [t("new.column"), t("new.samples"), t("new.use")],
    survey.columns.map((column) => h("tr", {},
      h("th", { scope: "row" }, column.heading || column.variable),
      h("td", {}, column.samples.slice(0, 3).filter(Boolean).join(" · ")),
      h("td", { class: "soft" }, [column.isUnique ? t("new.unique") : null,
        column.isLink ? t("new.islink") : null,
        column.isUnsure ? t("new.unsure") : null].filter(Boolean).join(", "))))));
}

function numbersPart() {
  const entry = (name) => {
    const input = h("input", { type: "number", min: "0", id: `new-${name}`,
      oninput: () => {
        draft[name] = input.valueAsNumber;
        keep();
        // The examples below have these numbers.
        document.querySelector("#link-template")?.dispatchEvent(new Event("input"));
      } });
    input.value = draft[name];
    return field(t(`new.${name}`), input);
  };
  return h("section", {}, h("h2", {}, t("new.numbers")),
    h("p", { class: "soft" }, t("new.numbers.how")),
    h("div", { class: "row" }, entry("from"), entry("to")));
}

/** How many tags are meant is nowhere else than in this field. */
function countPart() {
  const input = h("input", { type: "number", min: "1", id: "new-count", required: true,
    oninput: () => { draft.count = input.valueAsNumber || null; keep(); } });
  if (draft.count) input.value = draft.count;
  return h("section", {}, h("h2", {}, t("settings.count")),
    field(t("settings.count"), input, t("settings.count.how")));
}

const keyNote = () => h("p", { class: "box" }, t("key.what"), " ", t("key.new"));

const whole = (value) => Number.isFinite(value) ? value : null;

async function make() {
  const isNumbers = draft.template === "numbers";
  if (draft.asksCount && !draft.count) {
    document.querySelector("#new-count").focus();
    throw new Error(t("new.count.missing"));
  }
  const made = await post("new", { name: draft.name, upload: draft.survey?.upload ?? null,
    lists: draft.lists ?? [], sheet: draft.survey?.sheet ?? null, encoding: draft.encoding,
    template: draft.template, link: draft.link.trim() || null, genuine: draft.genuine,
    from: isNumbers ? whole(draft.from) : null, to: isNumbers ? whole(draft.to) : null,
    count: draft.asksCount ? draft.count : null });
  sessionStorage.removeItem(key);
  draft = null;
  go(jobHash(made.file, "check"));
}

function namePart() {
  const input = h("input", { id: "job-name", autocomplete: "off", required: true,
    oninput: () => { draft.name = input.value; keep(); } });
  input.value = draft.name;
  const genuine = h("input", { type: "checkbox", id: "genuine", checked: draft.genuine,
    onchange: () => { draft.genuine = genuine.checked; keep(); } });
  return h("section", {}, h("h2", {}, t("new.name")),
    field(t("new.name.label"), input, t("new.name.hint")),
    draft.survey?.kind === "manifest" ? null : h("div", {}, choice(t("new.genuine"), genuine)),
    h("p", { class: "row end" },
      action(t("new.make"), make, { id: "make-job", class: "main large" }),
      link("#/", t("cancel"), { class: "button quiet" })));
}

function draw(box) {
  const survey = draft.survey;
  const redrawAll = () => {
    draw(box);
    box.querySelector("h1").tabIndex = -1;
    box.querySelector("h1").focus();
  };
  const isManifest = survey?.kind === "manifest";
  const isNumbers = draft.template === "numbers";
  const notes = survey?.notes ?? [];
  box.replaceChildren(
    h("p", { class: "crumb" }, link("#/", t("home.back"))),
    h("h1", {}, t("new.title")),
    h("p", { class: "lead" }, survey ? [sign("file"), " ", survey.name,
      survey.rows ? ` · ${t("rows", { n: survey.rows })}` : ""]
      : isNumbers ? "" : t(`template.${draft.template}`)),
    draft.summary ? h("p", { class: "soft" },
      saying("template", draft.template) ?? said(draft.summary)) : "",
    notes.length ? h("ul", { class: "notes" }, notes.map((note) =>
      h("li", {}, saying("note", note.name, note.values) ?? said(note.words)))) : "",
    ...present([survey && questionPart(survey, redrawAll), survey && sheetPart(survey, redrawAll),
      survey && !isManifest && columnsPart(survey),
      isNumbers && numbersPart(), draft.asksCount && countPart(),
      !isManifest && linkPart(survey?.columns ?? (isNumbers ? numberColumn : [])),
      draft.hasKey && keyNote(), namePart()]));
}

/** A second list is perhaps the right one, perhaps dropped by mistake: only a person knows. */
function askInstead(box, file) {
  document.querySelector("#instead")?.remove();
  const instead = h("section", { class: "box", id: "instead" },
    h("h2", { tabindex: "-1" }, t("new.instead", { name: file.name })),
    h("p", { class: "row" }, action(t("new.instead.yes"), async () => {
      const { name, genuine, link: typed, survey: old } = draft;
      const survey = await send(file);
      document.querySelector("#message").hidden = true;
      beginDraft({ survey });
      // What someone typed is kept, if its columns are still there.
      if (old && name !== old.jobName) draft.name = name;
      if (old && typed.trim() && typed !== old.link
        && !unknownColumns(typed, survey.columns ?? []).length) draft.link = typed;
      draft.genuine = genuine;
      keep();
      draw(box);
    }, { id: "take-instead", class: "main" }),
    h("button", { type: "button", class: "quiet", onclick: () => instead.remove() }, t("cancel"))));
  box.querySelector("h1").after(instead);
  instead.querySelector("h2").focus();
}

async function takeSecond(box, files) {
  const file = files[0];
  if (!file || !draft) return;
  try {
    if (draft.survey?.kind !== "manifest" || /\.xml$/i.test(file.name)) {
      askInstead(box, file);
      return;
    }
    // The list of a job that was dropped without it.
    draft.lists.push((await send(file, "newer")).upload);
    keep();
    tell(t("new.list.added", { name: file.name }));
  } catch (error) {
    complain(error);
  }
}

export function newView() {
  draft ??= JSON.parse(sessionStorage.getItem(key) ?? "null");
  const box = h("div", { class: "narrow" });
  takesFiles(box, box, (files) => takeSecond(box, files));
  if (draft) draw(box);
  else {
    box.append(h("h1", {}, t("new.title")), h("p", {}, t("new.nothing")),
      h("p", {}, link("#/", t("home.back"), { class: "button" })));
  }
  return { title: t("new.title"), element: box };
}
