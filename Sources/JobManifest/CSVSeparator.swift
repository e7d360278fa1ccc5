// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What separates the fields of a CSV file, as its first line shows.
struct CSVSeparator: Hashable {
  let byte: UInt8
  /// Where the first row begins after a line such as `sep=;`.
  var lineEnd: Int?

  /// The semicolon first: it is what Excel writes where the comma is the decimal sign.
  private static let candidates = [UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: ",")]

  /// Nil while the first line is not complete and more is to come.
  init?(sniffing text: [UInt8], isLast: Bool) {
    var counts = [0, 0, 0]
    var isQuoted = false
    var end: Int?
    for (offset, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        end = offset
        break
      }
      if let which = Self.candidates.firstIndex(of: byte) { counts[which] += 1 }
    }
    // A carriage return may be the first half of a line end.
    let isComplete = end.map { $0 + 1 < text.count } ?? (text.count > CSVLimits.rowBytesMax)
    guard isComplete || isLast else { return nil }
    if let end, text[..<end].starts(with: Array("sep=".utf8)), end == 5 {
      let isPair = text[end...].starts(with: [0x0D, 0x0A])
      byte = text[4]
      lineEnd = end + (isPair ? 2 : 1)
      return
    }
    let most = counts.max() ?? 0
    let which = counts.firstIndex(of: most) ?? 0
    byte = most == 0 ? UInt8(ascii: ",") : Self.candidates[which]
  }
}
