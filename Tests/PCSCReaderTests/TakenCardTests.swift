// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

/// A card that another program has, and cards that nobody may use.
@Suite struct TakenCardTests {
  /// A slot whose card cannot be taken for so many times.
  private final class TakenSlot: CardSlot {
    let name = "a reader of the tests"
    private let card: FakeSlot
    private let error: SlotError
    private var refusals: Int

    init(_ error: SlotError, times: Int) {
      card = FakeSlot(.generic, FakeVicinityTag(uid: "E004010866153980"))
      self.error = error
      refusals = times
    }

    var commandsSent: Int { card.asked.count }

    func hasCard(within longest: Duration) throws(SlotError) -> Bool { true }

    func connect() throws(SlotError) -> [UInt8] {
      guard refusals == 0 else {
        refusals -= 1
        throw error
      }
      return try card.connect()
    }

    func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8] { try card.transmit(command) }
    func disconnect(_ ending: CardEnding) { card.disconnect(ending) }
  }

  @Test func isTakenAsSoonAsItIsFree() throws {
    let reader = PCSCReader(name: "pcsc:", slot: TakenSlot(.heldElsewhere, times: 19))
    for _ in 1...19 { #expect(try reader.select(.vicinity) == nil) }
    #expect(try reader.select(.vicinity) != nil)
  }

  @Test func isNamedWhenItStaysTaken() throws {
    let reader = PCSCReader(name: "pcsc:", slot: TakenSlot(.heldElsewhere, times: 21))
    #expect(throws: ReaderError.heldElsewhere) {
      try reader.waitForTag(of: [.vicinity], unless: StopFlag(), rest: .zero)
    }
    #expect(try reader.select(.vicinity) == nil)
    #expect(try reader.select(.vicinity) != nil)
  }

  @Test func isNamedWhenNobodyMayUseIt() throws {
    let reader = PCSCReader(name: "pcsc:", slot: TakenSlot(.notPermitted, times: 1))
    #expect(throws: ReaderError.notPermitted) { try reader.select(.vicinity) }
  }
}
