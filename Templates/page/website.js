// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What the website must have so that links open the app, and what it has now.

import { h, sentence, sign } from "./build.js";
import { get, postFile, save } from "./server.js";
import { action, copy, oneAtATime } from "./base.js";
import { appPart, asShown } from "./app.js";
import { probePart } from "./probe.js";
import { sayingAll } from "./told.js";
import { language, t } from "./words.js";

function filePart({ address, text }) {
  const name = address.split("/").at(-1);
  return h("article", { class: "box" }, h("h4", { class: "mono" }, address),
    h("pre", { tabindex: "0", lang: "en", "aria-label": address }, text),
    h("div", { class: "row" },
      h("button", { type: "button", class: "quiet", "aria-label": `${t("copy")}: ${name}`,
        onclick: () => copy(text) }, t("copy")),
      h("button", { type: "button", class: "quiet", "aria-label": `${t("download")}: ${name}`,
        onclick: () => save({ name, blob: new Blob([text]) }) }, t("download"))));
}

/** The files to hand on, once the job has an app. */
function filesPart(context, { files, message, trouble, leadsToExamples, manifest }) {
  if (!files && !trouble) return [];
  const head = h("h2", {}, t("site.title"));
  if (trouble) {
    return [head, h("div", { class: "caution", id: "site-trouble" },
      sentence(sayingAll("error", trouble.told), trouble.words))];
  }
  const hosts = [...new Set(files.map(({ host }) => host))];
  return [head, h("p", { class: "lead soft" }, t("site.how")),
    leadsToExamples ? h("p", { class: "caution" }, sign("warning"), " ", t("site.examples")) : "",
    h("p", {}, t("site.hand")),
    h("div", { class: "row" }, action(t("site.zip"), async () => save(await asShown(context, () =>
      postFile("site/files", { file: context.file, manifest, language }))),
    { class: "main", id: "site-zip" }),
    h("button", { type: "button", class: "quiet", id: "site-copy", onclick: () => copy(message) },
      t("site.copy"))),
    h("details", { id: "site-files" }, h("summary", {}, t("site.files")),
      ...hosts.map((host) => h("section", {}, h("h3", {}, host),
        files.filter((file) => file.host === host).map(filePart))))];
}

export function websiteView(context) {
  const files = h("section", { class: "flow", hidden: true });
  const app = appPart(context);
  const load = oneAtATime(async () => {
    const site = await get("site", { file: context.file, language });
    app.show(site);
    const parts = filesPart(context, site);
    files.hidden = !parts.length;
    files.replaceChildren(...parts);
  });
  load();
  return {
    element: h("div", { class: "flow" }, app.element, files, probePart(context.file)),
    update(name) {
      if (name === "job") load();
    },
  };
}
