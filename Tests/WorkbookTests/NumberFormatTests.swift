// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import Workbook

/// A number and its format, and what a person saw.
private struct Seen: CustomTestStringConvertible, Sendable {
  let format: String
  let value: String
  let text: String
  let problem: CellProblem?

  init(_ format: String, _ value: String, _ text: String, _ problem: CellProblem? = nil) {
    (self.format, self.value, self.text, self.problem) = (format, value, text, problem)
  }

  var testDescription: String { "\(value) as \(format)" }
}

private let numbers: [Seen] = [
  // Digits as they were typed, also where a program would show an exponent.
  Seen("General", "4901234567890", "4901234567890"),
  Seen("General", "4.90123456789E+12", "4901234567890"),
  Seen("General", "4.9012345678900002E+12", "4901234567890"),
  Seen("General", "4901234567890.0", "4901234567890"), Seen("General", "1.0E+3", "1000"),
  Seen("General", "1e3", "1000"), Seen("General", "-5", "-5"), Seen("General", "+5", "5"),
  Seen("General", "0", "0"), Seen("General", "-0", "0"), Seen("General", "0.0", "0"),
  Seen("General", "007", "7"), Seen("GENERAL", "12", "12"),
  Seen("General", "123456789012345", "123456789012345"),
  Seen("General", "1234567890123456", "1234567890123456", .inexact),
  Seen("General", "1.23456789012346E+19", "12345678901234600000", .inexact),
  Seen("General", "1E+20", "100000000000000000000", .inexact),
  Seen("0", "4.90123456789012E+18", "4901234567890120000", .inexact),
  Seen("00000", "12345678901234567", "12345678901234567", .inexact),
  // No number, and not more than that.
  Seen("General", "1E-9223372036854775808", "1E-9223372036854775808", .brokenReference),
  Seen("General", "1E9223372036854775807", "1E9223372036854775807", .brokenReference),
  // A decimal sign before the digits is one, too.
  Seen(".00", "45", "45", .numberFormat(".00")), Seen("-.00", "45", "45", .numberFormat("-.00")),
  // The decimal sign depends on the language.
  Seen("General", "12.5", "12.5", .decimal), Seen("General", "1E-7", "0.0000001", .decimal),
  Seen("General", "0.30000000000000004", "0.3", .decimal),
  Seen("General", "1066.9999999999999", "1067"), Seen("0.00", "5", "5.00", .decimal),
  Seen("#2", "5", "5.00", .decimal), Seen("0.0", "-0.25", "-0.3", .decimal),
  Seen("#.00", "0.5", ".50", .decimal), Seen("00.0", "5.25", "05.3", .decimal),
  // Zeros in front.
  Seen("00000", "1067", "01067"), Seen("00000", "123456", "123456"), Seen("00000", "0", "00000"),
  Seen("00000", "-7", "-00007"), Seen("#1", "1067", "1067"), Seen("0", "1067.4", "1067"),
  Seen("0", "1066.5", "1067"), Seen("0", "0.4", "0"), Seen("0", "-0.4", "0"),
  Seen("0", "9.99", "10"),
  Seen("000\\-000", "123456", "123-456"), Seen("000-000", "56", "000-056"),
  Seen("000-000", "1234567", "1234-567"), Seen("00 00", "512", "05 12"),
  Seen("\"F-\"000", "7", "F-007"), Seen("00000;@", "1067", "01067"),
  Seen("[Red]000", "7", "007"), Seen("[Color 3]000", "7", "007"), Seen("#", "7", "7"),
  Seen("#", "0", ""), Seen("##0", "7", "7"), Seen("##00", "7", "07"), Seen("@", "7", "7"),
  Seen("@;0", "7", "7", .numberFormat("@;0")),
  Seen("#49", "1067", "1067"), Seen("000_)", "7", "007"),
  Seen("0_)0", "7", "7", .numberFormat("0_)0")),
  Seen("000;-000;\"none\"", "7", "007"),
  // Formats that are not drawn.
  Seen("#,##0", "1067", "1067", .numberFormat("#,##0")),
  Seen("#3", "1067", "1067", .numberFormat("#,##0")),
  Seen("0%", "0.5", "0.5", .numberFormat("0%")), Seen("#9", "0.5", "0.5", .numberFormat("0%")),
  Seen("0.00E+00", "12", "12", .numberFormat("0.00E+00")),
  Seen("# ?/?", "0.5", "0.5", .numberFormat("# ?/?")),
  Seen("0.00\\ \"€\"", "5", "5", .numberFormat("0.00\\ \"€\"")),
  Seen("[$€-407]0", "5", "5", .numberFormat("[$€-407]0")),
  Seen("[>100]0;00", "5", "5", .numberFormat("[>100]0;00")),
  Seen("0;-0", "-5", "-5", .numberFormat("0;-0")),
  Seen("0;-0;\"\"", "0", "0", .numberFormat("0;-0;\"\"")),
  Seen(";;;", "5", "5", .numberFormat(";;;")), Seen("\"x\"", "5", "5", .numberFormat("\"x\"")),
  Seen("General\" kg\"", "5", "5", .numberFormat("General\" kg\"")),
  Seen("#\\-#", "12", "12", .numberFormat("#\\-#")),
  Seen("0,", "5000", "5000", .numberFormat("0,")),
  Seen("0?0", "5", "5", .numberFormat("0?0")), Seen("* 0", "5", "5", .numberFormat("* 0")),
  Seen("Standard", "5", "5", .numberFormat("Standard")),
  // Dates that are the same in every language.
  Seen("yyyy-mm-dd", "45296", "2024-01-05"), Seen("yyyy\\-mm\\-dd;@", "45296", "2024-01-05"),
  Seen("dd\\.mm\\.yyyy", "45296", "05.01.2024"), Seen("dd.mm.yy", "45296", "05.01.24"),
  Seen("d.m.yyyy", "45296", "5.1.2024"), Seen("yyyymmdd", "45296", "20240105"),
  Seen("yyyy\"年\"m\"月\"d\"日\"", "45296", "2024年1月5日"), Seen("yyyy-mm-dd", "45296.5", "2024-01-05"),
  Seen("yyyy", "45296", "2024"), Seen("yyyy-mm-dd", "61", "1900-03-01"),
  Seen("yyyy-mm-dd", "2958465", "9999-12-31"), Seen("yyyy-mm-dd", "36585", "2000-02-29"),
  // Excel has a day that never was, and other programs do not.
  Seen("yyyy-mm-dd", "60", "1900-02-29", .earlyDate),
  Seen("yyyy-mm-dd", "59", "1900-02-28", .earlyDate),
  Seen("yyyy-mm-dd", "1", "1900-01-01", .earlyDate),
  Seen("yyyy-mm-dd", "0", "1900-01-00", .earlyDate),
  Seen("yyyy-mm-dd", "-1", "-1", .numberFormat("yyyy-mm-dd")),
  Seen("yyyy-mm-dd", "2958466", "2958466", .numberFormat("yyyy-mm-dd")),
  Seen("yyyy-mm-dd", "45296.9999999", "45296.9999999", .numberFormat("yyyy-mm-dd")),
  // And those that are not.
  Seen("#14", "45296", "2024-01-05", .dateOfLanguage),
  Seen("#22", "45296.5", "45296.5", .dateOfLanguage),
  Seen("dd/mm/yyyy", "45296", "2024-01-05", .dateOfLanguage),
  Seen("d. mmmm yyyy", "45296", "2024-01-05", .dateOfLanguage),
  Seen("ddd", "45296", "2024-01-05", .dateOfLanguage), Seen("hh:mm", "0.5", "0.5", .dateOfLanguage),
  Seen("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "45296", "2024-01-05", .dateOfLanguage),
  Seen("[$-411]ggge\"年\"", "45296", "2024-01-05", .dateOfLanguage),
  Seen("[$-407]yyyy-mm-dd", "45296", "2024-01-05", .dateOfLanguage),
  Seen("#31", "45296", "2024-01-05", .dateOfLanguage), Seen("#46", "1.5", "1.5", .dateOfLanguage),
  Seen("h:mm AM/PM", "0.5", "0.5", .dateOfLanguage),
  Seen("yyyy-mm-dd h:mm", "45296", "2024-01-05", .dateOfLanguage),
  // What is no number, or one that programs do not write.
  Seen("General", "abc", "abc", .brokenReference), Seen("General", "1,5", "1,5", .brokenReference),
  Seen("General", "NaN", "NaN", .brokenReference), Seen("General", ".", ".", .brokenReference),
  Seen("General", "1E999", "1E999", .brokenReference),
  Seen("General", "1E", "1E", .brokenReference),
  Seen("General", "0x10", "0x10", .brokenReference),
  Seen("#99", "5", "5", .numberFormat("(99)")),
]

@Test(arguments: numbers)
private func `a number has the text that was seen, or a problem`(seen: Seen) throws {
  var book = SampleWorkbook(rows: "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>\(seen.value)</v></c></row>")
  book.formats = [seen.format]
  let problem = seen.problem.map { " (\($0))" } ?? ""
  let cells = try WorkbookReading(book.bytes).cells
  #expect(cells == (seen.text.isEmpty ? [] : ["A1=\(seen.text)\(problem)"]))
}

@Test(arguments: [
  ("0", "1904-01-01"), ("59", "1904-02-29"), ("60", "1904-03-01"), ("43834", "2024-01-05"),
])
func `a workbook of 1904 counts from there`(value: String, text: String) throws {
  var book = SampleWorkbook(rows: "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>\(value)</v></c></row>")
  book.formats = ["yyyy-mm-dd"]
  book.properties = "<workbookPr date1904=\"1\"/>"
  #expect(try WorkbookReading(book.bytes).cells == ["A1=\(text)"])
}

@Test(arguments: [
  ("@", true), ("@;0", false), ("0;@;0", false), ("General", true), ("0;-0;0;@", true),
  ("_-* #,##0_-;-* #,##0_-;_-* \"-\"_-;_-@_-", true),
  ("0;-0;0;General", true), ("@\" GmbH\"", false), ("0;-0;0;\"\"", false), (";;;", false),
  ("\"Nr. \"@", false), ("yyyy-mm-dd;@", true), ("[Red]@", true),
])
func `a format can put words around a text`(format: String, isAsItIs: Bool) throws {
  var book = SampleWorkbook(
    rows: "<row r=\"1\"><c r=\"A1\" s=\"1\" t=\"inlineStr\"><is><t>x</t></is></c></row>")
  book.formats = [format]
  let expected = isAsItIs ? "A1=x" : "A1=x (\(CellProblem.numberFormat(format)))"
  #expect(try WorkbookReading(book.bytes).cells == [expected])
}

@Test func `every day of the calendar is the one after the day before`() {
  let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  var (year, month, day) = (1904, 1, 1)
  for serial in 0...120_000 {
    guard let date = SpreadsheetDate(serial: serial, countsFrom1904: true),
      (date.year, date.month, date.day) == (year, month, day)
    else {
      Issue.record("day \(serial) is not \(year)-\(month)-\(day)")
      return
    }
    let isLong = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    day += 1
    if day > days[month - 1] + (isLong ? 1 : 0) { (month, day) = (month + 1, 1) }
    if month > 12 { (year, month) = (year + 1, 1) }
  }
}
