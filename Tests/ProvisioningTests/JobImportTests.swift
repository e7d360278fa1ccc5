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

  private func takeOver(_ reader: JobReader, hash: UInt8) throws -> ImportSummary? {
    let job = try #require(reader.read(begin: { _ in }).job)
    return try ledger.takeOver(
      job, from: reader, hash: [UInt8](repeating: hash, count: 32), at: .now)
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
    let first = try #require(try takeOver(reader(counted), hash: 1))
    #expect(first.added == 20 && first.rows == 20 && first.manifest == 1)
    let before = try rows()
    #expect(Set(before.map(\.link)).count == 20)
    for row in before { #expect(row.link.utf8.count == "https://go.example.com/".utf8.count + 10) }
    // The same files say nothing new, and others give a row the value that it had.
    #expect(try takeOver(reader(counted), hash: 1) == nil)
    let second = try #require(try takeOver(reader(counted), hash: 2))
    #expect(second.kept == 20 && second.added == 0 && second.changed == 0)
    #expect(try rows().map(\.link) == before.map(\.link))
  }

  @Test func theValuesForAResolverAreKeptAsTheyAre() throws {
    let late = try reader(
      #"<link>https://go.example.com/{cert}/{shelf}</link>"#
        + #"<rows><row id="n1" shelf="a &quot;b&quot;"/></rows>"#, isResolvedLater: true)
    #expect(try takeOver(late, hash: 1)?.added == 1)
    let row = try #require(try rows().first)
    #expect(row.id == "n1" && row.link == "https://go.example.com/{cert}/{shelf}")
    #expect(row.inputs == #"{"shelf":"a \"b\""}"# && row.further == nil)
  }

  @Test func filesThatHaveChangedSinceTheyWereCheckedAreNotTakenOver() throws {
    let good = try reader(
      #"<link>https://go.example.com/{code}</link><rows><row id="a" code="1"/></rows>"#)
    let job = try #require(good.read(begin: { _ in }).job)
    _ = try reader(
      #"<link>https://go.example.com/{code}</link>"#
        + #"<rows><row id="b" code="2"/><row id="c"/></rows>"#)
    do throws(JobImportError) {
      _ = try ledger.takeOver(
        job, from: good, hash: [UInt8](repeating: 1, count: 32), at: .now)
      Issue.record("a row was there twice")
    } catch {
      guard case .filesChanged = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try rows() == [] && ledger.manifests() == [])
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
