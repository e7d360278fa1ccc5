// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
internal import TagMemory

extension BlockError: NamedTrouble {
  package var whatIsWrong: String {
    switch self {
    case .noBlocks: "This tag has files instead of blocks."
    case .countUnknown: "The tag does not say how many blocks it has."
    case .outside(let first, 1, let total):
      "There is no block \(first); this tag has blocks 0 to \(total - 1)."
    case .outside(let first, let count, let total):
      """
      There are no \(count) blocks from block \(first) on; this tag has blocks 0 to \(total - 1).
      """
    case .notWhole(let bytes, let size):
      """
      \(count(bytes, "byte")) \(bytes == 1 ? "is" : "are") not a whole number of blocks; a block \
      of this tag has \(count(size, "byte")).
      """
    case .reserved(let block, .number):
      "Block \(block) contains the serial number, which cannot be changed."
    case .reserved(let block, .secret):
      "Block \(block) contains a password, which can never be read back."
    case .reserved(let block, .locks):
      "Block \(block) contains lock bits, and what they lock stays locked permanently."
    case .reserved(let block, .container):
      "Block \(block) says what the tag is for, and its bits can never be cleared again."
    case .reserved(let block, _):
      """
      Block \(block) may contain settings, and wrong ones close the tag, some of them permanently.
      """
    }
  }

  package var cure: Cure? {
    switch self {
    case .noBlocks: .useReadAndPut
    case .countUnknown: .giveBlockCount
    case .outside: .checkBlockNumbers
    case .notWhole: .fillLastBlock
    case .reserved(_, .number): .leaveBlocksOut
    case .reserved(_, .secret): .setPassword
    case .reserved(_, .locks): .allowBlocks("locks")
    case .reserved(_, .container): .allowBlocks("container")
    case .reserved: .allowBlocks("settings")
    }
  }

  package var code: ReasonCode {
    switch self {
    case .noBlocks: .`no-blocks`
    case .countUnknown: .`block-count-unknown`
    case .outside: .`no-such-block`
    case .notWhole: .`not-whole-blocks`
    case .reserved: .`block-reserved`
    }
  }
}
