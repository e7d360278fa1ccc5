// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What happened inside a chip that its answers do not show, for tests that must know.
package enum ChipEvent: Hashable, Sendable {
  /// One-time-programmable bits of page 3 went from 0 to 1.
  case otpBitsSet(before: [UInt8], after: [UInt8])
  /// Lock bits went from 0 to 1.
  case lockBitsSet(page: Int, before: [UInt8], after: [UInt8])
  /// A write set bits of a lock page that the sheet reserves; the chip did not take them.
  case reservedLockBitsWritten(page: Int, written: [UInt8])
  /// The number of wrong passwords that permanently closes the chip was changed.
  case authLimSet(Int)
  /// CFGLCK was set: the configuration freezes when the power goes.
  case cfgLocked
  /// A wrong password or key; the number is the chip's own count, 0 when it does not count.
  case passwordFailed(count: Int)
  /// The last wrong password that AUTHLIM allows: the protected memory is closed permanently.
  case closedForEver
  /// A write that lock bits, protection or the address forbid.
  case writeRefused(page: Int)
  /// Access bits that contradict their complements: a sector of a Classic is lost.
  case sectorLost(Int)
}
