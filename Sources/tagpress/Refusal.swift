// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import WebLink

/// Input that was refused: the sentence for people; the rule and the place for programs.
struct Refusal: Error {
  let words: String
  let rule: String
  let offset: Int

  init(_ error: NDEFError) {
    words = error.words
    rule = error.rule.rawValue
    offset = error.offset
  }

  init(_ error: WebLinkError) {
    words = error.description
    rule = error.rule.rawValue
    offset = error.offset
  }

  init(_ error: HexError) {
    switch error.problem {
    case .notADigit:
      words = "Character \(error.offset): this is no hex digit; write the bytes as 0-9 and a-f."
      rule = "not-hex"
    case .halfAByte:
      words = "Character \(error.offset): the last byte has only one hex digit; is one missing?"
      rule = "half-a-byte"
    }
    offset = error.offset
  }

  /// UID and counter of a mirror that do not stand side by side.
  static let mirrorApart = Refusal(
    words: """
      The chip shows UID and counter only side by side: write {mirror.uid}x{mirror.counter}, with \
      the letter x between.
      """,
    rule: "mirror-apart", offset: 0)

  private init(words: String, rule: String, offset: Int) {
    self.words = words
    self.rule = rule
    self.offset = offset
  }

  var json: JSONValue {
    ["error": .string(words), "offset": .integer(offset), "rule": .string(rule)]
  }
}
