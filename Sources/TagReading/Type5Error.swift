// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Why a procedure on a Type 5 tag came to no good end.
package enum Type5Error: Error, Hashable, Sendable {
  case reader(ReaderError)
  case memory(Type5MemoryError)
  case notType5
  /// The tag says that its blocks have so many bytes, which blocks cannot have.
  case strangeBlocks(size: Int)
  /// The tag went away while this block was being written: it may hold anything.
  case interrupted(block: Int, ReaderError)
  /// The tag refused to write the block, or to lock it.
  case blockRefused(block: Int, RefusalCode)
  /// The tag would not show the block.
  case blockHidden(block: Int, RefusalCode)
  /// The tag said that it wrote the block, and it reads as something else.
  case blockDiffers(block: Int)
  /// The tag said that it locked the block, and says now that it is open.
  case blockStillOpen(block: Int)
  /// The tag was told to lock its blocks, and did not say afterwards whether they are.
  case locksUnproven
  /// The tag holds something that is not NDEF, and nobody said that it may be overwritten.
  case foreignContent
  case passwordUnsupported
  case mirrorUnsupported
}

extension Type5Error {
  /// The trouble between reader and tag that came in between; nil when the tag is to blame.
  var passing: ReaderError? {
    switch self {
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason): reason
    // It told which blocks were locked before.
    case .locksUnproven: .silent
    default: nil
    }
  }
}
