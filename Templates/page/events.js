// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The stream of events. A browser has six connections for all tabs together, so one tab holds the
// stream and passes everything on to the others.

import { ask, channel, get, isKnown, meet, programIsAway } from "./server.js";

let last = null;
let take = () => {};
let tell = () => {};
let isWell = false;
/** When something came, if only that the stream is there; and whether this tab holds it. */
let heard = 0;
let isHolder = false;
let isQueued = false;

/** The program says something every 15 seconds; a tab that passes nothing on for so long hangs. */
const silence = 40_000;

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Gets everything anew; the stream goes on from there. */
async function fetchState() {
  const state = await get("state");
  last = state.event;
  take("state", state);
}

/** Reads the lines of Server-Sent Events; a chunk may end anywhere. */
async function read(body, onEvent, onBeat) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let event = { name: "message", data: [] };
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    onBeat();
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
  if (!value) programIsAway();
  if (isWell !== value) tell(value);
  isWell = value;
}

function beat() {
  heard = performance.now();
  channel.postMessage({ kind: "beat" });
}

async function stream(signal) {
  const answer = await ask("/api/events",
    { signal, headers: last === null ? {} : { "Last-Event-ID": last } });
  setWell(true);
  await read(answer.body, share, beat);
}

async function hold(signal) {
  let pause = 0.2;
  for (;;) {
    try {
      if (!isWell) {
        await meet();
        await fetchState();
      }
      await stream(signal);
      pause = 0.2;
    } catch (error) {
      if (error.status === 401) return;
    }
    // Another tab has taken the stream, because this one did not pass it on.
    if (signal.aborted) return;
    setWell(false);
    await wait(pause);
    pause = Math.min(2, 1.6 * pause);
  }
}

/** Holds the stream once no other tab does; with `steal` at once. */
async function queue(steal) {
  if (!steal && isQueued) return;
  if (!steal) isQueued = true;
  const ending = new AbortController();
  try {
    await navigator.locks.request("tagpress-events", { steal }, () => {
      if (!steal) isQueued = false;
      isHolder = true;
      return hold(ending.signal);
    });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
    queue(false);
  } finally {
    ending.abort();
    isHolder = false;
  }
}

/** Takes the stream from a tab that hangs: until then the page would show the past as if it were now. */
function watch() {
  if (isHolder || !isKnown() || performance.now() - heard < silence) return;
  heard = performance.now();
  isWell = false;
  tell(false);
  queue(true);
}

function listen({ data }) {
  heard = performance.now();
  if (data.kind === "event") {
    last = data.id;
    arrived(data.name, data.data, last).catch(() => {});
  } else if (data.kind === "connection" && data.isWell !== isWell) {
    isWell = data.isWell;
    if (!isWell) programIsAway();
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
  heard = performance.now();
  queue(false);
  // Not all tabs at once.
  setInterval(watch, 5_000 + 5_000 * Math.random());
}
