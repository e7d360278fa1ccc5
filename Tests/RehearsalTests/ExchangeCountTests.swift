// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import Testing
import VirtualReader

/// How many commands a tag costs: on real readers each takes about 2 ms of the chip's own time.
///
/// Counted from the select of a tag on a reader that has seen one before: the first raw command
/// of a session has a register access of libnfc's more.
@Suite struct ExchangeCountTests {
  /// 40 characters, of which the prefix code stands for eight.
  private static let link = "https://go.example.com/s/0123456789abcde"

  private static func message(_ link: String = link) throws -> [UInt8] {
    try NDEFMessage([.uri(link)]).encoded()
  }

  /// A station whose reader has done every kind of command once.
  private static func warm() throws -> TagStation {
    let station = try TagStation()
    let laid = station.lay(.ntag213)
    _ = try station.select().put(message())
    station.remove(laid)
    return station
  }

  /// What putting the link costs a new tag, a tag with another link, and a tag that is right:
  /// commands and page writes.
  static let costs: [(Chip, new: (Int, Int), rewrite: (Int, Int), right: Int)] = [
    // Select, GET_VERSION, FAST_READ, the writes, FAST_READ.
    (.ntag213, (15, 11), (16, 12), 3),
    (.ntag215, (14, 10), (16, 12), 3),
    (.ntag216, (14, 10), (16, 12), 3),
    (.ntag210, (14, 10), (16, 12), 3),
    (.ntag212, (15, 11), (16, 12), 3),
    // The same, and the container.
    (.ultralightEV1Small, (15, 11), (16, 12), 3),
    (.ultralightEV1Large, (15, 11), (16, 12), 3),
    // Select, GET_VERSION and a second select because it stays unanswered, two READs for the
    // chip, three for the area; the writes; three READs.
    (.ultralight, (22, 11), (23, 12), 8),
    (.ntag203, (22, 11), (23, 12), 8),
    // An unformatted one could be an Ultralight, and is read back from its container on: two READs
    // more. Its area is not empty.
    (.ultralightC, (26, 13), (23, 12), 8),
  ]

  @Test func aLinkCostsWhatTheTableSays() throws {
    let station = try Self.warm()
    // One character more, so that no page of the first link can stay.
    let other = try Self.message("https://ab.cdefghij.net/x/zyxwvutsrqponml")
    for (chip, new, rewrite, right) in Self.costs {
      let laid = station.lay(try DataSheet.of(chip).model)
      var cost = try station.cost { _ = try station.select().put(Self.message(), .format) }
      #expect((cost.commands, cost.writes) == new, "\(chip), new")
      cost = try station.cost { _ = try station.select().put(Self.message()) }
      #expect((cost.commands, cost.writes) == (right, 0), "\(chip), right")
      cost = try station.cost { _ = try station.select().put(other) }
      #expect((cost.commands, cost.writes) == rewrite, "\(chip), rewrite")
      station.remove(laid)
    }
  }

  @Test func thePasswordCostsTheSameOnEveryChip() throws {
    let station = try Self.warm()
    let secret = try Secrets.right()
    for registers in try Registers.all() {
      let laid = station.lay(registers.sheet.model)
      let tag = try station.select()
      _ = try tag.put(Self.message(), .format)
      // FAST_READ, two writes, PWD_AUTH, one write, FAST_READ, field off and on, select, PWD_AUTH.
      let protect = try station.cost { try tag.protect(with: secret, scope: .writing) }
      #expect((protect.commands, protect.writes) == (10, 3), "\(registers.sheet.chip)")
      // One write, FAST_READ, field off and on, select, two writes.
      let open = try station.cost { try tag.unprotect() }
      #expect((open.commands, open.writes) == (7, 3), "\(registers.sheet.chip)")
      station.remove(laid)
    }
  }

  @Test func theMirrorCostsAFewCommands() throws {
    let station = try Self.warm()
    let laid = station.lay(.ntag213)
    let message = try Self.message("https://go.example.com/s/00000000000000")
    let tag = try station.select()
    _ = try tag.put(message)
    // FAST_READ, one write, FAST_READ, field off and on, select, FAST_READ.
    let cost = try station.cost {
      try tag.showMirror(MirrorFields(uidAt: message.count - 14), in: message)
    }
    #expect((cost.commands, cost.writes) == (7, 1))
    station.remove(laid)
  }

  @Test func lockingReadsEveryStepBack() throws {
    let station = try Self.warm()
    // Each write is read back, and before that the lock pages that the message did not need.
    let costs: [(Chip, Int, Int)] = [
      (.ultralight, 4, 2), (.ntag210, 5, 2), (.ntag203, 7, 3), (.ultralightC, 7, 3),
      (.ntag213, 7, 3), (.ntag215, 7, 3), (.ntag216, 7, 3),
    ]
    for (chip, commands, writes) in costs {
      let laid = station.lay(try DataSheet.of(chip).model)
      let tag = try station.select()
      _ = try tag.put(Self.message(), .format)
      let cost = try station.cost { try tag.lockForEver() }
      #expect((cost.commands, cost.writes) == (commands, writes), "\(chip)")
      station.remove(laid)
    }
  }
}
