// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TransitCards

/// Blocks made by hand, with what they mean.
struct TransitEntryTests {
  static func stations(
    _ entry: (UInt8, UInt8), _ exit: (UInt8, UInt8)
  ) -> TransitEntry.Place {
    .stations(
      entry: TransitStation(line: entry.0, station: entry.1),
      exit: TransitStation(line: exit.0, station: exit.1))
  }

  static let entries: [(String, TransitEntry)] = [
    // A journey: in and out through gates of Kansai's private lines.
    (
      "16 01 00 02 30B0 E30B E33F B80B 00 0001 A0",
      TransitEntry(
        terminal: 0x16, process: 0x01, payment: 0x00, passage: 0x02,
        date: TransitDate(year: 2024, month: 5, day: 16),
        place: stations((0xE3, 0x0B), (0xE3, 0x3F)),
        balance: 3000, sequence: 1, entryRegion: .kansai, exitRegion: .kansai)
    ),
    // From JR to Chubu; the balance is at its highest.
    (
      "1D 01 00 04 0021 0101 FF02 204E 00 FFFF 10",
      TransitEntry(
        terminal: 0x1D, process: 0x01, payment: 0x00, passage: 0x04,
        date: TransitDate(year: 2000, month: 1, day: 1), place: stations((1, 1), (0xFF, 2)),
        balance: 20_000, sequence: 65_535, entryRegion: .railwaysAndTokyo, exitRegion: .chubu)
    ),
    // Charged at a machine by the card of the railway, which names one station.
    (
      "08 02 02 00 FF9F 0A0B 0000 E803 00 0102 30",
      TransitEntry(
        terminal: 0x08, process: 0x02, payment: 0x02, passage: 0x00,
        date: TransitDate(year: 2127, month: 12, day: 31), place: stations((10, 11), (0, 0)),
        balance: 1000, sequence: 258, entryRegion: .railwaysAndTokyo, exitRegion: .others)
    ),
    // A purchase at 13:45:58 in the shop with terminal 1234, and one that cash was added to.
    (
      "C7 46 00 00 30B1 6DBD 1234 CC09 00 0002 00",
      TransitEntry(
        terminal: 0xC7, process: 0x46, payment: 0x00, passage: 0x00,
        date: TransitDate(year: 2024, month: 5, day: 17),
        place: .sale(TransitTime(hour: 13, minute: 45, second: 58), terminal: 0x1234),
        balance: 2508, sequence: 2, entryRegion: .railwaysAndTokyo,
        exitRegion: .railwaysAndTokyo)
    ),
    (
      "C8 C6 0D 00 30B1 0000 0001 0000 00 0003 00",
      TransitEntry(
        terminal: 0xC8, process: 0xC6, payment: 0x0D, passage: 0x00,
        date: TransitDate(year: 2024, month: 5, day: 17),
        place: .sale(TransitTime(hour: 0, minute: 0, second: 0), terminal: 1),
        balance: 0, sequence: 3, entryRegion: .railwaysAndTokyo, exitRegion: .railwaysAndTokyo)
    ),
    // A bus.
    (
      "05 0D 00 0F 30B2 0F12 0203 6400 00 0004 00",
      TransitEntry(
        terminal: 0x05, process: 0x0D, payment: 0x00, passage: 0x0F,
        date: TransitDate(year: 2024, month: 5, day: 18), place: .bus(company: 0x0F12, stop: 0x203),
        balance: 100, sequence: 4, entryRegion: .railwaysAndTokyo,
        exitRegion: .railwaysAndTokyo)
    ),
  ]

  @Test func aBlockMeansWhatTheTableSays() {
    for (block, entry) in Self.entries { #expect(TransitEntry(hex(block)) == entry, "\(block)") }
  }

  @Test func theTableMeansTheBlock() {
    for (block, entry) in Self.entries { #expect(Self.block(of: entry) == hex(block)) }
  }

  @Test func oddBlocks() {
    let block = hex(Self.entries[0].0)
    for count in 0..<16 { #expect(TransitEntry(Array(block.prefix(count))) == nil) }
    #expect(TransitEntry(block + [0]) == nil)
    #expect(TransitEntry([UInt8](repeating: 0, count: 16)) == nil, "never written")
    // Codes that no one has explained are shown as they are, and no byte is out of place.
    for value in UInt8.min...UInt8.max {
      let entry = TransitEntry([UInt8](repeating: value, count: 16))
      #expect((entry == nil) == (value == 0))
      guard let entry else { continue }
      #expect(Self.block(of: entry)[..<12] == [UInt8](repeating: value, count: 12)[...])
    }
  }

  @Test func unknownKindsAreShownAsHex() throws {
    let entry = try #require(TransitEntry(hex("2A 2B 2C 2D 30B0 E30B E33F B80B 00 0001 00")))
    #expect(entry.terminalWords == "terminal 2A")
    #expect(entry.processWords == "process 2B")
    #expect(entry.paymentWords == "payment 2C")
    #expect(entry.passageWords == "passage 2D")
    let known = try #require(TransitEntry(hex("16 01 02 02 30B0 E30B E33F B80B 00 0001 00")))
    #expect(known.terminalWords == "ticket gate")
    #expect(known.processWords == "fare paid at the exit")
    #expect(known.paymentWords == "by VIEW card")
    #expect(known.passageWords == "in and out")
  }

  /// The block of an entry, made the other way round.
  static func block(of entry: TransitEntry) -> [UInt8] {
    let date = entry.date
    let packed = (date.year - 2000) << 9 | date.month << 5 | date.day
    var block = [entry.terminal, entry.process, entry.payment, entry.passage] + big(packed)
    switch entry.place {
    case .stations(let entry, let exit):
      block += [entry.line, entry.station, exit.line, exit.station]
    case .bus(let company, let stop): block += big(company) + big(stop)
    case .sale(let time, let terminal):
      block += big(time.hour << 11 | time.minute << 5 | (time.second ?? 0) / 2) + big(terminal)
    }
    block += big(entry.balance).reversed() + [0] + big(entry.sequence)
    return block + [entry.entryRegion.rawValue << 6 | entry.exitRegion.rawValue << 4]
  }

  private static func big(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}

/// Bytes from hex digits, between which spaces may be.
func hex(_ text: String) -> [UInt8] { bytes(ofHex: text) }
