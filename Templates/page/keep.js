// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The jobs of the folder, kept in order: copied, renamed, put away and brought back.

import { field, h, redraw } from "./build.js";
import { post } from "./server.js";
import { action, goThen, jobHash, page, tell } from "./base.js";
import { t } from "./words.js";

/** What can be done with a whole job. */
export function keepPart(context) {
  const box = h("div", {});
  const title = () => context.job().card.title || context.job().card.id;
  /** A name is asked for where the button was. */
  const ask = (words, name, work) => {
    const input = h("input", { id: "keep-name", autocomplete: "off" });
    input.value = name;
    box.replaceChildren(h("div", { class: "row end" }, field(t("new.name.label"), input),
      action(words, () => work(input.value), { id: "keep-do", class: "main" }),
      h("button", { type: "button", class: "quiet", onclick: () => box.replaceChildren() },
        t("cancel"))));
    input.select();
  };
  return h("section", { id: "keep" }, h("h2", {}, t("keep.title")), h("div", { class: "row" },
    h("button", { type: "button", id: "keep-copy", onclick: () =>
      ask(t("keep.copy"), t("keep.copy.name", { job: title() }), async (name) => {
        const made = await post("job/copy", { file: context.file, name });
        await goThen(jobHash(made.file, "check"));
        tell(t("keep.copied"));
      }) }, t("keep.copy")),
    h("button", { type: "button", id: "keep-rename", onclick: () =>
      ask(t("keep.rename"), title(), async (name) => {
        context.take(await post("job/rename", { file: context.file, name }));
        box.replaceChildren();
        tell(t("keep.renamed"));
      }) }, t("keep.rename")),
    action(t("keep.away"), async () => {
      await post("job/put-away", { file: context.file });
      await goThen("#/");
      tell(t("keep.away.done"));
    }, { id: "keep-away", class: "quiet" })),
  h("p", { class: "soft" }, t("keep.how")), box);
}

/** The jobs that were put away, below the others. */
export function drawAway(box) {
  const files = page.state.away ?? [];
  box.hidden = !files.length;
  redraw(box, () => box.replaceChildren(h("details", {},
    h("summary", {}, t("away.title", { n: files.length })),
    h("ul", { class: "plain" }, files.map((file, index) => h("li", { class: "row" },
      h("span", {}, file), action(t("away.back"), async () => {
        await post("job/bring-back", { file });
        tell(t("away.done"));
      }, { id: `away-${index}`, class: "small-button" })))))));
}
