// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import JobManifest
import Provisioning
import TestSupport
import Testing
import Threads
import VirtualReader
import Voices

@testable import tagpress

/// Jobs whose rows get their values when a tag is there.
struct ResolvingTests {
  private static let two =
    #"<link>https://go.example.com/{cert}</link>"#
    + #"<rows id="n{shelf}"><row shelf="1"/><row shelf="2"/></rows>"#

  @Test func aLinkThatIsOnAnotherTagIsPutOnNone() throws {
    let bench = try BatchBench(Self.two, resolver: Certificates("p", "p", "q"))
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box)
    #expect(box.log == ["n1 OK ", "n2 PUT ASIDE same-link", "n2 OK "])
    #expect(end.cause == .noRowLeft && end.isComplete)
    let refused = box.results[1]
    #expect(refused.effort.pages == 0)
    #expect(refused.reason?.words.hasPrefix("The resolver gave the link of row \"n1\"") == true)
    let links = try bench.doneLinks().values
    #expect(links.sorted() == ["https://go.example.com/p", "https://go.example.com/q"])
  }

  @Test func aBegunTagThatGetsTheLinkOfAnotherKeepsItsRow() throws {
    let bench = try BatchBench(Self.two, resolver: Certificates("p", "p"))
    try bench.begin("n1", on: uid(0))
    let other = try TagBox { chip(.ntag213, UInt16($0 + 1)) }
    #expect(try bench.run(other, selection: .ids(["n2"])).counts.ok == 1)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(box.log == ["n1 PUT ASIDE same-link"])
    #expect(try bench.ledger().claim(ofTag: uid(0))?.state == .begun)
  }

  @Test(arguments: [
    #"<link>https://go.example.com/{cert}</link>"#
      + #"<rows duplicates="allow"><row id="n1"/><row id="n2"/></rows>"#,
    #"<link>https://go.example.com/{cert}</link><rows><row id="n" copies="2"/></rows>"#,
    #"<link>https://go.example.com/{cert}/{tag.uid}</link><rows count="2" id="n{number}"/>"#,
    #"<link>https://go.example.com/{cert}/{mirror.uid}</link><rows count="2" id="n{number}"/>"#,
  ])
  func tagsThatMayHaveTheSameValueGetIt(_ elements: String) throws {
    let bench = try BatchBench(elements, resolver: Certificates("p", "p"))
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).counts.ok == 2)
  }
}

/// What a resolver may say about a tag, and what becomes of it.
extension ResolvingTests {
  @Test func whatAResolverSaysIsJudgedLikeAFile() throws {
    let answers: [Result<[RowValue], ResolverTrouble>] = [
      .failure(ResolverTrouble(words: "It is asleep.", isPassing: true)),
      .failure(ResolverTrouble(words: "No.", isPassing: false)),
      .success([RowValue(name: "other", text: "x")]),
      .success([RowValue(name: "cert", text: "bad")]),
      .success([RowValue(name: "cert", text: "good")]),
    ]
    let bench = try BatchBench(
      #"<link>https://go.example.com/{cert}</link>"#
        + #"<app ios="ABCDE12345.com.example.shop"><exclude path="/bad"/></app>"#
        + #"<rows><row id="n1"/></rows>"#, resolver: Answers(answers))
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box)
    #expect(
      box.log == [
        "n1 AGAIN resolver", "n1 PUT ASIDE resolver", "n1 AGAIN unknown-variable",
        "n1 AGAIN opens-no-app", "n1 OK ",
      ])
    #expect(
      box.results.prefix(2).map { $0.reason?.words } == [
        "It is asleep.", "No.",
      ])
    #expect(
      box.results[3].reason?.words == """
        With the values of the resolver: "https://go.example.com/bad" opens no app on an iPhone. \
        The pattern "/bad" keeps it for the browser. Make that pattern narrower, or correct the row.
        """)
    #expect(box.results.prefix(4).allSatisfy { $0.effort.pages == 0 })
    #expect(end.cause == .noRowLeft)
    #expect(Array(try bench.doneLinks().values) == ["https://go.example.com/good"])
  }

  @Test func withoutItsResolverSuchARowIsPutOnNoTag() throws {
    let bench = try BatchBench(Self.two, resolver: Certificates())
    let box = try TagBox { $0 == 0 ? chip(.ntag213, 0) : nil }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    _ = try run.run(on: box.readers, unless: box.stop, telling: box)
    #expect(box.log == ["n1 PUT ASIDE no-resolver"])
    #expect(try bench.ledger().counts().begun == 0)
  }
}

/// Answers one after the other; there must be one for each question.
private final class Answers: RowResolver {
  private let left: Guarded<[Result<[RowValue], ResolverTrouble>]>

  init(_ answers: [Result<[RowValue], ResolverTrouble>]) {
    left = Guarded(answers.reversed())
  }

  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    guard let answer = left.withLock({ $0.popLast() }) else {
      throw ResolverTrouble(words: "none is left", isPassing: false)
    }
    return try answer.get()
  }
}

/// Gives these values of `cert` one after the other.
private final class Certificates: RowResolver {
  private let left: Guarded<[String]>

  init(_ values: String...) {
    left = Guarded(values.reversed())
  }

  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    guard let value = left.withLock({ $0.popLast() }) else {
      throw ResolverTrouble(words: "none is left", isPassing: false)
    }
    return [RowValue(name: "cert", text: value)]
  }
}
