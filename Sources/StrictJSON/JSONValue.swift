// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A JSON value without a place in a text: what is written, and what is compared.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  /// Members in the order in which they are written.
  case object([(key: String, value: JSONValue)])

  /// A whole number.
  package static func integer(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}

/// A number as it is spelt: `1.0` stays `1.0`, and no digit is ever rounded away.
package struct JSONNumber: Sendable {
  /// The characters of the number in the text.
  package let literal: String

  package init(_ number: Int) {
    literal = String(number)
  }

  /// A number with one place behind the point.
  package init(tenths: Int) {
    let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    literal = (tenths < 0 ? "-" : "") + "\(whole).\(rest)"
  }

  /// Only for a literal that the reader has checked.
  init(checked literal: String) {
    self.literal = literal
  }

  /// The number if it is spelt as a whole number and fits.
  package var int: Int? { Int(literal) }
}

extension JSONValue: Equatable {
  /// Strings are equal if their bytes are, and numbers if they are spelt alike.
  ///
  /// Swift's own comparison of strings takes U+212A (Kelvin) for the letter K; a phone does not.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left.literal == right.literal
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) {
        $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value
      }
    default: false
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral {
  package init(nilLiteral: ()) { self = .null }

  package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}
