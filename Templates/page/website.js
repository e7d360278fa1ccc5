// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What the website must have so that links open the app, and what it has now.

import { h, sign } from "./build.js";
import { get, postFile, save } from "./server.js";
import { action, copy, oneAtATime } from "./base.js";
import { appPart } from "./app.js";
import { probePart } from "./probe.js";
import { language, t } from "./words.js";

function filePart(host, file) {
  const address = `https://${host}${file.path}`;
  const name = file.path.split("/").at(-1);
  return h("article", { class: "box" }, h("h4", { class: "mono" }, address),
    h("pre", { tabindex: "0", lang: "en", "aria-label": file.path }, file.text),
    h("div", { class: "row" },
      h("button", { type: "button", class: "quiet", "aria-label": `${t("copy")}: ${name}`,
        onclick: () => copy(file.text) }, t("copy")),
      h("button", { type: "button", class: "quiet", "aria-label": `${t("download")}: ${name}`,
        onclick: () => save({ name, blob: new Blob([file.text]) }) }, t("download"))));
}

const message = (hosts) => hosts.map((host) => host.files.map((file) =>
  `https://${host.host}${file.path}\n\n${file.text}`).join("\n\n")).join("\n\n");

/** The files to hand on, once the job has an app. */
function filesPart(context, { hosts, leadsToExamples, manifest }) {
  if (!hosts.length) return [];
  return [h("h2", {}, t("site.title")), h("p", { class: "lead soft" }, t("site.how")),
    leadsToExamples ? h("p", { class: "caution" }, sign("warning"), " ", t("site.examples")) : "",
    h("p", {}, t("site.hand")),
    h("div", { class: "row" }, action(t("site.zip"), async () => save(await postFile("site/files",
      { file: context.file, manifest, language })), { class: "main", id: "site-zip" }),
    h("button", { type: "button", class: "quiet", onclick: () =>
      copy(`${t("site.message")}\n\n${message(hosts)}`) }, t("site.copy"))),
    h("details", { id: "site-files" }, h("summary", {}, t("site.files")),
      ...hosts.map((host) => h("section", {}, h("h3", {}, host.host),
        host.files.map((file) => filePart(host.host, file)))))];
}

export function websiteView(context) {
  const files = h("div", { class: "flow" });
  const app = appPart(context);
  const load = oneAtATime(async () => {
    const site = await get("site", { file: context.file });
    app.show(site);
    files.replaceChildren(...filesPart(context, site));
  });
  load();
  return {
    element: h("div", { class: "flow" }, app.element, files, probePart(context.file)),
    update(name) {
      if (name === "job") load();
    },
  };
}
