// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing

@Suite struct Type3WordsTests {
  private static let refused = StatusFlags(place: 0x01, reason: 0xA8)
  private static let errors: [Type3Error] = [
    .reader(.silent), .memory(.notFormatted), .notType3, .notNDEF(system: 0x0003),
    .interrupted(block: 3, .tagGone), .interrupted(block: 3, .silent),
    .blockRefused(block: 3, StatusFlags(place: 0xFF, reason: 0x70)),
    .blockRefused(block: 3, refused), .blockHidden(block: 3, refused), .blockDiffers(block: 3),
    .foreignContent, .passwordUnsupported, .mirrorUnsupported,
  ]

  @Test func everyErrorSaysWhatToDoNext() {
    for error in Self.errors {
      let sentences = error.description.split(separator: ".")
      #expect(error.description.hasSuffix("."))
      #expect(sentences.count > 1 || error.description.contains(";"), "\(error.description)")
      #expect(TagError.type3(error).description == error.description)
      #expect(TagError.type3(error).machineName == error.machineName)
    }
  }

  @Test func wornIsNotRefused() {
    #expect(Self.errors[6].description.contains("worn"))
    #expect(Self.errors[7].description.contains("refuses"))
    #expect(StatusFlags(place: 0x02, reason: 0xEE).description == "status 02EE")
  }

  @Test func machineNamesAreWordsWithHyphens() {
    for error in Self.errors {
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  @Test func onlyTroubleOnTheWayIsPassing() {
    let cases: [(Type3Error, ReaderError?)] = [
      (.reader(.silent), .silent), (.interrupted(block: 4, .tagGone), .tagGone),
      (.reader(.notPossible), .notPossible), (.blockRefused(block: 4, Self.refused), nil),
      (.memory(.readOnly), nil), (.notNDEF(system: 3), nil),
    ]
    for (error, passing) in cases { #expect(TagError.type3(error).passing == passing) }
  }
}
