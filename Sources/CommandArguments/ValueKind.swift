// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How the text of an argument becomes a value.
package struct ValueKind<Value>: Sendable {
  let description: ValueDescription
  let read: @Sendable (String) throws(ValueProblem) -> Value
}

extension ValueKind<String> {
  /// Any text, taken as it is.
  package static func text(_ name: String) -> Self {
    Self(description: ValueDescription(name: name, form: .text)) { text in text }
  }

  /// The path of a file, or what may be given in its place; shells complete paths.
  package static func file(_ name: String) -> Self {
    Self(description: ValueDescription(name: name, form: .file), read: notEmpty)
  }

  /// The path of a directory; shells complete it.
  package static func directory(_ name: String) -> Self {
    Self(description: ValueDescription(name: name, form: .directory), read: notEmpty)
  }

  /// Otherwise an empty variable in a script would name no file, or the wrong one.
  @Sendable private static func notEmpty(_ text: String) throws(ValueProblem) -> String {
    guard !text.isEmpty else { throw .empty }
    return text
  }
}

extension ValueKind<Int> {
  /// A decimal number in the given range.
  package static func integer(_ name: String, in range: ClosedRange<Int>) -> Self {
    Self(description: ValueDescription(name: name, form: .integer(range))) {
      text throws(ValueProblem) in
      guard let number = Int(text) else {
        // Too many digits for the machine are still a number, only one out of range.
        throw isDecimal(text) ? .outOfRange(range) : .notANumber(range)
      }
      guard range.contains(number) else { throw .outOfRange(range) }
      return number
    }
  }
}

extension ValueKind
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the cases of an enumeration, by its raw value; shells complete it.
  package static func choice(_ name: String) -> Self {
    let choices = Value.allCases.map(\.rawValue)
    return Self(description: ValueDescription(name: name, form: .choice(choices))) {
      text throws(ValueProblem) in
      guard let value = Value(rawValue: text) else {
        throw .notOneOf(choices, suggestion: suggestion(for: text, among: choices))
      }
      return value
    }
  }
}

/// Whether the text is a decimal number, however long, perhaps with a sign.
func isDecimal(_ text: String) -> Bool {
  let sign = text.utf8.first
  let digits =
    sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
  return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
}
