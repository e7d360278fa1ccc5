// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads one text from its first byte to its last.
struct JSONReader {
  let bytes: [UInt8]
  let limits: JSONLimits
  let places: JSONPlaces
  /// Whether recoverable findings are collected instead of thrown.
  let isLenient: Bool

  var offset = 0
  /// Where the brackets around the current byte were opened.
  var openings: [Int] = []
  private(set) var findings: [JSONFinding] = []

  init(of bytes: [UInt8], limits: JSONLimits, isLenient: Bool) {
    self.bytes = bytes
    self.limits = limits
    self.isLenient = isLenient
    // A text that is too large is refused at its first byte, so its places are not worth finding.
    places = JSONPlaces(of: bytes.count > limits.byteCount ? [] : bytes)
  }

  /// The byte to be read next, and nil at the end of the text.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func finding(_ rule: JSONRule, at offset: Int) -> JSONFinding {
    JSONFinding(rule: rule, position: places.position(of: offset))
  }

  /// Throws a finding, or keeps it if the reader continues after such ones.
  ///
  /// Beyond the limit of findings even the search for their places would be in vain.
  mutating func note(
    _ rule: JSONRule, at offset: Int, _ complete: (inout JSONFinding) -> Void = { _ in }
  ) throws(JSONFinding) {
    let isKept = isLenient && rule.isRecoverable
    guard !isKept || findings.count < JSONLimits.findingCount else { return }
    var found = finding(rule, at: offset)
    complete(&found)
    guard isKept else { throw found }
    findings.append(found)
  }

  mutating func readText() throws(JSONFinding) -> JSONNode {
    try readStart()
    try skipSpace()
    guard next != nil else { throw finding(.emptyText, at: offset) }
    let root = try readValue()
    try skipSpace()
    guard next == nil else { throw stranger(or: .textAfterValue) }
    return root
  }

  /// Tells other kinds of files by their first bytes, because "unexpected character" helps no one.
  private mutating func readStart() throws(JSONFinding) {
    guard bytes.count <= limits.byteCount else {
      var tooLarge = finding(.tooLarge, at: 0)
      tooLarge.limit = limits.byteCount
      throw tooLarge
    }
    let isUTF16 =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes.count >= 2 && (bytes[0] == 0) != (bytes[1] == 0))
    guard !isUTF16 else { throw finding(.utf16Text, at: 0) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      try note(.byteOrderMark, at: 0)
      offset = 3
    }
    let start = bytes[offset...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    if start.first == UInt8(ascii: "<") { throw finding(.htmlText, at: start.startIndex) }
    if start.starts(with: #"{\rtf"#.utf8) { throw finding(.rtfText, at: start.startIndex) }
  }

  /// Reads the value that begins at the next byte.
  ///
  /// It calls itself for each bracket, so the limit of depth is the limit of the stack.
  mutating func readValue() throws(JSONFinding) -> JSONNode {
    let start = offset
    let content: JSONNode.Content
    switch next {
    case UInt8(ascii: "{"): content = .object(try readMembers())
    case UInt8(ascii: "["): content = .array(try readElements())
    case UInt8(ascii: "\""): content = .string(try readString())
    case let byte? where byte.isASCIIDigit || byte == UInt8(ascii: "-"):
      content = .number(try readNumber())
    default: content = try readWord()
    }
    return JSONNode(content: content, range: start..<offset)
  }

  private mutating func readWord() throws(JSONFinding) -> JSONNode.Content {
    let start = offset
    // Longer "words" are not quoted in full, because a binary file may be one.
    let word = bytes[offset...].prefix(40).prefix { $0.isASCIILetterOrDigit }
    let content: JSONNode.Content
    switch String(decoding: word, as: UTF8.self) {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    case "": throw stranger(or: .unexpectedCharacter)
    case let other:
      var unknown = finding(.unknownWord, at: start)
      unknown.name = other
      throw unknown
    }
    offset = word.endIndex
    return content
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte may be in a word or in a key without quotes.
  var isASCIILetterOrDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
}
