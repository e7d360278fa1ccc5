// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TagReading
import Testing

struct BlockWordsTests {
  private static let errors: [BlockError] = [
    .noBlocks, .countUnknown, .outside(first: 45, count: 1, of: 45),
    .outside(first: 40, count: 6, of: 45), .notWhole(bytes: 3, blockSize: 4),
    .reserved(block: 0, .number), .reserved(block: 2, .locks), .reserved(block: 3, .container),
    .reserved(block: 41, .settings), .reserved(block: 43, .secret),
  ]

  @Test func everyErrorIsASentenceWithACure() {
    for error in Self.errors {
      #expect(error.whatIsWrong.hasSuffix("."))
      #expect(error.cure != nil, "\(error)")
      #expect(TagError.blocks(error).whatIsWrong == error.whatIsWrong)
      #expect(TagError.blocks(error).cure == error.cure)
      #expect(TagError.blocks(error).machineName == error.machineName)
      #expect(TagError.blocks(error).passing == nil)
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    #expect(Set(Self.errors.map(\.whatIsWrong)).count == Self.errors.count)
  }

  @Test func numbersAreThoseOfTheTag() {
    #expect(
      Self.errors[2].whatIsWrong == "There is no block 45; this tag has blocks 0 to 44.")
    #expect(
      Self.errors[3].whatIsWrong
        == "There are no 6 blocks from block 40 on; this tag has blocks 0 to 44.")
    #expect(
      Self.errors[4].whatIsWrong
        == "3 bytes are not a whole number of blocks; a block of this tag has 4 bytes.")
    #expect(
      BlockError.notWhole(bytes: 1, blockSize: 4).whatIsWrong
        == "1 byte is not a whole number of blocks; a block of this tag has 4 bytes.")
  }
}
