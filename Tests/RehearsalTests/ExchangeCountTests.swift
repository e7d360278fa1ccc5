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
struct ExchangeCountTests {
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
    // The same, the seal, and the container.
    (.ultralightEV1Small, (16, 12), (16, 12), 3),
    (.ultralightEV1Large, (16, 12), (16, 12), 3),
    // Select, GET_VERSION and a second select because it stays unanswered, two READs for the
    // chip, three for the area; the writes; three READs.
    (.ultralight, (23, 12), (23, 12), 8),
    (.ntag203, (22, 11), (23, 12), 8),
    // An unformatted one could be an Ultralight, and is read back from its container on: two READs
    // more. Its area is not empty.
    (.ultralightC, (27, 14), (23, 12), 8),
  ]

  @Test func aLinkCostsWhatTheTableSays() throws {
    // One character more, so that no page of the first link can stay.
    let other = try Self.message("https://ab.cdefghij.net/x/zyxwvutsrqponml")
    let wanted = Self.costs.map { row in Bill(row.0, [row.new, (row.right, 0), row.rewrite]) }
    let found = try steady(wanted) { () -> [Bill] in
      let station = try Self.warm()
      return try Self.costs.map { row -> Bill in
        let laid = station.lay(try DataSheet.of(row.0).model)
        defer { station.remove(laid) }
        return Bill(
          chip: row.0,
          costs: [
            try station.cost { _ = try station.select().put(Self.message(), .format) },
            try station.cost { _ = try station.select().put(Self.message()) },
            try station.cost { _ = try station.select().put(other) },
          ])
      }
    }
    #expect(found == wanted)
  }

  @Test func thePasswordCostsTheSameOnEveryChip() throws {
    let secret = try Secrets.right()
    let all = try Registers.all()
    // FAST_READ, two writes, PWD_AUTH, one write, FAST_READ, field off and on, select, PWD_AUTH; and
    // one write, FAST_READ, field off and on, select, two writes.
    let wanted = all.map { Bill($0.sheet.chip, [(10, 3), (7, 3)]) }
    let found = try steady(wanted) { () -> [Bill] in
      let station = try Self.warm()
      return try all.map { registers -> Bill in
        let laid = station.lay(registers.sheet.model)
        defer { station.remove(laid) }
        let tag = try station.select()
        _ = try tag.put(Self.message(), .format)
        return Bill(
          chip: registers.sheet.chip,
          costs: [
            try station.cost { try tag.protect(with: secret, scope: .writing) },
            try station.cost { try tag.unprotect() },
          ])
      }
    }
    #expect(found == wanted)
  }

  @Test func theMirrorCostsAFewCommands() throws {
    let message = try Self.message("https://go.example.com/s/00000000000000")
    // FAST_READ, one write, FAST_READ, field off and on, select, FAST_READ.
    let wanted = Bill(.ntag213, [(7, 1)])
    let found = try steady(wanted) { () -> Bill in
      let station = try Self.warm()
      let laid = station.lay(.ntag213)
      defer { station.remove(laid) }
      let tag = try station.select()
      _ = try tag.put(message)
      let cost = try station.cost {
        try tag.showMirror(MirrorFields(uidAt: message.count - 14), in: message)
      }
      return Bill(chip: .ntag213, costs: [cost])
    }
    #expect(found == wanted)
  }

  @Test func lockingReadsEveryStepBack() throws {
    // Each write is read back, and before that the lock pages that the message did not need.
    let costs: [(Chip, Int, Int)] = [
      (.ultralight, 4, 2), (.ntag210, 5, 2), (.ntag203, 7, 3), (.ultralightC, 7, 3),
      (.ntag213, 7, 3), (.ntag215, 7, 3), (.ntag216, 7, 3),
    ]
    let wanted = costs.map { row in Bill(row.0, [(row.1, row.2)]) }
    let found = try steady(wanted) { () -> [Bill] in
      let station = try Self.warm()
      return try costs.map { row -> Bill in
        let laid = station.lay(try DataSheet.of(row.0).model)
        defer { station.remove(laid) }
        let tag = try station.select()
        _ = try tag.put(Self.message(), .format)
        return Bill(chip: row.0, costs: [try station.cost { try tag.lockForEver() }])
      }
    }
    #expect(found == wanted)
  }
}

/// What a chip costs, one step after the other.
private struct Bill: Equatable {
  let chip: Chip
  let costs: [TagStation.Cost]

  init(chip: Chip, costs: [TagStation.Cost]) {
    (self.chip, self.costs) = (chip, costs)
  }

  /// The commands and the page writes of each step.
  init(_ chip: Chip, _ costs: [(Int, Int)]) {
    self.init(
      chip: chip, costs: costs.map { TagStation.Cost(commands: $0.0, writes: $0.1) })
  }
}
