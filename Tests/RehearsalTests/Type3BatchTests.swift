// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A job on FeliCa Lite-S, alone and mixed with NTAGs, judged by the tags' own memory.
struct Type3BatchTests {
  private static func lite(_ number: Int, isFormatted: Bool = true) -> (any VirtualChip)? {
    let idm: [UInt8] = [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79, UInt8(number)]
    return VirtualFelicaLiteChip(idm: idm, isFormatted: isFormatted)
  }

  @Test func everyRowIsOnOneTagWhateverItsType() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213 FeliCaLiteS"/>"#
        + #"<rows count="6" id="n{number}"/>"#)
    let box = try TagBox { number in
      number % 3 == 2 ? chip(.ntag213, UInt16(number)) : Self.lite(number)
    }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft)
    #expect(box.log == (1...6).map { "n\($0) OK " })
    let done = try bench.doneLinks()
    #expect(Set(done.values) == Set((1...6).map { "https://go.example.com/s/\($0)" }))
    for (uid, link) in done { #expect(try box.phoneReads(uid) == seen(link)) }
    #expect(
      box.results.map(\.chip)
        == ["FeliCaLiteS", "FeliCaLiteS", "NTAG213", "FeliCaLiteS", "FeliCaLiteS", "NTAG213"])
    // After the select: one read, the seal, two blocks, the attributes, one read.
    #expect(box.results.first?.effort == Effort(pages: 4, exchanges: 6))
  }

  @Test func blankChipsAreFormattedAndLockedWhenTheJobSaysSo() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"#
        + #"<tags chips="FeliCaLiteS" format="yes"/><protect with="lock" when="written"/>"#
        + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { Self.lite($0, isFormatted: false) }
    _ = try bench.run(box)
    #expect(box.log == ["n1 OK ", "n2 OK "])
    for (uid, link) in try bench.doneLinks() {
      #expect(try box.phoneReads(uid) == seen(link))
      let (tag, virtual) = try #require(box.tags[uid])
      let lite = try VirtualFelicaLiteChip(state: #require(virtual.state(of: tag)))
      #expect(lite.blocks[0x88]?.prefix(4) == [0x00, 0x40, 0x00, 0x01])
    }
  }

  @Test func aPasswordIsRefusedBeforeTheTagIsClaimed() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"#
        + #"<protect with="password" keys="bench.keys"/><rows count="1" id="n{number}"/>"#)
    let box = try TagBox { $0 == 0 ? Self.lite(0) : nil }
    _ = try bench.run(box)
    #expect(box.log == ["n1 PUT ASIDE password-unsupported"])
    #expect(try bench.doneLinks().isEmpty)
  }

  @Test(arguments: [0x5EED_0301] as [UInt64])
  func onABadReaderEveryRowIsOnOneTagAllTheSame(seed: UInt64) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/{tag.uid}/{number}</link><tags chips="FeliCaLiteS"/>"#
        + #"<rows count="40" id="n{number}"/>"#)
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 60)
    odds.tagAnswerLost = Ratio(1, of: 60)
    odds.tagAnswerCorrupted = Ratio(1, of: 60)
    odds.tagLeaves = Ratio(1, of: 120)
    odds.tornWrite = Ratio(1, of: 40)
    let options = VirtualReaderOptions(faults: FaultPlan(seed: seed, odds: odds))
    let box = try TagBox(options) { Self.lite($0) }
    let end = try bench.run(box)
    #expect(end.counts.ok == 40, "\(box.log.suffix(20)), seed \(seed)")
    for (uid, link) in try bench.doneLinks() {
      #expect(try box.phoneReads(uid) == seen(link))
    }
    #expect(box.log.contains { $0.contains("AGAIN") }, "the test must test something")
  }
}
