// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import WebLink

/// Input that was refused: the sentence for people; the rule and the place for programs.
///
/// Programs count every place from 0. People count bytes from 0 too, as every hex viewer does, but
/// characters from 1.
struct Refusal: Error {
  let words: String
  let rule: String
  let offset: Int

  /// The words with the name of the rule, under which the documents explain it.
  var sentence: String { "\(words) (\(rule))" }

  /// UID and counter of a mirror that do not stand side by side.
  static let mirrorApart = Refusal(
    words: """
      The chip shows UID and counter only side by side: write {mirror.uid}x{mirror.counter}, with \
      the letter x between.
      """,
    rule: "mirror-apart", offset: 0)

  init(words: String, rule: String, offset: Int) {
    self.words = words
    self.rule = rule
    self.offset = offset
  }

  var json: JSONValue {
    ["error": .string(words), "offset": .integer(offset), "rule": .string(rule)]
  }
}

extension Refusal {
  init(_ error: NDEFError) {
    self.init(words: error.words, rule: error.rule.rawValue, offset: error.offset)
  }

  init(_ error: WebLinkError) {
    self.init(words: error.description, rule: error.rule.rawValue, offset: error.offset)
  }

  init(_ error: HexError) {
    switch error.problem {
    case .notADigit:
      self.init(
        words: "\(error.place) is no hex digit; write the bytes as 0-9 and a-f.",
        rule: "not-hex", offset: error.offset)
    case .halfAByte:
      self.init(
        words: "\(error.place): the last byte has only one hex digit; write both of them.",
        rule: "half-a-byte", offset: error.offset)
    }
  }

  /// An input of which nothing could be read.
  init(_ error: InputError) {
    self.init(words: error.description, rule: "cannot-read", offset: 0)
  }

  /// Text with bytes that are no UTF-8 from `offset` on, in characters.
  static func notUTF8(at offset: Int) -> Refusal {
    Refusal(
      words: "Character \(offset + 1) is not UTF-8; save the text as UTF-8.",
      rule: "not-utf8", offset: offset)
  }

  static func lineTooLong(limit: Int) -> Refusal {
    Refusal(
      words: "The line is longer than \(limit >> 20) MiB; is this the right file? Split it if so.",
      rule: "line-too-long", offset: limit)
  }
}
