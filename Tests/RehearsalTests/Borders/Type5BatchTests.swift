// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import Threads
import VirtualReader
import VirtualVicinity
import Voices

@testable import tagpress

/// A job on ISO 15693 tags: the batch knows them by the face that all tags show.
struct Type5BatchTests {
  private static func run(_ elements: String, _ box: SlixBox) throws -> [String: String] {
    let bench = try BatchBench(elements)
    var run = BatchRun(
      BatchJob(
        bench.job, key: bench.key, station: "bench 1", resolver: nil,
        cures: Voice("write").cures),
      ledger: try bench.ledger())
    // At no pause at all a tag is gone when one answer is lost, and there again before the box has heard
    // that it was put aside; no tag of the box comes back after that.
    run.pace = BatchPace(betweenLooks: .none, looksUntilGone: 1, bounce: .seconds(600))
    let end = try run.run(on: [box.reader], unless: box.stop, telling: box)
    #expect(end.cause == .noRowLeft, "\(box.log)")
    return try bench.doneLinks()
  }

  @Test func blankChipsAreFormattedWrittenAndLocked() throws {
    let box = SlixBox()
    let done = try Self.run(
      #"<link>https://go.example.com/s/{number}</link><tags chips="ICODESLIX" format="yes"/>"#
        + #"<protect with="lock" when="written"/><rows count="3" id="n{number}"/>"#, box)
    #expect(box.log == ["n1 OK ", "n2 OK ", "n3 OK "])
    #expect(Set(done.values) == Set((1...3).map { "https://go.example.com/s/\($0)" }))
    for (uid, link) in done {
      let chip = try #require(box.chips[uid])
      let phones = phonesRead(type5: chip.memory, blockSize: 4)
      #expect(phones.allSatisfy { $0 == seen(link) })
      #expect(chip.lockedBlocks == Set(0...26))
    }
  }

  /// What is on the reader and does not say what it is, is named, and the job continues after it.
  @Test func somethingUnknownIsNoEndOfAJob() throws {
    let box = SlixBox(obstacle: .unknownCard)
    let done = try Self.run(
      #"<link>https://go.example.com/s/{number}</link><tags chips="ICODESLIX" format="yes"/>"#
        + #"<rows count="2" id="n{number}"/>"#, box)
    #expect(box.log == ["lost unknown-card", "back", "n1 OK ", "n2 OK "])
    #expect(done.count == 2)
  }

  /// No tag is put aside for what its reader cannot do, and the run ends before all are tried.
  @Test(arguments: [[0x21], [0x20, 0x23]] as [[UInt8]])
  func aReaderThatCannotDoItBlamesNoTag(_ codes: [UInt8]) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="ICODESLIX" format="yes"/>"#
        + #"<rows count="9" id="n{number}"/>"#)
    let box = SlixBox(cannot: codes)
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: [box.reader], unless: box.stop, telling: box)
    #expect(end.cause == .tooManyFailures([FailureReason(code: "not-possible", count: 5)], of: 5))
    #expect(box.log == [String](repeating: "n1 AGAIN not-possible", count: 5))
    #expect(box.chips.values.allSatisfy { $0.memory.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: [0x5EED_0501] as [UInt64])
  func inABadFieldEveryRowIsOnOneTagAllTheSame(seed: UInt64) throws {
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 60)
    odds.tagAnswerLost = Ratio(1, of: 60)
    odds.tagAnswerCorrupted = Ratio(1, of: 60)
    odds.tagLeaves = Ratio(1, of: 120)
    let box = SlixBox(FaultPlan(seed: seed, odds: odds))
    let done = try Self.run(
      #"<link>https://go.example.com/{tag.uid}/{number}</link>"#
        + #"<tags chips="ICODESLIX" format="yes"/><rows count="20" id="n{number}"/>"#, box)
    #expect(done.count == 20, "\(box.log.suffix(20)), seed \(seed)")
    for (uid, link) in done {
      let chip = try #require(box.chips[uid])
      let phones = phonesRead(type5: chip.memory, blockSize: 4)
      #expect(phones.allSatisfy { $0 == seen(link) }, "seed \(seed)")
    }
  }
}

/// A field that the thread of a reader shares with the one who puts tags on it.
private final class SharedField: @unchecked Sendable {
  private let gate = Guarded(0)
  private let field: VicinityField

  init(_ faults: FaultPlan) { field = VicinityField(faults) }

  func send(_ request: [UInt8]) -> VicinityField.Heard {
    gate.withLock { _ in field.send(request) }
  }

  /// Takes away what is there, and puts the chip on the reader if there is one.
  func lay(_ chip: VirtualVicinityChip?) {
    gate.withLock { _ in
      field.clear()
      if let chip { field.place(chip) }
    }
  }

  func reader(_ obstacle: ReaderError?, cannot codes: [UInt8]) -> any TagReader {
    let station = VicinityStation(field) { self.send($0) }
    station.obstacle = obstacle
    station.cannot = codes
    return station
  }
}

/// An operator with a box of new SLIX, who puts a tag on the reader again when asked to.
private final class SlixBox: BatchObserver {
  private(set) var log: [String] = []
  private(set) var chips: [String: VirtualVicinityChip] = [:]
  let stop = StopFlag()
  private let field: SharedField
  private let obstacle: ReaderError?
  private let cannot: [UInt8]
  private var inHand: VirtualVicinityChip?
  /// Far more than any job of these tests wants; a run that takes more would never end.
  private static let mostTags = 200

  init(_ faults: FaultPlan = .none, obstacle: ReaderError? = nil, cannot: [UInt8] = []) {
    field = SharedField(faults)
    self.obstacle = obstacle
    self.cannot = cannot
  }

  var reader: BatchReader {
    BatchReader(name: "field") { [field, obstacle, cannot] () throws(ReaderOpeningError) in
      field.reader(obstacle, cannot: cannot)
    }
  }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready, .waitingForSame, .waitingForUnfinished:
      if inHand == nil { takeNew() }
      field.lay(inHand)
    case .finished(let result, _):
      log.append("\(result.row?.id ?? "-") \(result.word.rawValue) \(result.reason?.code ?? "")")
      if result.word != .again { inHand = nil }
      field.lay(nil)
    case .readerLost(_, let error): log.append("lost \(error.machineName)")
    case .readerBack: log.append("back")
    default: break
    }
  }

  func rest() {}

  private func takeNew() {
    let uid: [UInt8] = [0xE0, 0x04, 0x01, 0x50, 0x00, 0x00, 0x01, UInt8(chips.count)]
    guard chips.count < Self.mostTags, let chip = VirtualVicinityChip(.slix, uid: uid) else {
      Issue.record("the run takes tag after tag and does not end: \(log.suffix(30))")
      return stop.raise()
    }
    inHand = chip
    chips[TagUID(uid)?.description ?? ""] = chip
  }
}
