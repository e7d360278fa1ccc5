// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

/// A card that another program has, cards that no one may use, and cards that do not say who they
/// are.
struct TakenCardTests {
  /// A slot whose card cannot be taken for this many times.
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
      try reader.waitForTag(of: [.vicinity], unless: StopFlag(), rest: .none)
    }
    #expect(try reader.select(.vicinity) == nil)
    #expect(try reader.select(.vicinity) != nil)
  }

  /// What no procedure knows is asked again now and then, and named once.
  @Test func isNamedOnceWhenNoOneKnowsIt() throws {
    let slot = ScriptedSlot([], answerToReset: "3B6500002063CB6800")
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    for look in 1...100 {
      guard look == 20 else {
        #expect(try reader.select(.vicinity) == nil)
        continue
      }
      #expect(throws: ReaderError.unknownCard) { try reader.select(.vicinity) }
    }
    #expect(slot.endings == [.reset, .reset, .reset, .reset, .reset])
  }

  /// One that is badly placed is a tag like any other as soon as it is heard; the next one is
  /// named, too.
  @Test func isNamedWhenItIsNotHeard() throws {
    let slot = FakeSlot(.generic, FakeVicinityTag(uid: "E004010866153980"))
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    for _ in 1...2 {
      slot.fault = { _ in .unheard(.bytes([0x63, 0x00])) }
      for _ in 1...19 { #expect(try reader.select(.vicinity) == nil) }
      #expect(throws: ReaderError.unknownCard) { try reader.select(.vicinity) }
      #expect(try reader.select(.vicinity) == nil)
      // A command for a certain tag is told only that it does not answer.
      for _ in 1...100 {
        #expect(try reader.select(.vicinity, uid: TagUID(hex("E004010866153980"))) == nil)
      }
      slot.fault = { _ in nil }
      #expect(try reader.select(.vicinity) != nil)
    }
  }

  @Test func isNamedWhenNoOneMayUseIt() throws {
    let reader = PCSCReader(name: "pcsc:", slot: TakenSlot(.notPermitted, times: 1))
    #expect(throws: ReaderError.notPermitted) { try reader.select(.vicinity) }
  }
}
