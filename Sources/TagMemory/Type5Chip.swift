// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip of ISO 15693 whose memory this project knows from its sheet.
///
/// The raw value is the name in job manifests and in the ledger.
package enum Type5Chip: String, CaseIterable, Hashable, Sendable {
  case slix = "ICODESLIX"
  case slix2 = "ICODESLIX2"
  case st25dv04k = "ST25DV04K"

  /// The name that people use.
  package var title: String {
    switch self {
    case .slix: "ICODE SLIX"
    case .slix2: "ICODE SLIX2"
    case .st25dv04k: "ST25DV04K"
    }
  }

  /// How many blocks at most are storage in a tag with this UID that does not tell how many it has.
  static func mostBlocks(uid: [UInt8]) -> Int {
    // What may be a SLIX2 has a counter after its storage.
    let isSlix2 = Type5Chip(uid: uid, blockCount: 80, blockSize: 4) == .slix2
    return isSlix2 ? Self.slix2.blockCount : Type5Image.mostBlocks
  }

  /// The chip by its UID, E0 first, and by the memory that it says it has; nil for any other.
  ///
  /// A copy with another memory is no such chip, whatever its number says.
  package init?(uid: [UInt8], blockCount: Int, blockSize: Int) {
    guard uid.count == 8, blockSize == 4 else { return nil }
    // NXP tells its chips apart by the bits 37 and 36 of the number, counted from 1.
    switch (uid[1], uid[2], uid[3] >> 3 & 3, blockCount) {
    case (0x04, 0x01, 0b10, 28): self = .slix
    case (0x04, 0x01, 0b01, 80): self = .slix2
    case (0x02, 0x24...0x25, _, 128): self = .st25dv04k
    default: return nil
    }
  }

  /// How many blocks, from the first on, are storage; the last one of a SLIX2 is a counter.
  var blockCount: Int {
    switch self {
    case .slix: 28
    case .slix2: 79
    case .st25dv04k: 128
    }
  }

  /// The largest message once the chip is formatted, in bytes.
  var capacity: Int {
    let memorySize = blockCount * 4
    guard
      let container = Type5Container(
        memorySize: memorySize, readsSeveral: true, takesLock: takesLock)
    else { return 0 }
    return TLV.capacity(ofRoom: container.writableEnd(of: memorySize) - container.bytes.count)
  }

  /// Whether LOCK BLOCK makes every block read-only; an ST25DV lets it close its container only.
  package var takesLock: Bool { self != .st25dv04k }
}
