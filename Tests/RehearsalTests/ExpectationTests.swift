// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagMemory
import TestSupport
import Testing
import VirtualReader

/// Tags that a job takes, and those that it does not.
struct ExpectationTests {
  /// The UID and the signature of a real NTAG.
  private static let genuine: [UInt8] = [0x04, 0xB8, 0x31, 0x3A, 0x30, 0x73, 0x80]
  private static let signature: [UInt8] = hex(
    "31B5998B1D1C6AF2C6C7AEC2E14429952FA9E757292BFB39E16DDC43E2CEC580")

  /// One without a signature, one with that of another tag, one with a pattern, a virtual one,
  /// and a genuine one.
  private static func signed(_ number: Int) -> VirtualType2Chip? {
    switch number {
    case 0: VirtualType2Chip(.ntag213, uid: uid(0), claiming: .ntag213)
    case 1: VirtualType2Chip(.ntag213, uid: uid(1), signature: signature)
    case 2:
      VirtualType2Chip(.ntag213, uid: uid(2), signature: [UInt8](repeating: 0xCA, count: 32))
    case 3: chip(.ntag213, 3)
    case 4: VirtualType2Chip(.ntag213, uid: genuine, signature: signature)
    default: nil
    }
  }

  @Test func whereOnlyGenuineChipsAreWantedNoOtherIsWritten() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213" genuine="require"/>"#
        + #"<rows count="1" id="n{number}"/>"#)
    let box = try TagBox { Self.signed($0) }
    let end = try bench.run(box)
    #expect(box.log == [String](repeating: "n1 PUT ASIDE not-genuine", count: 4) + ["n1 OK "])
    #expect(end.cause == .noRowLeft)
    #expect(
      box.results.prefix(4).map { $0.reason?.words }
        == [
          "has no signature", "has a signature that fits no published key",
          "sends a repeated pattern instead of a signature",
          "says that it is a virtual tag of TagPress",
        ].map { "The job takes only genuine chips, and this one \($0). Put the tag aside." })
    #expect(box.results.prefix(4).allSatisfy { $0.effort.pages == 0 })
    #expect(try bench.ledger().claim(ofTag: Self.genuine)?.signature == "genuine")
  }

  @Test func whereSignaturesAreCheckedTheLedgerKeepsWhatTheySay() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213" genuine="check"/>"#
        + #"<rows count="5" id="n{number}"/>"#)
    let box = try TagBox { Self.signed($0) }
    #expect(try bench.run(box).counts.ok == 5)
    var signatures: [String] = []
    try bench.ledger().forEachClaim(in: .done) { claim in
      signatures.append("\(claim.rowID) \(claim.signature ?? "-")")
      return true
    }
    #expect(
      signatures == [
        "n1 missing", "n2 unknown-key", "n3 imitation", "n4 virtual", "n5 genuine",
      ])
  }

  /// Tags with these links on them, and what becomes of them in a job with that link.
  @Test(arguments: [
    (
      "https://go.example.com/s/{number}",
      ["https://go.example.com/s/old", "https://go.example.com/t/1", "https://a.example/s/1"],
      ["n1 OK ", "n2 PUT ASIDE not-of-this-job", "n2 PUT ASIDE not-of-this-job"]
    ),
    // Without a host of its own no link is the job's.
    (
      "https://{number}.example.com/", ["https://1.example.com/"],
      ["n1 PUT ASIDE not-of-this-job"]
    ),
  ])
  func aTagOfTheSameJobIsWrittenAgainAndNoOther(
    link: String, found: [String], log: [String]
  ) throws {
    let bench = try BatchBench(
      #"<link>\#(link)</link><tags chips="NTAG213" content="job"/><rows count="3" id="n{number}"/>"#
    )
    let sheet = try DataSheet.of(.ntag213)
    let box = try TagBox { number in
      guard found.indices.contains(number) else { return nil }
      let laid = chip(.ntag213, UInt16(number))
      let message = message(ofLink: found[number])
      for (page, cells) in sheet.written(message, over: laid.allCells).enumerated() {
        laid.set(page, cells)
      }
      return laid
    }
    _ = try bench.run(box)
    #expect(box.log == log)
  }

  /// What is not a link at all is not of the job either.
  @Test func aTagWithoutALinkIsNotOfTheJob() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213" content="job"/>"#
        + #"<rows count="2" id="n{number}"/>"#)
    let sheet = try DataSheet.of(.ntag213)
    let box = try TagBox { number in
      guard number < 2 else { return nil }
      let laid = chip(.ntag213, UInt16(number))
      // A text record, and after it a blank tag.
      let text: [UInt8] = [0xD1, 0x01, 0x05, 0x54, 0x02] + Array("enhi".utf8)
      guard number == 0 else { return laid }
      for (page, cells) in sheet.written(text, over: laid.allCells).enumerated() {
        laid.set(page, cells)
      }
      return laid
    }
    _ = try bench.run(box)
    #expect(box.log == ["n1 PUT ASIDE not-of-this-job", "n1 OK "])
  }
}
