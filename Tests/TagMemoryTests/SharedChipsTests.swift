// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

@testable import TagMemory

/// The chip table against one that others typed from the same data sheets.
@Suite(
  .enabled(
    if: SharedFacts.have("data/chips.json"), "\(SharedFacts.areMissing)"))
struct SharedChipsTests {
  static let names: [(String, Chip)] = [
    ("MF0ICU1 Ultralight", .ultralight), ("MF0ICU2 Ultralight C", .ultralightC),
    ("MF0UL11 Ultralight EV1", .ultralightEV1Small),
    ("MF0UL21 Ultralight EV1", .ultralightEV1Large), ("NTAG203", .ntag203), ("NTAG210", .ntag210),
    ("NTAG212", .ntag212), ("NTAG213", .ntag213), ("NTAG215", .ntag215), ("NTAG216", .ntag216),
  ]

  @Test func bothTablesAgree() throws {
    let entries = try SharedFacts.json("data/chips.json")["chips"]?.elements ?? []
    #expect(entries.count == Chip.allCases.count)
    for entry in entries {
      let name = try #require(entry["chip"]?.string)
      let chip = try #require(Self.names.first { $0.0 == name }?.1, "\(name)")
      let layout = chip.layout
      func number(_ key: String) -> Int? { entry[key]?.number.flatMap { Int($0.literal) } }
      #expect(layout.pageCount == number("pages"), "\(name)")
      #expect(layout.userBytes.count == number("user_bytes"), "\(name)")
      #expect(layout.locks.dynamicPage == number("dyn_lock_page"), "\(name)")
      #expect(layout.configurationPage == number("cfg_page"), "\(name)")
      #expect(entry["cc_factory"]?.string.map(hex) == layout.deliveredContainer.bytes, "\(name)")
      let formatted = entry["cc_ndef"] ?? entry["cc_factory"]
      #expect(formatted?.string.map(hex) == layout.container.bytes, "\(name)")
      let area = (entry["factory_tlv"]?.string ?? entry["ndef_tlv"]?.string).map(hex) ?? []
      let padded = layout.deliveredArea + (layout.deliveredArea.count == 3 ? [0] : [])
      #expect(area == padded, "\(name)")
      if let version = entry["version"]?.string {
        #expect(Chip.identify(version: hex(version)) == chip, "\(name)")
      }
    }
  }

  @Test func everyListedVersionIsNamed() throws {
    let versions = try SharedFacts.json("data/chips.json")["get_version"]?.members ?? []
    #expect(versions.count > 30)
    for version in versions {
      #expect(ChipVersion(answer: hex(version.key)).name != nil, "\(version.key)")
    }
  }
}
