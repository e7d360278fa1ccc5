// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A packet of a reader to a FeliCa chip, taken apart (JIS X 6319-4; NFC Forum Type 3).
enum FelicaPacket: Hashable {
  case polling(system: UInt16, request: UInt8)
  case requestService([UInt16])
  case requestResponse
  case read(FelicaAccess)
  case write(FelicaAccess, [UInt8])
  case requestSystemCode

  static let blockSize = 16

  /// Nil for a packet whose length contradicts its counts, to which a chip says nothing.
  init?(_ packet: [UInt8]) {
    guard let code = packet.first else { return nil }
    if code == 0x00 {
      guard packet.count == 5 else { return nil }
      self = .polling(system: UInt16(packet[1]) << 8 | UInt16(packet[2]), request: packet[3])
      return
    }
    guard packet.count >= 9 else { return nil }
    // After the code is the IDm, which the chip has compared.
    var rest = packet[9...]
    switch code {
    case 0x02:
      guard let nodes = Self.codes(from: &rest), rest.isEmpty else { return nil }
      self = .requestService(nodes)
    case 0x04 where rest.isEmpty: self = .requestResponse
    case 0x06:
      guard let access = FelicaAccess(from: &rest), rest.isEmpty else { return nil }
      self = .read(access)
    case 0x08:
      guard let access = FelicaAccess(from: &rest),
        rest.count == access.blocks.count * Self.blockSize
      else { return nil }
      self = .write(access, Array(rest))
    case 0x0C where rest.isEmpty: self = .requestSystemCode
    default: return nil
    }
  }

  /// A count and this many codes, least significant byte first.
  fileprivate static func codes(from rest: inout ArraySlice<UInt8>) -> [UInt16]? {
    guard let count = rest.popFirst() else { return nil }
    var codes: [UInt16] = []
    for _ in 0..<count {
      guard let low = rest.popFirst(), let high = rest.popFirst() else { return nil }
      codes.append(UInt16(high) << 8 | UInt16(low))
    }
    return codes
  }
}

/// Which blocks of which services a packet is about.
struct FelicaAccess: Hashable {
  let services: [UInt16]
  let blocks: [FelicaBlock]

  init?(from rest: inout ArraySlice<UInt8>) {
    guard let services = FelicaPacket.codes(from: &rest), let count = rest.popFirst() else {
      return nil
    }
    self.services = services
    var blocks: [FelicaBlock] = []
    for _ in 0..<count {
      guard let block = FelicaBlock(from: &rest) else { return nil }
      blocks.append(block)
    }
    self.blocks = blocks
  }
}

/// An element of a block list, of two or three bytes.
struct FelicaBlock: Hashable {
  /// The place of its service in the list of services.
  let service: Int
  /// 0 for everything but purses.
  let mode: UInt8
  let number: Int

  init?(from rest: inout ArraySlice<UInt8>) {
    guard let head = rest.popFirst(), let low = rest.popFirst() else { return nil }
    service = Int(head & 0x0F)
    mode = head >> 4 & 0x07
    // Bit 7 says that the number has one byte; otherwise a second one follows, the higher.
    guard head & 0x80 == 0 else {
      number = Int(low)
      return
    }
    guard let high = rest.popFirst() else { return nil }
    number = Int(high) << 8 | Int(low)
  }
}

/// The two status flags with which a FeliCa chip refuses.
struct FelicaStatus: Error, Hashable {
  /// FF, or a bit for the element of the block list that is wrong.
  let place: UInt8
  let reason: UInt8

  static let serviceCount = FelicaStatus(place: 0xFF, reason: 0xA1)
  static let blockCount = FelicaStatus(place: 0xFF, reason: 0xA2)

  static func serviceOrder(_ index: Int) -> FelicaStatus { at(index, 0xA3) }
  static func accessMode(_ index: Int) -> FelicaStatus { at(index, 0xA7) }
  static func blockNumber(_ index: Int) -> FelicaStatus { at(index, 0xA8) }
  static func needsAuthentication(_ index: Int) -> FelicaStatus { at(index, 0xB1) }
  static func serviceCode(_ index: Int) -> FelicaStatus { at(index, 0xA6) }

  private static func at(_ index: Int, _ reason: UInt8) -> FelicaStatus {
    FelicaStatus(place: 1 << UInt8(index % 8), reason: reason)
  }

  var bytes: [UInt8] { [place, reason] }
}

/// Whether a system code of Polling, in which FF stands for any byte, means this system.
func polling(_ asked: UInt16, means system: UInt16) -> Bool {
  let (high, low) = (asked & 0xFF00, asked & 0x00FF)
  return (high == 0xFF00 || high == system & 0xFF00) && (low == 0x00FF || low == system & 0x00FF)
}

/// What a chip adds to its answer to Polling: its system code, its speeds, or nothing.
func pollingAddition(_ request: UInt8, system: UInt16) -> [UInt8] {
  switch request {
  case 0x01: [UInt8(system >> 8), UInt8(truncatingIfNeeded: system)]
  // 212 and 424 kbit/s, told apart by the chip itself.
  case 0x02: [0x00, 0x83]
  default: []
  }
}
