// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Makes zip files, sound ones and ones that say what is not so.
package struct ZipMaker {
  package struct Entry {
    package var name: String
    /// As they are stored.
    package var bytes: [UInt8]
    package var method: UInt16
    package var checksum: UInt32
    package var unpackedSize: UInt32
    package var flags: UInt16 = 0x0800

    /// An entry that is not packed.
    package init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
      method = 0
      checksum = checksumCRC32(bytes)
      unpackedSize = UInt32(bytes.count)
    }

    package init(_ name: String, _ text: String) {
      self.init(name, Array(text.utf8))
    }

    /// Packed by gzip, whose file has the same packed bytes between ten and eight others.
    package init(packing name: String, _ bytes: [UInt8]) throws {
      let packed = try run("gzip", ["-nc"], input: bytes).stdout
      self.name = name
      self.bytes = Array(packed.dropFirst(10).dropLast(8))
      method = 8
      // The eight bytes are the checksum and the size.
      checksum = packed.suffix(8).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
      unpackedSize = UInt32(bytes.count)
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var list: [UInt8] = []
    for entry in entries {
      let offset = UInt32(bytes.count)
      let name = Array(entry.name.utf8)
      let common =
        little(20 as UInt16) + little(entry.flags) + little(entry.method) + little(0 as UInt32)
        + little(entry.checksum) + little(UInt32(entry.bytes.count)) + little(entry.unpackedSize)
        + little(UInt16(name.count)) + little(0 as UInt16)
      bytes += [0x50, 0x4B, 3, 4] + common + name + entry.bytes
      list += [0x50, 0x4B, 1, 2] + little(20 as UInt16) + common
      list += [UInt8](repeating: 0, count: 10) + little(offset) + name
    }
    let start = UInt32(bytes.count)
    let count = UInt16(truncatingIfNeeded: entries.count)
    bytes += list + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(count) + little(count)
    return bytes + little(UInt32(list.count)) + little(start) + [0, 0]
  }
}

private func little(_ number: some FixedWidthInteger) -> [UInt8] {
  (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

private func checksumCRC32(_ bytes: [UInt8]) -> UInt32 {
  var checksum: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    checksum = checksumTable[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] ^ (checksum >> 8)
  }
  return ~checksum
}

private let checksumTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in
    value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
  }
}
