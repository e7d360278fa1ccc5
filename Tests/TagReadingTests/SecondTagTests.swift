// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

/// What a reader is asked for a second tag, and what its answers mean.
struct SecondTagTests {
  struct Look: Sendable {
    let name: String
    let tag: TagInField
    let script: [FakeReader.Step]
    let error: ReaderError?
    let asked: [String]
  }

  private static func looks() throws -> [Look] {
    let tag = try typeATag([0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80])
    let other = try typeATag([0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66])
    let lite = try felica([1, 2, 3, 4, 5, 6, 7, 8])
    let liteAgain = try felica([0x11, 2, 3, 4, 5, 6, 7, 8])
    let stranger = try felica([1, 2, 3, 4, 5, 6, 7, 9])
    let awake = "select typeA \(tag.uid)"
    let list = "list felica"
    let anyone = "select felica any"
    return [
      Look(
        name: "a Type A tag alone", tag: tag,
        script: [.halts, .finds(nil), .finds(tag)], error: nil,
        asked: ["halt", "select typeA any", awake]),
      Look(
        name: "another one, seen while the first sleeps", tag: tag,
        script: [.halts, .finds(other)], error: .severalTags(tag.uid, other.uid),
        asked: ["halt", "select typeA any", "field off", "field on"]),
      Look(
        name: "a Type A tag that would not sleep", tag: tag,
        script: [.halts, .finds(tag), .finds(tag)], error: nil,
        asked: ["halt", "select typeA any", awake]),
      Look(
        name: "a tag that left meanwhile", tag: tag,
        script: [.halts, .finds(nil), .finds(nil), .finds(nil)], error: .tagGone,
        asked: ["halt", "select typeA any", awake, "select typeA any"]),
      Look(
        name: "a FeliCa tag alone", tag: lite, script: [.lists([lite])], error: nil,
        asked: [list]),
      Look(
        name: "a FeliCa tag that answers by its name in another system", tag: lite,
        script: [.lists([liteAgain])], error: nil, asked: [list]),
      Look(
        name: "two FeliCa tags in two slots", tag: lite,
        script: [.lists([stranger, lite])],
        error: .severalTags(stranger.uid, lite.uid), asked: [list]),
      Look(
        name: "two in one slot, then in two", tag: lite,
        script: [.lists([]), .lists([lite, stranger])],
        error: .severalTags(lite.uid, stranger.uid), asked: [list, list]),
      Look(
        name: "the stronger of two in one slot, then both", tag: lite,
        script: [.lists([stranger]), .lists([lite, stranger])],
        error: .severalTags(lite.uid, stranger.uid), asked: [list, list]),
      Look(
        name: "another FeliCa tag in place of the first", tag: lite,
        script: [FakeReader.Step](repeating: .lists([stranger]), count: 4),
        error: .tagSwapped(found: stranger.uid),
        asked: [list, list, list, list]),
      Look(
        name: "a FeliCa tag that left meanwhile", tag: lite,
        script: [FakeReader.Step](repeating: .lists([]), count: 4) + [.finds(nil)],
        error: .tagGone, asked: [list, list, list, list, anyone]),
      Look(
        name: "a look whose answer is lost", tag: lite,
        script: [.fails(.readerSilent), .lists([lite])], error: nil, asked: [list, list]),
      Look(
        name: "a reader that refuses slots", tag: lite,
        script: [FakeReader.Step](repeating: .fails(.notPossible), count: 4) + [.finds(lite)],
        error: nil, asked: [list, list, list, list, anyone]),
      Look(
        name: "a reader that knows no slots, and another tag", tag: lite,
        script: [FakeReader.Step](repeating: .lists([]), count: 4) + [.finds(stranger)],
        error: .tagSwapped(found: stranger.uid), asked: [list, list, list, list, anyone]),
      Look(
        name: "a reader that is gone", tag: lite, script: [.fails(.readerGone)],
        error: .readerGone, asked: [list]),
    ]
  }

  @Test func everyAnswerHasItsMeaning() throws {
    for look in try Self.looks() {
      let reader = FakeReader(look.script)
      var error: ReaderError?
      do throws(ReaderError) { try reader.requireNoneBeside(look.tag) } catch let thrown {
        error = thrown
      }
      #expect(error == look.error, "\(look.name)")
      #expect(reader.asked == look.asked, "\(look.name)")
      #expect(reader.isFinished, "\(look.name)")
    }
  }

  @Test func noOtherTagIsLookedForNextToOneThatCannotBeKnownAgain() throws {
    let card = try typeATag([0x08, 0x11, 0x22, 0x33])
    #expect(card.uid.isRandom)
    let reader = FakeReader([])
    try reader.requireNoneBeside(card)
    #expect(reader.asked.isEmpty)
  }

  private static func felica(_ idm: [UInt8]) throws -> TagInField {
    let pmm: [UInt8] = [0x00, 0xF1, 0, 0, 0, 1, 0x43, 0]
    return TagInField(
      uid: try #require(TagUID(idm)), technology: .felica(pmm: pmm, systemCode: [0x12, 0xFC]))
  }
}
