// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The token and every question to the program.

import { saying, t } from "./words.js";

const key = "tagpress-token";
let token = sessionStorage.getItem(key);
let onShut = () => {};

export const channel = new BroadcastChannel("tagpress");

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "token?" && token) channel.postMessage({ kind: "token", token });
});

function keep(value) {
  token = value;
  if (value) sessionStorage.setItem(key, value);
  else sessionStorage.removeItem(key);
}

/** Says what to do when the program does not know this page any more. */
export function whenShut(action) { onShut = action; }

export function shut() {
  keep(null);
  onShut("unknown");
}

function askOtherTabs() {
  return new Promise((resolve) => {
    const answer = ({ data }) => { if (data.kind === "token") resolve(data.token); };
    channel.addEventListener("message", answer);
    channel.postMessage({ kind: "token?" });
    setTimeout(() => {
      channel.removeEventListener("message", answer);
      resolve(null);
    }, 300);
  });
}

/** Gets the token; null when all is well, else why the page stays shut. */
export async function unlock() {
  const code = /^#code=(.+)$/.exec(location.hash)?.[1];
  if (code) {
    // The code must not stay in the history.
    history.replaceState(null, "", location.pathname);
    const answer = await fetch("/start", { method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ code: decodeURIComponent(code) }) });
    // Another tab of the same browser may have the right already.
    if (!answer.ok && !token) keep(await askOtherTabs());
    if (!answer.ok) return token ? null : "used";
    keep((await answer.json()).token);
    return null;
  }
  if (!token) keep(await askOtherTabs());
  return token ? null : "unknown";
}

export async function hello() {
  try {
    return (await (await fetch("/hello")).json()).command ?? "tagpress open";
  } catch {
    return "tagpress open";
  }
}

export const withToken = () => ({ Authorization: `Bearer ${token}` });

/** An answer that is no success: a sentence for a person, and what the program calls it. */
async function problem(answer) {
  const facts = await answer.json().catch(() => ({}));
  const kinds = ["error", "finding", "trouble"];
  const ours = kinds.map((kind) => saying(kind, facts.name)).find(Boolean);
  return Object.assign(
    new Error(ours ?? facts.error ?? t("odd", { status: String(answer.status) })),
    { facts, status: answer.status, isSaid: Boolean(facts.error) && !ours,
      details: ours ? facts.error : null });
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { ...options.headers, ...withToken() } });
  } catch {
    throw new Error(t("lost.now"));
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

const posted = (path, body) => ask(`/api/${path}`, { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) });

export const post = async (path, body) => (await posted(path, body)).json();

export const uploadMax = 64 * 1024 * 1024;

export async function upload(file) {
  const answer = await ask(`/api/upload${query({ name: file.name })}`, { method: "POST",
    headers: { "Content-Type": "application/octet-stream" }, body: file });
  return answer.json();
}

async function named(answer) {
  const name = decodeURIComponent(answer.headers.get("X-File-Name") ?? "tagpress");
  return { name, blob: await answer.blob() };
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
