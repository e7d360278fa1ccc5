// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What may be wrong with a JSON text.
///
/// The raw value is the name of the rule in reports.
package enum JSONRule: String, CaseIterable, Sendable {
  // The text as a whole.
  case tooLarge = "too-large"
  case tooDeep = "too-deep"
  case emptyText = "empty-text"
  case htmlText = "html-text"
  case rtfText = "rtf-text"
  case utf16Text = "utf-16-text"
  case invalidUTF8 = "invalid-utf-8"
  case byteOrderMark = "byte-order-mark"
  case textAfterValue = "text-after-value"

  // Between the values.
  case comment = "comment"
  case oddSpace = "odd-space"
  case trailingComma = "trailing-comma"
  case missingComma = "missing-comma"
  case missingColon = "missing-colon"
  case missingValue = "missing-value"
  case wrongBracket = "wrong-bracket"
  case unclosedBracket = "unclosed-bracket"
  case unexpectedCharacter = "unexpected-character"

  // Keys and values.
  case duplicateKey = "duplicate-key"
  case unquotedKey = "unquoted-key"
  case smartQuote = "smart-quote"
  case singleQuote = "single-quote"
  case unknownWord = "unknown-word"
  case leadingZero = "leading-zero"
  case badNumber = "bad-number"
  case unclosedString = "unclosed-string"
  case controlCharacter = "control-character"
  case badEscape = "bad-escape"
  case loneSurrogate = "lone-surrogate"

  /// Whether what was meant is beyond doubt, so that reading can continue after it.
  package var isRecoverable: Bool {
    switch self {
    case .byteOrderMark, .comment, .oddSpace, .trailingComma, .duplicateKey, .controlCharacter,
      .loneSurrogate:
      true
    default:
      false
    }
  }
}

/// One thing that is wrong with a JSON text, and where.
package struct JSONFinding: Error, Hashable, Sendable {
  package let rule: JSONRule
  package let position: JSONPosition
  /// The first of two equal keys, or the bracket that is still open.
  package var other: JSONPosition?
  /// The character that should not be there.
  package var character: Unicode.Scalar?
  /// The key that is there twice, or the word that is none of `true`, `false` and `null`.
  package var name: String?
  /// The limit that was passed.
  package var limit: Int?
}
