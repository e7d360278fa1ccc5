// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What a job says of itself, by form; and the key file from which passwords are made.

import { choice, field, h, present, sign } from "./build.js";
import { get, post } from "./server.js";
import { action, copy, oneAtATime, tell } from "./base.js";
import { t } from "./words.js";

const numberField = (id, value, label, hint, { why = null, least = 1 } = {}) => {
  const input = h("input", { type: "number", min: String(least), id, class: "short",
    disabled: Boolean(why) });
  input.value = value;
  return { input, element: field(label, input, why ?? hint) };
};

/** What the key file is, where it lies, and what is to be done with it. */
export function keyPart(job) {
  if (!job.key.file) return null;
  const path = job.key.file;
  return h("section", { class: "box", id: "key" }, h("h2", {}, t("key.title")),
    h("p", {}, t("key.what")),
    h("p", { class: "row" }, h("span", { class: "mono", id: "key-path" }, path),
      action(t("copy"), () => copy(path), { class: "quiet small-button" })),
    job.key.isThere ? h("p", { class: "caution" }, sign("warning"), " ", t("key.keep"))
      : h("p", { class: "trouble" }, sign("error"), " ", t("key.missing")));
}

/** Where a job is to have passwords, a key file is made, once and only when asked for. */
function keyMaker(context) {
  const box = h("div", { class: "box", id: "key-maker" });
  const draw = () => {
    const { key } = context.job();
    box.replaceChildren(h("p", {}, t("key.what")), ...(key.ownIsThere
      ? [h("p", { class: "mono" }, key.own), h("p", { class: "caution" }, sign("warning"), " ",
        t("key.keep"))]
      : [h("p", {}, t("key.none", { path: key.own })), h("p", {}, action(t("key.make"),
        async () => {
          context.take(await post("key", { file: context.file }));
          draw();
        }, { id: "make-key" }))]));
  };
  draw();
  return box;
}

/** Boxes for names of which some are chosen; those that are not offered stay. */
function namesPart(id, label, hint, offered, chosen) {
  const names = [...offered, ...chosen.filter((name) => !offered.some((each) => each.name === name))
    .map((name) => ({ name, label: name }))];
  const boxes = names.map(({ name }) => h("input", { type: "checkbox", value: name,
    checked: chosen.includes(name) }));
  return { element: h("fieldset", { id }, h("legend", {}, label), h("p", { class: "soft small" }, hint),
    h("div", { class: "names" }, names.map((each, index) => choice(each.label, boxes[index])))),
  // In the order in which they were, and what is new behind it.
  value: () => {
    const now = boxes.filter((box) => box.checked).map((box) => box.value);
    return [...chosen.filter((name) => now.includes(name)),
      ...now.filter((name) => !chosen.includes(name))];
  } };
}

function choicesPart(id, label, names, words, value, onChoose = () => {}) {
  const inputs = names.map((name) => h("input", { type: "radio", name: id, value: name,
    checked: name === value, onchange: () => onChoose(name) }));
  return { element: h("fieldset", { id }, h("legend", {}, label), names.map((name, index) =>
    h("div", {}, choice(words(name), inputs[index])))),
  value: () => inputs.find((input) => input.checked)?.value };
}

function labelPart(value, columns) {
  const input = h("input", { id: "setting-label", class: "wide mono", autocomplete: "off",
    spellcheck: "false" });
  input.value = value;
  const chips = columns.map((column) => h("button", { type: "button", class: "chip",
    onclick: () => {
      input.setRangeText(`{${column.variable}}`, input.selectionStart, input.selectionEnd, "end");
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.focus();
    } }, column.heading || column.variable));
  return { input, element: h("div", {}, field(t("settings.label"), input, t("settings.label.how")),
    chips.length ? h("div", { class: "chips", role: "group", "aria-label": t("new.chips") }, chips)
      : null) };
}

