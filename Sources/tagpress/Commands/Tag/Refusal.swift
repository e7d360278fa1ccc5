// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Plain
internal import TagReport
internal import WebLink

extension Refusal {
  /// Mirrored UID and counter that are not side by side.
  static let mirrorApart = Refusal(
    words: """
      The chip shows UID and counter only side by side. Write {mirror.uid}x{mirror.counter}, with \
      the letter x between.
      """,
    rule: "mirror-apart", offset: 0)

  init(_ error: WebLinkError) {
    self.init(words: error.description, rule: error.rule.rawValue, offset: error.offset)
  }

  init(_ error: HexError) {
    switch error.problem {
    case .notADigit:
      self.init(
        words: "\(error.place) is not a hex digit. Write the bytes as 0-9 and a-f.",
        rule: "not-hex", offset: error.offset)
    case .halfAByte:
      self.init(
        words: "\(error.place): The last byte has only one hex digit. Write both of them.",
        rule: "half-a-byte", offset: error.offset)
    }
  }

  /// An input of which nothing could be read.
  init(_ error: InputError) {
    self.init(words: error.description, rule: "cannot-read", offset: 0)
  }

  /// Text that is not valid UTF-8 from `offset` on, in characters.
  static func notUTF8(at offset: Int) -> Refusal {
    Refusal(
      words: "Character \(offset + 1) is not UTF-8. Save the text as UTF-8.",
      rule: "not-utf8", offset: offset)
  }

  static func lineTooLong(limit: Int) -> Refusal {
    Refusal(
      words: "The line is longer than \(limit >> 20) MiB. Is this the right file? Split it if so.",
      rule: "line-too-long", offset: limit)
  }
}
