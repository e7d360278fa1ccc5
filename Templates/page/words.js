// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The words of the page in the reader's language. A new language is a file like words-en.js and a
// line here.

import english from "./words-en.js";
import german from "./words-de.js";
import germanSayings from "./said-de.js";

export const languages = { en: english, de: german };

/** What the program says by name, where the page has words for it; the program speaks English. */
const sayings = { de: germanSayings };

const key = "tagpress-language";
const wanted = () => {
  const kept = localStorage.getItem(key);
  if (kept && languages[kept]) return kept;
  const known = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  return known.find((name) => languages[name]) ?? "en";
};

export let language = wanted();

export function setLanguage(name) {
  localStorage.setItem(key, name);
  language = name;
}

/** The region of the browser counts when it speaks the language of the page. */
const place = () => navigator.languages.find((name) => name.startsWith(language)) ?? language;

export const number = (value, digits = 0) => value === null || value === undefined ? "–"
  : new Intl.NumberFormat(place(), { maximumFractionDigits: digits }).format(value);

export const percent = (value) => value === null || value === undefined ? "–"
  : new Intl.NumberFormat(place(), { style: "percent" }).format(value / 100);

export function time(text) {
  // "2026-11-26 10:02:11" is UTC, as in the ledger.
  const date = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(date.valueOf()) ? text
    : new Intl.DateTimeFormat(place(), { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A text with its values; one with plural forms goes by the value `n`. */
export function t(name, values = {}) {
  const found = languages[language][name] ?? english[name] ?? name;
  const text = typeof found === "string" ? found
    : found[new Intl.PluralRules(language).select(values.n)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (all, part) => part in values
    ? (typeof values[part] === "number" ? number(values[part], 1) : String(values[part])) : all);
}

/** The page's words for a reason or an error of the program; null if it has none. */
export const saying = (kind, name) => sayings[language]?.[kind]?.[name] ?? null;

export function minutes(value) {
  if (value === null || value === undefined) return "–";
  if (value < 1) return t("time.soon");
  const whole = Math.round(value);
  if (whole < 60) return t("time.minutes", { n: whole });
  return t("time.hours", { h: Math.floor(whole / 60), m: whole % 60 });
}
