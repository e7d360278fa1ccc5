// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The blocks of a FeliCa tag that a dump has, by their numbers.
package struct FeliCaDump: Hashable, Sendable {
  package let blocks: [Int: [UInt8]]

  static let blockSize = 16
  /// The services that an NDEF tag has, for reading and for both.
  static let services = [0x000B, 0x0009]

  init(blocks: [Int: [UInt8]]) {
    self.blocks = blocks.filter {
      $0.value.count == Self.blockSize && (0..<DumpLimits.blockCount).contains($0.key)
    }
  }

  /// The message that the attribute block describes (NFC Forum T3T 6.1).
  package var content: DumpedContent {
    guard let attributes = blocks[0] else { return .hidden(address: 0) }
    guard attributes.contains(where: { $0 != 0 }) else { return .unformatted }
    let sum = attributes.prefix(14).reduce(0) { $0 + Int($1) }
    guard sum == Int(attributes[14]) << 8 | Int(attributes[15]) else { return .checksumWrong }
    let version = attributes[0]
    guard version >> 4 == 1 else {
      return .versionUnsupported(major: version >> 4, minor: version & 0x0F)
    }
    guard attributes[9] == 0 else { return .writeInterrupted }
    let capacity = (Int(attributes[3]) << 8 | Int(attributes[4])) * Self.blockSize
    let length = Int(attributes[11]) << 16 | Int(attributes[12]) << 8 | Int(attributes[13])
    guard length <= capacity else { return .overruns(address: 0, length: length) }
    return message(length: length)
  }

  private func message(length: Int) -> DumpedContent {
    if length == 0 { return .empty }
    var bytes: [UInt8] = []
    var number = 1
    // The length is the tag's own claim, so nothing is set aside for it.
    while bytes.count < length {
      guard let block = blocks[number] else {
        return .hidden(address: number * Self.blockSize)
      }
      bytes += block.prefix(length - bytes.count)
      number += 1
    }
    return .message(bytes)
  }
}
