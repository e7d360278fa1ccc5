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

  /// What a job's tags are is looked for each time, and everything else soon enough for a person.
  @Test func theExpectedFamiliesAreLookedForEachTime() throws {
    func table(_ expected: Set<TagFamily>) -> [[TagFamily]] {
      let lookedFor = LookedFor([.typeA, .felica, .typeB], expecting: expected)
      return (1...8).map(lookedFor.families)
    }
    let (a, aFirst): ([TagFamily], [TagFamily]) = ([.typeA], [.typeA, .felica, .typeB])
    #expect(table([.typeA]) == [a, a, a, aFirst, a, a, a, aFirst])
    let (f, fFirst): ([TagFamily], [TagFamily]) = ([.felica], [.felica, .typeA, .typeB])
    #expect(table([.felica]) == [f, f, f, fFirst, f, f, f, fFirst])
    #expect(table([]) == Array(repeating: aFirst, count: 8))
    // A job for tags that this reader cannot find at all.
    #expect(table([.vicinity]) == Array(repeating: aFirst, count: 8))

    let stranger = try typeATag([1, 2, 3, 4])
    let reader = FakeReader(Array(repeating: .finds(nil), count: 4) + [.finds(stranger)])
    let found = try reader.waitForTag(
      of: [.typeA, .felica], expecting: [.felica], unless: StopFlag(), rest: .none)
    #expect(found == stranger && reader.isFinished)
    #expect(reader.asked.last == "select typeA any")
  }

  /// A quick reader rests longer, so that neither has more looks in a second than are of use.
  @Test func aReaderRestsAsItsLooksAllow() {
    func rest(_ look: Int, _ waited: Int) -> Duration {
      LookRest.people.after(look: .milliseconds(look), waited: .milliseconds(waited))
    }
    #expect([0, 4, 10, 60].map { rest($0, 0) } == [10, 6, 0, 0].map { .milliseconds($0) })
    #expect([0, 4, 30, 60].map { rest($0, 5_000) } == [30, 26, 60, 120].map { .milliseconds($0) })
    // The machine slept in a look, or the program was stopped in it.
    #expect(rest(3_600_000, 5_000) == .milliseconds(400))
    #expect(LookRest.none.after(look: .zero, waited: .seconds(60)) == .zero)
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

  /// The same of a look whether a tag is still there: the tag has not left, and the reader is not lost.
  @Test func oneLostCommandDoesNotEndTheWaitForRemoval() throws {
    let tag = try typeATag([1, 2, 3, 4])
    let reader = FakeReader([.finds(tag), .fails(.readerSilent), .finds(tag), .finds(nil)])
    try reader.waitForRemoval(of: tag, unless: StopFlag())
    #expect(reader.isFinished)
  }

  /// People hear once why a lost reader does not come back, when it stays so and a plug does not help.
  @Test func whatKeepsALostReaderAwayIsToldOnce() {
    func told(after loss: ReaderError?, _ errors: [(ReaderOpeningError, at: Int)]) -> [Int] {
      var hindrance = Hindrance(after: loss)
      let begun = ContinuousClock.now
      return errors.filter { hindrance.isNews($0.0, at: begun + .milliseconds($0.at)) }.map(\.at)
    }
    let away = ReaderOpeningError.noSuchPort("usb:1-1")
    let taken = ReaderOpeningError.inUse("usb:1-1", by: nil)
    let noRights = ReaderOpeningError.notPermitted("usb:1-1", group: nil)
    let story: [(ReaderOpeningError, at: Int)] = [
      (away, 0), (away, 3_000), (noRights, 3_200), (noRights, 4_000), (taken, 4_200),
      (taken, 6_100), (taken, 6_300), (taken, 9_000), (away, 9_200), (away, 12_000),
      (taken, 13_000),
      (.inUse("usb:1-1", by: PortHolder(process: 1, program: "pcscd")), 15_000),
    ]
    #expect(told(after: .readerGone, story) == [6_300, 15_000])
    #expect(told(after: nil, story) == [6_300, 15_000])
    // It was only called silent.
    #expect(told(after: .readerSilent, story) == [3_000, 6_300, 12_000, 15_000])
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

  /// It is asked for by its UID, as another tag may be found while it sleeps beside that.
  @Test func aTagAtTheEdgeOfTheFieldGetsMoreLooks() throws {
    let tag = try typeATag([1, 2, 3, 4])
    let there = FakeReader.Step.finds(tag)
    let missed = Array(repeating: FakeReader.Step.finds(nil), count: 6)
    let steady = FakeReader([there] + missed.prefix(2))
    try steady.waitForRemoval(of: tag, unless: StopFlag(), looks: 2)
    #expect(steady.isFinished && Set(steady.asked) == ["select typeA 01020304"])
    let unsteady = FakeReader([there, .finds(nil), there] + missed.prefix(5) + [there] + missed)
    try unsteady.waitForRemoval(of: tag, unless: StopFlag(), looks: 2)
    #expect(unsteady.isFinished)
    let staying = FakeReader([.finds(nil), there])
    #expect(try !staying.waitForRemoval(of: tag, unless: StopFlag(), looks: 2, atMost: 1))
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
