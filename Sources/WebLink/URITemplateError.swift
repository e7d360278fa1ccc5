// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a text is not a URI template, and where in it the reason is.
package struct URITemplateError: Error, Hashable, Sendable {
  /// The raw value is the name of the rule in reports.
  package enum Rule: String, CaseIterable, Sendable {
    case tooLong = "template-too-long"
    case tooManyVariables = "template-too-many-variables"
    case unclosedBrace = "template-unclosed-brace"
    case strayBrace = "template-stray-brace"
    case emptyExpression = "template-empty-expression"
    case reservedOperator = "template-reserved-operator"
    case variableName = "template-variable-name"
    case prefixLength = "template-prefix-length"
    case literalCharacter = "template-character"
    case badEscape = "template-percent-escape"
  }

  package let rule: Rule
  /// Characters (Unicode scalars) before the place.
  package let offset: Int
  /// The character there, unless the template ends.
  package let character: Unicode.Scalar?

  init(_ rule: Rule, atByte byteOffset: Int, in text: String) {
    self.rule = rule
    (offset, character) = scalar(atByte: byteOffset, in: text)
  }
}

/// The Unicode scalar at a byte of a text, and how many scalars come before it.
func scalar(atByte byteOffset: Int, in text: String) -> (offset: Int, scalar: Unicode.Scalar?) {
  let utf8 = text.utf8
  let place = utf8.index(utf8.startIndex, offsetBy: byteOffset, limitedBy: utf8.endIndex)
  let rest = text.unicodeScalars[(place ?? utf8.endIndex)...]
  return (text.unicodeScalars.count - rest.count, rest.first)
}
