// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why nothing can be planned for a tag as it was read.
package enum TagMemoryError: Error, Hashable {
  // What was read.
  case pageNotRead(page: Int)
  case pageRefused(page: Int)
  case answerSize(expected: Int, got: Int)
  case chipUnknown

  // The container.
  case notFormatted(container: Page)
  /// The container has bits that can never be cleared again.
  case containerSpoilt(found: Page, intended: Page)
  case versionUnsupported(major: UInt8, minor: UInt8)
  case readAccessClosed(UInt8)
  case writeAccessClosed(UInt8)

  // The container of Type 4.
  case containerShort(Int)
  case containerLimits(read: Int, write: Int)
  /// No description of a file with a message stands where it must.
  case fileControlUnknown(tag: UInt8, length: UInt8)
  case fileImpossible(id: UInt16, size: Int)
  /// A version that is read and never written any more.
  case versionReadOnly(major: UInt8, minor: UInt8)

  // The message.
  case messageTooLarge(size: Int, capacity: Int)
  case noRoom(bytes: Int)

  // Locks and password.
  case pageLocked(page: Int)
  /// The page belongs to the message, and its lock bit is 0 for ever.
  case neverLockable(page: Int)
  /// The page has bits that can never be cleared, and others that can never be set.
  case bitsFixed(page: Int, found: Page, wanted: Page)
  case passwordRequired(from: Int)
  case passwordUnsupported(Chip)
  case configurationFrozen
  /// AUTHLIM is not 0: wrong passwords would close the tag for ever.
  case attemptLimited(UInt8)
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
