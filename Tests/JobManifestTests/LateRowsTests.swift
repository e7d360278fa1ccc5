// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

struct LateRowsTests {
  private static let manifest = """
    <job xmlns="urn:tagpress:job:1" id="late">
      <link>https://go.example.com/{store}{?cert}</link>
      <record text="Store {store}, {cert}"/>
      <rows copies="2"><row id="a" store="12"/></rows>
    </job>
    """

  private func job(
    _ manifest: String = Self.manifest, _ visit: (borrowing JobRow) -> Void
  ) throws -> Job {
    let folder = try TemporaryDirectory()
    let path = try folder.write(manifest, to: "late.xml")
    let outcome = JobReader(path: path, isResolvedLater: true).read(
      begin: { _ in },
      visit: { row in
        visit(row)
        return true
      })
    #expect(outcome.findings.errorCount == 0)
    return try #require(outcome.job)
  }

  @Test func aRowKeepsItsValuesUntilItsTagComes() throws {
    var seen: [String] = []
    _ = try job { row in
      seen.append(row.idText + " " + (row.inputs ?? []).map { "\($0.name)=\($0.text)" }.joined())
    }
    #expect(seen == ["a/1 store=12", "a/2 store=12"])
  }

  @Test func theValuesThatComeAreCheckedLikeThoseOfAFile() throws {
    var rows = LateRows(try job { _ in })
    let store = RowValue(name: "store", text: "12")
    let row = try rows.row(id: "a/2", known: [store], given: [RowValue(name: "cert", text: "x y")])
    #expect(row.linkText == "https://go.example.com/12?cert=x%20y")
    #expect(row.messageSize == (try row.message(uid: nil).bytes.count))
    // The last of two values counts.
    let other = try rows.row(
      id: "a/1", known: [store],
      given: [RowValue(name: "cert", text: "1"), RowValue(name: "store", text: "é")])
    #expect(other.linkText == "https://go.example.com/%C3%A9?cert=1")

    let cases: [([RowValue], String)] = [
      ([], "missing-value"),
      ([RowValue(name: "shop", text: "1")], "unknown-variable"),
      ([RowValue(name: "tag.uid", text: "1")], "unknown-variable"),
      ([RowValue(name: "cert", text: "\u{7}")], "control-character"),
    ]
    for (given, rule) in cases {
      let error = #expect(throws: LateRows.Fault.self) {
        try rows.row(id: "a/1", known: [store], given: given)
      }
      #expect(error?.problem.rule == rule)
    }
    let error = #expect(throws: LateRows.Fault.self) {
      try rows.row(id: "a/1", known: [], given: [RowValue(name: "cert", text: "1")])
    }
    #expect(error?.problem.rule == "missing-value")
  }

  @Test func aColumnThatOnlyTheIDIsMadeOfIsNotAMistakeOfTheResolver() throws {
    var known: [RowValue] = []
    let manifest = """
      <job xmlns="urn:tagpress:job:1" id="late">
        <link>https://go.example.com/{cert}</link>
        <rows id="n{shelf}"><row shelf="7"/></rows>
      </job>
      """
    var rows = LateRows(try job(manifest) { known = $0.inputs ?? [] })
    #expect(known == [RowValue(name: "shelf", text: "7")])
    let cert = RowValue(name: "cert", text: "q")
    #expect(
      try rows.row(id: "n7", known: known, given: [cert]).linkText == "https://go.example.com/q")
    // It may also say again what it was told.
    #expect(
      try rows.row(id: "n7", known: known, given: known + [cert]).linkText
        == "https://go.example.com/q")
    let error = #expect(throws: LateRows.Fault.self) {
      try rows.row(id: "n7", known: known, given: [RowValue(name: "shop", text: "1")])
    }
    #expect(error?.problem == .unknownAnswer("shop", among: ["cert"]))
  }
}
