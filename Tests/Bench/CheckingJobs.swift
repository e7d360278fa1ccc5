// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport

/// `tagpress check` of a million rows, as a program with its start-up.
///
/// It is compared with libxml2's own pass over the same XML, with the same rows as a spreadsheet,
/// and with a tenth and a thousandth of the rows.
func checkingJobs() throws -> [Row] {
  let jobs = try ManyRows(1_000_000)
  let (tenth, thousandth) = (try ManyRows(100_000), try ManyRows(1_000))
  let check = [builtTool, "check"]
  let look = ["xmllint", "--stream", "--noout"]
  let (ours, theirs) = try mediansOfRuns {
    try wallTime(check + [jobs.inline])
  } beside: {
    try isInstalled("xmllint") ? wallTime(look + [jobs.inline]) : .nan
  }
  let (sheet, again) = try mediansOfRuns {
    try wallTime(check + [jobs.spreadsheet])
  } beside: {
    try wallTime(check + [jobs.inline])
  }
  let (whole, part) = try mediansOfRuns {
    try wallTime(check + [jobs.inline])
  } beside: {
    try wallTime(check + [tenth.inline])
  }
  let (book, asText) = try mediansOfRuns {
    try wallTime(check + [jobs.workbook])
  } beside: {
    try wallTime(check + [jobs.spreadsheet])
  }
  let openpyxl = try Python.readingTime(of: jobs.xlsx)
  let bookMemory = try peakMemory(check + [jobs.workbook])
  let memory = try peakMemory(check + [jobs.inline])
  let sheetMemory = try peakMemory(check + [jobs.spreadsheet])
  let size = decimal(Double(jobs.inlineSize) / 1e6, places: 0)
  return [
    Row(
      "`check` of 1,000,000 rows in a manifest (\(size) MB)", "\(shown(ours, "s")), \(memory)",
      beside: theirs.isFinite
        ? "`xmllint --stream --noout`: \(shown(theirs, "s"))" : "xmllint: not installed",
      timesBetter: theirs.isFinite ? theirs / ours : nil),
    Row(
      "the same rows in a spreadsheet", "\(shown(sheet, "s")), \(sheetMemory)",
      beside: "in a manifest: \(shown(again, "s"))", timesBetter: again / sheet),
    Row(
      "the same rows in an .xlsx, as Excel writes it", "\(shown(book, "s")), \(bookMemory)",
      beside: "in a spreadsheet as CSV: \(shown(asText, "s"))", timesBetter: asText / book),
    Row(
      "the same, beside a look at each row alone", shown(book, "s"),
      beside: openpyxl.isFinite
        ? "openpyxl, read only: \(shown(openpyxl, "s"))" : "openpyxl: not installed",
      timesBetter: openpyxl.isFinite ? openpyxl / book : nil),
    Row(
      "`check` of 1,000,000 rows, for each 100,000", shown(whole / 10, "s"),
      beside: "of 100,000 rows: \(shown(part, "s"))", timesBetter: part / (whole / 10)),
    Row(
      "memory of `check` with 1,000,000 rows", memory,
      beside: "with 1,000: \(try peakMemory(check + [thousandth.inline]))"),
  ]
}

/// A program that did not end as it should, and what it said.
struct FailedRun: Error {
  let result: ProcessResult
}

func wallTime(_ command: [String]) throws -> Double {
  var result = ProcessResult(exit: .code(0), stdout: [], stderr: [])
  let time = try seconds {
    result = try run(command[0], Array(command.dropFirst()), timeLimit: .seconds(120))
  }
  guard result.exit == .code(0) else { throw FailedRun(result: result) }
  return time
}

/// The memory that a program had in use at most, as GNU time tells it: it forks from so small a
/// process that it counts nothing but the program.
///
/// With a file, what the program says goes there.
func peakMemory(
  _ command: [String], to file: String = "/dev/null", timeLimit: Duration = .seconds(120)
) throws -> String {
  guard isInstalled("time") else { return "memory: time is not installed" }
  let result = try run(
    "/bin/sh", ["-c", "exec time -f %M \"$@\" >\"$0\"", file] + command, timeLimit: timeLimit)
  let kilobytes = result.errorOutput.split(separator: "\n").last.flatMap { Double($0) }
  guard result.exit == .code(0), let kilobytes else { throw FailedRun(result: result) }
  return shown(kilobytes / 1024, "MiB")
}
