// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension BlockError: CustomStringConvertible {
  /// What is wrong with the blocks that were asked for, and what to do.
  package var description: String {
    switch self {
    case .noBlocks:
      "This tag keeps files in place of blocks. Use 'tagpress read' and 'tagpress put'."
    case .countUnknown:
      "The tag does not say how many blocks it has. Say with --count how many are meant."
    case .outside(let first, 1, let total):
      "There is no block \(first): they go from 0 to \(total - 1). Check the number."
    case .outside(let first, let count, let total):
      """
      There are no \(count) blocks from block \(first) on: they go from 0 to \(total - 1). Check the \
      numbers.
      """
    case .notWhole(let bytes, let size):
      """
      \(bytes) bytes are no whole blocks: each has \(size) on this tag. Fill the last one up, as the \
      tag's reader wants it.
      """
    case .reserved(let block, .number):
      "Block \(block) holds the serial number, which nobody can change. Leave it out."
    case .reserved(let block, .secret):
      """
      Block \(block) holds a password, which can never be read back. 'tagpress put --protect' sets \
      one and proves it.
      """
    case .reserved(let block, .locks):
      """
      Block \(block) holds lock bits, and what they lock stays locked for ever. Leave it out, or say \
      --allow locks.
      """
    case .reserved(let block, .container):
      """
      Block \(block) says what the tag is for, and its bits can never be cleared again. Leave it \
      out, or say --allow container.
      """
    case .reserved(let block, _):
      """
      Block \(block) may hold settings, and wrong ones close the tag, some for ever. Leave it out, \
      or say --allow settings.
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
