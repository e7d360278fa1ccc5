// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import Testing
import VirtualReader

/// How many commands a Type 3 tag costs, from the select of a tag on a reader that has seen one
/// before.
@Suite struct Type3ExchangeTests {
  /// 40 characters, of which the prefix code stands for eight: 37 bytes, three blocks.
  private static let message = try? NDEFMessage([
    .uri("https://go.example.com/s/0123456789abcde")
  ]).encoded()
  private static let other = link(size: 37, letter: "o")

  /// What putting the link costs a new tag, one with another link, and one that is right.
  static let costs: [(Type3Sheet, put: (Int, Int), right: Int)] = [
    // Polling, one read of attributes, configuration and data, the seal, three blocks, the
    // attributes, one read; a third block that is there already is read by itself.
    (.liteS, (8, 5), 3),
    // The three blocks go in one command; a chip of another make is asked for its systems first.
    (.large, (7, 5), 2),
  ]

  @Test func aLinkCostsWhatTheTableSays() throws {
    let message = try #require(Self.message)
    #expect(message.count == 37)
    let station = try FelicaStation()
    for (sheet, put, right) in Self.costs {
      let warm = try station.lay(sheet.state(sheet.blocks(holding: [])))
      _ = try station.select().put(Self.other)
      station.remove(warm)
      let id = try station.lay(sheet.state(sheet.blocks(holding: [])))
      var cost = try station.cost { _ = try station.select().put(message) }
      #expect(cost == put, "\(sheet), new")
      cost = try station.cost { _ = try station.select().put(message) }
      #expect(cost == (right, 0), "\(sheet), right")
      cost = try station.cost { _ = try station.select().put(Self.other) }
      let isSplit = sheet == .liteS
      #expect(cost == (put.0 + (isSplit ? 1 : 0), put.1), "\(sheet), rewrite")
      station.remove(id)
    }
  }

  @Test func lockingReadsEveryStepBack() throws {
    let station = try FelicaStation()
    let sheet = Type3Sheet.liteS
    _ = try station.lay(sheet.state(sheet.blocks(holding: [])))
    let tag = try station.select()
    _ = try tag.put(Self.other)
    // Each of two writes with its read; the configuration is known.
    let cost = try station.cost { try tag.lockForEver() }
    #expect(cost == (4, 2))
  }
}
