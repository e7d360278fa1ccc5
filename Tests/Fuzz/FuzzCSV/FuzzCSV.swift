// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest

/// Reads the input at once and in pieces, and stops if the two differ or a row is not full.
///
/// The first byte is the size of the pieces, the second one what is stated about the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let statement = Statement(input.dropFirst().first ?? 0)
  let file = input.dropFirst(2)
  let whole = Reading(of: file, statement, pieces: count + 1)
  expect(whole == Reading(of: file, statement, pieces: Int(input.first ?? 0) + 1))
  return 0
}

/// What a manifest may say: an encoding, or none for half of the numbers, and a row with the names, or that
/// there is none.
private struct Statement {
  let encoding: CSVEncoding?
  let header: SheetHeader?

  private static let names = [
    "UTF-8", "UTF-16", "UTF-32", "windows-1250", "windows-1252", "Shift_JIS", "EUC-JP",
    "ISO-2022-JP", "GB18030", "Big5", "EUC-KR", "windows-1255", "KOI8-R", "IBM850",
  ]

  init(_ number: UInt8) {
    let index = Int(number & 0x1F)
    encoding = index < Self.names.count ? CSVEncoding(named: Self.names[index]) : nil
    let row = Int(number >> 5 & 3)
    header = number & 0x80 == 0 ? nil : row == 0 ? .missing : .row(row)
  }
}

private struct Reading: Equatable {
  var columns: [String]?
  var rows: [[UInt8]] = []
  var places: [TextPosition] = []
  var findings: [CSVFinding] = []

  init(of input: ArraySlice<UInt8>, _ statement: Statement, pieces: Int) {
    var reader = CSVReader(encoding: statement.encoding, header: statement.header)
    func keep(_ row: borrowing CSVRow) -> Bool {
      expect(row.fields.last?.range.upperBound ?? 0 <= row.bytes.count)
      expect(String(validating: row.bytes, as: UTF8.self) != nil)
      rows.append(row.bytes)
      places.append(contentsOf: row.fields.map(\.position))
      _ = mojibakeReading(of: row.bytes)
      return true
    }
    var rest = input
    while !rest.isEmpty {
      reader.push(Array(rest.prefix(pieces)).span) { keep($0) }
      rest = rest.dropFirst(pieces)
    }
    reader.finish { keep($0) }
    columns = reader.columns
    findings = reader.findings
    expect(places.count == rows.count * (columns?.count ?? 0))
  }
}

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
