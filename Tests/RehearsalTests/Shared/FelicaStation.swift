// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// The Type 3 tags of these tests: what their makers say about them, typed a second time.
enum Type3Sheet: CaseIterable, Sendable {
  /// Thirteen blocks, four read and one written at once.
  case liteS
  /// Six hundred blocks, twelve read and eight written at once.
  case large

  static let idm: [UInt8] = [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79, 0x88]

  var capacity: Int {
    switch self {
    case .liteS: 208
    case .large: 9600
    }
  }

  /// The attributes of the empty tag without their checksum.
  private var attributes: [UInt8] {
    switch self {
    case .liteS: [0x10, 4, 1, 0, 13, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    case .large: [0x10, 12, 8, 2, 0x58, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    }
  }

  /// The attribute block with a length and flags.
  func attributes(holding size: Int, writeFlag: UInt8 = 0, readWrite: UInt8 = 1) -> [UInt8] {
    var block = attributes
    block[9] = writeFlag
    block[10] = readWrite
    block[11] = UInt8(size >> 16)
    block[12] = UInt8(size >> 8 & 0xFF)
    block[13] = UInt8(size & 0xFF)
    let sum = block.reduce(0) { $0 + Int($1) }
    return block + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
  }

  /// The blocks of the tag with a message and nothing else on it.
  func blocks(holding message: [UInt8]) -> [[UInt8]] {
    let padded = message + [UInt8](repeating: 0, count: capacity - message.count)
    return [attributes(holding: message.count)]
      + stride(from: 0, to: capacity, by: 16).map { Array(padded[$0..<$0 + 16]) }
  }

  /// A tag with exactly these blocks, attributes first, as the state that it has.
  func state(_ blocks: [[UInt8]]) throws -> [UInt8] {
    switch self {
    case .liteS:
      let new = try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm))
      var all = new.blocks
      for (number, block) in blocks.enumerated() { all[number] = block }
      return try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm, blocks: all)).state
    case .large:
      let new = try #require(VirtualFelicaCard.ndef(idm: Type3Sheet.idm))
      return try #require(
        VirtualFelicaCard(
          idm: new.idm, pmm: new.pmm, limits: new.limits,
          systems: [
            FelicaSystem(
              code: 0x12FC,
              services: [FelicaService(codes: [0x0009, 0x000B], blocks: blocks)])
          ])
      ).state
    }
  }

  /// The blocks of the tag that a state describes, attributes first.
  func blocks(of state: [UInt8]) throws -> [[UInt8]] {
    switch self {
    case .liteS:
      let chip = try VirtualFelicaLiteChip(state: state)
      return (0...13).compactMap { chip.blocks[$0] }
    case .large: return try VirtualFelicaCard(state: state).systems[0].services[0].blocks
    }
  }
}

/// FeliCa cards on the reader of a test.
extension TagStation {
  /// Puts a card in a given state on the reader.
  func lay(_ state: [UInt8]) throws -> TagID {
    try virtual.place { () throws(ChipStateError) in try VirtualChipFile.read(state) }
  }

  func state(of id: TagID) throws -> [UInt8] { try #require(virtual.state(of: id)) }

  func remove(_ id: TagID) { virtual.discard(id) }

  func felicaInField() throws -> TagInField { try #require(try reader.select(.felica)) }

  func selectFelica() throws -> Type3Tag { try Type3Tag(felicaInField(), on: reader) }
}
