// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The memory of a MIFARE Classic, byte by byte, because tools mark single keys as unknown.
package struct ClassicDump: Hashable, Sendable {
  package let bytes: [UInt8?]

  static let blockSize = 16
  /// Mini, 1K, 2K and 4K.
  static let sizes = [320, 1024, 2048, 4096]

  init(_ bytes: [UInt8?]) {
    self.bytes = Array(bytes.prefix(DumpLimits.blockCount * Self.blockSize))
  }

  /// The size in the name that people use; nil for a dump of another size.
  package var model: String? {
    switch bytes.count {
    case 320: "Mini"
    case 1024: "1K"
    case 2048: "2K"
    case 4096: "4K"
    default: nil
    }
  }

  /// Four bytes when their check byte follows them, else seven.
  package var uid: [UInt8]? {
    let first = bytes.prefix(7).compactMap { $0 }
    guard first.count == 7 else { return nil }
    return Self.hasCheckByte(first) ? Array(first.prefix(4)) : first
  }

  /// Whether block 0 begins with a serial number of four bytes.
  static func hasCheckByte(_ block: [UInt8]) -> Bool {
    block.count >= 5 && block[0] ^ block[1] ^ block[2] ^ block[3] == block[4]
      && block.prefix(4).contains { $0 != 0 }
  }

  /// The message in the sectors that the directory (MAD) gives to NDEF.
  package var content: DumpedContent {
    switch SectorDirectory(of: self) {
    case .hidden(let address): return .hidden(address: address)
    case .none: return .unformatted
    case .damaged: return .checksumWrong
    case .sectors(let sectors):
      let addresses = sectors.flatMap(Self.dataBytes(ofSector:)).filter { $0 < bytes.count }
      let content = TLVBytes.content(of: addresses.map { bytes[$0] })
      // Sectors lie apart, but an address is looked up in the dump as it is.
      return switch content {
      case .hidden(let address): .hidden(address: addresses[address])
      case .overruns(let address, let length):
        .overruns(address: addresses[address], length: length)
      default: content
      }
    }
  }

  /// The addresses of a sector's data blocks; the last block of each holds keys.
  private static func dataBytes(ofSector sector: Int) -> Range<Int> {
    // The first 32 sectors have 4 blocks, those of a 4K after them 16.
    let isLarge = sector >= 32
    let first = isLarge ? 128 + (sector - 32) * 16 : sector * 4
    let count = isLarge ? 15 : 3
    return first * blockSize..<(first + count) * blockSize
  }
}

/// The MIFARE application directory (NXP AN10787): which sectors hold NDEF.
private enum SectorDirectory {
  case sectors([Int])
  case none
  case damaged
  case hidden(address: Int)

  private static let ndef: (UInt8, UInt8) = (0x03, 0xE1)
  /// Blocks 1 and 2 give sectors 1 to 15, blocks 64 to 66 sectors 17 to 39.
  private static let first = (bytes: 16..<48, sectors: 1...15)
  private static let second = (bytes: 1024..<1072, sectors: 17...39)
  /// The general-purpose byte of sector 0; its low bits are the version of the directory.
  private static let versionAddress = 57

  init(of dump: ClassicDump) {
    let first = Self.read(Self.first.bytes, Self.first.sectors, of: dump)
    guard dump.bytes.count >= Self.second.bytes.upperBound,
      let version = dump.bytes[Self.versionAddress], version & 0x03 == 2
    else {
      self = first
      return
    }
    let second = Self.read(Self.second.bytes, Self.second.sectors, of: dump)
    self =
      switch (first, second) {
      case (.sectors(let low), .sectors(let high)): .sectors(low + high)
      case (.none, _), (_, .damaged), (_, .hidden): second
      default: first
      }
  }

  private static func read(
    _ range: Range<Int>, _ sectors: ClosedRange<Int>, of dump: ClassicDump
  ) -> SectorDirectory {
    guard dump.bytes.count >= range.upperBound else { return .none }
    var bytes: [UInt8] = []
    for address in range {
      guard let byte = dump.bytes[address] else { return .hidden(address: address) }
      bytes.append(byte)
    }
    // Checksum and info byte come before two bytes for each sector.
    let named = sectors.filter { sector in
      let at = 2 + 2 * (sector - sectors.lowerBound)
      return (bytes[at], bytes[at + 1]) == ndef
    }
    if named.isEmpty { return .none }
    return checksum(bytes.dropFirst()) == bytes[0] ? .sectors(named) : .damaged
  }

  /// CRC-8 with polynomial 1D, preset C7.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    var crc: UInt8 = 0xC7
    for byte in bytes {
      crc ^= byte
      for _ in 0..<8 {
        crc = crc & 0x80 == 0 ? crc << 1 : crc << 1 ^ 0x1D
      }
    }
    return crc
  }
}
