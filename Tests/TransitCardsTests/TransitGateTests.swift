// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TransitCards

struct TransitGateTests {
  static let gates: [(String, TransitGate)] = [
    (
      "20 00 E33F 0102 30B0 0841 DC00 0000 0000",
      TransitGate(
        kind: 0x20, innerKind: 0, station: TransitStation(line: 0xE3, station: 0x3F),
        device: 0x0102, date: TransitDate(year: 2024, month: 5, day: 16),
        time: TransitTime(hour: 8, minute: 41, second: nil), amount: 220)
    ),
    (
      "C0 40 0101 0000 30B0 2359 0000 0000 0000",
      TransitGate(
        kind: 0xC0, innerKind: 0x40, station: TransitStation(line: 1, station: 1), device: 0,
        date: TransitDate(year: 2024, month: 5, day: 16),
        time: TransitTime(hour: 23, minute: 59, second: nil), amount: 0)
    ),
    // Digits that are none.
    (
      "A0 00 0101 0000 30B0 1A00 0000 0000 0000",
      TransitGate(
        kind: 0xA0, innerKind: 0, station: TransitStation(line: 1, station: 1), device: 0,
        date: TransitDate(year: 2024, month: 5, day: 16), time: nil, amount: 0)
    ),
  ]

  @Test func aBlockMeansWhatTheTableSays() {
    for (block, gate) in Self.gates { #expect(TransitGate(hex(block)) == gate, "\(block)") }
  }

  @Test func oddBlocks() {
    for (block, _) in Self.gates {
      for count in 0..<16 { #expect(TransitGate(Array(hex(block).prefix(count))) == nil) }
    }
    #expect(TransitGate([UInt8](repeating: 0, count: 16)) == nil)
    #expect(TransitGate([UInt8](repeating: 0xFF, count: 16))?.kindWords == "gate FF")
    #expect(TransitGate(hex(Self.gates[1].0))?.innerKindWords == "Shinkansen gate")
    #expect(
      TransitGate(hex("0020" + String(repeating: "0", count: 28)))?.innerKindWords
        == "inner gate 20")
  }
}
