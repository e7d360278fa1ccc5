// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

@Suite struct AudienceTests {
  /// Notes what it is told.
  private final class Face: LateFace {
    private(set) var told: [String] = []
    private(set) var began: OperatorState?

    func begin(at state: OperatorState) {
      began = state
      told.append("state")
    }

    func take(_ event: BatchEvent) {
      switch event {
      case .began: told.append("began")
      case .finished(let result, _): told.append(result.word.rawValue)
      case .paused: told.append("paused")
      default: told.append("other")
      }
    }

    func rest() { told.append("rest") }
  }

  private static func finished(_ number: UInt8) throws -> BatchEvent {
    .finished(
      TagResult(
        reader: 0, uid: try #require(TagUID([4, 0, 0, 0, 0, 0, number])), chip: "NTAG213",
        row: nil, link: nil, word: .ok, reason: nil, began: Moment(microseconds: 0),
        ended: Moment(microseconds: 1), effort: Effort(), isFailure: false),
      BatchCounts(ok: Int(number), rows: 9, done: Int(number)))
  }

  private static let began = BatchEvent.began(
    BatchOverview(
      task: .write, job: "spring", title: nil, readers: ["a"],
      ledger: LedgerCounts(rows: 9), awaited: 0))

  @Test func everyFaceIsToldEverything() throws {
    let (one, other) = (Face(), Face())
    let audience = Audience([one, other], station: nil, plainCures)
    audience.take(Self.began)
    audience.take(try Self.finished(1))
    audience.rest()
    #expect(one.told == ["began", "OK", "rest"] && other.told == one.told)
  }

  @Test func anObserverThatComesLateIsToldTheStateOfTheBatch() throws {
    let late = Face()
    let audience = Audience([], station: "Desk 2", plainCures)
    audience.take(Self.began)
    audience.take(try Self.finished(1))
    audience.take(.paused)
    audience.join(late)
    #expect(late.told.isEmpty)
    audience.take(try Self.finished(2))
    #expect(late.told == ["state", "OK"])
    let state = try #require(late.began)
    #expect(state.job == "spring" && state.station == "Desk 2" && state.isPausing)
    #expect(state.counts.done == 1 && state.lastTags.count == 1)
  }

  @Test func aFaceThatLeftIsToldNothing() throws {
    let (one, other) = (Face(), Face())
    let audience = Audience([one, other], station: nil, plainCures)
    audience.leave(one)
    audience.take(.paused)
    #expect(one.told.isEmpty && other.told == ["paused"])
  }
}
