// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The number that a tag answers with when it is selected, most significant byte first.
package struct TagUID: Hashable, Sendable, CustomStringConvertible {
  /// Ten bytes are a triple-size UID of ISO 14443-3; no technology has more.
  package static let longest = 10

  package let bytes: [UInt8]

  package init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= TagUID.longest else { return nil }
    self.bytes = bytes
  }

  /// The UID of an ISO 15693 tag, which begins with E0, from a reader with either byte order.
  ///
  /// On the air the last byte comes first, and not all readers reverse it.
  package init?(vicinity given: some Collection<UInt8>) {
    let given = Array(given)
    guard given.count == 8 else { return nil }
    var orders = [given, given.reversed()].filter { $0[0] == TagUID.vicinityStart }
    // One tag in 256 ends with E0 too; then the next byte, the maker, decides.
    if orders.count > 1 { orders.removeAll { !TagUID.vicinityMakers.contains($0[1]) } }
    guard orders.count == 1 else { return nil }
    bytes = orders[0]
  }

  /// The UID of an ISO 15693 tag as it is on the air, where its last byte comes first.
  package init?(vicinityOnAir bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.count == 8, bytes.last == TagUID.vicinityStart else { return nil }
    self.bytes = bytes.reversed()
  }

  private static let vicinityStart: UInt8 = 0xE0
  /// ST, NXP, Infineon, Texas Instruments, Fujitsu and EM (ISO/IEC 7816-6).
  private static let vicinityMakers: Set<UInt8> = [0x02, 0x04, 0x05, 0x07, 0x08, 0x16]

  /// Whether the UID is random, so that the tag has another one each time (ISO 14443-3, 6.5.4).
  package var isRandom: Bool { bytes.count == 4 && bytes[0] == 0x08 }

  /// Upper-case hex without separators: the one way in which TagPress prints a UID.
  package var description: String { upperHex(bytes) }
}
