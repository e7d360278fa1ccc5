// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A command of FeliCa as a packet without its length byte (JIS X 6319-4; Sony's Card User's
/// Manual): the code, the chip's IDm, and the parameters.
enum FelicaCommand: Hashable {
  /// Polls every chip of a system; FF in the code stands for any byte.
  case polling(system: UInt16)
  case requestService([UInt16])
  case requestSystemCode
  case read(service: UInt16, blocks: [Int])
  case write(service: UInt16, blocks: [Int], data: [UInt8])

  static let blockSize = 16
  /// What a packet has in addition to its length byte, which counts itself.
  private static let longestPacket = 254
  /// Code, IDm, one service with its count, the count of the blocks.
  private static let headSize = 13
  /// Code, IDm, two status flags and the count of the blocks.
  static let readHeadSize = 12
  /// An answer with more blocks does not fit into a packet.
  static let mostBlocksRead = (longestPacket - readHeadSize) / blockSize
  /// The highest number of a block in the longer element of a block list.
  static let highestBlock = 0xFFFF

  private var code: UInt8 {
    switch self {
    case .polling: 0x00
    case .requestService: 0x02
    case .requestSystemCode: 0x0C
    case .read: 0x06
    case .write: 0x08
    }
  }

  /// The packet for the chip with this IDm.
  func packet(for idm: [UInt8]) -> [UInt8] {
    switch self {
    case .polling(let system):
      // With its system code in the answer, in one time slot.
      [code, UInt8(system >> 8), UInt8(truncatingIfNeeded: system), 0x01, 0x00]
    case .requestService(let codes):
      [code] + idm + [UInt8(truncatingIfNeeded: codes.count)] + codes.flatMap(Self.littleEndian)
    case .requestSystemCode: [code] + idm
    case .read(let service, let blocks): [code] + idm + Self.list(service, blocks)
    case .write(let service, let blocks, let data):
      [code] + idm + Self.list(service, blocks) + data
    }
  }

  /// The answer of this chip after code and IDm; nil for an answer of another one.
  func content(of answer: [UInt8], from idm: [UInt8]) -> ArraySlice<UInt8>? {
    guard answer.first == code + 1 else { return nil }
    if case .polling = self { return answer.dropFirst() }
    guard answer.dropFirst().starts(with: idm) else { return nil }
    return answer.dropFirst(1 + idm.count)
  }

  /// How many of these blocks fit into one write.
  static func writable(_ blocks: some Sequence<Int>) -> Int {
    var left = longestPacket - headSize
    var count = 0
    for block in blocks {
      left -= element(block).count + blockSize
      guard left >= 0 else { break }
      count += 1
    }
    return count
  }

  private static func list(_ service: UInt16, _ blocks: [Int]) -> [UInt8] {
    [1] + littleEndian(service) + [UInt8(truncatingIfNeeded: blocks.count)]
      + blocks.flatMap(element)
  }

  /// An element of a block list: two bytes for a low number, three for a high one.
  private static func element(_ block: Int) -> [UInt8] {
    block < 0x100
      ? [0x80, UInt8(truncatingIfNeeded: block)]
      : [0x00] + littleEndian(UInt16(truncatingIfNeeded: block))
  }

  private static func littleEndian(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }
}
