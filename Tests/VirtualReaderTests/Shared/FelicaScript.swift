// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

/// A conversation with a FeliCa chip, written as lines of "packet > answer" in hexadecimal.
///
/// Packets come without length and CRC; `ID` stands for the chip's IDm, "silence" for no answer,
/// and ",00*16," for this many bytes.
func expect(
  felica chip: some FelicaChip, idm: String, says script: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for line in script.split(separator: "\n") {
    let parts = line.split(separator: ">").map { felicaWords($0, idm: idm) }
    let answer = chip.answer(to: hex(parts[0]), tearing: nil)?.packet
    #expect(
      answer.map { HexText.text($0) } ?? "silence" == parts[1], "\(line)",
      sourceLocation: sourceLocation)
  }
}

/// Writes the abbreviations of a script out.
private func felicaWords(_ text: some StringProtocol, idm: String) -> String {
  text.split(whereSeparator: { $0 == " " || $0 == "," }).map { word in
    if word == "ID" { return idm }
    let parts = word.split(separator: "*")
    return String(repeating: String(parts[0]), count: parts.count > 1 ? Int(parts[1]) ?? 0 : 1)
  }.joined()
}
