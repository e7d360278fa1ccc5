// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TagReading
import Testing

struct Type3WordsTests {
  private static let refused = StatusFlags(place: 0x01, reason: 0xA8)
  private static let errors: [TagError] = [
    .reader(.silent), .memory(.notFormatted), .wrongType(.type3, sak: nil),
    .notNDEF(system: 0x0003),
    .interrupted(.block(3), .tagGone), .interrupted(.block(3), .silent),
    .refused(.block(3), .felica(StatusFlags(place: 0xFF, reason: 0x70))),
    .refused(.block(3), .felica(refused)), .hidden(.block(3), .felica(refused)),
    .differs(.block(3)),
    .foreignContent, .passwordUnsupported(.type3), .mirrorUnsupported(.type3),
  ]

  @Test func everyErrorIsASentenceWithACure() {
    for error in Self.errors {
      #expect(error.whatIsWrong.hasSuffix("."))
      #expect(error.cure != nil, "\(error)")
    }
  }

  @Test func wornIsNotRefused() {
    #expect(Self.errors[6].whatIsWrong.contains("worn"))
    #expect(Self.errors[7].whatIsWrong.contains("refuses"))
    #expect(StatusFlags(place: 0x02, reason: 0xEE).description == "status 02EE")
  }

  @Test func machineNamesAreWordsWithHyphens() {
    for error in Self.errors {
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  @Test func onlyTroubleOnTheWayIsPassing() {
    let cases: [(TagError, ReaderError?)] = [
      (.reader(.silent), .silent), (.interrupted(.block(4), .tagGone), .tagGone),
      (.reader(.notPossible), .notPossible), (.refused(.block(4), .felica(Self.refused)), nil),
      (.memory(.readOnly), nil), (.notNDEF(system: 3), nil),
    ]
    for (error, passing) in cases { #expect(error.passing == passing) }
  }
}
