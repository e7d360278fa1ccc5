// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What separates the fields of a CSV file, as its first lines show.
struct CSVSeparator: Hashable {
  let byte: UInt8
  /// Where the first row begins after a line such as `sep=;`.
  private(set) var lineEnd: Int?
  /// Something else that divides every line, where nothing that separates fields does.
  private(set) var other: String?

  /// The semicolon first: it is what Excel writes where the comma is the decimal sign.
  private static let candidates = [";", "\t", ",", "|"]
  /// What some programs write, but is also a part of values: only taken if it is stated.
  private static let others = [":", "~", "^"]

  /// How many lines are compared; a title above the names has no separators.
  private static let linesMax = 16
  private static let bytesMax = 65_536

  /// Nil while the lines are not complete and more is to come.
  init?(sniffing text: [UInt8], isLast: Bool) {
    let isCut = text.count >= Self.bytesMax
    let lines = FirstLines(text.prefix(Self.bytesMax), max: Self.linesMax, isCut: isCut)
    guard isLast || lines.isComplete || isCut else { return nil }
    if let first = lines.lines.first, first.count == 5, first.starts(with: "sep=".utf8),
      first.endIndex < text.count
    {
      byte = text[4]
      lineEnd = first.endIndex + (text[first.endIndex...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
      return
    }
    // What divides most lines into equally many fields, and of several the one that makes more.
    var best: (byte: UInt8, lines: Int, fields: Int)?
    for candidate in Self.candidates.flatMap(\.utf8) {
      let (alike, fields) = lines.division(by: candidate)
      // A | is more often a part of values, so it has to divide more lines.
      let isMore =
        candidate != UInt8(ascii: "|") && alike == best?.lines && fields > best?.fields ?? 0
      if alike > best?.lines ?? 0 || isMore { best = (candidate, alike, fields) }
    }
    byte = best?.byte ?? UInt8(ascii: ",")
    if best == nil { other = lines.otherSign(among: Self.others) }
  }
}

/// The first lines of a text, which end where rows do.
private struct FirstLines {
  private(set) var lines: [ArraySlice<UInt8>] = []
  private(set) var isComplete = false
  /// The bytes of each line that are not in quotes.
  private var bare: [[UInt8]] = []

  init(_ text: ArraySlice<UInt8>, max: Int, isCut: Bool) {
    var start = text.startIndex
    var unquoted: [UInt8] = []
    var isQuoted = false
    var last = UInt8(ascii: "\n")
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      defer {
        last = byte
        index += 1
      }
      if byte == UInt8(ascii: "\"") {
        // A quote begins a quoted field only where a field begins: 5" is a size.
        if isQuoted || ";\t,|\n\r".utf8.contains(last) || last == byte { isQuoted.toggle() }
        continue
      }
      guard !isQuoted else { continue }
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
        unquoted.append(byte)
        continue
      }
      if byte == UInt8(ascii: "\n"), last == UInt8(ascii: "\r") {
        start = index + 1
        continue
      }
      guard lines.count < max else {
        isComplete = true
        return
      }
      if index > start || lines.isEmpty {
        lines.append(text[start..<index])
        bare.append(unquoted)
      }
      unquoted.removeAll()
      start = index + 1
    }
    // The last line of a piece may be cut off.
    if start < text.endIndex, lines.count < max, !isCut || lines.isEmpty {
      lines.append(text[start...])
      bare.append(unquoted)
    }
  }

  /// How many lines have equally many of a sign, and how many that is.
  func division(by sign: UInt8) -> (lines: Int, signs: Int) {
    var lines: [Int: Int] = [:]
    for line in bare {
      let count = line.count { $0 == sign }
      if count > 0 { lines[count, default: 0] += 1 }
    }
    return lines.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.value, $0.key) } ?? (
      0, 0
    )
  }

  /// What is in every line equally often, the one with the names included.
  func otherSign(among signs: [String]) -> String? {
    guard bare.count > 1 else { return nil }
    for sign in signs {
      guard let byte = sign.utf8.first else { continue }
      // https:// in every line is a column of links.
      let counts = bare.map { line in
        line.indices.count { line[$0] == byte && !line[($0 + 1)...].starts(with: "//".utf8) }
      }
      if let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) { return sign }
    }
    let space = UInt8(ascii: " ")
    let haveGaps = bare.allSatisfy { line in
      zip(line, line.dropFirst()).contains { $0 == space && $1 == space }
    }
    return haveGaps ? "  " : nil
  }
}
