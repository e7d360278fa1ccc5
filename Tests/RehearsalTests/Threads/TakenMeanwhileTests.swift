// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Dispatch
import Glibc
import JobLedger
import JobManifest
import NDEF
import Provisioning
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing
import Threads
import VirtualReader
import Voices

@testable import tagpress

/// Another process uses the ledger while a tag is looked at, before the row is claimed for it.
struct TakenMeanwhileTests {
  /// A chip is asked for its version before a row is claimed for it.
  private static let getVersion: UInt8 = 0x60

  /// The ledger is held for a second before the first of these commands, and then a twin is laid.
  private static func readers(
    of box: TagBox, in bench: BatchBench, before code: UInt8, _ twin: Twin
  ) -> [BatchReader] {
    let (virtual, path, held) = (box.virtuals[0], bench.ledgerPath, DispatchSemaphore(value: 0))
    return box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: code) {
          let thread = startThread {
            let ledger = try? Ledger(at: path, job: "bench", now: .now)
            let rows = try? ledger?.importRows(of: BatchBench.hash(of: "w"), at: .now)
            held.signal()
            sleep(1)
            twin.takesThePlace(on: virtual)
            withExtendedLifetime(rows) {}
          }
          thread?.detach()
          held.wait()
        }
      }
    }
  }

  /// In a job of so many rows, the first of which was perhaps begun on the first tag.
  private func run(
    _ rows: Int, begun: Bool = false, limit: Int? = nil, _ box: TagBox,
    closed: @escaping @Sendable () -> Void = {},
    _ disturb: @escaping @Sendable (Ledger) throws -> Void
  ) throws -> (BatchEnd, BatchBench) {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="\#(rows)" id="n{number}"/>"#)
    if begun { try bench.begin("n1", on: uid(0)) }
    let path = bench.ledgerPath
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: Self.getVersion, closed: closed) {
          try disturb(try Ledger(at: path, job: "bench", now: .now))
        }
      }
    }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.limit = limit
    run.pace = .machine
    return (try run.run(on: readers, unless: box.stop, telling: box), bench)
  }

  /// Begins a row on a tag, as another station does.
  @discardableResult
  @Sendable private static func begin(
    _ id: String, on uid: [UInt8], in ledger: Ledger
  ) throws -> AttemptID? {
    let row = try #require(try ledger.row(id: id))
    let beginning = try ledger.begin(
      row, on: Presentation(uid: uid, chip: "NTAG213", reader: "other", began: .now),
      content: JobLedger.TagContent(
        link: row.link, messageHash: [UInt8](repeating: 0, count: 32)))
    guard case .begun(_, let attempt) = beginning else { return nil }
    return attempt
  }

  /// Finishes the tag of a row that was begun, as another station does.
  @Sendable private static func finish(_ id: String, on uid: [UInt8], in ledger: Ledger) throws {
    let row = try #require(try ledger.row(id: id))
    let claim = try #require(try ledger.claim(ofTag: uid))
    let attempt = try ledger.resume(
      claim.id, of: row,
      with: Presentation(uid: uid, chip: "NTAG213", reader: "other", began: .now),
      content: JobLedger.TagContent(
        link: row.link, messageHash: try #require(sha256(try message(row.link)))))
    try ledger.finish(attempt, .done(lock: nil), at: .now)
  }

  private static func message(_ link: String) throws -> [UInt8] {
    try NDEFMessage([.uri(link)]).encoded()
  }

  /// The ledger of another program, which lives as long as that does.
  private final class OtherProgram: @unchecked Sendable {
    var ledger: Ledger?
    var attempt: AttemptID?
  }

  /// Two tags with one UID, at two programs: the second is not told OK for the row of the first.
  @Test func aTagThatAnotherProgramIsWritingIsAskedForAgain() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let other = OtherProgram()
    // When the tag is put on the reader again, the other program has ended without an outcome.
    box.afterResult = { other.ledger = nil }
    let (end, bench) = try run(1, box) { ledger in
      try Self.begin("n1", on: uid(0), in: ledger)
      other.ledger = ledger
    }
    #expect(box.log == ["n1 AGAIN possible-copy", "n1 OK "])
    #expect(box.alarms.count == 1)
    #expect(end.cause == .noRowLeft && end.counts.ok == 1)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .done)
  }

  /// Whoever stops the run then has no tag left to look for.
  ///
  /// The other program finishes only when this one's reader is closed, or the run might end first because
  /// nothing is left to do.
  @Test func aTagThatAnotherProgramHasFinishedIsNotUnfinished() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (stop, other) = (box.stop, OtherProgram())
    box.afterResult = { stop.raise() }
    @Sendable func finish() {
      // A reader that was silent for too long was only closed for a moment.
      guard stop.isRaised else { return }
      do {
        try other.ledger?.finish(try #require(other.attempt), .done(lock: nil), at: .now)
      } catch {
        Issue.record("\(error)")
      }
    }
    let (end, _) = try run(1, box, closed: finish) { ledger in
      other.attempt = try Self.begin("n1", on: uid(0), in: ledger)
      other.ledger = ledger
    }
    #expect(box.tagLog == ["n1 AGAIN possible-copy"])
    #expect(end.cause == .stopped && end.unfinished == 0 && end.isComplete)
  }

  /// Two tags with one UID at two programs, or the tag itself, which was moved to this one: nobody gave
  /// it up, and the place in the run that it was to get is free again.
  @Test(arguments: [true, false])
  func aTagThatAnotherProgramHasJustFinishedIsLookedAt(_ isMoved: Bool) throws {
    let sheet = try DataSheet.of(.ntag213)
    let cells = sheet.written(
      try Self.message("https://go.example.com/s/1"), over: chip(.ntag213, 0).allCells)
    let box = try TagBox { number in
      let tag = chip(.ntag213, UInt16(number))
      guard number == 0, isMoved else { return tag }
      for (page, content) in cells.enumerated() { tag.set(page, content) }
      return tag
    }
    let (end, bench) = try run(2, begun: true, limit: 1, box) {
      try Self.finish("n1", on: uid(0), in: $0)
    }
    #expect(
      box.log == [isMoved ? "n1 ALREADY DONE " : "n1 PUT ASIDE changed-since-done", "n2 OK "])
    #expect(box.alarms.map(\.row) == (isMoved ? [] : ["n1"]))
    #expect(box.results.first?.effort.pages == 0)
    #expect(end.cause == .enough && end.unfinished == 0)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .done)
    #expect(try bench.ledger().claim(ofTag: uid(1))?.rowID == "n2")
  }

  @Test func aTagWhoseRowWasTakenGetsTheNextOne() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(2, box) { try Self.begin("n1", on: uid(800), in: $0) }
    #expect(box.log == ["n2 OK "])
    #expect(end.cause == .noRowLeft && end.counts.ok == 1)
    #expect(try bench.ledger().claim(ofTag: uid(800))?.rowID == "n1")
    #expect(try bench.ledger().claim(ofTag: uid(0))?.rowID == "n2")
  }

  @Test func aTagWhoseRowWasTheLastOneGetsNone() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(1, box) { try Self.begin("n1", on: uid(800), in: $0) }
    #expect(box.log == ["- PUT ASIDE no-row-left"])
    #expect(end.cause == .noRowLeft && end.counts.putAside == 1)
    #expect(box.results.first?.effort.pages == 0 && box.results.first?.isFailure == false)
    #expect(try bench.ledger().claim(ofTag: uid(0)) == nil)
  }

  @Test func aTagThatGotAnotherRowKeepsThat() throws {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let (end, bench) = try run(2, box) { try Self.begin("n2", on: uid(0), in: $0) }
    #expect(box.log == ["n2 OK ", "n1 OK "])
    #expect(end.cause == .noRowLeft && end.isComplete)
    #expect(
      try bench.doneLinks() == [
        "\(try #require(TagUID(uid(0))))": "https://go.example.com/s/2",
        "\(try #require(TagUID(uid(1))))": "https://go.example.com/s/1",
      ])
  }

  /// Its approval was for the manifest of before; no one need lay a tag to hear of it.
  @Test func aRunEndsWhenItsManifestIsTakenOver() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    bench.changeLinks(rows: 2)
    let ledger = try bench.ledger()
    let own = try ledger.importRows(of: BatchBench.hash(of: "t"), at: .now)
    #expect(own == nil, "it is the manifest that is there")
    let bystander = Bystander { bench.changeLinks(rows: 2, to: "u") }
    let box = try TagBox { _ in nil }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: ledger)
    run.pace = .machine
    let end = try run.run(on: box.readers, unless: bystander.stop, telling: bystander)
    #expect(end.cause == .manifestChanged)
    #expect(end.counts.ok == 0 && !end.isComplete)
  }

  /// Someone who lays no tag.
  private final class Bystander: BatchObserver {
    let stop = StopFlag()
    private let whenReady: () -> Void
    private var rests = 0

    init(whenReady: @escaping () -> Void) { self.whenReady = whenReady }

    func receive(_ event: BatchEvent) {
      if case .ready = event { whenReady() }
    }

    func rest() {
      rests += 1
      // A run that does not end on its own is ended, and fails.
      if rests == 300 { stop.raise() }
    }
  }

  /// A changed manifest waits for a decision: nothing is written before that.
  @Test func aLedgerThatTakesNoClaimsEndsTheRun() throws {
    let first = try TagBox { chip(.ntag213, UInt16($0)) }
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    #expect(try bench.run(first, limit: 1).cause == .enough)
    let box = try TagBox { chip(.ntag213, UInt16($0 + 1)) }
    box.beforeTag = { box, _ in
      box.beforeTag = { _, _ in }
      bench.changeLinks(rows: 2)
    }
    let end = try bench.run(box)
    #expect(box.log == ["n2 AGAIN ledger"])
    guard case .ledger(let error) = end.cause else {
      Issue.record("\(end.cause)")
      return
    }
    #expect(error.fault == .undecided(rows: 1))
    #expect(box.results.first?.effort.pages == 0)
    #expect(try bench.ledger().claim(ofTag: uid(1)) == nil)
  }

  /// The ledger is waited for after a tag was read, and another tag with its UID lies there then.
  @Test func aTwinThatCameWhileTheLedgerWasWaitedForIsNotWritten() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="1" id="n{number}"/>"#)
    let box = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    let new = chip(.ntag213, 0)
    let cells = try DataSheet.of(.ntag213).written(link(size: 40), over: new.allCells)
    for (page, content) in cells.enumerated() { new.set(page, content) }
    let written = new.allCells
    let touched = DispatchSemaphore(value: 0)
    let twin = Twin(of: new.state, cells: written, touched)
    _ = try bench.run(box, on: Self.readers(of: box, in: bench, before: Self.getVersion, twin))
    #expect(box.log == ["n1 AGAIN possible-copy", "n1 OK "])
    // The operator lays the tag itself down again, and nothing was written on the other one.
    #expect(touched.wait(timeout: .now()) == .timedOut)
  }

  /// What is locked is locked for ever, so it is looked at first.
  @Test func aTwinThatCameWhileTheLedgerWasWaitedForIsNotLocked() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><protect with="lock"/>"#
        + #"<rows count="1" id="n{number}"/>"#)
    let writing = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    #expect(try bench.run(writing).cause == .noRowLeft)
    let (tag, first) = try #require(writing.tags.values.first)
    let state = try #require(first.state(of: tag))
    let twin = try VirtualType2Chip(state: state)
    try twin.replace("/s/1", with: "/s/x")
    let box = try TagBox { $0 == 0 ? try? VirtualType2Chip(state: state) : nil }
    let touched = DispatchSemaphore(value: 0)
    let other = Twin(of: twin.state, cells: twin.allCells, touched)
    _ = try bench.run(
      box, task: .lock(try bench.ledger().lockableTags()),
      on: Self.readers(of: box, in: bench, before: 0x3A, other))
    #expect(box.log.first == "n1 PUT ASIDE changed-since-done", "\(box.log)")
    #expect(touched.wait(timeout: .now()) == .timedOut)
  }

  /// A twin is laid in the place of the blank tag for which a resolver was asked.
  @Test func aTwinThatCameWhileAResolverThoughtIsJudgedAsItIs() throws {
    let twin = chip(.ntag213, 0)
    let cells = try DataSheet.of(.ntag213).written(link(size: 40), over: twin.allCells)
    for (page, content) in cells.enumerated() { twin.set(page, content) }
    let box = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    let virtual = box.virtuals[0]
    let touched = DispatchSemaphore(value: 0)
    let other = Twin(of: twin.state, cells: twin.allCells, touched)
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}/{name}</link><tags content="blank" chips="NTAG213"/>"#
        + #"<rows count="1" id="n{number}"/>"#,
      resolver: SlowNames { other.takesThePlace(on: virtual) })
    _ = try bench.run(box)
    #expect(box.log.first?.hasPrefix("n1 PUT ASIDE") == true, "\(box.log)")
    #expect(touched.wait(timeout: .now()) == .timedOut)
  }
}

/// Another tag with the UID of the one on the reader, and whether anything is written on it.
private struct Twin: Sendable {
  private let state: [UInt8]
  private let cells: [[UInt8]]
  private let touched: DispatchSemaphore

  init(of state: [UInt8], cells: [[UInt8]], _ touched: DispatchSemaphore) {
    (self.state, self.cells, self.touched) = (state, cells, touched)
  }

  func takesThePlace(on reader: VirtualReader) {
    guard let tag = reader.tagsInField.first else { return }
    reader.swap(
      tag,
      stateChanged: { [cells, touched] state in
        if (try? VirtualType2Chip(state: state).allCells) != cells { touched.signal() }
      },
      for: { [state] in (try? VirtualChipFile.read(state)) ?? chip(.ntag213, 0) })
  }
}

/// Something happens while it thinks.
private final class SlowNames: RowResolver {
  private let meanwhile: @Sendable () -> Void

  init(_ meanwhile: @escaping @Sendable () -> Void) { self.meanwhile = meanwhile }

  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    meanwhile()
    sleep(1)
    return [RowValue(name: "name", text: "Ada")]
  }
}
