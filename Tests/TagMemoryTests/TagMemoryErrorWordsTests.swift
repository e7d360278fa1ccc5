// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import Testing

@testable import TagMemory

struct TagMemoryErrorWordsTests {
  static let errors: [TagMemoryError] = [
    .pageNotRead(page: 9), .pageRefused(page: 9), .answerSize(expected: 16, got: 1), .chipUnknown,
    .notFormatted, .containerSpoilt(found: .zero, intended: .zero),
    .versionUnsupported(major: 2, minor: 0), .readAccessClosed(8), .readOnly,
    .messageTooLarge(size: 138, capacity: 137), .noRoom(bytes: 1), .pageLocked(page: 9),
    .bitsFixed(page: 2, found: .zero, wanted: .zero),
    .passwordRequired(from: 4), .passwordUnsupported(.ntag203), .configurationFrozen,
    .attemptLimited(2), .freezingUnprotected(from: 255), .mirrorActive(address: 49),
    .mirrorUnsupported(.ntag210), .mirrorFieldsApart(uid: 1, counter: 2),
    .mirrorFillerMissing(offset: 1), .mirrorTooLate(address: 150, latest: 145),
    .mirrorInterrupted(address: 50), .counterHidden, .containerShort(3),
    .containerLimits(read: 1, write: 0), .fileControlUnknown(tag: 5, length: 6),
    .fileImpossible(id: 0xE103, size: 3), .versionReadOnly(major: 1, minor: 0),
  ]

  static let findings: [Finding] = [
    .containerLargerThanChip(claimed: 872, actual: 144), .minorVersion(major: 1, minor: 2),
    .nullsBeforeMessage(count: 2), .controlTLVSkipped(address: 16, length: 4),
    .lockControlDisagrees(address: 16, says: 144, chipSays: 160),
    .lockControlDisagrees(address: 16, says: 144, chipSays: nil), .proprietaryTLV(address: 16),
    .unknownTLV(tag: 0xF0, address: 16), .longLengthForShortValue(address: 16),
    .valueOverruns(tag: 3, address: 16, length: 9), .terminatorMissing(address: 30),
    .checkBytesWrong, .makerNotNXP(0x34), .pagesRefused(first: 6, expected: 45),
  ]

  @Test func everySentenceIsWhole() {
    let sentences = Self.errors.map(\.whatIsWrong) + Self.findings.map(\.words)
    for sentence in sentences {
      #expect(sentence.hasSuffix(".") && !sentence.contains("  "), "\(sentence)")
    }
    #expect(Set(sentences).count == sentences.count)
    // The message was made for another place than the one it was planned for: nothing helps.
    #expect(Self.errors.filter { $0.cure == nil } == [.mirrorFillerMissing(offset: 1)])
  }

  @Test func everyNameIsItsOwn() {
    let contents: [TagContent] = [
      .factoryNew, .unformatted, .empty, .message([]), .foreign,
      .damaged(.overruns(address: 16, length: 9)), .containerSpoilt(.zero),
      .versionUnsupported(major: 2, minor: 0), .hidden(page: 3),
    ]
    let accesses: [TagAccess] = [
      .open, .passwordToWrite(from: 4), .passwordToRead(from: 4), .readOnly,
      .partlyReadOnly(locked: [4]), .readOnlyInNameOnly,
    ]
    let names = [
      Self.errors.map(\.machineName), Self.findings.map(\.machineName).uniqued,
      contents.map(\.machineName), accesses.map(\.machineName),
    ]
    for group in names {
      #expect(Set(group).count == group.count)
      for name in group {
        #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(name)")
      }
    }
  }
}

extension [String] {
  /// One case of a finding has two sentences and, rightly, one name.
  fileprivate var uniqued: [String] { Array(Set(self)) }
}
