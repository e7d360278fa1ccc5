// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A URI template (RFC 6570), complete for values that are single strings.
///
/// It is read once and expanded for every row of a job, so all that can be decided beforehand is:
/// literals are encoded, operators are rows of a table, variables are numbers.
package struct URITemplate: Sendable {
  /// The longest template that is read, in bytes: no link may be longer either.
  package static let byteCountMax = WebLink.byteCountMax
  /// How many different variables a template may have.
  package static let variableCountMax = 100

  package let text: String
  /// The different variables, in the order in which they first appear.
  package private(set) var variables: [Variable] = []
  /// Literals and expressions in their order.
  private(set) var pieces: [Piece] = []
  /// What the literals say, one after the other.
  private(set) var literals: [UInt8] = []
  /// Every mention of a variable in an expression.
  private(set) var mentions: [Mention] = []

  package struct Variable: Hashable, Sendable {
    package let name: String
    /// Whether the variable is only where nothing is missing without it, such as in `{?size}`.
    package fileprivate(set) var isOptional: Bool
  }

  enum Piece {
    /// A range of `literals`.
    case literal(Range<Int>)
    /// A range of `mentions`.
    case expression(Operator, Range<Int>)
  }

  struct Mention {
    /// The variable's place in `variables`, until it is renumbered.
    var slot: Int
    /// The characters of the value that are used.
    let prefix: Int?
    /// The variable's name and the equals sign, as a range of `literals`, for operators that ask.
    let label: Range<Int>
  }

  package var beginsWithVariable: Bool {
    if case .expression = pieces.first { true } else { false }
  }

  package init(_ text: String) throws(URITemplateError) {
    self.text = text
    guard text.utf8.count <= Self.byteCountMax else {
      throw URITemplateError(.tooLong, atByte: Self.byteCountMax, in: text)
    }
    var offset = 0
    let bytes = Array(text.utf8)
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "{") {
        try readExpression(bytes, &offset)
      } else {
        try readLiteral(bytes, &offset)
      }
    }
  }

  /// The same template with other numbers for its variables, for values that it shares with others.
  package func renumbered(_ slots: [Int]) -> URITemplate {
    var copy = self
    for index in copy.mentions.indices where mentions[index].slot < slots.count {
      copy.mentions[index].slot = slots[mentions[index].slot]
    }
    return copy
  }

  private mutating func readLiteral(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(URITemplateError) {
    let start = literals.count
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "{") {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "}"):
        throw URITemplateError(.strayBrace, atByte: offset, in: text)
      case UInt8(ascii: "%"):
        guard bytes.containsEscape(at: offset) else {
          throw URITemplateError(.badEscape, atByte: offset, in: text)
        }
        literals.append(byte)
      // U+0080 to U+009F, the controls beyond ASCII, are C2 80 to C2 9F.
      case 0xC2 where offset + 1 < bytes.count && bytes[offset + 1] < 0xA0:
        throw URITemplateError(.literalCharacter, atByte: offset, in: text)
      case 0x80...:
        literals.appendEscape(of: byte)
      default:
        guard ASCIISet.literal.contains(byte) else {
          throw URITemplateError(.literalCharacter, atByte: offset, in: text)
        }
        literals.append(byte)
      }
      offset += 1
    }
    pieces.append(.literal(start..<literals.count))
  }

  private mutating func readExpression(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(URITemplateError) {
    let open = offset
    offset += 1
    guard offset < bytes.count else {
      throw URITemplateError(.unclosedBrace, atByte: open, in: text)
    }
    let mark = bytes[offset]
    guard !Operator.isKeptForLater(mark) else {
      throw URITemplateError(.reservedOperator, atByte: offset, in: text)
    }
    let operation = Operator(mark)
    if operation != .simple { offset += 1 }
    guard offset >= bytes.count || bytes[offset] != UInt8(ascii: "}") else {
      throw URITemplateError(.emptyExpression, atByte: open, in: text)
    }
    let first = mentions.count
    while true {
      try readMention(operation, bytes, &offset)
      guard offset < bytes.count else {
        throw URITemplateError(.unclosedBrace, atByte: open, in: text)
      }
      defer { offset += 1 }
      if bytes[offset] == UInt8(ascii: "}") { break }
      guard bytes[offset] == UInt8(ascii: ",") else {
        throw URITemplateError(.variableName, atByte: offset, in: text)
      }
    }
    pieces.append(.expression(operation, first..<mentions.count))
  }

  private mutating func readMention(
    _ operation: Operator, _ bytes: [UInt8], _ offset: inout Int
  ) throws(URITemplateError) {
    let start = offset
    // A dot is between two parts of a name, never at its ends.
    var isAfterDot = true
    name: while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "%"):
        guard bytes.containsEscape(at: offset) else {
          throw URITemplateError(.variableName, atByte: offset, in: text)
        }
        offset += 3
        isAfterDot = false
      case UInt8(ascii: ".") where !isAfterDot:
        offset += 1
        isAfterDot = true
      case let byte where byte.isVariableByte:
        offset += 1
        isAfterDot = false
      default: break name
      }
    }
    guard offset > start, !isAfterDot else {
      // Without a closing brace, the brace is what has to be corrected.
      if offset == bytes.count, offset > start {
        throw URITemplateError(.unclosedBrace, atByte: offset, in: text)
      }
      throw URITemplateError(.variableName, atByte: offset, in: text)
    }
    let name = bytes[start..<offset]
    let slot = try slot(of: name, isOptional: operation.isOptional, at: start)
    let prefix = try readModifier(bytes, &offset)
    let label = literals.count
    if operation.isNamed { literals += name }
    mentions.append(Mention(slot: slot, prefix: prefix, label: label..<literals.count))
  }

  /// Reads `:3` or `*`; the star means nothing to a value that is one string.
  private func readModifier(
    _ bytes: [UInt8], _ offset: inout Int
  ) throws(URITemplateError) -> Int? {
    guard offset < bytes.count else { return nil }
    if bytes[offset] == UInt8(ascii: "*") {
      offset += 1
      return nil
    }
    guard bytes[offset] == UInt8(ascii: ":") else { return nil }
    offset += 1
    let start = offset
    var length = 0
    while offset < bytes.count, bytes[offset].isDigit, offset - start < 4 {
      length = length * 10 + Int(bytes[offset] - UInt8(ascii: "0"))
      offset += 1
    }
    guard offset > start, bytes[start] != UInt8(ascii: "0"),
      offset == bytes.count || !bytes[offset].isDigit
    else { throw URITemplateError(.prefixLength, atByte: start, in: text) }
    return length
  }

  private mutating func slot(
    of name: ArraySlice<UInt8>, isOptional: Bool, at offset: Int
  ) throws(URITemplateError) -> Int {
    let name = String(decoding: name, as: UTF8.self)
    if let known = variables.firstIndex(where: { $0.name == name }) {
      if !isOptional { variables[known].isOptional = false }
      return known
    }
    guard variables.count < Self.variableCountMax else {
      throw URITemplateError(.tooManyVariables, atByte: offset, in: text)
    }
    variables.append(Variable(name: name, isOptional: isOptional))
    return variables.count - 1
  }
}

extension UInt8 {
  /// Whether the byte may be in the name of a variable (RFC 6570 2.3).
  var isVariableByte: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}

extension [UInt8] {
  func containsEscape(at offset: Int) -> Bool {
    offset + 2 < count && self[offset + 1].isHexDigit && self[offset + 2].isHexDigit
  }

  mutating func appendEscape(of byte: UInt8) {
    append(UInt8(ascii: "%"))
    append((byte >> 4).hexDigit)
    append((byte & 0x0F).hexDigit)
  }
}
