// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is heard of a run: a sound for each word, a sentence for those who do not see the screen,
// and, if wanted, a voice. When several things happen at once, the loudest trouble wins.

import { say } from "./base.js";
import { choose, chosen } from "./choices.js";
import { language, t } from "./words.js";
import { instruction, readerName, wordText } from "./readers.js";
import { called } from "./told.js";

let audio = null;
let heard = { run: null, tag: 0, two: "", out: "", torn: "", alarms: 0 };

export const wantsSpeech = () => chosen("speech") === "yes";
export const setSpeech = (isOn) => choose("speech", isOn ? "yes" : "no");

/** A browser plays nothing before a click or a key. */
export function enableSound() {
  audio ??= new AudioContext();
  audio.resume();
}

export const canSound = () => audio !== null;

/** Tones as [hertz, begin, seconds]; troubles are lower, longer and rougher. */
const tones = {
  "OK": ["sine", 0.25, [[880, 0, 0.08], [1320, 0.08, 0.12]]],
  "ALREADY DONE": ["sine", 0.25, [[660, 0, 0.1], [660, 0.16, 0.1]]],
  "AGAIN": ["triangle", 0.4, [[440, 0, 0.12], [440, 0.2, 0.12], [440, 0.4, 0.12]]],
  "PUT ASIDE": ["square", 0.3, [[220, 0, 0.25], [147, 0.25, 0.45]]],
  "TWO TAGS": ["square", 0.3, [[523, 0, 0.12], [370, 0.14, 0.12], [523, 0.28, 0.12],
    [370, 0.42, 0.12]]],
  "ALARM": ["sawtooth", 0.35, [[784, 0, 0.18], [523, 0.2, 0.18], [784, 0.4, 0.18],
    [523, 0.6, 0.3]]],
};

/** From quiet to loud. */
const ranks = ["OK", "ALREADY DONE", "AGAIN", "PUT ASIDE", "TWO TAGS", "ALARM"];

function play(name) {
  if (!audio || !tones[name]) return;
  const [type, loudness, notes] = tones[name];
  for (const [hertz, begin, seconds] of notes) {
    const tone = new OscillatorNode(audio, { type, frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    const from = audio.currentTime + begin;
    volume.gain.setTargetAtTime(loudness, from, 0.005);
    volume.gain.setTargetAtTime(0, from + seconds - 0.02, 0.01);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + seconds + 0.1);
  }
}

export const alarm = () => play("ALARM");

function speak(text) {
  if (!wantsSpeech() || !audio || !("speechSynthesis" in window)) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  // An old word must not be heard after a new one.
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

const spoken = (reader, word, row, label) => t("spoken", { reader: readerName(reader),
  word: wordText(word), row: row ? called(row, label).replace(" · ", ", ") : "" }).replace(/[\s,]+$/, "");

/** What is new in a run since it was heard last. */
function news(run) {
  const found = run.tags.filter((tag) => tag.number > heard.tag).reverse()
    .map((tag) => ({ name: tag.word,
      text: spoken({ number: tag.reader }, tag.word, tag.row, tag.label) }));
  const two = run.readers.filter((reader) => reader.state === "two-tags");
  const out = run.readers.filter((reader) => ["lost", "refused"].includes(reader.state));
  const was = (list, reader) => list.split(",").includes(String(reader.number));
  for (const reader of two.filter((each) => !was(heard.two, each))) {
    found.push({ name: "TWO TAGS", text: spoken(reader, "TWO TAGS") });
  }
  for (const reader of out.filter((each) => !was(heard.out, each))) {
    found.push({ name: "ALARM", text: `${readerName(reader)}: ${t("word.lost")}` });
  }
  const torn = run.readers.filter((reader) => reader.torn);
  const wanted = (reader) => `${reader.number} ${reader.state} ${reader.torn.uid}`;
  for (const reader of torn.filter((each) => !heard.torn.split(",").includes(wanted(each)))) {
    found.push({ name: "AGAIN",
      text: `${readerName(reader)}: ${instruction(reader, run).text}` });
  }
  if (run.alarms.length > heard.alarms) found.push({ name: "ALARM", text: t("run.alarm") });
  heard = { run: run.number, tag: Math.max(heard.tag, ...run.tags.map((tag) => tag.number)),
    two: two.map((each) => each.number).join(), out: out.map((each) => each.number).join(),
    torn: torn.map(wanted).join(), alarms: run.alarms.length };
  return found;
}

const reminderPause = 10_000;
let reminder = null;

/** As long as a reader waits for a torn tag, its sound comes back now and then. */
function remind(run) {
  const waits = run?.phase === "running" && run.readers.some((reader) => reader.torn);
  if (waits === (reminder !== null)) return;
  clearInterval(reminder);
  reminder = waits ? setInterval(() => {
    if (document.body.dataset.connection !== "lost") play("AGAIN");
  }, reminderPause) : null;
}

/** Takes every state of a run; what lay there before the page came is not told again. */
export function hear(run) {
  remind(run);
  if (!run) {
    heard.run = null;
    return;
  }
  if (heard.run !== run.number) {
    const isFresh = heard.run !== null;
    heard = { run: run.number, tag: -1, two: "", out: "", torn: "", alarms: 0 };
    if (!isFresh) news(run);
  }
  const found = news(run);
  if (!found.length) return;
  const loudest = found.reduce((one, other) =>
    ranks.indexOf(other.name) > ranks.indexOf(one.name) ? other : one);
  play(loudest.name);
  const text = found.map((each) => each.text).join(". ");
  say(text, true);
  speak(found.length > 3 ? loudest.text : text);
}
