// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing

@testable import VirtualReader

/// A job on cards of Type 4, alone and mixed with NTAGs, judged by the cards' own files.
struct Type4BatchTests {
  private static let models: [Type4Model] = [.ntag424, .desfireEV1, .desfireEV2, .desfireEV3]

  @Test func everyRowIsOnOneTagWhateverItsType() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213 NTAG424 DESFire"/>"#
        + #"<rows count="10" id="n{number}"/>"#)
    let box = try TagBox { number in
      if number % 5 == 4 { return chip(.ntag213, UInt16(number)) }
      return card(Self.models[number % 5], UInt16(number))
    }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft)
    #expect(box.log == (1...10).map { "n\($0) OK " })
    let done = try bench.doneLinks()
    #expect(Set(done.values) == Set((1...10).map { "https://go.example.com/s/\($0)" }))
    for (uid, link) in done { #expect(try box.phoneReads(uid) == seen(link)) }
    #expect(
      box.results.map(\.chip)
        == ["NTAG424", "DESFire", "DESFire", "DESFire", "NTAG213", "NTAG424"]
        + ["DESFire", "DESFire", "DESFire", "NTAG213"])
    // After the select: the application, the container twice, the file twice, UPDATE, READ.
    #expect(box.results.first?.effort == Effort(pages: 1, exchanges: 7))
  }

  @Test func whatTheJobDoesNotTakeIsPutAside() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG424"/>"#
        + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { number in
      switch number {
      case 0: card(.desfireEV2, 0)
      case 1: card(.ntag424, 1, file: Type4Model.ntag424.ndefContent(link(size: 20)))
      case 2: card(.desfireUnformatted, 2)
      default: card(.ntag424, UInt16(number))
      }
    }
    let end = try bench.run(box)
    #expect(
      box.log == [
        "n1 PUT ASIDE wrong-chip", "n1 PUT ASIDE not-blank", "n1 PUT ASIDE card-unformatted",
        "n1 OK ", "n2 OK ",
      ])
    #expect(end.counts == BatchCounts(ok: 2, putAside: 3, rows: 2, done: 2))
    #expect(box.results.prefix(3).allSatisfy { $0.effort.pages == 0 })
  }

  @Test func protectionThatACardCannotHaveIsRefusedBeforeItIsClaimed() throws {
    let jobs = [
      (#"<protect with="password" keys="bench.keys"/>"#, Type4Model.ntag424, "no-password"),
      (#"<protect with="lock" when="written"/>"#, .desfireEV2, "lock-unsupported"),
    ]
    for (protect, model, reason) in jobs {
      let bench = try BatchBench(
        #"<link>https://go.example.com/s/{number}</link>"# + protect
          + #"<rows count="1" id="n{number}"/>"#)
      let box = try TagBox { $0 == 0 ? card(model, 0) : nil }
      _ = try bench.run(box)
      #expect(box.log == ["n1 PUT ASIDE \(reason)"])
      #expect(try bench.doneLinks().isEmpty)
      let uid = TagUID(uid(0))?.description ?? ""
      #expect(try box.phoneReads(uid) == .message([]))
    }
  }

  /// A tag with someone else's key gets no row, and its row gets the next tag.
  @Test func everyRowIsOnALockedTag() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG424"/>"#
        + #"<protect with="lock" when="written"/><rows count="3" id="n{number}"/>"#)
    let box = try TagBox { number in
      let new = card(.ntag424, UInt16(number))
      let key = [UInt8](repeating: number == 1 ? 9 : 0, count: 16)
      return VirtualType4Chip(.ntag424, uid: new.uid, files: new.files, keys: [0: key])
    }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(
      box.log == ["n1 OK ", "n2 PUT ASIDE key-changed", "n2 OK ", "n3 OK "], "\(box.log)")
    let done = try bench.doneLinks()
    #expect(done.count == 3)
    for (uid, link) in done {
      #expect(try box.phoneReads(uid) == seen(link))
      let (tag, virtual) = try #require(box.tags[uid])
      let card = try VirtualType4Chip(state: try #require(virtual.state(of: tag)))
      #expect(card.files[0xE103]?[14] == 0xFF)
      #expect(card.settings[2] == [0, 0, 0xFF, 0xEF, 0, 1, 0])
    }
    // The tag of someone else is as it was.
    let other = TagUID(uid(1))?.description ?? ""
    #expect(try box.phoneReads(other) == .message([]))
  }

  /// A reader at which a card is often not heard, and sometimes taken away.
  private static func badReader(_ seed: UInt64) -> VirtualReaderOptions {
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 60)
    odds.tagAnswerLost = Ratio(1, of: 60)
    odds.tagUnheard = Ratio(1, of: 60)
    odds.tagLeaves = Ratio(1, of: 120)
    odds.tornWrite = Ratio(1, of: 40)
    let options = VirtualReaderOptions(faults: FaultPlan(seed: seed, odds: odds))
    return options
  }

  @Test(arguments: [0x5EED_0401, 0x5EED_0402] as [UInt64])
  func onABadReaderEveryRowIsLockedAllTheSame(seed: UInt64) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG424"/>"#
        + #"<protect with="lock" when="written"/><rows count="20" id="n{number}"/>"#)
    let box = try TagBox(Self.badReader(seed)) { card(.ntag424, UInt16($0)) }
    #expect(try bench.run(box).counts.ok == 20, "\(box.log.suffix(20)), seed \(seed)")
    for (uid, link) in try bench.doneLinks() {
      #expect(try box.phoneReads(uid) == seen(link), "seed \(seed)")
      let (tag, virtual) = try #require(box.tags[uid])
      let card = try VirtualType4Chip(state: try #require(virtual.state(of: tag)))
      #expect(card.settings[2] == [0, 0, 0xFF, 0xEF, 0, 1, 0], "seed \(seed)")
      #expect(card.failedKeys == 0, "seed \(seed)")
    }
  }

  @Test(arguments: [0x5EED_0401, 0x5EED_0402] as [UInt64])
  func onABadReaderEveryRowIsOnOneCardAllTheSame(seed: UInt64) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/{tag.uid}/{number}</link><tags chips="NTAG424 DESFire"/>"#
        + #"<rows count="40" id="n{number}"/>"#)
    let box = try TagBox(Self.badReader(seed)) { card(Self.models[$0 % 4], UInt16($0)) }
    let end = try bench.run(box)
    #expect(end.counts.ok == 40, "\(box.log.suffix(20)), seed \(seed)")
    let done = try bench.doneLinks()
    #expect(done.count == 40)
    for (uid, link) in done { #expect(try box.phoneReads(uid) == seen(link)) }
    #expect(box.log.contains { $0.contains("AGAIN") }, "the test must test something")
  }
}
