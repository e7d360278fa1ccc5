// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import Provisioning

/// When a set of warnings is the same, so that no one is asked about it again.
struct WarningSetTests {
  private static func set(
    _ rows: String, link: String = "http://acme.de/{v}", file: String = "job.xml"
  ) throws -> WarningSet? {
    let folder = try TemporaryDirectory()
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>
      <tags chips="NTAG213"/>
      <rows>\(rows)</rows></job>
      """
    return WarningSet(Preflight(path: try folder.write(Array(text.utf8), to: file)))
  }

  private static let rows = #"<row id="a" v="1"/><row id="A" v="2"/>"#

  @Test func aMovedLineChangesNothing() throws {
    let first = try #require(try Self.set(Self.rows))
    #expect(first.count == 2)
    let moved = try #require(try Self.set("\n\n" + Self.rows, file: "other.xml"))
    #expect(moved.hash == first.hash && moved.count == 2)
  }

  @Test(arguments: [
    // Another kind, another value, another number of rows, one less.
    (#"<row id="a" v="1"/><row id="A" v="2 "/>"#, "http://acme.de/{v}"),
    (#"<row id="b" v="1"/><row id="B" v="2"/>"#, "http://acme.de/{v}"),
    (#"<row id="a" v="1"/><row id="A" v="2"/><row id="c" v="3"/>"#, "http://acme.de/{v}"),
    (#"<row id="a" v="1"/><row id="A" v="2"/>"#, "http://acme.org/{v}"),
    (#"<row id="a" v="1"/><row id="A" v="2"/>"#, "https://acme.de/{v}"),
  ])
  func anythingElseMakesAnotherSet(_ rows: String, _ link: String) throws {
    let first = try #require(try Self.set(Self.rows))
    let other = try #require(try Self.set(rows, link: link))
    #expect(other.hash != first.hash)
  }

  /// Another value is another warning, wherever it is among many.
  @Test func theValueOfTheLastOfManyMakesAnotherSet() throws {
    func hash(_ values: (Int) -> String) throws -> [UInt8] {
      let rows = (1...150).map { "<row id=\"n\($0)\" v=\"\(values($0))\"/>" }
      return try #require(try Self.set(rows.joined(), link: "https://acme.de/{v}")).hash
    }
    let first = try hash { $0 == 141 ? "141" : "\($0) " }
    #expect(try hash { $0 == 140 ? "140" : "\($0) " } != first)
    #expect(try hash { $0 == 141 ? "141" : "\($0) " } == first)
  }

  /// Only some of many are kept, but the others count as well.
  @Test func theLastOfManyMakesAnotherSet() throws {
    func hash(last: String, lines: String = "") throws -> [UInt8] {
      let ids = (1...150).map { "n\($0)" } + [last]
      let rows =
        ids.map { "<row id=\"\($0)\" v=\"\($0)\"/>" + lines }
        + ids.map { "<row id=\"\($0.uppercased())\" v=\"\($0)-2\"/>" }
      return try #require(try Self.set(rows.joined(), link: "https://acme.de/{v}")).hash
    }
    let first = try hash(last: "a")
    #expect(try hash(last: "a", lines: "\n") == first)
    #expect(try hash(last: "b") != first)
  }

  /// A reserved host is a matter of the reader, and has a word of its own.
  @Test func reservedHostsAreNotInIt() throws {
    let rows = #"<row id="a" v="1"/>"#
    #expect(try Self.set(rows, link: "https://go.example.com/{v}") == nil)
    #expect(try Self.set(rows, link: "https://shop.internal/{v}")?.count == 1)
    #expect(try Self.set(rows, link: "https://acme.de/{v}") == nil)
  }
}
