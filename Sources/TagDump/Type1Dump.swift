// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The memory of a Type 1 tag (NFC Forum T1T 1.2), from its serial number on.
package struct Type1Dump: Hashable, Sendable {
  package let bytes: [UInt8]

  private static let magic: UInt8 = 0xE1
  private static let container = 8
  /// Block 0Dh is reserved and block 0Eh holds locks; on larger tags 0Fh is taken as well.
  private static let reserved = 104..<128

  package var uid: [UInt8]? {
    bytes.count >= 7 ? Array(bytes.prefix(7)) : nil
  }

  package var content: DumpedContent {
    guard bytes.count >= Self.container + 4, bytes[Self.container] == Self.magic else {
      return .unformatted
    }
    let version = bytes[Self.container + 1]
    guard version >> 4 == 1 else {
      return .versionUnsupported(major: version >> 4, minor: version & 0x0F)
    }
    guard bytes[Self.container + 3] >> 4 == 0 else { return .readingRestricted }
    // The container gives the whole memory in units of eight bytes, less one.
    let end = min((Int(bytes[Self.container + 2]) + 1) * 8, bytes.count)
    var area: [UInt8?] = []
    for address in stride(from: Self.container + 4, to: end, by: 1)
    where !Self.reserved.contains(address) {
      area.append(bytes[address])
    }
    return TLVBytes.content(of: area)
  }
}
