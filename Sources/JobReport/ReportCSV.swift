// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning

/// A report as a spreadsheet: a line for each row.
///
/// It begins with a byte order mark, without which Excel takes UTF-8 for the encoding of its country.
/// The UID is written with colons, because Excel takes one such as 04E1234567890 for a number and
/// loses it; leading zeros would go as well. Times are spelt so that a spreadsheet takes them for
/// times.
/// Programs know the columns by their places too, so a new one only ever comes behind the others.
package struct ReportCSV {
  private let separator: Character
  private let names: NameColumns

  private static let columns = [
    "row", "state", "link", "uid", "chip", "bytes", "capacity", "protection", "signature",
    "begun", "done", "attempts", "station", "reader", "manifest", "why", "begun local",
    "done local", "local zone",
  ]

  package init(of ledger: Ledger, separator: Character = ",") throws(LedgerError) {
    self.separator = separator
    names = NameColumns(try NameColumns.Found(in: ledger), beside: Self.columns)
  }

  package var head: String {
    "\u{FEFF}" + CSVText.line(Self.columns + names.heads, separator: separator)
  }

  package func line(_ row: RowFacts) -> String {
    let (begun, done) = (row.begun.map { LocalTime($0) }, row.done.map { LocalTime($0) })
    let cells: [String] = [
      row.id, row.state.rawValue, row.link, row.uid.map(pairs) ?? "",
      row.chip ?? "", row.messageSize.map(String.init) ?? "", row.capacity.map(String.init) ?? "",
      row.protection ?? "", row.signature ?? "", row.begun?.words ?? "", row.done?.words ?? "",
      String(row.attempts), row.station ?? "", row.reader ?? "", row.manifest ?? "",
      row.why ?? "", begun?.words ?? "", done?.words ?? "", zones(begun, done),
    ]
    return CSVText.line(cells + names.cells(of: row.names), separator: separator)
  }

  /// The zone of the local times; both when a clock was changed between them.
  private func zones(_ begun: LocalTime?, _ done: LocalTime?) -> String {
    guard let first = (begun ?? done)?.zone, let last = (done ?? begun)?.zone else { return "" }
    return first == last ? first : "\(first), then \(last)"
  }
}

/// A UID in pairs with colons, which no spreadsheet takes for a number.
package func pairs(_ hex: String) -> String {
  var text: [UInt8] = []
  for (index, digit) in hex.utf8.enumerated() {
    if index > 0, index.isMultiple(of: 2) { text.append(UInt8(ascii: ":")) }
    text.append(digit)
  }
  return String(decoding: text, as: UTF8.self)
}
