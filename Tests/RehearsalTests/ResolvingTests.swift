// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import JobManifest
import Provisioning
import TestSupport
import Testing
import VirtualReader

/// Jobs whose rows get their values when a tag is there.
@Suite struct ResolvingTests {
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

/// Gives these values of `cert` one after the other.
private final class Certificates: RowResolver {
  private let left: Locked<[String]>

  init(_ values: String...) {
    left = Locked(values.reversed())
  }

  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    guard let value = left.withLock({ $0.popLast() }) else {
      throw ResolverTrouble(words: "none is left", isPassing: false)
    }
    return [RowValue(name: "cert", text: value)]
  }
}
