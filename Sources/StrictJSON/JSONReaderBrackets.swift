// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONReader {
  /// Reads an array whose opening bracket is the next byte.
  mutating func readElements() throws(JSONFinding) -> [JSONNode] {
    var elements: [JSONNode] = []
    try open()
    while try !closes(UInt8(ascii: "]"), isFirst: elements.isEmpty) {
      elements.append(try readValue())
    }
    return elements
  }

  /// Reads an object whose opening bracket is the next byte.
  mutating func readMembers() throws(JSONFinding) -> [JSONMember] {
    var members: [JSONMember] = []
    var keysRead: [ExactKey: Int] = [:]
    try open()
    while try !closes(UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let start = offset
      guard next == UInt8(ascii: "\"") else { throw stranger(or: .unquotedKey) }
      let key = try readString()
      let keyRange = start..<offset
      if let first = keysRead[ExactKey(key)] {
        try note(.duplicateKey, at: start) { [places] duplicate in
          duplicate.name = key
          duplicate.other = places.position(of: first)
        }
      } else {
        keysRead[ExactKey(key)] = start
      }
      try skipSpace()
      guard next == UInt8(ascii: ":") else { throw unclosedAtEnd() ?? stranger(or: .missingColon) }
      offset += 1
      try skipSpace()
      if let unclosed = unclosedAtEnd() { throw unclosed }
      members.append(JSONMember(key: key, keyRange: keyRange, value: try readValue()))
    }
    return members
  }

  private mutating func open() throws(JSONFinding) {
    guard openings.count < limits.depth else {
      var tooDeep = finding(.tooDeep, at: offset)
      tooDeep.limit = limits.depth
      throw tooDeep
    }
    openings.append(offset)
    offset += 1
  }

  /// Steps over what follows an item: to the start of the next one, or past the closing bracket.
  private mutating func closes(_ bracket: UInt8, isFirst: Bool) throws(JSONFinding) -> Bool {
    try skipSpace()
    if !isFirst && next != bracket {
      if let unclosed = unclosedAtEnd() { throw unclosed }
      guard next == UInt8(ascii: ",") else { throw stranger(or: .missingComma) }
      let comma = offset
      offset += 1
      try skipSpace()
      if next == bracket { try note(.trailingComma, at: comma) }
    }
    if let unclosed = unclosedAtEnd() { throw unclosed }
    guard next == bracket else { return false }
    offset += 1
    openings.removeLast()
    return true
  }

  private func unclosedAtEnd() -> JSONFinding? {
    guard next == nil, let opening = openings.last else { return nil }
    var unclosed = finding(.unclosedBracket, at: offset)
    unclosed.other = places.position(of: opening)
    return unclosed
  }

  /// Names what is where something else belongs: as closely as it can be told, else as `rule`.
  func stranger(or rule: JSONRule) -> JSONFinding {
    guard let next else { return finding(rule, at: offset) }
    guard let scalar = Unicode.Scalar(utf8: bytes, at: offset) else {
      return finding(.invalidUTF8, at: offset)
    }
    var stranger = finding(kind(of: scalar, byte: next, or: rule), at: offset)
    stranger.character = scalar
    if stranger.rule == .wrongBracket, let opening = openings.last {
      stranger.other = places.position(of: opening)
    }
    return stranger
  }

  private func kind(of scalar: Unicode.Scalar, byte: UInt8, or rule: JSONRule) -> JSONRule {
    switch scalar {
    case "\u{2018}"..."\u{201F}", "\u{00AB}", "\u{00BB}", "\u{2039}", "\u{203A}", "\u{FF02}":
      return .smartQuote
    case "'", "`":
      return .singleQuote
    case ",":
      return rule == .textAfterValue || rule == .missingColon ? rule : .missingValue
    case ":":
      return rule == .unexpectedCharacter || rule == .unquotedKey
        ? .missingValue : .unexpectedCharacter
    case "]", "}":
      guard let opening = openings.last else { return rule }
      // The byte that closes `[` or `{` is two above it in ASCII.
      return bytes[opening] + 2 == byte ? .missingValue : .wrongBracket
    case "+",
      "." where rule == .unexpectedCharacter:
      return .badNumber
    default:
      let startsItem =
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      return startsItem || rule == .textAfterValue ? rule : .unexpectedCharacter
    }
  }
}
