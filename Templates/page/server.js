// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Who the page is to the program, and every question to it.
//
// The page has a secret, which it keeps in memory as a key that nothing can read. What it sends is the
// session, good for one start of the program. While the program is away, someone else may listen at
// its port: so it first has to show that it has the page's key.

import { sayingAll, uidText } from "./told.js";
import { t } from "./words.js";

const place = "tagpress-session";
let session = sessionStorage.getItem(place);
let key = null;
let name = null;
/** The start of the program that was met last. */
let start = null;
/** Whether a reload and other tabs may have the session: nobody else has been at this port. */
let isShared = true;
let meeting = null;
let onShut = () => {};

export const channel = new BroadcastChannel("tagpress");

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "session?" && session && isShared) {
    channel.postMessage({ kind: "session", session });
  }
});

function keep(value) {
  session = value;
  if (value && isShared) sessionStorage.setItem(place, value);
  else sessionStorage.removeItem(place);
}

/** Says what to do when the program does not know this page any more. */
export function whenShut(action) { onShut = action; }

function shut() {
  keep(null);
  key = null;
  onShut("unknown");
}

const bytes = (text) => new TextEncoder().encode(text);

const hex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const signed = async (...parts) =>
  hex(await crypto.subtle.sign("HMAC", key, bytes(parts.join("\n"))));

const sent = (body) => ({ method: "POST", headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body ?? {}) });

/** Takes the page's secret, and a session with the program that has given it. */
async function take(given) {
  const secret = await crypto.subtle.digest("SHA-256", bytes(given.secret));
  key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false,
    ["sign"]);
  name = hex(await crypto.subtle.digest("SHA-256", secret));
  start = given.start;
  keep(await signed("page", start, location.port));
}

/** Asks whoever answers to show that it is the page's program, and has a session with it then. */
async function meetOnce() {
  const challenge = hex(crypto.getRandomValues(new Uint8Array(16)));
  const answer = await fetch("/prove", sent({ page: name, challenge }));
  if (answer.status === 401) {
    shut();
    throw Object.assign(new Error(t("lost.now")), { status: 401 });
  }
  const said = answer.ok ? await answer.json() : {};
  if (said.proof !== await signed("program", challenge, said.start, location.port)) {
    throw new Error(t("lost.now"));
  }
  // Another start: who was here between them may have left something that answers a reload.
  if (said.start !== start) isShared = false;
  start = said.start;
  keep(await signed("page", start, location.port));
}

export function meet() {
  meeting ??= meetOnce().finally(() => { meeting = null; });
  return meeting;
}

/** Whether it has a secret, and may hope to meet its program again. */
export const isKnown = () => key !== null;

/** The program does not answer: until it has shown itself again, nobody gets anything. */
export function programIsAway() { keep(null); }

function askOtherTabs() {
  return new Promise((resolve) => {
    const answer = ({ data }) => { if (data.kind === "session") resolve(data.session); };
    channel.addEventListener("message", answer);
    channel.postMessage({ kind: "session?" });
    setTimeout(() => {
      channel.removeEventListener("message", answer);
      resolve(null);
    }, 300);
  });
}

/** Has a secret of its own for the session that a reload or another tab has left; whether it has. */
async function goOn() {
  session ??= await askOtherTabs();
  if (!session) return false;
  const answer = await fetch("/api/page", { ...sent(), headers: withSession() });
  if (answer.ok) await take(await answer.json());
  else if (answer.status === 401 || answer.status === 403) keep(null);
  // There was no room for the question just now.
  else throw new Error(t("lost.now"));
  return answer.ok;
}

/** Opens the page to its program; null when all is well, else why it stays shut. */
export async function unlock() {
  if (isKnown()) return null;
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (!code) return await goOn() ? null : "unknown";
  // The code must not stay in the history.
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("/start", sent({ code }));
  if (answer.ok) {
    await take(await answer.json());
    return null;
  }
  // Another tab of the same browser may have the right already.
  return await goOn() ? null : "used";
}

export async function hello() {
  try {
    return (await (await fetch("/hello")).json()).command ?? "tagpress open";
  } catch {
    return "tagpress open";
  }
}

const withSession = () => ({ Authorization: `Bearer ${session}` });

/** Sends a question that only the program may hear. What someone left here earlier, and what would hear
 *  everything, is no program of ours. */
async function send(path, options) {
  if (!session) await meet();
  // Last, because it may have come meanwhile.
  if (navigator.serviceWorker?.controller) {
    shut();
    throw Object.assign(new Error(t("lost.now")), { status: 401 });
  }
  return fetch(path, { ...options, headers: { ...options.headers, ...withSession() } });
}

/** An answer that is no success: a sentence for a person, and what the program calls it. */
async function problem(answer) {
  const facts = await answer.json().catch(() => ({}));
  const kinds = ["error", "finding", "trouble"];
  const ours = sayingAll(kinds, facts.told ?? [{ key: facts.name, facts: {} }]);
  const english = (facts.told ?? []).map((each) => each.facts.uid).filter(Boolean)
    .reduce((words, uid) => words?.replaceAll(uid, uidText(uid)), facts.error);
  return Object.assign(
    new Error(ours ?? english ?? t("odd", { status: String(answer.status) })),
    { facts, status: answer.status, isSaid: Boolean(facts.error) && !ours });
}

export async function ask(path, options = {}) {
  let answer;
  try {
    answer = await send(path, options);
    if (answer.status === 401) {
      // Perhaps of a start of the program that is over.
      keep(null);
      answer = await send(path, options);
    }
  } catch (error) {
    throw error.status ? error : new Error(t("lost.now"));
  }
  if (answer.status === 401) shut();
  if (!answer.ok) throw await problem(answer);
  return answer;
}

const query = (values) => {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value !== null && value !== undefined) parts.set(name, value);
  }
  const text = parts.toString();
  return text ? `?${text}` : "";
};

export const get = async (path, values) =>
  (await ask(`/api/${path}${query(values)}`)).json();

const posted = (path, body) => ask(`/api/${path}`, sent(body));

export const post = async (path, body) => (await posted(path, body)).json();

export const uploadMax = 64 * 1024 * 1024;

/** Sends a file; as "newer" it is only kept, to be compared with a list. */
export async function upload(file, as = null) {
  const answer = await ask(`/api/upload${query({ name: file.name, as })}`, { method: "POST",
    headers: { "Content-Type": "application/octet-stream" }, body: file });
  return answer.json();
}

async function named(answer) {
  const name = decodeURIComponent(answer.headers.get("X-File-Name") ?? "tagpress");
  const gone = Number(answer.headers.get("X-Rows-Gone") ?? 0);
  return { name, gone, blob: await answer.blob() };
}

export const getFile = async (path, values) => named(await ask(`/api/${path}${query(values)}`));

export const postFile = async (path, body) => named(await posted(path, body));

/** Hands a file to the browser's downloads. */
export function save({ name, blob }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
