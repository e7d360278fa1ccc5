// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Tags that come back to two readers at once.
struct VerifyRunTests {
  private let bench: BatchBench
  /// What the tags of the job hold when they are done.
  private let states: [[UInt8]]

  init() throws {
    bench = try BatchBench(
      "<link>https://go.example.com/s/{number}</link>" + #"<rows count="8" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).counts.ok == 8)
    // In the order of their UIDs, which is that of their rows.
    states = box.tags.sorted { $0.key < $1.key }.compactMap { $1.1.state(of: $1.0) }
    try #require(states.count == 8)
  }

  private func verify(
    _ box: TagBox, wantsSignature: Bool = false
  ) throws -> (BatchEnd, Verification) {
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("write").cures), associations: [],
      wantsSignature: wantsSignature)
    return (try bench.run(box, task: .verify(verification)), verification)
  }

  @Test func everyTagIsSeenOnceByOneOfThem() throws {
    // An operator who has no tag of the job left puts a foreign tag on the reader.
    let box = try TagBox(readers: 2) { [states] number in
      states.indices.contains(number)
        ? try? VirtualType2Chip(state: states[number]) : chip(.ntag213, UInt16(900 + number))
    }
    let (end, verification) = try verify(box)
    #expect(end.cause == .noRowLeft && end.unfinished == 0)
    #expect(verification.counts.right == 8)
    #expect(Set(box.results.filter { $0.word == .ok }.map(\.uid)).count == 8)
    try bench.ledger().forEachRow { reported in
      #expect(verification.hasSeen(reported.row.key))
      return true
    }
  }

  @Test func aCopyIsFoundOnAnyReader() throws {
    // Every tag has a copy, which may lie on the other reader at the same time or later.
    let box = try TagBox(readers: 2) { [states] number in
      states.indices.contains(number / 2) ? try? VirtualType2Chip(state: states[number / 2]) : nil
    }
    let (_, verification) = try verify(box)
    #expect(verification.counts.right == 8)
    #expect(box.results.contains { $0.reason?.code == "seen-twice" })
  }

  @Test func whatIsWrongIsToldOfEachTag() throws {
    let box = try TagBox { [states] number in
      switch number {
      case 0: Self.altered(states[0], "/s/1", "/s/2")
      case 1: Self.altered(states[1], "/s/2", "/s/9")
      // A copy under a UID of its own, a blank foreign tag, and one that shows nothing to anyone.
      case 2: try? Self.copy(of: states[2], named: 900)
      case 3: chip(.ntag213, 901)
      case 4: VirtualClassicChip(uid: [0xA1, 0xB2, 0xC3, 0xD4])
      case 5...10: try? VirtualType2Chip(state: states[number - 3])
      default: nil
      }
    }
    let (end, verification) = try verify(box)
    #expect(
      box.log == [
        "n1 PUT ASIDE other-rows-link", "n2 PUT ASIDE wrong-content", "- PUT ASIDE foreign",
        "- PUT ASIDE foreign", "- PUT ASIDE foreign",
      ] + (3...8).map { "n\($0) OK " })
    #expect(
      box.results.prefix(5).map { $0.reason?.words } == [
        "The tag shows the link of row n2, https://go.example.com/s/2. Put the tag aside.",
        "The tag shows https://go.example.com/s/9, which is not its link. Put the tag aside.",
        "This tag is not in the ledger, and it shows the link of row n3: a copy. Put the tag aside.",
        "This tag is not in the ledger. Put the tag aside.",
        "This tag is not in the ledger. Put the tag aside.",
      ])
    #expect(verification.counts == (right: 6, wrong: 5))
    // However many are wrong, the run continues until each tag of the job was seen.
    #expect(end.cause == .noRowLeft && box.results.allSatisfy { !$0.isFailure })
  }

  @Test func withoutAMakersSignatureNoChipIsGenuine() throws {
    let box = try TagBox { [states] number in
      states.indices.contains(number) ? try? VirtualType2Chip(state: states[number]) : nil
    }
    let (end, verification) = try verify(box, wantsSignature: true)
    #expect(box.log == (1...8).map { "n\($0) PUT ASIDE not-genuine" })
    #expect(end.cause == .noRowLeft && verification.counts == (right: 0, wrong: 8))
  }

  @Test func aTagThatIsTakenAwayIsJudgedWhenItComesBack() throws {
    var options = VirtualReaderOptions()
    options.faults.atFrame = Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, .frameLost) })
    let box = try TagBox(readers: 1, options) { [states] number in
      states.indices.contains(number) ? try? VirtualType2Chip(state: states[number]) : nil
    }
    let (end, verification) = try verify(box)
    #expect(box.log.contains { $0.contains(" AGAIN ") }, "the test must test something")
    #expect(box.log.filter { !$0.contains(" AGAIN ") } == (1...8).map { "n\($0) OK " })
    #expect(end.cause == .noRowLeft && verification.counts == (right: 8, wrong: 0))
  }

  /// A tag of the job on which someone has changed a text.
  private static func altered(_ state: [UInt8], _ old: String, _ new: String) -> (any VirtualChip)?
  {
    guard let chip = try? VirtualType2Chip(state: state) else { return nil }
    do {
      try chip.replace(old, with: new)
    } catch {
      Issue.record("\(error)")
    }
    return chip
  }

  /// Another tag with the same user memory.
  private static func copy(of state: [UInt8], named number: UInt16) throws -> any VirtualChip {
    let copy = chip(.ntag213, number)
    for (page, cells) in try VirtualType2Chip(state: state).allCells.enumerated()
    where (4...39).contains(page) {
      copy.set(page, cells)
    }
    return copy
  }
}
