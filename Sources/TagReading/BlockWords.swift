// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension BlockError: CustomStringConvertible {
  /// What is wrong with the blocks that were asked for, and what to do.
  package var description: String {
    switch self {
    case .noBlocks:
      "This tag has files instead of blocks. Use 'tagpress read' and 'tagpress put'."
    case .countUnknown:
      "The tag does not say how many blocks it has. Give the number with --count."
    case .outside(let first, 1, let total):
      "There is no block \(first): they go from 0 to \(total - 1). Check the number."
    case .outside(let first, let count, let total):
      """
      There are no \(count) blocks from block \(first) on: they go from 0 to \(total - 1). Check \
      the numbers.
      """
    case .notWhole(let bytes, let size):
      """
      \(bytes) bytes are not a whole number of blocks: each has \(size) on this tag. Fill up the \
      last one in the way that the tag's reader expects.
      """
    case .reserved(let block, .number):
      "Block \(block) contains the serial number, which cannot be changed. Leave it out."
    case .reserved(let block, .secret):
      """
      Block \(block) contains a password, which can never be read back. 'tagpress put --protect' \
      sets one and tries it.
      """
    case .reserved(let block, .locks):
      """
      Block \(block) contains lock bits, and what they lock stays locked permanently. Leave it \
      out, or add --allow locks.
      """
    case .reserved(let block, .container):
      """
      Block \(block) says what the tag is for, and its bits can never be cleared again. Leave it \
      out, or add --allow container.
      """
    case .reserved(let block, _):
      """
      Block \(block) may contain settings, and wrong ones close the tag, some of them permanently. \
      Leave it out, or add --allow settings.
      """
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .noBlocks: "no-blocks"
    case .countUnknown: "block-count-unknown"
    case .outside: "no-such-block"
    case .notWhole: "not-whole-blocks"
    case .reserved: "block-reserved"
    }
  }
}
