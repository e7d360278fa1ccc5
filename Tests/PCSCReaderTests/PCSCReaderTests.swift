// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

struct PCSCReaderTests {
  private static let uid = "E004010866153980"
  private static let readBlock0 = hex("22 20 803915660801 04E0 00")

  private func reader(_ slot: FakeSlot) -> PCSCReader { PCSCReader(name: "pcsc:", slot: slot) }

  private func tag(_ uid: String = Self.uid) throws -> TagInField {
    TagInField(uid: try #require(TagUID(hex(uid))), technology: .vicinity(dsfid: 0))
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func findsATagWhateverTheOrderOfItsUID(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.select(.typeA) == nil)
    #expect(try reader.select(.vicinity) == tag())
    #expect(try reader.select(.vicinity, uid: TagUID(hex(Self.uid))) == tag())
    #expect(try reader.select(.vicinity, uid: TagUID(hex("E0FF"))) == nil)
  }

  /// A look for another family than that of the tag asks the tag nothing.
  @Test func asksTheTagOnceInARound() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.waitForTag(of: TagFamily.allCases, unless: StopFlag()) == tag())
    // Two for the session, the inventory that finds the tag, and one more to see that it is there.
    #expect(slot.asked.count == 4)
  }

  @Test func saysWhoItIsAndHowMuchItCarries() throws {
    let slot = FakeSlot(.generic, nil)
    let reader = reader(slot)
    #expect(reader.identity == ReaderIdentity(name: "pcsc:", model: "generic"))
    #expect(reader.vicinityAccess == nil)
    slot.tag = FakeVicinityTag(uid: Self.uid)
    #expect(try reader.select(.vicinity) != nil)
    #expect(reader.identity.longestAnswer == 17)
    #expect(reader.vicinityAccess == .blocks)
  }

  /// The second tag costs no look for ways that the first did not have.
  @Test func remembersTheWay() throws {
    let slot = FakeSlot(.generic, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.select(.vicinity) != nil)
    slot.tag = nil
    #expect(try reader.select(.vicinity) == nil)
    let asked = slot.asked.count
    slot.tag = FakeVicinityTag(uid: "E002030405060708")
    #expect(try reader.select(.vicinity) == tag("E002030405060708"))
    #expect(
      Array(slot.asked.dropFirst(asked)) == [
        "FFB0000000", "FFB0000004", "FFCA000000",
      ])
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func seesATagGoAndComeBack(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.select(.vicinity) != nil)
    let away = slot.tag
    slot.tag = nil
    #expect(try reader.select(.vicinity) == nil)
    #expect(!slot.isConnected)
    // The reader looks for tags again.
    #expect(!slot.isInSession)
    slot.tag = away
    #expect(try reader.select(.vicinity) == tag())
  }

  /// A swap between two polls of the service gives no error at all.
  @Test(arguments: FakeSlot.Model.allCases)
  func seesASwapThatTheServiceDoesNot(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    let first = try #require(try reader.select(.vicinity))
    let other = FakeVicinityTag(uid: "E002030405060708")
    slot.tag = other
    let found = try #require(TagUID(other.uid))
    #expect(throws: ReaderError.tagSwapped(found: found)) { try reader.reselect(first) }
  }

  /// Where requests name no one, the tag is asked who it is; where they do, nothing needs to be
  /// asked.
  @Test(arguments: FakeSlot.Model.allCases)
  func vouchesForTheTagThatAnswered(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    let first = try #require(try reader.select(.vicinity))
    let asked = slot.asked.count
    try reader.vouch(for: first)
    #expect(slot.asked.count == (model == .acr1552u ? asked : asked + 1))
    guard model != .acr1552u else { return }
    let other = FakeVicinityTag(uid: "E002030405060708")
    slot.tag = other
    let found = try #require(TagUID(other.uid))
    #expect(throws: ReaderError.tagSwapped(found: found)) { try reader.vouch(for: first) }
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func startsOverAfterTrouble(_ model: FakeSlot.Model) throws {
    for error in [SlotError.cardReset, .cardGone, .cardSilent] {
      let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
      let reader = reader(slot)
      let found = try #require(try reader.select(.vicinity))
      slot.fail(at: slot.asked.count, .error(error))
      #expect(throws: ReaderError.silent) { try reader.exchange(Self.readBlock0) }
      try reader.reselect(found)
      // Raw requests ask the tag itself, and nothing needs to start over.
      #expect(slot.endings == (model == .acr1552u ? [] : [.reset]))
      #expect(try reader.exchange(Self.readBlock0) == hex("00 01080F16"))
    }
  }

  /// A session that ended without our knowledge says nothing about the tag.
  @Test func opensASessionAgainThatWasLost() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    let found = try #require(try reader.select(.vicinity))
    slot.before[slot.asked.count] = { $0.endSession() }
    #expect(throws: ReaderError.unclear) { try reader.exchange(Self.readBlock0) }
    try reader.reselect(found)
    #expect(slot.endings == [.leave])
    #expect(try reader.exchange(Self.readBlock0) == hex("00 01080F16"))
  }

  /// A tag that is put next to another is named, and does not disturb a command for the first.
  @Test func namesTwoTagsAndKeepsToItsOwn() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    let found = try #require(try reader.select(.vicinity))
    let other = FakeVicinityTag(uid: "E002030405060709")
    slot.beside = other
    #expect(try reader.reselect(found) == found)
    #expect(try reader.exchange(Self.readBlock0) == hex("00 01080F16"))
    let error = ReaderError.severalTags(found.uid, try #require(TagUID(other.uid)))
    #expect(throws: error) { try reader.select(.vicinity) }
    #expect(throws: error) { try reader.select(.vicinity) }
    slot.beside = nil
    #expect(try reader.select(.vicinity) == found)
  }

  @Test func continuesLookingWhileACardComesAndGoes() throws {
    for model in FakeSlot.Model.allCases {
      // Trouble with each command of a look in turn; none of it is the user's affair.
      let quiet = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
      _ = try reader(quiet).select(.vicinity)
      for number in 0..<quiet.asked.count {
        let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
        slot.fail(at: number, .error(.cardGone))
        let reader = reader(slot)
        _ = try reader.select(.vicinity)
        #expect(try reader.select(.vicinity)?.uid.description == Self.uid)
      }
    }
  }

  @Test(
    arguments: [(.readerGone, .readerGone), (.serviceGone, .cardServiceGone)]
      as [(SlotError, ReaderError)])
  func saysWhenTheReaderIsGone(_ error: SlotError, _ said: ReaderError) throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.select(.vicinity) != nil)
    slot.fail(at: slot.asked.count, .error(error))
    #expect(throws: said) { try reader.exchange(Self.readBlock0) }
  }

  @Test func hasNothingToSayToNoTag() throws {
    let reader = reader(FakeSlot(.acr1552u, nil))
    #expect(try reader.select(.vicinity) == nil)
    #expect(throws: ReaderError.nothingSelected) { try reader.exchange(Self.readBlock0) }
    #expect(throws: ReaderError.nothingSelected) { try reader.halt() }
    #expect(try reader.felicaTags() == [])
  }

  @Test func takesThePowerAwayAndGivesItBack() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let reader = reader(slot)
    #expect(try reader.select(.vicinity) != nil)
    try reader.switchField(on: false)
    #expect(slot.endings == [.unpower])
    #expect(try reader.select(.vicinity) == nil)
    try reader.switchField(on: true)
    #expect(try reader.select(.vicinity) == tag())
  }

  @Test func leavesTheTagAsItIsWhenItCloses() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    var reader: PCSCReader? = reader(slot)
    #expect(try reader?.select(.vicinity) != nil)
    #expect(slot.isInSession)
    reader = nil
    #expect(!slot.isInSession)
    #expect(slot.endings == [.leave])
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func isAloneWithOneTag(_ model: FakeSlot.Model) throws {
    let reader = reader(FakeSlot(model, FakeVicinityTag(uid: Self.uid)))
    let found = try #require(try reader.select(.vicinity))
    try reader.requireNoneBeside(found)
    #expect(try reader.exchange(Self.readBlock0) == hex("00 01080F16"))
  }

  /// A smart card is told what it is told, and keeps nothing of it when it is selected again.
  @Test func speaksToASmartCardAsItIs() throws {
    let look = [("FFCA000000", "04A1B2C3D4E5F6 9000"), ("FFCA010000", "06 7577810280 9000")]
    let select = "00A40400 07 D2760000850101 00"
    let slot = ScriptedSlot(
      look + [(select, "9000"), look[0], (select, "6A82")] + look, answerToReset: "3B8180018080")
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    let card = try #require(try reader.select(.typeA))
    #expect(card.technology.isSmartCard)
    #expect(try reader.exchange(hex(select)) == hex("9000"))
    #expect(try reader.exchange(hex(select)) == hex("6A82"))
    #expect(slot.endings == [])
    try reader.reselect(card)
    #expect(slot.endings.first == .reset)
    #expect(slot.isDone)
  }

  /// What is not a tag is not connected again and again.
  @Test func keepsWhatItDoesNotKnow() throws {
    let slot = ScriptedSlot([], answerToReset: "3B6500002063CB6800")
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    for family in TagFamily.allCases {
      #expect(try reader.select(family) == nil)
    }
    #expect(slot.endings == [])
    #expect(throws: ReaderError.nothingSelected) { try reader.exchange([0x00]) }
  }
}
