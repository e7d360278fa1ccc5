// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A MIFARE Classic on the antenna.
///
/// The reader chip and the card agree on a key by Crypto-1, which this room does not imitate: the
/// virtual reader asks the chip directly whether the key is right. After that, frames are plain.
package protocol ClassicChip: TypeAChip {
  /// Opens the sector of a block, or closes all of them for a wrong key.
  func authenticate(block: Int, withKeyA: Bool, key: [UInt8], uid: [UInt8]) -> Bool
}
