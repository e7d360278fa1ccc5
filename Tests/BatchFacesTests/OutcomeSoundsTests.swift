// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Terminal
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

/// The bells that an operator hears.
struct OutcomeSoundsTests {
  @Test func everyWordHasARhythmOfItsOwnThatBeginsAtOnce() {
    let rhythms = OutcomeWord.allCases.map(OutcomeSounds.rhythm)
    #expect(Set(rhythms).count == OutcomeWord.allCases.count)
    #expect(rhythms.allSatisfy { $0.hasPrefix("!") && $0.hasSuffix("!") })
    // Nothing sounds like a tag that may go into the box.
    #expect(OutcomeSounds.rhythm(.ok) == "!")
  }

  /// Of several readers' words the most urgent one is heard; of one reader, the latest.
  @Test func whatNeedsAHandIsHeardBeforeWhatDoesNot() throws {
    let sounds = OutcomeSounds(player: nil, behind: NoDisplay(), on: Console())
    let uid = try #require(TagUID([4, 0, 0, 0, 0, 0, 1]))
    func tag(_ word: OutcomeWord, at reader: Int) -> BatchEvent {
      .finished(
        TagResult(
          reader: reader, uid: uid, chip: nil, row: nil, link: nil, word: word, reason: nil,
          began: Moment(microseconds: 0), ended: Moment(microseconds: 1), effort: Effort(),
          isFailure: false), BatchCounts())
    }
    for (event, word, reader) in [
      (tag(.ok, at: 0), .ok, 0), (tag(.putAside, at: 1), .putAside, 1),
      (tag(.ok, at: 0), .putAside, 1), (.twoTags(0, uid, uid), .twoTags, 0),
      (tag(.ok, at: 0), .ok, 0),
    ] as [(BatchEvent, OutcomeWord, Int)] {
      sounds.receive(event)
      #expect(sounds.heard?.word == word && sounds.heard?.reader == reader)
    }
    sounds.rest()
    #expect(sounds.heard == nil)
  }

  /// As long as a reader waits for a torn tag, it is heard again; not while no tag may be laid.
  @Test func aTornTagIsAskedForAgainAndAgain() throws {
    let uid = try #require(TagUID([4, 0, 0, 0, 0, 0, 1]))
    let row = PlannedRow(
      key: RowKey(number: 1), id: "n1", place: 1, manifest: 1, link: "https://e.com/", further: nil,
      inputs: nil, label: nil)
    let torn = TornTag(row: row, uid: uid)
    func heard(_ events: [BatchEvent], after pause: Duration = .zero) -> OutcomeWord? {
      let sounds = OutcomeSounds(
        player: nil, behind: NoDisplay(), on: Console(), remindingAfter: pause)
      for event in events { sounds.receive(event) }
      sounds.rest()
      return sounds.heard?.word
    }
    #expect(heard([.waitingForSame(0, torn)]) == .again)
    #expect(heard([.waitingForSame(0, torn)], after: .seconds(3600)) == nil)
    #expect(heard([.waitingForSame(0, torn), .paused]) == nil)
    #expect(heard([.waitingForSame(0, torn), .paused, .wentOn]) == .again)
    #expect(heard([.waitingForSame(0, torn), .ready(0, next: row)]) == nil)
    #expect(heard([.waitingForSame(0, torn), .ready(1, next: row)]) == .again)
    let sounds = OutcomeSounds(player: nil, behind: NoDisplay(), on: Console())
    sounds.receive(.otherTag(0, uid, torn))
    #expect(sounds.heard?.word == .again)
  }
}

private final class NoDisplay: BatchObserver {
  func receive(_ event: BatchEvent) {}
  func rest() {}
}
