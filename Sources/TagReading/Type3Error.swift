// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Why a procedure on a Type 3 tag came to no good end.
package enum Type3Error: Error, Hashable, Sendable {
  case reader(ReaderError)
  case memory(Type3MemoryError)
  case notType3
  /// A FeliCa card without NDEF; this is the system that it named.
  case notNDEF(system: UInt16)
  /// The tag went away while this block was being written: it may hold anything.
  case interrupted(block: Int, ReaderError)
  /// The tag refused to write the block.
  case blockRefused(block: Int, StatusFlags)
  /// The tag would not show the block.
  case blockHidden(block: Int, StatusFlags)
  /// The tag said that it wrote the block, and it reads as something else.
  case blockDiffers(block: Int)
  /// The tag holds something that is not NDEF, and nobody said that it may be overwritten.
  case foreignContent
  case passwordUnsupported
  case mirrorUnsupported
}

extension Type3Error {
  /// The trouble between reader and tag that came in between; nil when the tag is to blame.
  var passing: ReaderError? {
    switch self {
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason): reason
    default: nil
    }
  }
}
