// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import VirtualReader

/// The virtual reader is there for certain, so this says that the bench itself is broken.
struct NoReader: Error {}

/// The tags on which a link is put, as their makers or an app leave them for NDEF.
enum NewTag {
  case ntag213, felicaLiteS, ntag424, desfire

  var name: String {
    switch self {
    case .ntag213: "NTAG213"
    case .felicaLiteS: "FeliCa Lite-S"
    case .ntag424: "NTAG 424"
    case .desfire: "DESFire EV2"
    }
  }

  var family: TagFamily { self == .felicaLiteS ? .felica : .typeA }

  /// The chip with a number of its own, below 65,536, in its UID.
  func chip(numbered number: Int) -> (any VirtualChip)? {
    let (high, low) = (UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    let uid: [UInt8] = [4, 0xA1, 0xB2, high, low, 0x5C, 0x80]
    return switch self {
    case .ntag213: VirtualType2Chip(.ntag213, uid: uid)
    case .felicaLiteS: VirtualFelicaLiteChip(idm: [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, high, low])
    case .ntag424: VirtualType4Chip(.ntag424, uid: uid)
    case .desfire: VirtualType4Chip(.desfireEV2, uid: uid)
    }
  }
}

/// Puts a new tag into the field.
@discardableResult
func place(
  _ tag: NewTag = .ntag213, in reader: VirtualReader, numbered number: Int = 1
) throws -> TagID {
  try reader.place { () throws(NoReader) -> any VirtualChip in
    guard let chip = tag.chip(numbered: number) else { throw NoReader() }
    return chip
  }
}
