// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import Testing

@testable import TagReading

struct Type4WordsTests {
  private static let status = CardStatus(rawValue: 0x6982)

  private static var errors: [TagError] {
    get throws {
      [
        .reader(.silent), .memory(.containerShort(3)), .noApplication(status),
        .unformatted(try #require(CardVersion([UInt8](repeating: 4, count: 14)))),
        .fileMissing(0xE103, status), .hidden(.byte(2), .card(status)), .nothingRead(offset: 2),
        .interrupted(.byte(0), .tagGone), .interrupted(.byte(0), .silent),
        .refused(.byte(2), .card(status)), .refused(.byte(2), .card(.memoryFailure)),
        .differs(.byte(3)), .keyNeeded(.key(0)), .keyNeeded(.nobody), .dynamicContent,
        .madeUpUID, .passwordUnsupported(.type4), .mirrorUnsupported(.type4),
        .memory(.lockUnsupported(.type4)), .keyChanged, .foreignRights(.message),
        .noSettings, .lockRefused(CardStatus(rawValue: 0x91AD)), .interrupted(nil, .tagGone),
        .interrupted(nil, .silent), .notLocked, .noCipher,
      ]
    }
  }

  @Test func everyErrorIsASentenceWithACure() throws {
    for error in try Self.errors {
      #expect(error.whatIsWrong.hasSuffix("."))
      #expect(error.cure != nil, "\(error)")
    }
  }

  @Test func machineNamesAreWordsWithHyphens() throws {
    let errors = try Self.errors
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
    for error in errors { #expect(allowed.isSuperset(of: error.machineName)) }
    #expect(Set(errors.dropFirst(2).map(\.machineName)).count == 20)
  }

  @Test func statusWordsAreNamed() {
    let cases: [(UInt16, String)] = [
      (0x9000, "9000: done"), (0x6982, "6982: not allowed without a key"),
      (0x6A82, "6A82: not found"), (0x91AE, "91AE: not allowed without a key"),
      (0x0042, "0042"),
    ]
    for (word, text) in cases { #expect(CardStatus(rawValue: word).description == text) }
  }

  @Test func aVersionIsNamed() {
    let titles: [([UInt8], String?)] = [
      ([0x04, 0x01, 0x01, 0x01], "MIFARE DESFire EV1"),
      ([0x04, 0x01, 0x01, 0x12], "MIFARE DESFire EV2"),
      ([0x04, 0x01, 0x01, 0x33], "MIFARE DESFire EV3"), ([0x04, 0x04, 0x02, 0x30], "NTAG 4xx DNA"),
      ([0x05, 0x01, 0x01, 0x01], nil),
    ]
    for (head, title) in titles {
      let bytes = head + [UInt8](repeating: 0, count: 14 - head.count)
      #expect(CardVersion(bytes)?.title == title)
    }
    for count in 0..<14 { #expect(CardVersion([UInt8](repeating: 4, count: count)) == nil) }
  }
}
