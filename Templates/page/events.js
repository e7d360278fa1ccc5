// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The stream of events. A browser has six connections for all tabs together, so one tab holds the
// stream and passes everything on to the others.

import { channel, get, shut, withToken } from "./server.js";

let last = null;
let take = () => {};
let tell = () => {};
let isWell = false;

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Gets everything anew; the stream goes on from there. */
async function fetchState() {
  const state = await get("state");
  last = state.event;
  take("state", state);
}

/** Reads the lines of Server-Sent Events; a chunk may end anywhere. */
async function read(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let event = { name: "message", data: [] };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
      if (line === "") {
        if (event.data.length) onEvent(event);
        event = { name: "message", data: [] };
        continue;
      }
      const [, name, text] = /^([^:]*):? ?(.*)$/.exec(line);
      if (name === "data") event.data.push(text);
      else if (name === "event") event.name = text;
      else if (name === "id") event.id = text;
    }
  }
}

async function arrived(name, data, event) {
  if (name === "reload") await fetchState();
  else take(name, data, event);
}

function share(event) {
  const data = JSON.parse(event.data.join("\n") || "null");
  if (event.id !== undefined) last = event.id;
  channel.postMessage({ kind: "event", id: last, name: event.name, data });
  arrived(event.name, data, last).catch(() => {});
}

function setWell(value) {
  channel.postMessage({ kind: "connection", isWell: value });
  if (isWell !== value) tell(value);
  isWell = value;
}

async function stream() {
  const answer = await fetch("/api/events",
    { headers: { ...withToken(), ...(last === null ? {} : { "Last-Event-ID": last }) } });
  if (answer.status === 401) {
    shut();
    return false;
  }
  if (!answer.ok) throw new Error(String(answer.status));
  setWell(true);
  await read(answer.body, share);
  return true;
}

async function hold() {
  let pause = 0.2;
  for (;;) {
    try {
      if (!isWell) await fetchState();
      if (!(await stream())) return;
      pause = 0.2;
    } catch (error) {
      if (error.status === 401) return;
    }
    setWell(false);
    await wait(pause);
    pause = Math.min(2, 1.6 * pause);
  }
}

function listen({ data }) {
  if (data.kind === "event") {
    last = data.id;
    arrived(data.name, data.data, last).catch(() => {});
  } else if (data.kind === "connection" && data.isWell !== isWell) {
    isWell = data.isWell;
    tell(isWell);
    // What happened meanwhile was passed on to nobody.
    if (isWell) fetchState().catch(() => {});
  }
}

/** Begins; `onEvent` gets every event, `onConnection` whether the program answers. */
export async function follow(onEvent, onConnection) {
  take = onEvent;
  tell = onConnection;
  await fetchState();
  channel.addEventListener("message", listen);
  isWell = true;
  tell(true);
  navigator.locks.request("tagpress-events", hold);
}
