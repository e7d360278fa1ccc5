// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TagReading
import Testing

struct Type2WordsTests {
  private static let errors: [TagError] = [
    .reader(.silent), .memory(.chipUnknown), .wrongType(.type2, sak: 0x08),
    .wrongType(.type2, sak: nil),
    .interrupted(.page(5), .tagGone), .interrupted(.page(5), .silent),
    .refused(.page(5), .nak(5)), .refused(.page(5), .nak(0)),
    .differs(.page(5), wanted: Page(1, 2, 3, 4), found: .zero), .hidden(.page(5), nil),
    .mirrorDiffers, .foreignContent, .passwordRefused, .noPassword, .acknowledgeDiffers,
  ]

  @Test func everyErrorIsASentenceWithACure() {
    for error in Self.errors {
      #expect(error.whatIsWrong.hasSuffix("."))
      #expect(error.cure != nil, "\(error)")
    }
  }

  @Test func wornIsNotLocked() {
    #expect(TagError.refused(.page(9), .nak(5)).whatIsWrong.contains("worn"))
    #expect(TagError.refused(.page(9), .nak(0)).whatIsWrong.contains("locked"))
    let differs = TagError.differs(.page(9), wanted: Page(1, 2, 3, 4), found: .zero)
    #expect(differs.whatIsWrong.contains("01 02 03 04 wanted, 00 00 00 00 found"))
  }

  @Test func machineNamesAreWordsWithHyphens() {
    for error in Self.errors {
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
    let own = Self.errors.dropFirst(3).map(\.machineName)
    #expect(Set(own).count == 10)
  }

  @Test func aSecretIsNeverPrinted() throws {
    let secret = try #require(Type2Secret(password: [1, 2, 3, 4], acknowledge: [5, 6]))
    #expect("\(secret)" == "Type2Secret(not shown)" && String(reflecting: secret) == "\(secret)")
    #expect(Type2Secret(password: [1, 2, 3], acknowledge: [5, 6]) == nil)
    #expect(Type2Secret(password: [1, 2, 3, 4], acknowledge: [5]) == nil)
  }
}
