// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import StrictJSON
import TagReading
import TestSupport
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

/// What pages are told of the tags of a run.
struct BatchPictureTests {
  @Test(
    arguments: [
      (.putAside, .`not-blank`, true), (.putAside, .`wrong-chip`, true),
      (.putAside, .`not-genuine`, true), (.putAside, .`not-of-this-job`, true),
      (.putAside, .`page-locked`, false), (.again, .`not-blank`, false), (.ok, nil, false),
    ] as [(OutcomeWord, ReasonCode?, Bool)])
  func aTagWithNothingOfItsRowIsAStranger(
    _ word: OutcomeWord, _ code: ReasonCode?, _ isStranger: Bool
  ) throws {
    let picture = BatchPicture(plainCures)
    let result = TagResult(
      reader: 0, uid: try #require(TagUID([4, 1, 2, 3, 4, 5, 6])), chip: "NTAG213", row: nil,
      link: nil, word: word, reason: code.map { Reason($0.rawValue, "") },
      began: Moment(microseconds: 0), ended: Moment(microseconds: 1), effort: Effort(),
      isFailure: word != .ok)
    picture.receive(.finished(result, BatchCounts()))
    let tags = picture.look().members.first { $0.key == "tags" }?.value
    guard case .array(let list) = tags, case .object(let members) = list.first else {
      Issue.record("no tag")
      return
    }
    #expect(members.first { $0.key == "isStranger" }?.value == .bool(isStranger))
  }

  /// An answer and an event may pass each other on their way to a page.
  @Test func eachLookSaysThatItIsLaterThanTheOneBefore() {
    let picture = BatchPicture(plainCures)
    let looks = (0..<3).map { _ in picture.look().members.first { $0.key == "look" }?.value }
    #expect(looks == [.integer(1), .integer(2), .integer(3)])
  }
}
