// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import Testing
import VirtualReader

/// How many commands a Type 3 tag costs, from the select of a tag on a reader that has seen one
/// before.
struct Type3ExchangeTests {
  /// 40 characters, of which the prefix code stands for eight: 37 bytes, three blocks.
  private static let message = try? NDEFMessage([
    .uri("https://go.example.com/s/0123456789abcde")
  ]).encoded()
  private static let other = link(size: 37, letter: "o")

  /// What putting the link costs a new tag, one with another link, and one that is right.
  static let costs: [(Type3Sheet, put: (Int, Int), right: Int)] = [
    // Polling, one read of attributes, configuration and data, the seal, three blocks, the
    // attributes, one read; a third block that is there already is read separately.
    (.liteS, (8, 5), 3),
    // The three blocks go in one command; a chip of another make is asked for its systems first.
    (.large, (7, 5), 2),
  ]

  @Test func aLinkCostsWhatTheTableSays() throws {
    let message = try #require(Self.message)
    #expect(message.count == 37)
    let wanted = Self.costs.map { row in
      [
        [row.put.0, row.put.1], [row.right, 0],
        // What is there already is read separately.
        [row.put.0 + (row.0 == .liteS ? 1 : 0), row.put.1],
      ]
    }
    let found = try steady(wanted) { () -> [[[Int]]] in
      let station = try TagStation()
      return try Self.costs.map { row -> [[Int]] in
        let sheet = row.0
        let warm = try station.lay(sheet.state(sheet.blocks(holding: [])))
        _ = try station.selectFelica().put(Self.other)
        station.remove(warm)
        let id = try station.lay(sheet.state(sheet.blocks(holding: [])))
        defer { station.remove(id) }
        // New, right, and another link.
        return try [message, message, Self.other].map { message -> [Int] in
          let cost = try station.cost { _ = try station.selectFelica().put(message) }
          return [cost.commands, cost.writes]
        }
      }
    }
    #expect(found == wanted)
  }

  @Test func lockingReadsEveryStepBack() throws {
    // Each of two writes with its read; the configuration is known.
    let found = try steady([4, 2]) { () -> [Int] in
      let station = try TagStation()
      let sheet = Type3Sheet.liteS
      _ = try station.lay(sheet.state(sheet.blocks(holding: [])))
      let tag = try station.selectFelica()
      _ = try tag.put(Self.other)
      let cost = try station.cost { try tag.lockForEver() }
      return [cost.commands, cost.writes]
    }
    #expect(found == [4, 2])
  }
}
