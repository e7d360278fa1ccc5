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

  var json: JSONValue {
    ["error": .string(words), "offset": .integer(offset), "rule": .string(rule)]
  }
}
