// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// A text with variables in braces, whose values are inserted unchanged: a row's id, a text record.
package struct TextTemplate: Hashable, Sendable {
  package let text: String
  private(set) var pieces: [Piece] = []
  /// The different variables, in the order in which they first appear.
  private(set) var variables: [String] = []

  enum Piece: Hashable, Sendable {
    case literal([UInt8])
    case variable(Int)
  }

  /// A brace without its partner, or no name between two; the offset counts characters.
  package struct Fault: Error, Hashable, Sendable {
    package let offset: Int
  }

  package init(_ text: String) throws(Fault) {
    self.text = text
    var literal: [UInt8] = []
    var name: String?
    var opened = 0
    for (offset, character) in text.unicodeScalars.enumerated() {
      switch (character, name) {
      case ("{", nil):
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = []
        name = ""
        opened = offset
      case ("}", let found?):
        guard isVariableName(found) else { throw Fault(offset: opened) }
        pieces.append(.variable(index(of: found)))
        name = nil
      case ("}", nil): throw Fault(offset: offset)
      case (_, nil): literal += String(character).utf8
      case (_, let begun?): name = begun + String(character)
      }
    }
    guard name == nil else { throw Fault(offset: opened) }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
  }

  private mutating func index(of name: String) -> Int {
    if let known = variables.firstIndex(of: name) { return known }
    variables.append(name)
    return variables.count - 1
  }

  /// The same template with other numbers for its variables.
  func renumbered(_ slots: [Int]) -> TextTemplate {
    var copy = self
    copy.pieces = pieces.map { piece in
      guard case .variable(let index) = piece, index < slots.count else { return piece }
      return .variable(slots[index])
    }
    return copy
  }

  /// Appends the text with its values.
  func expand(_ values: TemplateValues, into output: inout [UInt8]) {
    for piece in pieces {
      switch piece {
      case .literal(let bytes): output += bytes
      case .variable(let slot): values.append(slot, to: &output)
      }
    }
  }
}

/// Whether a link can have a variable of this name (RFC 6570 2.3, but for escapes).
func isVariableName(_ name: String) -> Bool {
  let parts = name.split(separator: ".", omittingEmptySubsequences: false)
  return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isNameByte) }
}

/// The name under which a column is used: characters that a variable cannot have become `_`.
func variableName(of column: String) -> String {
  String(
    String.UnicodeScalarView(
      column.unicodeScalars.map { $0.isASCII && UInt8($0.value).isNameByte ? $0 : "_" }))
}

/// A heading without spaces at its ends and marks that no one sees, its letters in one form.
func cleaned(heading: String) -> String {
  let bytes = Array(heading.utf8)
  let text = NormalText.trimmed(NormalText.composed(bytes[...])[...])
  var cleaned = ""
  for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where !scalar.isUnseenMark {
    cleaned.unicodeScalars.append(scalar)
  }
  return cleaned
}

extension UInt8 {
  /// A letter, a digit or `_`.
  var isNameByte: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
      || self == UInt8(ascii: "_")
  }
}
