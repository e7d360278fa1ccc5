// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The sheet as a table with its own cell names: what was found stands in its cell.

import { h, setText, sign } from "./build.js";
import { get, post } from "./server.js";
import { complain, oneAtATime, page, say } from "./base.js";
import { sayingAll } from "./told.js";
import { number, t } from "./words.js";

const count = 100;

/** The cell of a finding without the name of its sheet. */
export const cellOf = (finding) => finding.cell?.split("!").at(-1) ?? null;

const rowOf = (cell) => Number(/\d+$/.exec(cell)?.[0] ?? 0);

const isText = (name) => /\.(csv|tsv|txt)$/i.test(name ?? "");

/** Whether a finding is about a cell of one of the job's sheets. */
const isOf = (use) => (finding) => finding.cell && finding.file === use?.file
  && (finding.cell.includes("!") ? finding.cell.slice(0, finding.cell.lastIndexOf("!")) : null)
    === (use.sheet ?? null);

/** What was found, by cell; an error is told before a warning. */
function byCell(job, use) {
  const cells = new Map();
  for (const finding of job.check.findings.filter(isOf(use))) {
    const cell = cellOf(finding);
    const there = cells.get(cell) ?? [];
    if (finding.severity === "error") there.unshift(finding);
    else there.push(finding);
    cells.set(cell, there);
  }
  return cells;
}

function cellPart(name, text, found, isHead) {
  const cell = h(isHead ? "th" : "td", { tabindex: "-1", data: { cell: name },
    scope: isHead ? "col" : null });
  if (found) {
    cell.className = found[0].severity;
    cell.append(sign(found[0].severity), " ");
    cell.setAttribute("aria-describedby", `note-${name}`);
  }
  cell.append(h("span", { dir: "auto" }, text));
  return cell;
}

/** English, if the page has no words for one of them. */
const langOf = (findings) => findings.every(({ told }) => sayingAll("finding", told)) ? null : "en";

const wordsOf = (finding) => sayingAll("finding", finding.told) ?? finding.message;

function notesPart(cells) {
  return h("div", { hidden: true }, [...cells].map(([name, found]) =>
    h("p", { id: `note-${name}`, lang: langOf(found) }, found.map((each) =>
      `${t(`severity.${each.severity}`)}: ${wordsOf(each)}`).join(" "))));
}

