// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import NDEF
import TagMemory
import TagReading
import TestSupport
import Testing
import Threads
import Voices

@testable import Provisioning
@testable import VirtualReader
@testable import tagpress

/// Two tags with one UID in a job: what can be told apart is put aside, alarms, and is in the
/// ledger.
struct SuspectTagTests {
  private static func job(_ rows: Int, _ protect: String = "") throws -> BatchBench {
    try BatchBench(
      "<link>https://go.example.com/s/{number}</link>\(protect)"
        + #"<rows count="\#(rows)" id="n{number}"/>"#)
  }

  /// A box of these chips, the first of which is torn at a write and comes back after the others.
  private static func box(
    tearing tear: (write: Int, tear: Tear), _ chips: [@Sendable () -> any VirtualChip]
  ) throws -> TagBox {
    let box = try TagBox(VirtualReaderOptions(faults: FaultPlan(tearing: [tear]))) {
      chips.indices.contains($0) ? chips[$0]() : nil
    }
    box.mixedUpTags = chips.count
    return box
  }

  /// A chip with the UID of the job's first tag, and another link on it.
  private static func stranger(_ letter: Character) -> VirtualType2Chip {
    let laid = chip(.ntag213, 0)
    guard let sheet = DataSheet.all.first(where: { $0.chip == .ntag213 }) else { return laid }
    let cells = sheet.written(link(size: 40, letter: letter), over: laid.allCells)
    for (page, content) in cells.enumerated() { laid.set(page, content) }
    return laid
  }

  private static func reasons(_ bench: BatchBench) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for reason in try bench.ledger().reasons() {
      found[reason.code, default: 0] += reason.count
    }
    return found
  }

