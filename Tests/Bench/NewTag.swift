// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import VirtualReader

/// The virtual reader is there for certain, so this says that the bench itself is broken.
struct NoReader: Error {}

/// Puts a factory-new NTAG213 into the field.
func placeTag(in reader: VirtualReader) throws {
  try reader.place { () throws(NoReader) -> any VirtualChip in
    guard let chip = VirtualType2Chip(.ntag213, uid: [4, 0xA1, 0xB2, 0, 1, 0x5C, 0x80]) else {
      throw NoReader()
    }
    return chip
  }
}
