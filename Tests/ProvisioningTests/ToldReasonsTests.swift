// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// Whether other languages say of a tag what English says.
struct ToldReasonsTests {
  private static let contents: [TagMemory.TagContent] = [
    .factoryNew, .unformatted, .empty, .hidden(page: 3), .foreign,
    .damaged(.interrupted), .containerSpoilt(.zero),
    .versionUnsupported(major: 2, minor: 1),
  ]

  private static let obstacles: [Obstacle] =
    [
      .wrongChip(found: "NTAG216", taken: ["NTAG213", "NTAG215"]),
      .wrongChip(found: nil, taken: ["NTAG213"]), .noResolver, .linkTaken(row: "17"), .mirrorApart,
      .noHash, .changedSinceDone, .unprotectedSinceDone, .possibleCopy(row: "17"), .givenUp,
      .notFinished, .finishedSince, .onAnotherReader, .inAnotherProgram, .noRowLeft,
      .scannedRowTaken(row: "17"), .noPlaceLeft, .unexpected,
      .tag(.memory(.messageTooLarge(size: 90, capacity: 46))), .tag(.randomUID),
      .preflight(.noMirror(.type2(.ntag212))),
    ]

  private static let faults: [TagFault] =
    [
      .foreign(nil), .foreign(TagOwner(row: "17", job: nil)), .ofFreeRow("17"), .givenUp(row: "17"),
      .notFinished, .undecided, .noLinkFirst, .otherRowsLink("https://a.example", row: "17"),
      .otherLink("https://a.example"), .otherRecords, .mirrorDiffers, .notProtected,
      .protectedOtherwise, .notLocked, .protectionHidden, .seenTwice,
    ]

  @Test func everyReasonIsSaidInOtherLanguages() throws {
    let german = try SaidWords("reason", "finding")
    for obstacle in Self.obstacles {
      #expect(german.troubles(of: obstacle.told, obstacle.whatIsWrong) == [])
    }
    for fault in Self.faults { #expect(german.troubles(of: fault.told, fault.whatIsWrong) == []) }
    for content in Self.contents {
      for obstacle in [Obstacle.notBlank(content, nil), .notOfThisJob(content, nil)] {
        #expect(german.troubles(of: obstacle.told, obstacle.whatIsWrong) == [])
      }
      #expect(
        german.troubles(
          of: TagFault.noMessage(content).told, TagFault.noMessage(content).whatIsWrong) == [])
    }
    for finding in SignatureFinding.allCases {
      #expect(
        german.troubles(
          of: Obstacle.notGenuine(finding).told, Obstacle.notGenuine(finding).whatIsWrong) == [])
    }
    let parts: Set = [
      "content", "copy-of-row", "link-of-free-row", "signature", "with-given-values",
    ]
    #expect(german.unsaid(parts) == [])
  }
}