/** The fields for a manifest, and what they say. */
function formOf(context, { settings, chips, columns, tagged }) {
  const { rows } = settings;
  const title = h("input", { id: "setting-title", autocomplete: "off" });
  title.value = settings.title;
  const count = rows?.count ? numberField("setting-count", rows.count, t("settings.count"),
    t("settings.count.how")) : null;
  const copies = rows ? numberField("setting-copies", rows.copies, t("settings.copies"),
    t("settings.copies.how"), !tagged ? {} : rows.copies > 1 ? { least: 2 }
      : { why: t("settings.copies.fixed") }) : null;
  const kinds = namesPart("setting-chips", t("check.chips"), t("settings.chips.how"),
    chips.map((name) => ({ name, label: name })), settings.chips);
  const content = choicesPart("content", t("settings.content"), ["blank", "job", "any"],
    (name) => t(`content.${name}`), settings.content);
  const maker = keyMaker(context);
  const hasPassword = settings.protection.startsWith("password");
  // Phones could not read such tags, so it is offered only where someone has written it.
  const passwords = settings.protection === "password-reading" ? ["password", "password-reading"]
    : ["password"];
  const show = (name) => { maker.hidden = !name.startsWith("password") || hasPassword; };
  show(settings.protection);
  const protection = choicesPart("protect", t("check.protection"),
    tagged ? (hasPassword ? [settings.protection] : ["nothing", "lock-asked", "lock-written"])
      : ["nothing", "lock-asked", "lock-written", ...passwords],
    (name) => t(`protection.${name === "nothing" ? "none" : name}`), settings.protection, show);
  const approval = h("input", { type: "checkbox", id: "setting-approval",
    checked: settings.needsApproval });
  const label = rows ? labelPart(rows.label, columns) : null;
  const shown = rows && (columns.length || rows.shown.length) ? namesPart("setting-shown",
    t("settings.shown"), t("settings.shown.how"), columns.map((column) =>
      ({ name: column.variable, label: column.heading || column.variable })), rows.shown) : null;
  const element = h("div", { class: "flow" },
    tagged ? h("p", { class: "caution" }, sign("warning"), " ", t("settings.tagged", { n: tagged }))
      : "",
    field(t("settings.title"), title, t("settings.title.how")),
    ...present([count?.element, copies?.element, kinds.element, content.element, protection.element,
      tagged ? h("p", { class: "soft" }, t("settings.password.fixed")) : null, maker,
      h("div", {}, choice(t("settings.approval"), approval),
        h("p", { class: "soft small" }, t("settings.approval.how"))),
      label?.element, shown?.element,
      rows ? null : h("p", { class: "soft" }, t("settings.lists"))]));
  return { element, value: () => ({ title: title.value.trim(), chips: kinds.value(),
    content: content.value(), protection: protection.value(), needsApproval: approval.checked,
    rows: rows ? { count: count ? count.input.valueAsNumber || 0 : null,
      copies: copies.input.valueAsNumber || 0, label: label.input.value.trim(),
      shown: shown?.value() ?? [] } : null }) };
}

/** What is saved is what was shown: of a manifest that has changed since, the form is shown anew. */
export function settingsPart(context) {
  const box = h("div", {});
  let seen = null;
  let isTyped = false;
  const load = oneAtATime(async () => {
    const found = await get("settings", { file: context.file });
    // Whoever went on typing meanwhile keeps it.
    if (isTyped) return;
    seen = found.manifest;
    if (!found.settings) {
      box.replaceChildren(h("p", {}, t("settings.infile")));
      return;
    }
    const form = formOf(context, found);
    box.replaceChildren(form.element, h("p", { class: "start-row" }, action(t("save"), async () => {
      const was = context.job();
      let job;
      isTyped = false;
      try {
        job = await post("settings/save", { file: context.file, manifest: seen,
          settings: form.value() });
      } catch (error) {
        if (error.facts?.name === "changed-meanwhile") {
          await context.load();
          await load();
        } else isTyped = true;
        throw error;
      }
      seen = job.manifest;
      context.take(job);
      await load();
      const isAnew = was.approval?.state === "valid" && job.approval?.state !== "valid";
      tell(isAnew ? `${t("saved")} ${t("settings.anew")}` : t("saved"));
    }, { id: "save-settings", class: "main" })));
  });
  box.addEventListener("input", () => { isTyped = true; });
  const details = h("details", { id: "settings", ontoggle: () => {
    if (details.open && seen === null) load();
  } }, h("summary", {}, t("settings")), h("p", { class: "soft" }, t("settings.how")), box);
  return { element: details, draw(job) {
    if (details.open && !isTyped && seen !== null && seen !== job.manifest) load();
  } };
}
