// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A type of tag, as the NFC Forum counts them.
package enum TagType: Int, Hashable, Sendable {
  case type2 = 2
  case type3
  case type4
  case type5
}

/// Why nothing can be planned for a tag as it was read.
package enum TagMemoryError: Error, Hashable {
  // What was read.
  case pageNotRead(page: Int)
  case pageRefused(page: Int)
  case blockNotRead(Int)
  /// The tag does not show the block to us.
  case blockHidden(Int)
  case answerSize(expected: Int, got: Int)
  case chipUnknown

  // The container.
  case notFormatted
  /// The container has bits that can never be cleared again.
  case containerSpoilt(found: Page, intended: Page)
  case versionUnsupported(major: UInt8, minor: UInt8)
  case readAccessClosed(UInt8)
  case readOnly
  /// The checksum of the attributes is wrong, and the chip is not one whose attributes are known.
  case attributesSpoilt
  /// The tag does not say how much memory it has, so no container can be made for it.
  case sizeUnknown

  // The container of Type 4.
  case containerShort(Int)
  case containerLimits(read: Int, write: Int)
  /// No description of a file with a message is where it must.
  case fileControlUnknown(tag: UInt8, length: UInt8)
  case fileImpossible(id: UInt16, size: Int)
  /// A version that is read but no longer written.
  case versionReadOnly(major: UInt8, minor: UInt8)

  // The message.
  case messageTooLarge(size: Int, capacity: Int)
  case noRoom(bytes: Int)

  // Locks and password.
  case pageLocked(page: Int)
  case blockLocked(Int)
  /// The chip wants a proof of its key before it writes the block.
  case keyNeeded(Int)
  /// No tag of this type, or not this one, can be made read-only without its maker's keys.
  case lockUnsupported(TagType)
  /// No one told whether the block is read-only.
  case lockUnknown(Int)
  /// The page belongs to the message, and its lock bit is permanently 0.
  case neverLockable(page: Int)
  /// The page has bits that can never be cleared, and others that can never be set.
  case bitsFixed(page: Int, found: Page, wanted: Page)
  case passwordRequired(from: Int)
  case passwordUnsupported(Chip)
  case configurationFrozen
  /// AUTHLIM is not 0: wrong passwords would permanently close the tag.
  case attemptLimited(UInt8, isFrozen: Bool = false)
  case freezingUnprotected(from: Int)

  // The mirror.
  case mirrorActive(address: Int)
  case mirrorUnsupported(Chip)
  case mirrorFieldsApart(uid: Int, counter: Int)
  case mirrorFillerMissing(offset: Int)
  case mirrorTooLate(address: Int, latest: Int)
  case mirrorInterrupted(address: Int)
  case counterHidden
}
