// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The words of the page in the reader's language; each language is a file of the program.

const answer = await fetch("/languages.json");

export const languages = await answer.json();

const known = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());

/** The browser's, until someone chooses another. */
export let language = known.find((name) => languages[name]) ?? "en";

export function setLanguage(name) {
  if (Object.hasOwn(languages, name)) language = name;
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
  const found = languages[language].page[name] ?? languages.en.page[name] ?? name;
  return filled(formed(found, values), values);
}

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, part) =>
  Object.hasOwn(values, part)
    ? (typeof values[part] === "number" ? number(values[part], 1) : String(values[part])) : all);

/** The form for a number `n`, of a text that has forms. */
const formed = (text, values) => typeof text === "string" ? text
  : text[new Intl.PluralRules(language).select(values.n)] ?? text.other;

/** The language's own words for what the program says by name in English; null if there are none. */
export function saying(kind, name, values = {}) {
  const texts = languages[language].said?.[kind] ?? {};
  return Object.hasOwn(texts, name) ? filled(formed(texts[name], values), values) : null;
}

/** Whether the program's own sentences are in this language. */
export const isOwn = () => !languages[language].said;

export function minutes(value) {
  if (value === null || value === undefined) return "–";
  if (value < 1) return t("time.soon");
  const whole = Math.round(value);
  if (whole < 60) return t("time.minutes", { n: whole });
  return t("time.hours", { h: Math.floor(whole / 60), m: whole % 60 });
}
