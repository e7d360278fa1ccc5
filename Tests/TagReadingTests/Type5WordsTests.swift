// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TagReading
import Testing

struct Type5WordsTests {
  private static let refused = RefusalCode(0x0F)
  private static let errors: [TagError] = [
    .reader(.silent), .memory(.notFormatted), .wrongType(.type5, sak: nil), .strangeBlocks(size: 2),
    .interrupted(.block(3), .tagGone), .interrupted(.block(3), .silent),
    .refused(.block(3), .vicinity(RefusalCode(0x13))),
    .refused(.block(3), .vicinity(RefusalCode(0x12))),
    .refused(.block(3), .vicinity(refused)), .hidden(.block(3), .vicinity(refused)),
    .differs(.block(3)),
    .blockStillOpen(block: 3), .locksUnproven, .foreignContent, .passwordUnsupported(.type5),
    .mirrorUnsupported(.type5),
  ]

  @Test func everyErrorIsASentenceWithACure() {
    for error in Self.errors {
      #expect(error.whatIsWrong.hasSuffix("."))
      #expect(error.cure != nil, "\(error)")
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  @Test func refusalsSayWhatTheirNumbersMean() {
    #expect(Self.errors[6].whatIsWrong.contains("worn"))
    #expect(Self.errors[7].whatIsWrong.contains("permanently locked"))
    #expect(Self.errors[8].whatIsWrong.contains("(error 0F)"))
    #expect(RefusalCode(0x10).description == "error 10: no such block")
    #expect(RefusalCode(0xA0).description == "error A0")
  }

  @Test func onlyTroubleOnTheWayIsPassing() {
    let cases: [(TagError, ReaderError?)] = [
      (.reader(.silent), .silent), (.interrupted(.block(4), .tagGone), .tagGone),
      (.reader(.notPossible), .notPossible),
      (.refused(.block(4), .vicinity(Self.refused)), nil), (.memory(.readOnly), nil),
    ]
    for (error, passing) in cases { #expect(error.passing == passing) }
  }
}
