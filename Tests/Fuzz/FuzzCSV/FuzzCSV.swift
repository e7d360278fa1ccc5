// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest

/// Reads the input at once and in pieces, and stops if the two differ or a row is not full.
///
/// The first byte is the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let whole = Reading(of: input.dropFirst(), pieces: count + 1)
  expect(whole == Reading(of: input.dropFirst(), pieces: Int(input.first ?? 0) + 1))
  return 0
}

private struct Reading: Equatable {
  var columns: [String]?
  var rows: [[UInt8]] = []
  var places: [TextPosition] = []
  var findings: [CSVFinding] = []

  init(of input: ArraySlice<UInt8>, pieces: Int) {
    var reader = CSVReader()
    func keep(_ row: borrowing CSVRow) -> Bool {
      expect(row.fields.last?.range.upperBound ?? 0 <= row.bytes.count)
      expect(String(validating: row.bytes, as: UTF8.self) != nil)
      rows.append(row.bytes)
      places.append(contentsOf: row.fields.map(\.position))
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
