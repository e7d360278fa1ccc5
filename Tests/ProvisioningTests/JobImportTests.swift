// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import JobManifest
import TestSupport
import Testing

@testable import Provisioning

/// How the rows of a manifest get into its ledger.
struct JobImportTests {
  private let folder: TemporaryDirectory
  private let ledger: Ledger

  init() throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "job.ledger"), job: "spring", now: .now)
  }

  /// Writes a manifest with these elements and gives its reader.
  private func reader(_ elements: String, isResolvedLater: Bool = false) throws -> JobReader {
    let text = #"<job xmlns="urn:tagpress:job:1" id="spring" title="Spring">\#(elements)</job>"#
    return JobReader(
      path: try folder.write(Array(text.utf8), to: "job.xml"), isResolvedLater: isResolvedLater)
  }

  /// The job as it is looked at, and what its files are then.
  private func look(_ reader: JobReader) throws -> (job: Job, hash: [UInt8]) {
    var reader = reader
    reader.isHashing = true
    let outcome = reader.read(begin: { _ in })
    let hash = outcome.hash?.ofManifest(isResolvedLater: reader.isResolvedLater)
    return (try #require(outcome.job), try #require(hash))
  }

  @discardableResult
  private func takeOver(_ reader: JobReader, into other: Ledger? = nil) throws -> ImportSummary? {
    let (job, hash) = try look(reader)
    return try (other ?? ledger).takeOver(job, from: reader, hash: hash, at: .now)
  }

  private func rows() throws -> [PlannedRow] {
    var rows: [PlannedRow] = []
    try ledger.forEachRow { reported in
      rows.append(reported.row)
      return true
    }
    return rows
  }

  @Test func randomValuesAreDrawnOnceAndStay() throws {
    let counted =
      #"<link>https://go.example.com/{code}</link>"#
      + #"<rows count="20" id="n{number}"><token name="code" length="10"/></rows>"#
    let first = try #require(try takeOver(reader(counted)))
    #expect(first.added == 20 && first.rows == 20 && first.manifest == 1)
    let before = try rows()
    #expect(Set(before.map(\.link)).count == 20)
    for row in before { #expect(row.link.utf8.count == "https://go.example.com/".utf8.count + 10) }
    // The same files say nothing new, and others give a row the value that it had.
    #expect(try takeOver(reader(counted)) == nil)
    let second = try #require(try takeOver(reader(counted + "\n")))
    #expect(second.kept == 20 && second.added == 0 && second.changed == 0)
    #expect(try rows().map(\.link) == before.map(\.link))
  }

  @Test func theValuesForAResolverAreKeptAsTheyAre() throws {
    let late = try reader(
      #"<link>https://go.example.com/{cert}/{shelf}</link>"#
        + #"<rows><row id="n1" shelf="a &quot;b&quot;"/></rows>"#, isResolvedLater: true)
    #expect(try takeOver(late)?.added == 1)
    let row = try #require(try rows().first)
    #expect(row.id == "n1" && row.link == "https://go.example.com/{cert}/{shelf}")
    #expect(row.inputs == #"{"shelf":"a \"b\""}"# && row.further == nil)
  }

  /// Also when nothing is wrong with what they are now: no one has looked at it.
  @Test(
    arguments: [
      #"<rows><row id="b" code="2"/><row id="c"/></rows>"#,
      #"<rows><row id="b" code="2"/></rows>"#,
      #"<protect with="lock"/><rows><row id="a" code="1"/></rows>"#,
    ])
  func filesThatHaveChangedSinceTheyWereCheckedAreNotTakenOver(_ rest: String) throws {
    let link = #"<link>https://go.example.com/{code}</link>"#
    let good = try reader(link + #"<rows><row id="a" code="1"/></rows>"#)
    let (job, hash) = try look(good)
    _ = try reader(link + rest)
    #expect {
      try ledger.takeOver(job, from: good, hash: hash, at: .now)
    } throws: {
      if case .filesChanged? = $0 as? JobImportError { true } else { false }
    }
    #expect(try rows() == [] && ledger.manifests() == [])
  }

  /// Rows of one manifest are not approved with the protection and the chips of another.
  @Test func whatIsApprovedIsOfTheManifestThatWasLookedAt() throws {
    let elements = #"<link>https://go.example.com/{number}</link><rows count="2"/>"#
    let first = try reader(elements)
    let (job, _) = try look(first)
    try takeOver(first)
    #expect(try ApprovedPlan(job, key: nil, in: ledger).rows == 2)
    let other = try Ledger(at: folder.path(of: "job.ledger"), job: "spring", now: .now)
    try takeOver(reader(elements.replacing(#"count="2""#, with: #"count="3""#)), into: other)
    #expect {
      try ApprovedPlan(job, key: nil, in: ledger)
    } throws: {
      ($0 as? LedgerError)?.fault == .manifestChanged
    }
  }

  @Test func aLedgerThatTakesNothingSaysWhy() throws {
    let reading = try Ledger(reading: folder.path(of: "job.ledger"))
    let reader = try reader(#"<link>https://go.example.com/{number}</link><rows count="2"/>"#)
    let job = try #require(reader.read(begin: { _ in }).job)
    do throws(JobImportError) {
      _ = try reading.takeOver(
        job, from: reader, hash: [UInt8](repeating: 1, count: 32), at: .now)
      Issue.record("a ledger that is only read was written")
    } catch {
      guard case .ledger(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.fault == .readOnly)
    }
    #expect(try rows() == [])
  }
}
