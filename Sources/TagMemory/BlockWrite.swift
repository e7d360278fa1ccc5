// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// One block that a plan writes, and why.
package struct BlockWrite: Hashable, Sendable {
  package enum Purpose: String, Hashable, Sendable {
    /// Makes the tag read as empty, before anything else changes.
    case invalidate
    case body
    /// Makes the new message valid.
    case commit
    /// Makes an NDEF tag of the chip.
    case format
    /// Says that the tag is read-only.
    case closeAccess = "close-access"
    /// Makes it so permanently.
    case lock
  }

  package let block: Int
  /// What was read there; nil for a block that was not.
  package let old: [UInt8]?
  package let new: [UInt8]
  package let purpose: Purpose

  package init(block: Int, old: [UInt8]?, new: [UInt8], purpose: Purpose) {
    self.block = block
    self.old = old
    self.new = new
    self.purpose = purpose
  }

  /// The write that puts back what was there; nil when that is not known.
  package var undone: BlockWrite? {
    old.map { BlockWrite(block: block, old: new, new: $0, purpose: purpose) }
  }
}

extension BlockWrite: CustomStringConvertible {
  /// One line of a printed plan: `00  commit  10 04 01 00 0D …`.
  package var description: String {
    let number = block < 0x100 ? "" : upperHex(UInt8(truncatingIfNeeded: block >> 8))
    let bytes = spacedHex(new)
    return
      "\(number)\(upperHex(UInt8(truncatingIfNeeded: block)))  \(purpose.rawValue)  \(bytes)"
  }
}
