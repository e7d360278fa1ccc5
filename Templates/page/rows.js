// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What rows are called, wherever one is shown.

import { t } from "./words.js";

/**
 * Such as "No. 3 · Blumen Görlitz". The number is an id, and no place in a list, where the third row
 * is another one.
 */
export function called(id, label) {
  const name = /^[0-9]+$/.test(id) ? t("row.number", { row: String(id) }) : String(id);
  return label && label !== id ? `${name} · ${label}` : name;
}
