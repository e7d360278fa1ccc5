// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One TLV block as it is on the tag (NFC Forum T2T 2.3).
package struct TLVBlock: Hashable, Sendable {
  package let tag: UInt8
  /// The address of the tag byte.
  package let address: Int
  package let length: Int
  /// Whether the length takes three bytes.
  package let hasLongLength: Bool
  /// The address of the first value byte, or of where it would be.
  let valueAddress: Int
  /// The address after the value; nil when the data area ends before the value does.
  let end: Int?
  /// What a control TLV takes out of the data area.
  let reserved: Range<Int>?

  /// Whether the value ends inside the data area.
  package var isWhole: Bool { end != nil }
}

/// The tags of TLV blocks, and how lengths are written.
package enum TLV {
  package static let null: UInt8 = 0x00
  static let lockControl: UInt8 = 0x01
  static let memoryControl: UInt8 = 0x02
  package static let message: UInt8 = 0x03
  static let proprietary: UInt8 = 0xFD
  package static let terminator: UInt8 = 0xFE
  /// The first byte of a three-byte length.
  package static let longLength: UInt8 = 0xFF
  static let longestShortLength = 0xFE
  /// Reserved by the specification: not a length.
  package static let reservedLength = 0xFFFF
  /// A control TLV of any other length is skipped, not obeyed.
  static let controlLength = 3

  /// The bytes of tag and length before a value.
  static func headerSize(forLength length: Int) -> Int {
    length <= longestShortLength ? 2 : 4
  }

  /// The largest message that fits into this many bytes with its header: it does, and one byte more
  /// does not.
  static func capacity(ofRoom room: Int) -> Int {
    // A message of 255 bytes is the first to need the long header, so two sizes of room are too
    // large for 254 bytes and too small for 255.
    let withLongHeader = room - headerSize(forLength: longestShortLength + 1)
    guard withLongHeader <= longestShortLength else { return withLongHeader }
    return min(room - headerSize(forLength: 0), longestShortLength)
  }

  /// The bytes that a control TLV reserves, from its three value bytes.
  ///
  /// The address is a page number and a byte offset, where a page is as long as the low half of
  /// the last byte says. A size of 0 stands for 256. Locks are counted in bits.
  static func reserved(by tag: UInt8, _ value: (UInt8, UInt8, UInt8)) -> Range<Int> {
    let start = (Int(value.0 >> 4) << Int(value.2 & 0x0F)) + Int(value.0 & 0x0F)
    let size = value.1 == 0 ? 256 : Int(value.1)
    return start..<start + (tag == lockControl ? (size + 7) / 8 : size)
  }
}
