// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

struct WaitingTests {
  @Test func theFamiliesAreLookedForInTurn() throws {
    let tag = try typeATag([1, 2, 3, 4])
    let reader = FakeReader([.finds(nil), .finds(nil), .finds(tag)])
    let found = try reader.waitForTag(of: [.typeA, .felica], unless: StopFlag())
    #expect(found == tag)
    #expect(reader.asked == ["select typeA any", "select felica any", "select typeA any"])
  }

  @Test func oneLostCommandDoesNotEndTheWait() throws {
    let tag = try typeATag([1, 2, 3, 4])
    let reader = FakeReader([
      .fails(.readerSilent), .finds(nil), .fails(.readerSilent), .finds(tag),
    ])
    #expect(try reader.waitForTag(of: [.typeA], unless: StopFlag()) == tag)
    let dead = FakeReader([.fails(.readerSilent), .fails(.readerSilent), .fails(.readerSilent)])
    #expect(throws: ReaderError.readerSilent) {
      try dead.waitForTag(of: [.typeA], unless: StopFlag())
    }
  }

  @Test func aWishToStopEndsTheWait() {
    let stop = StopFlag()
    stop.raise()
    let reader = FakeReader([])
    #expect(throws: ReaderError.cancelled) {
      try reader.waitForTag(of: [.typeA], unless: stop)
    }
    #expect(reader.asked.isEmpty)
  }

  @Test func aTagThatLeavesEndsTheWaitForIt() throws {
    let tag = try typeATag([1, 2, 3, 4])
    let reader = FakeReader([.finds(tag), .finds(tag), .finds(nil)])
    try reader.waitForRemoval(of: tag, unless: StopFlag())
    #expect(reader.isFinished)
  }

  /// Two others in its place are not it, and no trouble of the reader either.
  @Test func aTagMayLeaveWhileOthersCome() throws {
    let tags = try [1, 2, 3].map { try typeATag([$0, 2, 3, 4]) }
    let reader = FakeReader([
      .fails(.severalTags(tags[0].uid, tags[1].uid)),
      .fails(.severalTags(tags[1].uid, tags[2].uid)),
    ])
    try reader.waitForRemoval(of: tags[0], unless: StopFlag())
    #expect(reader.isFinished)
    let lost = FakeReader([.fails(.readerGone)])
    #expect(throws: ReaderError.readerGone) {
      try lost.waitForRemoval(of: tags[0], unless: StopFlag())
    }
  }
}
