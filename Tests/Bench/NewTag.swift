// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// The virtual reader is there for certain, so this says that the bench itself is broken.
struct NoReader: Error {}

/// Puts an NTAG213 into the field: factory-new but for these pages, each with its number in front.
///
/// Its own number, below 65,536, is in its UID.
@discardableResult
func placeTag(
  in reader: VirtualReader, numbered number: Int = 1, holding pages: [[UInt8]] = []
) throws -> TagID {
  let (high, low) = (UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
  return try reader.place { () throws(NoReader) -> any VirtualChip in
    guard let chip = VirtualType2Chip(.ntag213, uid: [4, 0xA1, 0xB2, high, low, 0x5C, 0x80]) else {
      throw NoReader()
    }
    for page in pages { _ = chip.answer(to: [0xA2] + page, tearing: nil) }
    return chip
  }
}
