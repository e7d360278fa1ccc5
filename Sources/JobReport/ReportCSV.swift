// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain

/// A report as a spreadsheet: a line for each row.
///
/// It begins with a byte order mark, without which Excel takes UTF-8 for the encoding of its country.
/// The UID is written with colons, because Excel takes one such as 04E1234567890 for a number and
/// loses it; leading zeros would go as well. Times are spelt so that a spreadsheet takes them for
/// times.
package enum ReportCSV {
  package static let head =
    "\u{FEFF}"
    + CSVText.line([
      "row", "state", "link", "uid", "chip", "bytes", "capacity", "protection", "signature",
      "begun", "done", "attempts", "station", "reader", "manifest", "why",
    ])

  package static func line(_ row: RowFacts) -> String {
    CSVText.line([
      row.id, row.state.rawValue, row.link, row.uid.map(colons) ?? "",
      row.chip ?? "", row.messageSize.map(String.init) ?? "", row.capacity.map(String.init) ?? "",
      row.protection ?? "", row.signature ?? "", row.begun?.words ?? "", row.done?.words ?? "",
      String(row.attempts), row.station ?? "", row.reader ?? "", row.manifest ?? "",
      row.why ?? "",
    ])
  }

  private static func colons(_ hex: String) -> String {
    var text: [UInt8] = []
    for (index, digit) in hex.utf8.enumerated() {
      if index > 0, index.isMultiple(of: 2) { text.append(UInt8(ascii: ":")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