export function sheetPart(context) {
  const box = h("section", { id: "sheet" });
  // A change of the job may move its sheets, so the one on show is known by its name.
  const place = { from: 1, only: false, use: null };
  const isOnShow = (each) => each.file === place.use?.file && each.sheet === place.use?.sheet;
  const use = () => context.job().sheets.find(isOnShow) ?? context.job().sheets[0];
  /** What stands in the table, and what came for it, which waits while someone types. */
  let sheet = null;
  let fetched = null;
  let current = null;
  let body = null;
  const under = h("p", { class: "under", role: "status" });

  const at = (name) => body?.querySelector(`[data-cell="${name}"]`);
  const canEdit = () => isText(sheet?.name);
  /** A field of one line would drop the breaks, and what is not shown would be lost. */
  const isWhole = (cell) => !cell.lastChild.textContent.includes("\n")
    && !sheet.shortened.includes(cell.dataset.cell);

  /** One cell of the table takes part in the order of the Tab key; arrows lead to the others. */
  const stand = (cell) => {
    body.querySelector("[data-cell][tabindex='0']")?.setAttribute("tabindex", "-1");
    cell.tabIndex = 0;
    current = cell.dataset.cell;
    const found = byCell(context.job(), use()).get(current);
    under.lang = langOf(found ?? []) ?? document.documentElement.lang;
    under.className = `under ${found?.[0].severity ?? ""}`;
    setText(under, found ? `${current}: ${found.map(wordsOf).join(" ")}`
      : `${current} · ${!canEdit() ? t("sheet.noedit")
        : isWhole(cell) ? t("sheet.edit") : t("sheet.elsewhere")}`);
  };
  const focus = (cell) => {
    stand(cell);
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  const close = (cell, text) => {
    cell.querySelector("input").remove();
    cell.classList.remove("editing");
    cell.lastChild.hidden = false;
    if (text !== undefined) cell.lastChild.textContent = text;
  };
  const textsOf = (cell) => sheet.rows.find((each) => each.row === rowOf(cell.dataset.cell))?.cells
    ?? sheet.headings;
  /** One after another, because the next one has seen its row with this change. */
  let changing = Promise.resolve();
  const change = (cell, value, was, row) => {
    const name = cell.dataset.cell;
    const { file, columns } = sheet;
    changing = changing.then(async () => {
      try {
        const job = await post("cell", { file: context.file, sheet: file, cell: name, was, row,
          value });
        row[columns.indexOf(name.replace(/\d+$/, ""))] = value;
        context.take(job);
        say(t("saved"));
      } catch (error) {
        if (cell.isConnected) cell.lastChild.textContent = was;
        complain(error);
      }
    });
  };
  const edit = (cell, first) => {
    if (!page.isWell || cell.querySelector("input")) return;
    if (!canEdit()) {
      setText(under, t("sheet.noedit"));
      return;
    }
    const was = cell.lastChild.textContent;
    const row = textsOf(cell);
    if (!isWhole(cell)) {
      setText(under, t("sheet.elsewhere"));
      return;
    }
    const input = h("input", { "aria-label": t("sheet.cell", { cell: cell.dataset.cell }),
      dir: "auto", class: "cell-input" });
    input.value = first ?? was;
    cell.classList.add("editing");
    cell.lastChild.hidden = true;
    cell.insertBefore(input, cell.lastChild);
    let isDone = false;
    const finish = (isKept) => {
      if (isDone) return;
      isDone = true;
      const value = input.value;
      close(cell, isKept ? value : was);
      if (isKept && value !== was) change(cell, value, was, row);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      finish(event.key === "Enter");
      cell.focus();
    });
    input.addEventListener("blur", () => finish(true));
    input.focus();
    if (first === undefined) input.select();
  };

  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const onKey = (event) => {
    const cell = event.target.closest("[data-cell]");
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const rows = [...body.querySelectorAll("tr")].filter((row) =>
        row.querySelector("[data-cell]"));
      const index = [...cell.parentNode.children].indexOf(cell);
      const next = rows[rows.indexOf(cell.parentNode) + step[0]]?.children[index + step[1]];
      if (next?.dataset.cell) focus(next);
    } else if (event.key === "Enter" || event.key === "F2") {
      event.preventDefault();
      edit(cell);
    }
  };

  const tablePart = (cells) => {
    const { columns, headings, headerRow, rows } = sheet;
    const name = (column, row) => `${columns[column]}${row}`;
    const line = (row, texts, isHead) => h("tr", {},
      h("th", { scope: "row", class: "row-number" }, String(row)),
      columns.map((_, column) => cellPart(name(column, row), texts[column] ?? "",
        cells.get(name(column, row)), isHead)));
    body = h("table", { class: "sheet" }, h("caption", { class: "unseen" }, sheet.name),
      h("thead", {}, h("tr", {}, h("td", { class: "row-number" }), columns.map((column) =>
        h("th", { scope: "col", class: "letter" }, column))),
      headerRow ? line(headerRow, headings, true) : ""),
      h("tbody", {}, rows.map((row) => line(row.row, row.cells, false))));
    body.addEventListener("keydown", onKey);
    body.addEventListener("dblclick", (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) edit(cell);
    });
    body.addEventListener("focusin", (event) => {
      if (event.target.dataset.cell) stand(event.target);
    });
    return body;
  };

  const turn = (from) => {
    place.from = from;
    load();
  };
  const pagesPart = () => {
    const last = Math.min(sheet.total, place.from + sheet.rows.length - 1);
    const button = (key, from, isOff) => h("button", { type: "button", class: "quiet",
      disabled: isOff, data: { key }, onclick: () => turn(from) }, t(`sheet.${key}`));
    const only = h("input", { type: "checkbox", id: "only-findings", checked: place.only,
      onchange: () => { place.only = only.checked; turn(1); } });
    const rows = sheet.rows.length ? t("sheet.rows", { from: number(place.from),
      to: number(last), n: sheet.total }) : t("sheet.norows");
    const { sheets } = context.job();
    const which = h("select", { "aria-label": t("sheet.which"), onchange: () => {
      place.use = sheets[which.selectedIndex];
      turn(1);
    } }, sheets.map((each) => h("option", { selected: each === use() },
      each.sheet ?? each.file.split("/").at(-1))));
    return h("div", { class: "split" },
      h("div", { class: "row" }, sheets.length > 1 ? which : null,
        h("button", { type: "button", id: "next-finding", onclick: next }, t("sheet.nextfinding")),
        h("label", { class: "choice" }, only, h("span", {}, t("sheet.only")))),
      h("div", { class: "row" }, h("span", { class: "soft", role: "status" }, rows),
        sheet.total > count ? [button("back", Math.max(1, place.from - count), place.from <= 1),
          button("forth", place.from + count, last >= sheet.total)] : null));
  };

  const draw = () => {
    if (box.querySelector(".cell-input")) return;
    sheet = fetched;
    const wasIn = box.contains(document.activeElement) ? document.activeElement : null;
    const key = wasIn?.id || wasIn?.dataset.key;
    const cells = byCell(context.job(), use());
    const old = box.querySelector(".scroll");
    const scroll = h("div", { class: "scroll tall", role: "region", tabindex: "0",
      "aria-label": sheet.name }, tablePart(cells));
    const top = [old?.scrollTop ?? 0, old?.scrollLeft ?? 0];
    box.replaceChildren(h("h2", {}, t("sheet.title"), " ", h("span", { class: "soft" },
      sheet.sheet ? `${sheet.name} · ${sheet.sheet}` : sheet.name)),
    pagesPart(), scroll, under, notesPart(cells));
    [scroll.scrollTop, scroll.scrollLeft] = top;
    const cell = at(current) ?? body.querySelector("tbody [data-cell]");
    setText(under, "");
    if (cell) stand(cell);
    if (wasIn?.dataset.cell) cell?.focus({ preventScroll: true });
    else if (key) box.querySelector(`#${key}, [data-key="${key}"]`)?.focus();
  };

  const fetchRows = async () => {
    fetched = await get("sheet", { file: context.file, sheet: use().file, name: use().sheet,
      from: place.from, count,
      only: place.only ? "findings" : null });
    draw();
  };
  const load = oneAtATime(async () => {
    // A job without a sheet has nothing to show here.
    box.hidden = !context.job().sheets.length;
    if (!box.hidden) await fetchRows();
  });

  const jump = async (finding) => {
    const cell = cellOf(finding);
    const wanted = context.job().sheets.find((each) => isOf(each)(finding));
    try {
      if (wanted && wanted !== use()) {
        Object.assign(place, { use: wanted, from: 1, only: false });
        await fetchRows();
      }
      if (!at(cell) && !place.only) {
        const index = Math.max(0, rowOf(cell) - (sheet?.headerRow ?? 1) - 1);
        place.from = 1 + count * Math.floor(index / count);
        await fetchRows();
      }
      if (!at(cell)) {
        Object.assign(place, { only: true, from: 1 });
        await fetchRows();
      }
    } catch (error) {
      complain(error);
      return;
    }
    if (at(cell)) focus(at(cell));
  };
  const next = () => {
    const found = context.job().check.findings.filter(cellOf);
    const index = found.findIndex((each) => cellOf(each) === current && isOf(use())(each));
    if (found.length) jump(found[(index + 1) % found.length]);
  };

  load();
  return { element: box, load, jump };
}