  /// The tag was taken away too early; what is there next has its UID and another content.
  @Test func aCopyOfATornTagIsPutAsideAndTheTagItselfIsFinished() throws {
    for tear in [Tear.pageOld, .pageNew, .pageHalf, .pageNoise(7)] {
      for write in 0..<7 {
        let bench = try Self.job(1)
        let box = try Self.box(
          tearing: (write, tear), [{ chip(.ntag213, 0) }, { Self.stranger("x") }])
        #expect(try bench.run(box).cause == .noRowLeft)
        #expect(
          box.tagLog == ["n1 AGAIN interrupted", "n1 PUT ASIDE possible-copy", "n1 OK "],
          "write \(write), \(tear)")
        #expect(box.alarms.map(\.row) == ["n1"] && box.alarms.first?.uid == box.results[0].uid)
        #expect(box.results[1].effort.pages == 0)
        let words = try #require(box.results[1].reason?.words)
        #expect(words.contains("copy of the tag that was begun for row n1, or that tag is"))
        #expect(try Self.reasons(bench)["possible-copy"] == 1)
      }
    }
  }

  /// What the torn tag had confirmed it keeps, so a blank one is another: also when it was torn after
  /// its message, while it was being locked or closed.
  @Test(arguments: [
    "", #"<protect with="lock" when="written"/>"#,
    #"<protect with="password" keys="bench.keys" reading="yes"/>"#,
  ])
  func aBlankCopyOfATornTagIsNeverDone(_ protect: String) throws {
    let message = try NDEFMessage([.uri("https://go.example.com/s/1")]).encoded()
    for tear in [Tear.pageOld, .pageNew] {
      // Before the first write is confirmed, no one knows.
      var write = 1
      while true {
        let bench = try Self.job(1, protect)
        let box = try Self.box(
          tearing: (write, tear), [{ chip(.ntag213, 0) }, { chip(.ntag213, 0) }])
        #expect(try bench.run(box).cause == .noRowLeft)
        // It has fewer writes.
        if box.tagLog == ["n1 OK "] { break }
        #expect(
          box.tagLog == ["n1 AGAIN interrupted", "n1 PUT ASIDE possible-copy", "n1 OK "],
          "write \(write), \(tear)")
        #expect(box.alarms.map(\.row) == ["n1"], "write \(write), \(tear)")
        let states = try (0..<2).map { number in
          try VirtualType2Chip(
            state: try #require(box.virtuals[0].state(of: TagID(number: number))))
        }
        #expect(try DataSheet.of(.ntag213).phone(reads: states[0].allCells) == .message(message))
        #expect(states[1].allCells == chip(.ntag213, 0).allCells)
        write += 1
      }
      #expect(write >= (protect.isEmpty ? 7 : 10), "the test must test something")
    }
  }

  /// The same of a tag that leaves while it is read back, also where its chip shows a text of its own.
  @Test func aBlankCopyOfATagThatLeftWhileItWasReadIsNeverDone() throws {
    var torn = 0
    for read in 0..<6 {
      let bench = try BatchBench(
        "<link>https://go.example.com/u/{mirror.uid}</link>" + #"<rows count="1" id="n{number}"/>"#)
      let box = try TagBox { $0 < 2 ? chip(.ntag213, 0) : nil }
      box.mixedUpTags = 2
      let virtual = box.virtuals[0]
      let readers = box.readers.map { reader in
        BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
          // FAST_READ.
          DisturbedReader(try reader.open(), before: 0x3A, after: read) {
            for tag in virtual.tagsInField { virtual.lift(tag) }
          }
        }
      }
      #expect(try bench.run(box, on: readers).cause == .noRowLeft, "read \(read)")
      // Before anything was written it is a tag like any other.
      guard let first = box.results.first, first.word == .again, first.effort.pages > 0 else {
        continue
      }
      torn += 1
      #expect(
        box.tagLog.dropFirst() == ["n1 PUT ASIDE possible-copy", "n1 OK "],
        "read \(read): \(box.tagLog)")
    }
    // The message, the registers, and the message as the chip shows it.
    #expect(torn >= 3, "the test must test something")
  }

  /// Before the first write is confirmed no one can tell a blank tag from the one that was begun while
  /// it was blank; but only one of the two gets into the box.
  @Test(arguments: ["", #"<protect with="lock" when="written"/>"#])
  func ofATagThatWasTornAtOnceAndItsBlankCopyOneIsDone(_ protect: String) throws {
    let bench = try Self.job(2, protect)
    let box = try Self.box(
      tearing: (0, .pageOld), [{ chip(.ntag213, 0) }, { chip(.ntag213, 0) }])
    #expect(try bench.run(box, limit: 1).cause == .enough)
    #expect(box.tagLog == ["n1 AGAIN interrupted", "n1 OK "])
    let torn = try #require(box.virtuals[0].state(of: TagID(number: 0)))
    let second = try TagBox { $0 == 0 ? try? VirtualChipFile.read(torn) : nil }
    _ = try bench.run(second)
    #expect(second.log == ["n1 PUT ASIDE changed-since-done"])
    #expect(second.alarms.count == 1 && second.alarms.first?.row == "n1")
    #expect(try Self.reasons(bench)["changed-since-done"] == 1)
  }

  /// While the ledger notes that a tag is going to be locked, another one takes its place.
  @Test func aTwinThatIsLockedInPlaceOfTheTagIsNotDone() throws {
    let bench = try Self.job(1, #"<protect with="lock" when="written"/>"#)
    let box = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    let virtual = box.virtuals[0]
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        // Seven writes are the message.
        DisturbedReader(try reader.open(), before: 0xA2, after: 7) {
          virtual.swap(try #require(virtual.tagsInField.first), for: { Self.stranger("x") })
        }
      }
    }
    #expect(try bench.run(box, on: readers).cause == .stopped)
    #expect(box.tagLog == ["n1 PUT ASIDE possible-copy"])
    #expect(box.alarms.map(\.row) == ["n1"])
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .begun)
    // The tag itself was left with its message.
    let torn = try #require(virtual.state(of: TagID(number: 0)))
    let second = try TagBox { $0 == 0 ? try? VirtualChipFile.read(torn) : nil }
    #expect(try bench.run(second).cause == .noRowLeft)
    #expect(second.log == ["n1 OK "])
  }

  /// The whole message counts, and not the link alone.
  @Test func aDoneTagWithOtherRecordsIsPutAside() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><record text="Ada" language="en"/>"#
        + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box, limit: 1).cause == .enough)
    let (tag, virtual) = try #require(box.tags.values.first)
    let done = try #require(virtual.state(of: tag))
    let changed = try VirtualType2Chip(state: done)
    try changed.replace("Ada", with: "Ida")
    let states = [done, changed.state]
    let second = try TagBox {
      states.indices.contains($0) ? try? VirtualChipFile.read(states[$0]) : nil
    }
    _ = try bench.run(second)
    #expect(second.log == ["n1 ALREADY DONE ", "n1 PUT ASIDE changed-since-done"])
    #expect(second.alarms.count == 1)
  }

  /// What the sentence tells someone who changed the tag: it is free, and the tag a new one.
  @Test func aTagThatSomeoneErasedIsFinishedWhenItsRowIsFree() throws {
    let bench = try Self.job(1)
    let options = VirtualReaderOptions(faults: FaultPlan(tearing: [(write: 4, tear: .pageHalf)]))
    let first = try TagBox(options) { $0 == 0 ? chip(.ntag213, 0) : nil }
    first.mixedUpTags = 2
    #expect(try bench.run(first).cause == .stopped)
    #expect(first.log == ["n1 AGAIN interrupted"])
    let erased = Self.stranger("e")
    _ = try BareReader(erased).open().erase()
    func lay() throws -> [String] {
      let state = erased.state
      let box = try TagBox { $0 == 0 ? try? VirtualChipFile.read(state) : nil }
      _ = try bench.run(box)
      return box.tagLog
    }
    #expect(try lay() == ["n1 PUT ASIDE possible-copy"])
    _ = try bench.ledger().void(row: "n1", why: "erased by mistake", at: .now)
    #expect(try lay() == ["n1 OK "])
  }

  /// A claim that another TagPress began has nothing to compare, and its tag is finished as before.
  @Test func withoutAnImageATagIsBelieved() throws {
    let bench = try Self.job(1)
    try bench.begin("n1", on: uid(0))
    let box = try TagBox { $0 == 0 ? Self.stranger("x") : nil }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(box.tagLog == ["n1 OK "])
  }

  /// A UID at two readers at one moment, neither of which loses its tag: one of the two is a copy.
  @Test(arguments: [true, false])
  func aTagAtTwoReadersAtOnceAlarms(_ isLost: Bool) throws {
    let bench = try Self.job(2)
    let ledger = try bench.ledger()
    let events = EventQueue()
    let stop = StopFlag()
    let room = BatchRoom(
      task: .write, batch: BatchJob(bench.job, cures: Voice("write").cures),
      desk: try RowDesk(ledger, .write, .all, limit: nil),
      progress: BatchProgress(.write, try ledger.counts()), events: events, pace: .machine,
      commands: BatchCommands(stop: stop))
    let uid = try #require(TagUID(uid(0)))
    let source = BatchReader(name: "bare") { () throws(ReaderOpeningError) in
      let reader = BareReader(
        chip(.ntag213, 0), tearing: isLost ? (write: 3, .pageOld) : nil)
      // While the first page is written, another reader sees a tag with this UID.
      reader.onTheWay = { command in
        if command.first == 0xA2 { #expect(!room.desk.beginWork(on: uid, at: 1)) }
        return command
      }
      return reader
    }
    events.addSender()
    let thread = try #require(
      startThread { ReaderLoop(number: 0, source: source, room: room).run() })
    var (alarms, words): ([CopyAlarm], [OutcomeWord]) = ([], [])
    while let found = events.next(milliseconds: 100) {
      for event in found {
        if case .alarm(let alarm) = event { alarms.append(alarm) }
        if case .finished(let result, _) = event { words.append(result.word) }
      }
      guard !words.isEmpty else { continue }
      stop.raise()
      room.halt.raise()
    }
    thread.join()
    #expect(words.first == (isLost ? .again : .ok))
    // A tag that the first reader lost may have been moved.
    #expect(alarms.map(\.uid) == (isLost ? [] : [uid]))
    #expect(try Self.reasons(bench)["possible-copy"] == (isLost ? nil : 1))
  }
}
