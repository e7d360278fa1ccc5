// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing

@Suite struct Type5WordsTests {
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

  @Test func everyErrorSaysWhatToDoNext() {
    for error in Self.errors {
      let sentences = error.description.split(separator: ".")
      #expect(error.description.hasSuffix("."))
      #expect(sentences.count > 1 || error.description.contains(";"), "\(error.description)")
      #expect(error.description == error.description)
      #expect(error.machineName == error.machineName)
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  @Test func refusalsSayWhatTheirNumbersMean() {
    #expect(Self.errors[6].description.contains("worn"))
    #expect(Self.errors[7].description.contains("permanently locked"))
    #expect(Self.errors[8].description.contains("(error 0F)"))
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
