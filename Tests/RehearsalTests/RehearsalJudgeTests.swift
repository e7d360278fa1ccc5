// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TagReading
import Testing
import VirtualReader

@testable import JobLedger
@testable import Provisioning
@testable import Rehearsal

/// The judge of a rehearsal can say no: tags with memories made by hand, and every kind of mistake.
struct RehearsalJudgeTests {
  private var judge = RehearsalJudge(rows: 3)

  private static func link(_ place: Int) -> String { "https://go.example.com/s/\(place)" }

  /// The first word about tag `number`, which was put on the reader for a row.
  private static func result(
    _ word: OutcomeWord, tag number: UInt8, row place: Int?, reason: Reason? = nil
  ) throws -> TagResult {
    let row = place.map {
      PlannedRow(
        key: RowKey(number: Int64($0)), id: "n\($0)", place: $0, manifest: 1, link: link($0),
        further: nil, inputs: nil)
    }
    return TagResult(
      reader: 0, uid: try #require(TagUID([4, 0, 0, 0, 0, 0, number])), chip: "NTAG213", row: row,
      link: row?.link, word: word, reason: reason, began: Moment(microseconds: 0),
      ended: Moment(microseconds: 1), effort: Effort(), isFailure: word == .putAside)
  }

  /// The memory of an NTAG213 with a link on it, as a phone reads it.
  private static func memory(_ link: String?) throws -> [UInt8] {
    var area: [UInt8] = [0x03, 0x00, 0xFE, 0x00]
    if let link {
      let rest = Array(link.utf8.dropFirst("https://".count))
      let record = [0xD1, 0x01, UInt8(rest.count + 1), 0x55, 0x04] + rest
      area = [0x03, UInt8(record.count)] + record + [0xFE]
    }
    var pages = [[UInt8]](repeating: [0, 0, 0, 0], count: 45)
    pages[0] = [4, 0, 0, 0x8C]
    pages[3] = [0xE1, 0x10, 0x12, 0]
    for (index, byte) in area.enumerated() { pages[4 + index / 4][index % 4] = byte }
    let chip = try #require(VirtualType2Chip(.ntag213, pages: pages, signature: nil))
    return chip.state
  }

  private mutating func lay(
    _ word: OutcomeWord, _ number: UInt8, for place: Int?, showing link: String?
  ) throws {
    judge.judge(
      try Self.result(word, tag: number, row: place),
      reading: linkInMemory(ofState: try Self.memory(link)))
  }

  @Test mutating func tagsThatShowTheirRowsAreRight() throws {
    try lay(.ok, 1, for: 1, showing: Self.link(1))
    try lay(.alreadyDone, 2, for: 2, showing: Self.link(2))
    // Blank, and put aside with its own link on it.
    try lay(.putAside, 3, for: 3, showing: nil)
    try lay(.putAside, 4, for: 3, showing: Self.link(3))
    judge.compare(with: LedgerCounts(rows: 3, done: 2, begun: 1))
    #expect(judge.problems == [])
    #expect(judge.rightTags == 2)
  }

  /// A worn page keeps what it likes; a tag that may be a copy is not emptied because of that.
  @Test mutating func whatMayBeSomeoneElsesIsNoMistake() throws {
    for code in ["possible-copy", "worn"] {
      let reason = Reason(code, "It shows something else.")
      judge.judge(
        try Self.result(.putAside, tag: 1, row: 1, reason: reason),
        reading: linkInMemory(ofState: try Self.memory("https://gn.example.com/s/1")))
    }
    #expect(judge.problemCount == 1)
  }

  private static let mistakes: [(OutcomeWord, row: Int?, shown: Int?, words: String)] = [
    (.ok, 1, nil, "000000000001, the tag of row n1, reads no link."),
    (.ok, 1, 2, "000000000001, the tag of row n1, reads https://go.example.com/s/2."),
    (.alreadyDone, 1, 3, "000000000001, the tag of row n1, reads https://go.example.com/s/3."),
    (.putAside, 1, 2, "000000000001, the tag of row n1, reads https://go.example.com/s/2."),
    (.putAside, nil, 2, "000000000001, a tag without a row, reads https://go.example.com/s/2."),
    (.again, nil, 1, "000000000001, a tag without a row, reads https://go.example.com/s/1."),
  ]

  @Test(arguments: mistakes)
  mutating func aTagThatShowsAnythingElseIsAMistake(
    _ word: OutcomeWord, _ row: Int?, _ shown: Int?, _ words: String
  ) throws {
    try lay(word, 1, for: row, showing: shown.map(Self.link))
    #expect(judge.problems.map(\.words) == ["04\(words)"])
    #expect(judge.rightTags == 0)
  }

  @Test mutating func aRowOnTwoTagsIsAMistake() throws {
    try lay(.ok, 1, for: 1, showing: Self.link(1))
    try lay(.ok, 2, for: 1, showing: Self.link(1))
    #expect(judge.problems.map(\.words) == ["Row n1 is on two tags; the second is 04000000000002."])
    // Also when one of them was thrown away half finished, unless its row was given up before.
    try lay(.putAside, 3, for: 2, showing: Self.link(2))
    try lay(.ok, 4, for: 2, showing: Self.link(2))
    #expect(judge.problemCount == 2)
    try lay(.putAside, 5, for: 3, showing: Self.link(3))
    judge.giveUp(try #require(try Self.result(.ok, tag: 5, row: 3).row))
    try lay(.ok, 6, for: 3, showing: Self.link(3))
    #expect(judge.problemCount == 2)
  }

  @Test mutating func aLedgerThatCountsOtherwiseIsAMistake() throws {
    try lay(.ok, 1, for: 1, showing: Self.link(1))
    judge.compare(with: LedgerCounts(rows: 3, done: 2))
    #expect(
      judge.problems.map(\.words) == ["The ledger has 2 rows done, and 1 tag right."])
  }

  @Test mutating func aMistakeIsTheVerdictOfTheRehearsal() throws {
    try lay(.ok, 1, for: 1, showing: Self.link(2))
    let report = RehearsalReport(
      end: BatchEnd(
        task: .write, cause: .noRowLeft, counts: BatchCounts(), unfinished: 0, isComplete: true),
      wanted: 0, tags: 1, judge: judge, took: .seconds(1), counters: Counters(), seed: 1)
    #expect(report.hasMistakes && !report.isRight)
    #expect(report.page.hasPrefix("1 mistake of the engine; please report it:\n  04000000000001, "))
    #expect(report.json.compact.contains(#""isRight":false"#))
  }
}
