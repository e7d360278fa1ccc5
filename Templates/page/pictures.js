// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Small pictures of numbers. Each stands beside its number in words, so it is hidden from readers
// of the screen.

import { s } from "./build.js";

const picture = (box, name, ...parts) => s("svg", { viewBox: box, class: name,
  "aria-hidden": "true", focusable: "false", preserveAspectRatio: "none" }, ...parts);

const strip = (name, x, width) => s("rect", { class: name, x: String(x), y: "0",
  width: String(Math.max(0, width)), height: "10" });

/** How much is done; what is begun and not finished comes in its own colour. */
export function bar(done, of, begun = 0) {
  const share = (n) => of ? 1000 * Math.min(1, n / of) : 0;
  const parts = [strip("free", 0, 1000), strip("part-done", 0, share(done))];
  if (begun) parts.push(strip("part-begun", share(done), Math.max(8, share(begun))));
  return picture("0 0 1000 10", "bar", ...parts);
}

/** Tags over time as steps of how many came in each part of it. */
export function pace(history) {
  const points = history ?? [];
  if (points.length < 2) return picture("0 0 100 30", "spark");
  const parts = 24;
  const first = points[0].t;
  const span = Math.max(1, points.at(-1).t - first);
  const sums = new Array(parts).fill(0);
  for (let i = 1; i < points.length; i += 1) {
    const place = Math.min(parts - 1, Math.floor((parts * (points[i].t - first)) / span));
    sums[place] += Math.max(0, points[i].ok - points[i - 1].ok);
  }
  const top = Math.max(1, ...sums);
  return picture("0 0 96 30", "spark", ...sums.map((sum, i) => s("rect", {
    x: String(4 * i), width: "3", y: String(30 - (28 * sum) / top - 1),
    height: String((28 * sum) / top + 1) })));
}

/** A ring for a share of a hundred; an unknown one is an empty ring. */
export function ring(percent) {
  const length = 2 * Math.PI * 12;
  const part = percent === null ? 0 : (length * percent) / 100;
  const circle = (name, dash) => s("circle", { class: name, cx: "16", cy: "16", r: "12",
    "stroke-dasharray": dash, transform: "rotate(-90 16 16)" });
  return picture("0 0 32 32", "ring", circle("ring-rest", "none"),
    circle("ring-part", `${part} ${length}`));
}
