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

/// The same rows in two jobs.
struct ManyRows {
  let inline: String
  let spreadsheet: String
  let workbook: String
  let xlsx: String
  let inlineSize: Int
  /// Takes the files away when no one needs them any more.
  private let folder: TemporaryDirectory

  init(_ count: Int) throws {
    folder = try TemporaryDirectory()
    inline = folder.path(of: "inline.xml")
    spreadsheet = folder.path(of: "spreadsheet.xml")
    workbook = folder.path(of: "workbook.xml")
    xlsx = folder.path(of: "rows.xlsx")
    let head = """
      <job xmlns="urn:tagpress:job:1" id="many">
      <link>https://go.example.com/s/{code}{?campaign}</link>
      <tags chips="NTAG213"/>

      """
    try folder.write(head + "<rows from=\"rows.csv\"/>\n</job>\n", to: "spreadsheet.xml")
    try folder.write(head + "<rows from=\"rows.xlsx\"/>\n</job>\n", to: "workbook.xml")
    try folder.write(SharedTextsWorkbook(count).bytes(), to: "rows.xlsx")
    let manifest = try Self.open(inline)
    let sheet = try Self.open(folder.path(of: "rows.csv"))
    defer { fclose(sheet) }
    fputs(head + "<rows>\n", manifest)
    fputs("id,code,campaign,city\n", sheet)
    for number in 1_000_000..<(1_000_000 + count) {
      let code = ManyRows.code(number)
      fputs(
        "<row id=\"store-\(number)\" code=\"\(code)\" campaign=\"spring stickers\"/>\n", manifest)
      fputs("store-\(number),\(code),spring stickers,Zürich\n", sheet)
    }
    fputs("</rows>\n</job>\n", manifest)
    inlineSize = ftell(manifest)
    fclose(manifest)
  }

  static func code(_ number: Int) -> String {
    String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
  }

  private static func open(_ path: String) throws -> UnsafeMutablePointer<FILE> {
    guard let file = fopen(path, "w") else { throw UnusablePage(path: path, errno: errno) }
    return file
  }
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
