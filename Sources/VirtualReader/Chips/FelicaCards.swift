// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension VirtualFelicaCard {
  /// The numbers that readers go by when they guess what a card is, from a card in circulation.
  static let transitPMm: [UInt8] = [0x03, 0x01, 0x4B, 0x02, 0x4F, 0x49, 0x93, 0xFF]

  /// How many entries a transit card keeps, used or not.
  private static let historyLength = 20
  private static let gateLogLength = 3

  /// A Japanese transit card (system 0003) with the content that the caller makes by hand.
  ///
  /// Whole blocks, the newest first: type and balance (service 008B), journeys (090F), gates (108F).
  package static func transit(
    idm: [UInt8], attributes: [UInt8], history: [[UInt8]] = [], gates: [[UInt8]] = [],
    longestRead: Int = 12
  ) -> VirtualFelicaCard? {
    VirtualFelicaCard(
      idm: idm, pmm: transitPMm, limits: FelicaLimits(read: longestRead, write: 8),
      systems: [
        FelicaSystem(
          code: 0x0003,
          services: [
            // The even codes are for terminals that have the keys.
            FelicaService(codes: [0x0048, 0x004A], blocks: filled([], to: 1)),
            FelicaService(codes: [0x0088, 0x008B], blocks: [attributes]),
            FelicaService(codes: [0x090C, 0x090F], blocks: filled(history, to: historyLength)),
            FelicaService(codes: [0x108C, 0x108F], blocks: filled(gates, to: gateLogLength)),
          ]),
        // The system in which shops keep their own areas.
        FelicaSystem(code: 0xFE00, services: []),
      ])
  }

  /// A Type 3 tag with room for many blocks, more of which fit into one packet than on a Lite-S.
  ///
  /// Beyond block 255 elements of the block list have three bytes.
  package static func ndef(
    idm: [UInt8], blocks: Int = 600, limits: FelicaLimits = FelicaLimits(read: 12, write: 8)
  ) -> VirtualFelicaCard? {
    guard (1...0x1000).contains(blocks) else { return nil }
    var attributes: [UInt8] = [
      0x10, UInt8(limits.read), UInt8(limits.write), UInt8(blocks >> 8),
      UInt8(truncatingIfNeeded: blocks), 0, 0, 0, 0, 0, 0x01, 0, 0, 0,
    ]
    let sum = attributes.reduce(0) { $0 + Int($1) }
    attributes += [UInt8(sum >> 8), UInt8(truncatingIfNeeded: sum)]
    return VirtualFelicaCard(
      idm: idm, pmm: [0x01, 0x20, 0x22, 0x04, 0x27, 0x67, 0x4E, 0xFF], limits: limits,
      systems: [
        FelicaSystem(
          code: 0x12FC,
          services: [
            FelicaService(codes: [0x0009, 0x000B], blocks: filled([attributes], to: blocks + 1))
          ])
      ])
  }

  private static func filled(_ blocks: [[UInt8]], to count: Int) -> [[UInt8]] {
    let empty = [UInt8](repeating: 0, count: FelicaPacket.blockSize)
    return blocks + [[UInt8]](repeating: empty, count: max(0, count - blocks.count))
  }
}
