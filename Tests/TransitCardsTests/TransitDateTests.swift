// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TransitCards

struct TransitDateTests {
  @Test(
    arguments: [
      ("0021", "2000-01-01"), ("305D", "2024-02-29"), ("FF9F", "2127-12-31"),
      ("325D", "2025-02-29 (no such day)"), ("C85D", "2100-02-29 (no such day)"),
      ("309F", "2024-04-31 (no such day)"), ("3000", "2024-00-00 (no such day)"),
      ("31A1", "2024-13-01 (no such day)"), ("0000", "2000-00-00 (no such day)"),
    ])
  func everyDayIsInTheCalendarOrNamed(_ bytes: String, _ words: String) {
    #expect(TransitDate(hex(bytes)[...]).description == words)
  }

  @Test func theCalendarHas46751Days() {
    // From 2000 to 2127, with 31 leap years: 2100 is none.
    let days = (0...0xFFFF).filter { packed in
      TransitDate([UInt8(packed >> 8), UInt8(packed & 0xFF)]).exists
    }
    #expect(days.count == 128 * 365 + 31)
  }

  @Test func timesOfDay() {
    #expect(TransitTime(packed: hex("6DBD")[...]).description == "13:45:58")
    #expect(TransitTime(packed: hex("FFFF")[...]).description == "31:63:62 (no such time)")
    #expect(TransitTime(digits: hex("0841")[...])?.description == "08:41")
    #expect(TransitTime(digits: hex("2460")[...])?.description == "24:60 (no such time)")
    #expect(TransitTime(digits: hex("0A00")[...]) == nil)
  }

  @Test func thePurse() {
    let block = hex("00000000 00000000 2000 00CC 0900 0002")
    #expect(
      TransitPurse(block) == TransitPurse(kind: 2, region: 0, balance: 2508, sequence: 2))
    for count in 0..<16 { #expect(TransitPurse(Array(block.prefix(count))) == nil) }
    let other = TransitPurse(kind: 9, region: 3, balance: 0, sequence: 0)
    #expect(other.kindWords == "kind 09")
  }

  @Test func aCardLeavesOutWhatWasNeverWritten() {
    let empty = [UInt8](repeating: 0, count: 16)
    let journey = hex(TransitEntryTests.entries[0].0)
    let card = TransitCard(
      services: [0x090F], purse: [], history: [journey, empty], gates: [empty, empty, empty])
    #expect(card.purse == nil && card.history.count == 1 && card.gates.isEmpty)
  }
}
