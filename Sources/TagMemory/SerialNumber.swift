// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Pages 0 to 2 of a Type 2 tag: seven bytes of serial number and two check bytes.
package struct SerialNumber: Hashable, Sendable {
  package let uid: [UInt8]
  /// Whether both check bytes are what ISO/IEC 14443-3 makes of the serial number.
  package let isConsistent: Bool

  /// The cascade tag goes into the first check byte.
  private static let cascadeTag: UInt8 = 0x88
  private static let nxp: UInt8 = 0x04

  /// Whether the first byte names NXP; a copy often shows here.
  package var isFromNXP: Bool { uid.first == Self.nxp }

  package init?(_ image: Type2Image) {
    guard let first = image[0], let second = image[1], let third = image[2] else { return nil }
    uid = [first[0], first[1], first[2]] + second.bytes
    isConsistent =
      Self.cascadeTag ^ first[0] ^ first[1] ^ first[2] == first[3]
      && second[0] ^ second[1] ^ second[2] ^ second[3] == third[0]
  }
}
