// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Starting a run, whichever view asks for it, and the answer to what cannot be undone.

import { field, h } from "./build.js";
import { post } from "./server.js";
import { keepRun } from "./base.js";
import { t } from "./words.js";
import { enableSound } from "./sound.js";

export const defaults = { first: false, limit: null, rows: null, redo: null, uid: null,
  link: null,
  changed: null, changedSeen: null, lockSeen: null, seen: null, station: null, typed: null,
  faults: "none", tags: null, count: 1 };

/** Starts a run; the click is also what lets the browser play sounds. */
export async function start(body) {
  enableSound();
  document.querySelector("#message").hidden = true;
  const { run } = await post("run", { ...defaults, ...body });
  if (run) keepRun(run);
  return run;
}

/** What cannot be undone is confirmed by typing the name of the job. */
export function typedField(id, onType) {
  const input = h("input", { autocomplete: "off", spellcheck: "false", class: "short typed",
    oninput: () => onType(input.value.trim()) });
  return field(t("typed", { id }), input);
}
