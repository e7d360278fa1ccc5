// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import JobManifest
import NDEF
import SiteAssociation
import StrictJSON
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// Dump files of a job's tags, judged by its ledger.
struct DumpedImageTests {
  /// The UID and the signature of a real NTAG, and those of others.
  private static let uid: [UInt8] = [0x04, 0xB8, 0x31, 0x3A, 0x30, 0x73, 0x80]
  private static let signature: [UInt8] = [
    0x31, 0xB5, 0x99, 0x8B, 0x1D, 0x1C, 0x6A, 0xF2, 0xC6, 0xC7, 0xAE, 0xC2, 0xE1, 0x44, 0x29, 0x95,
    0x2F, 0xA9, 0xE7, 0x57, 0x29, 0x2B, 0xFB, 0x39, 0xE1, 0x6D, 0xDC, 0x43, 0xE2, 0xCE, 0xC5, 0x80,
  ]
  private static let stranger: [UInt8] = [0x04, 0xB8, 0x31, 0x3A, 0x30, 0x73, 0x81]
  private static let felica: [UInt8] = [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79, 0x80]

  private let folder: TemporaryDirectory
  private let ledger: Ledger

  /// A ledger with three rows, of which the first one's tag is done.
  init() throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: .now)
    let rows = try #require(
      try ledger.importRows(of: [UInt8](repeating: 1, count: 32), at: .now))
    for number in 1...3 {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in Self.link(number) }
    }
    _ = try rows.commit()
    try finish("n1", on: Self.uid, chip: "NTAG213")
  }

  private static func link(_ number: Int) -> String { "https://go.example.com/s/\(number)" }

  /// Claims a row for a tag and calls it done.
  private func finish(_ id: String, on uid: [UInt8], chip: String) throws {
    let row = try #require(try ledger.row(id: id))
    let message = try PlannedLink(row.link).message(further: nil).bytes
    let beginning = try ledger.begin(
      row, on: Presentation(uid: uid, chip: chip, reader: "virtual", began: .now),
      content: JobLedger.TagContent(link: row.link, messageHash: try #require(sha256(message))))
    guard case .begun(_, let attempt) = beginning else {
      Issue.record("row \(id) is taken: \(beginning)")
      return
    }
    try ledger.finish(attempt, .done(lock: nil), effort: Effort(), at: .now)
  }

  private func verification(
    _ head: String = "", genuine: String = "ignore", wantsSignature: Bool = false
  ) throws -> Verification {
    let job = try job(
      link: "https://go.example.com/s/{number}", head,
      tags: #"<tags chips="NTAG213 FeliCaLiteS" genuine="\#(genuine)"/>"#)
    return try Verification(
      BatchJob(job, cures: plainCures), associations: [], wantsSignature: wantsSignature)
  }

  /// An NTAG213 that shows a link.
  private static func image(showing link: String) throws -> Type2Image {
    try WritePlan(
      writing: PlannedLink(link).message(further: nil).bytes, on: Type2Image(delivered: .ntag213)
    ).result
  }

  /// What is said about a dump, with the row and the link that belong to its tag.
  private func judge(
    _ image: Type2Image, _ uid: [UInt8] = uid, signature: [UInt8]? = nil,
    by verification: Verification
  ) throws -> String {
    let verdict = try verification.judge(
      image, uid: try #require(TagUID(uid)), signature: signature, by: ledger)
    #expect(verdict.uid.bytes == uid && verdict.chip == "NTAG213")
    return "\(verdict.row?.id ?? "-") \(verdict.link ?? "-") \(verdict.reason?.code ?? "right")"
  }

  @Test func aTagThatIsRightIsRightOnceAndSeenTwiceThen() throws {
    let verification = try verification()
    let right = try Self.image(showing: Self.link(1))
    #expect(try judge(right, by: verification) == "n1 \(Self.link(1)) right")
    #expect(try judge(right, by: verification) == "n1 \(Self.link(1)) seen-twice")
    #expect(verification.counts == (right: 1, wrong: 1))
    let (first, second) = (
      try #require(try ledger.row(id: "n1")), try #require(try ledger.row(id: "n2"))
    )
    #expect(verification.hasSeen(first.key) && !verification.hasSeen(second.key))
  }

  @Test func aTagThatShowsSomethingElseIsWrong() throws {
    let cases: [(String, TagFault)] = [
      (Self.link(2), .otherRowsLink(Self.link(2), row: "n2")),
      (Self.link(4), .otherLink(Self.link(4))),
    ]
    for (link, fault) in cases {
      let verdict = try verification().judge(
        Self.image(showing: link), uid: try #require(TagUID(Self.uid)), signature: nil, by: ledger)
      #expect(verdict.reason == Reason([fault], plainCures) && verdict.row?.id == "n1")
      #expect(verdict.link == Self.link(1))
    }
    #expect(
      try judge(Type2Image(delivered: .ntag213), by: verification())
        == "n1 \(Self.link(1)) wrong-content")
  }

  @Test func aStrangerIsNamedWithTheRowWhoseLinkItShows() throws {
    let cases: [(Type2Image, TagFault)] = [
      (try Self.image(showing: Self.link(1)), .foreign(TagOwner(row: "n1", job: nil))),
      // The row has no tag yet; a tag that shows its link is still not a tag of the job.
      (try Self.image(showing: Self.link(3)), .ofFreeRow("n3")),
      (try Self.image(showing: Self.link(9)), .foreign(nil)),
      (Type2Image(delivered: .ntag213), .foreign(nil)),
    ]
    for (image, fault) in cases {
      let verdict = try verification().judge(
        image, uid: try #require(TagUID(Self.stranger)), signature: nil, by: ledger)
      #expect(verdict.reason == Reason([fault], plainCures))
      #expect(verdict.row == nil && verdict.link == nil)
    }
  }

  @Test func aTagThatWasGivenUpIsNoneOfTheJob() throws {
    _ = try ledger.void(row: "n1", why: "lost", at: .now)
    #expect(
      try judge(Self.image(showing: Self.link(1)), by: verification()) == "- - given-up")
  }

  @Test func aTagThatIsNotLockedIsFoundWhenTheJobWantsThat() throws {
    let open = try Self.image(showing: Self.link(1))
    let wanted = #"<protect with="lock" when="written"/>"#
    #expect(try judge(open, by: verification(wanted)) == "n1 \(Self.link(1)) unprotected")
    let locked = try LockPlan(on: open).result
    #expect(try judge(locked, by: verification(wanted)) == "n1 \(Self.link(1)) right")
    // No one asked for it, and it does no harm.
    #expect(try judge(locked, by: verification()) == "n1 \(Self.link(1)) right")
  }

  @Test func theSignatureInADumpIsCheckedWhenItIsWanted() throws {
    let right = try Self.image(showing: Self.link(1))
    var wrong = Self.signature
    wrong[31] ^= 1
    let cases: [([UInt8]?, SignatureFinding?)] = [
      (Self.signature, nil), (nil, .missing), (wrong, .unknownKey),
      ([UInt8](repeating: 0xCA, count: 32), .imitation),
    ]
    for (signature, finding) in cases {
      let uid = try #require(TagUID(Self.uid))
      let verdict = try verification(wantsSignature: true).judge(
        right, uid: uid, signature: signature, by: ledger)
      #expect(verdict.reason == Reason(finding.map { [.notGenuine($0)] } ?? [], plainCures))
      // The job itself says so, too.
      let required = try verification(genuine: "require").judge(
        right, uid: uid, signature: signature, by: ledger)
      #expect(required.reason == verdict.reason)
      #expect(
        try verification().judge(right, uid: uid, signature: signature, by: ledger).reason == nil)
    }
  }

  @Test func aLinkThatOpensNoAppOfTheJobIsSaid() throws {
    let app = #"<app ios="ABCDE12345.com.example.shop"><exclude path="/s/1"/></app>"#
    let verdict = try verification(app).judge(
      Self.image(showing: Self.link(1)), uid: try #require(TagUID(Self.uid)), signature: nil,
      by: ledger)
    let words = try #require(verdict.reason).words
    #expect(words.contains("opens no app on an iPhone. The pattern \"/s/1\" keeps it"), "\(words)")
  }

  /// A FeliCa Lite-S with a link.
  private static func felicaImage(showing link: String) throws -> Type3Image {
    var image = Type3Image(chip: .felicaLiteS, isFoundAsNDEF: true)
    image[0] = Type3Chip.felicaLiteS.attributes.bytes
    image[0x88] = [0xFF, 0xFF, 0xFF, 0x01] + [UInt8](repeating: 0, count: 12)
    let message = try PlannedLink(link).message(further: nil).bytes
    return try Type3WritePlan(writing: message, on: image).result
  }

  @Test func aFelicaTagIsJudgedLikeAnyOther() throws {
    try finish("n2", on: Self.felica, chip: "FeliCaLiteS")
    let uid = try #require(TagUID(Self.felica))
    let right = try Self.felicaImage(showing: Self.link(2))
    let cases: [(Type3Image, Verification, TagFault?)] = [
      (right, try verification(), nil),
      (
        try Self.felicaImage(showing: Self.link(3)), try verification(),
        .otherRowsLink(Self.link(3), row: "n3")
      ),
      (right, try verification(#"<protect with="lock" when="written"/>"#), .notLocked),
      // FeliCa chips show no signature without a key.
      (right, try verification(wantsSignature: true), .notGenuine(.missing)),
    ]
    for (image, verification, fault) in cases {
      let verdict = try verification.judge(image, uid: uid, by: ledger)
      #expect(
        verdict.chip == "FeliCaLiteS" && verdict.row?.id == "n2" && verdict.link == Self.link(2))
      #expect(verdict.reason == Reason(fault.map { [$0] } ?? [], plainCures))
    }
  }
}
