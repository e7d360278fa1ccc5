// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The lines of a state file: its version and chip checked, the others cut into words.
struct ChipStateLines {
  static let firstWords = "tagpress virtual tag"
  static let version = "1"
  /// Twice the largest file that this program writes: a Type 4 card with 40 KiB, all of them used.
  static let longestFile = 262_144

  struct Line {
    let number: Int
    let word: ChipStateWord
    let values: [String]

    var isBad: ChipStateError { .badValue(line: number, of: word) }

    /// The only value, or all of them run together when the line is one long row of digits.
    var digits: String { values.joined() }
  }

  let model: String
  let lines: [Line]

  /// The file of a chip with these lines after the two that begin every file.
  static func file(of model: String, _ lines: [String] = []) -> [UInt8] {
    let head = ["\(firstWords) \(version)", "\(ChipStateWord.model.rawValue) \(model)"]
    return Array(((head + lines).joined(separator: "\n") + "\n").utf8)
  }

  init(_ bytes: [UInt8]) throws(ChipStateError) {
    guard bytes.count <= Self.longestFile else { throw .tooLong(bytes: bytes.count) }
    var rows: [[String]] = []
    for row in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard row.allSatisfy({ (0x20...0x7E).contains($0) }) else {
        throw .notText(line: rows.count + 1)
      }
      rows.append(String(decoding: row, as: UTF8.self).split(separator: " ").map(String.init))
    }
    let head = rows.first?.joined(separator: " ") ?? ""
    guard head.hasPrefix(Self.firstWords + " ") else { throw .notAChipState }
    guard head == Self.firstWords + " " + Self.version else { throw .unknownVersion }
    guard rows.count > 1, rows[1].first == ChipStateWord.model.rawValue else { throw .unknownModel }
    model = rows[1].dropFirst().joined(separator: " ")

    var lines: [Line] = []
    for (index, words) in rows.enumerated().dropFirst(2) {
      guard let first = words.first else { continue }
      guard let word = ChipStateWord(rawValue: first) else { throw .unknownLine(line: index + 1) }
      lines.append(Line(number: index + 1, word: word, values: Array(words.dropFirst())))
    }
    self.lines = lines
  }
}

/// Remembers in which line something was said, so that it is said once.
struct ChipStateRegister {
  private struct Subject: Hashable {
    let word: ChipStateWord
    let number: Int
  }

  private var lines: [Subject: Int] = [:]

  mutating func enter(_ line: ChipStateLines.Line, number: Int = 0) throws(ChipStateError) {
    let subject = Subject(word: line.word, number: number)
    if let first = lines[subject] { throw .repeated(line: line.number, first: first) }
    lines[subject] = line.number
  }
}

extension ChipStateLines.Line {
  /// A page, block or counter number of one or two hexadecimal digits.
  func number(_ text: String?) throws(ChipStateError) -> Int {
    guard let text, (1...2).contains(text.count), let number = UInt8(text, radix: 16),
      text.allSatisfy(\.isHexDigit)
    else { throw isBad }
    return Int(number)
  }

  /// The bytes after that number.
  func bytes(_ count: Int) throws(ChipStateError) -> [UInt8] {
    guard let bytes = HexText.bytes(values.dropFirst().joined(), count: count) else { throw isBad }
    return bytes
  }
}

extension ChipStateLines {
  /// The file of a chip of which nothing is kept but its blocks.
  static func file(of model: String, blocks: some Sequence<(key: Int, value: [UInt8])>) -> [UInt8] {
    file(
      of: model,
      blocks.map { number, content in
        let name = "\(ChipStateWord.block.rawValue) \(HexText.text([UInt8(clamping: number)]))"
        return "\(name) \(HexText.text(content, separator: " "))"
      })
  }

  /// Each of these blocks, and nothing else.
  func blocks(_ kept: some Collection<Int>, ofSize size: Int) throws(ChipStateError) -> [Int:
    [UInt8]]
  {
    var said = ChipStateRegister()
    var blocks: [Int: [UInt8]] = [:]
    for line in lines {
      guard line.word == .block else { throw .unknownLine(line: line.number) }
      let block = try line.number(line.values.first)
      guard kept.contains(block) else { throw .noSuchPage(line: line.number, page: block) }
      try said.enter(line, number: block)
      blocks[block] = try line.bytes(size)
    }
    if let absent = kept.first(where: { blocks[$0] == nil }) {
      throw .missing(.block, number: absent)
    }
    return blocks
  }
}
