// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Testing

@testable import Provisioning

/// The machine against a small model of tags and ledger: every course of events with up to two
/// mishaps, a crash before and after every action among them.
struct AttemptTests {
  @Test(arguments: [[], [ProtectionStep.password], [.lock]])
  func noCourseOfEventsLosesOrDoublesATag(_ steps: [ProtectionStep]) {
    var course = Course(mishapsMax: 2)
    var courses = 0
    var mishaps: Set<Mishap> = []
    repeat {
      course.begin()
      let model = Model(steps: steps)
      model.work(&course)
      #expect(model.faults == [], "\(course.description)")
      if !model.faults.isEmpty { return }
      mishaps.formUnion(course.chosen)
      courses += 1
    } while course.advance()
    #expect(mishaps.count == Mishap.allCases.count, "the test must test everything")
    #expect(courses > 1000)
  }

  @Test func aTagThatIsGoneBeforeItIsClaimedLeavesNoTrace() {
    func last(_ events: Attempt.Event...) -> Attempt.Action {
      var attempt = Attempt(steps: [])
      return events.reduce(attempt.first) { attempt.next($1) }
    }
    #expect(last(.isKnown(.stranger), .rowChosen, .failed(.passing)) == .tell(.again))
    #expect(last(.isKnown(.done), .failed(.passing)) == .tell(.again))
    // Nor does a begun one for which the run has no place.
    #expect(last(.failed(.passing)) == .tell(.again))
    // What was begun is kept.
    #expect(last(.isKnown(.begun), .failed(.passing)) == .store(.again))
    #expect(
      last(.isKnown(.stranger), .rowChosen, .fits, .claimed, .failed(.passing)) == .store(.again))
  }

  @Test func aLinkThatTheLedgerRefusesIsOnNoTag() {
    var attempt = Attempt(steps: [])
    for event in [Attempt.Event.isKnown(.stranger), .rowChosen, .fits] { _ = attempt.next(event) }
    #expect(attempt.next(.failed(.lasting)) == .store(.putAside(.unclaimed)))
    attempt = Attempt(steps: [])
    for event in [Attempt.Event.isKnown(.begun), .fits] { _ = attempt.next(event) }
    #expect(attempt.next(.failed(.lasting)) == .store(.putAside(.kept)))
  }

  @Test(arguments: [Attempt.Event.written, .failed(.passing), .failed(.lasting)])
  func aTagThatWasGivenUpMeanwhileIsPutAside(_ event: Attempt.Event) {
    var attempt = Attempt(steps: [])
    let events = [Attempt.Event.isKnown(.stranger), .rowChosen, .fits, .claimed, event]
    var action = events.reduce(attempt.first) { attempt.next($1) }
    if action == .look { action = attempt.next(.shows(.link)) }
    guard case .store = action else {
      Issue.record("\(action)")
      return
    }
    #expect(attempt.next(.failed(.lasting)) == .tell(.putAside(.givenUp)))
  }

  @Test func everyEventInEveryStateHasASafeAnswer() {
    var frontier = [Attempt(steps: [.password, .lock])]
    var seen: Set<String> = ["\(frontier)"]
    var transitions = 0
    while let attempt = frontier.popLast() {
      for event in Self.events {
        var next = attempt
        let action = next.next(event)
        transitions += 1
        if case .tell(.ok) = action {
          #expect(event == .stored || "\(attempt)".contains("ended"))
        }
        if case .tell(let ending) = action {
          // What was told is never taken back.
          #expect(Self.events.allSatisfy { next.next($0) == .tell(ending) })
        }
        if seen.insert("\(next)").inserted { frontier.append(next) }
      }
    }
    #expect(seen.count == 27)
    #expect(transitions == seen.count * Self.events.count)
  }

  private static let events: [Attempt.Event] =
    [
      .rowChosen, .noRowLeft, .fits, .claimed, .rowTaken, .tagTaken, .written, .stepBegun,
      .stepDone, .stored, .ledgerFailed,
    ] + Attempt.KnownState.allCases.map { .isKnown($0) }
    + Attempt.Showing.allCases.map { .shows($0) }
    + Attempt.Failure.allCases.map { .failed($0) }
}
