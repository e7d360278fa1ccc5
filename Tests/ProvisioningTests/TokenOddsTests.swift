// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import TestSupport
import Testing

@testable import Provisioning

/// How easily a token is guessed, as the check of a job says it.
struct TokenOddsTests {
  private static func findings(
    link: String, rows: String, files: [String: String] = [:]
  ) throws -> [PreflightFinding] {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(text, to: name) }
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>
      <tags chips="NTAG213"/>
      \(rows)</job>
      """
    let preflight = Preflight(path: try folder.write(Array(text.utf8), to: "job.xml"))
    return preflight.findings.findings.filter {
      ["short-token", "tokens-run-out"].contains($0.problem.rule)
    }
  }

  struct Case: Sendable {
    var link = "https://go.acme.de/{t}"
    let rows: String
    /// The rule and what the sentence has in it; nil for nothing wrong.
    let says: (rule: String, words: [String])?
  }

  @Test(arguments: [
    // 58^4 is 11,316,496: of a hundred thousand rows every 113th guess is right.
    Case(
      rows: #"<rows count="100000" id="{number}"><token name="t" length="4"/></rows>"#,
      says: ("short-token", ["100,000 links", "one guess in 113", #"length="7""#])),
    Case(
      rows: #"<rows count="12" id="{number}"><token name="t" length="4"/></rows>"#,
      says: ("short-token", ["one guess in 943,041", #"length="5""#])),
    Case(
      rows: #"<rows count="11" id="{number}"><token name="t" length="4"/></rows>"#, says: nil),
    Case(
      rows: #"<rows count="100000" id="{number}"><token name="t" length="7"/></rows>"#, says: nil),
    // Who knows the number of a row has one value to guess, and not that of any row.
    Case(
      link: "https://go.acme.de/{number}/{t}",
      rows: #"<rows count="5000" id="{number}"><token name="t" length="4"/></rows>"#, says: nil),
    // The same values stand between others, and each row is counted where it belongs.
    Case(
      link: "https://go.acme.de/{city}/{t}",
      rows: #"<rows from="a.csv" id="{number}"><token name="t" length="4"/></rows>"#,
      says: ("short-token", ["12 links", #"length="5""#])),
    // A link that shows the beginning of it alone is guessed more easily.
    Case(
      link: "https://go.acme.de/{t:2}/{t:3}",
      rows: #"<rows count="300" id="{number}"><token name="t" length="20"/></rows>"#,
      says: ("short-token", ["show 5 characters"])),
    // Two tokens have to be guessed at once.
    Case(
      link: "https://go.acme.de/{t}/{u}",
      rows: """
        <rows count="5000" id="{number}"><token name="t" length="4"/><token name="u" length="4"/></rows>
        """, says: nil),
    // What only the tag tells is no one's guess.
    Case(
      link: "https://go.acme.de/{tag.uid}/{t}",
      rows: #"<rows count="5000" id="{number}"><token name="t" length="4"/></rows>"#, says: nil),
    // Elements whose links look alike are guessed together.
    Case(
      rows: """
        <rows count="11" id="a{number}"><token name="t" length="4"/></rows>
        <rows count="1" id="b{number}"><token name="t" length="4"/></rows>
        """, says: ("short-token", ["12 links", #"length="5""#])),
    Case(
      rows: """
        <rows count="11" id="a{number}"><token name="t" length="4"/></rows>
        <rows count="11" id="b{number}"><token name="t" length="5"/></rows>
        """, says: nil),
  ])
  func aShortTokenIsNamedWithTheLengthToWrite(_ given: Case) throws {
    let cities = (1...24).map { "\($0),\($0 % 2 == 0 ? "Bonn" : "Ulm")\n" }
    let sheet = "number,city\n" + cities.joined()
    let found = try Self.findings(link: given.link, rows: given.rows, files: ["a.csv": sheet])
    #expect(found.map(\.problem.rule) == (given.says.map { [$0.rule] } ?? []))
    for finding in found {
      #expect(!finding.problem.isError)
      // At the length of the token.
      #expect(finding.position.line == 3 && finding.position.column > 20)
      for words in given.says?.words ?? [] {
        #expect(finding.problem.description.contains(words), "\(finding.problem.description)")
      }
    }
  }

  /// What is said of a token that so many rows have, none of which is read.
  private func problem(rows: Int, tokenLength: Int = 4) throws -> PreflightProblem? {
    let folder = try TemporaryDirectory()
    let text = """
      <job xmlns="urn:tagpress:job:1" id="test"><link>https://go.acme.de/{t}</link>
      <rows count="1" id="{number}"><token name="t" length="\(tokenLength)"/></rows></job>
      """
    var part: TokenOdds.Part?
    _ = JobReader(path: try folder.write(Array(text.utf8), to: "job.xml")).read(
      begin: { _ in },
      visit: { row in
        part = TokenOdds.Part(row)
        return true
      })
    part?.rows = rows
    part?.most = rows
    return try #require(part).problem?.problem
  }

  @Test func aMillionRowsNeedSevenCharacters() throws {
    let problem = try #require(try problem(rows: 1_000_000))
    #expect(problem.rule == "short-token" && !problem.isError)
    for words in ["1,000,000 links", "every 11th guess", #"length="7""#] {
      #expect(problem.description.contains(words), "\(problem.description)")
    }
    #expect(try self.problem(rows: 1_000_000, tokenLength: 7) == nil)
  }

  /// Drawing would try a thousand times for the last rows, and then stop in the middle of a job.
  @Test(arguments: [(11_203_332, true), (11_203_330, false)])
  func tokensThatRunOutAreAnError(_ rows: Int, _ isError: Bool) throws {
    let problem = try #require(try problem(rows: rows))
    #expect(problem.isError == isError)
    if isError {
      #expect(problem.description.contains("there are only 11,316,496"), "\(problem)")
      #expect(problem.description.contains(#"length="8""#))
    }
  }
}
