// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The apps that the links of a job open: what a person has of one is pasted, and said back.

import { choice, field, h, present, sign } from "./build.js";
import { post } from "./server.js";
import { action, tell } from "./base.js";
import { t } from "./words.js";

/** "iPhone app com.example.shop of the team ABCDE12345", or the same of Android. */
function nameOf(app) {
  if (app.kind === "android") {
    return t("app.android", { name: app.name, n: app.certificates.length });
  }
  return t(`app.${app.kind}`, { name: app.name.slice(11), team: app.name.slice(0, 10) });
}

const isAndroid = (app) => app.kind === "android";

/** The one question that shuts most links: phones know the key that an app reached them with. */
function signingPart(onChange) {
  const names = ["play", "upload", "own", "unknown"];
  const advice = h("p", { class: "caution", id: "app-signing-why", hidden: true });
  const inputs = names.map((name) => h("input", { type: "radio", name: "app-signing", value: name,
    onchange: () => {
      const isGood = ["play", "own"].includes(name);
      advice.hidden = isGood;
      advice.replaceChildren(...isGood ? [] : [sign("warning"), " ", t(`app.signing.${name}.why`)]);
      onChange(isGood);
    } }));
  return { element: h("fieldset", { id: "app-signing" }, h("legend", {}, t("app.signing")),
    h("p", { class: "soft small" }, t("app.signing.how")),
    names.map((name, index) => h("div", {}, choice(t(`app.signing.${name}`), inputs[index]))),
    advice),
  value: () => inputs.find((input) => input.checked)?.value ?? null };
}

/** What was understood, with the button that puts it into the job. */
function foundPart(found, known, saveApps) {
  const notes = found.notes.map((name) => h("p", { class: "caution" }, sign("warning"), " ",
    t(`app.note.${name}`)));
  if (!found.apps.length) {
    const words = found.missing
      ? t(`app.missing.${found.missing}`, { name: found.packages.join(", "), n: found.certificates })
      : found.notes.length ? null : t("app.nothing");
    return [...notes, words ? h("p", { id: "app-missing" }, words) : null];
  }
  const boxes = found.apps.map(() => h("input", { type: "checkbox", checked: true }));
  const chosen = () => found.apps.filter((app, index) => boxes[index].checked);
  const isKnown = (app) => known.some((each) => each.kind === app.kind && each.name === app.name);
  let isGood = false;
  const asks = () => chosen().some(isAndroid);
  const signing = signingPart((value) => { isGood = value; show(); });
  const button = action(t("app.save"), () => saveApps(chosen(), signing.value()),
    { id: "app-save", class: "main" });
  const show = () => {
    signing.element.hidden = !asks();
    button.hidden = !chosen().length || (asks() && !isGood);
  };
  for (const box of boxes) box.addEventListener("change", show);
  show();
  return [found.host ? h("p", {}, t("app.online", { host: found.host }))
    : h("p", {}, t("app.understood")),
  ...found.apps.map((app, index) => h("div", {}, choice(nameOf(app), boxes[index]),
    isKnown(app) ? h("p", { class: "soft small" }, t(isAndroid(app) ? "app.known" : "app.known.ios")) : null)),
  ...notes, signing.element, h("p", {}, button)];
}

/** Does something with what is shown, and shows it anew if it is another one by now. */
export async function asShown(context, work) {
  try {
    return await work();
  } catch (error) {
    if (error.facts?.name === "changed-meanwhile") await context.load();
    throw error;
  }
}

/** Shows the job's apps, and the form for another one. */
export function appPart(context) {
  const known = h("div", { id: "apps" });
  const found = h("div", { class: "flow", id: "app-found", "aria-live": "polite" });
  const text = h("textarea", { id: "app-text", class: "mono", rows: "4", spellcheck: "false",
    autocomplete: "off" });
  let site = { apps: [], manifest: "" };
  const clear = () => found.replaceChildren();
  const change = async (path, body) => {
    const job = await asShown(context, () =>
      post(path, { file: context.file, manifest: site.manifest, ...body }));
    clear();
    context.take(job);
    tell(t("saved"));
  };
  const read = action(t("app.read"), async () => {
    clear();
    const answer = await post("app", { text: text.value });
    found.replaceChildren(...present(foundPart(answer, site.apps, async (apps, signing) => {
      await change("app/save", { apps, signing });
      text.value = "";
    })));
  }, { id: "app-read", class: "quiet" });
  text.addEventListener("input", clear);
  return {
    element: h("section", { id: "app" }, h("h2", {}, t("app.title")), known,
      field(t("app.text"), text, t("app.text.how")), h("p", {}, read), found),
    show(now) {
      site = now;
      known.replaceChildren(...site.apps.length ? site.apps.map((app) => h("div", { class: "row" },
        h("p", {}, sign("ok"), " ", nameOf(app)),
        action(t("app.remove"), () => change("app/remove", { kind: app.kind, name: app.name }),
          { class: "quiet small-button", "aria-label": `${t("app.remove")}: ${app.name}` })))
        : [h("p", { class: "lead" }, t("app.none"))]);
    },
  };
}
