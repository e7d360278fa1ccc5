// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What people choose on the page. The program keeps it: every start of it has another address, and the
// browser keeps things for an address.

import { post } from "./server.js";

const choices = {};
const timers = {};

export const chosen = (name) => choices[name] ?? "";

export const takeChoices = (all) => { Object.assign(choices, all); };

/** Once nothing more is typed. */
export function choose(name, value) {
  choices[name] = value;
  clearTimeout(timers[name]);
  timers[name] = setTimeout(() => { post("choose", { name, value }).catch(() => {}); }, 300);
}
