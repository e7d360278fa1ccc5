// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobManifest
import NDEF
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// What a job orders for each of its tags.
struct BatchJobTests {
  private static let link = "https://go.example.com/s/1"
  private static let message: [UInt8] =
    [0xD1, 0x01, 0x13, 0x55, 0x04] + Array("go.example.com/s/1".utf8)

  private static func batch(_ tags: String, _ protect: String = "") throws -> BatchJob {
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    return BatchJob(
      try job(link: "https://go.example.com/s/{number}", protect, tags: tags),
      key: protect.contains("password") ? key : nil, cures: plainCures)
  }

  @Test(
    arguments: [
      (#"<tags chips="NTAG213"/>"#, "", [], [.overwriteForeign]),
      (#"<tags chips="NTAG213" format="yes"/>"#, "", [.format], [.format, .overwriteForeign]),
      (
        #"<tags chips="NTAG213" content="any"/>"#, "", [.overwriteForeign], [.overwriteForeign]
      ),
    ] as [(String, String, WritePermissions, WritePermissions)])
  func aBegunTagMayBeOverwrittenAndANewOneAsTheJobSays(
    tags: String, protect: String, new: WritePermissions, begun: WritePermissions
  ) throws {
    let batch = try Self.batch(tags, protect)
    for (finishing, permissions) in [(false, new), (true, begun)] {
      let order = try batch.order(PlannedLink(Self.link), further: nil, finishing: finishing)
      #expect(order.permissions == permissions && order.message == Self.message)
      #expect(order.chipTexts.isEmpty && order.secret == nil && !order.lock && !order.guardsReading)
    }
  }

  @Test func protectionIsOrderedAsTheJobSays() throws {
    let tags = #"<tags chips="NTAG213"/>"#
    let cases: [(String, lock: Bool, key: Bool, reading: Bool)] = [
      (#"<protect with="lock"/>"#, false, false, false),
      (#"<protect with="lock" when="written"/>"#, true, false, false),
      (#"<protect with="password" keys="k"/>"#, false, true, false),
      (#"<protect with="password" keys="k" reading="yes"/>"#, false, true, true),
    ]
    for (protect, lock, key, reading) in cases {
      let order = try Self.batch(tags, protect).order(
        PlannedLink(Self.link), further: nil, finishing: false)
      #expect(
        order.lock == lock && (order.secret != nil) == key && order.guardsReading == reading,
        "\(protect)")
    }
  }

  @Test func whatTheChipShowsHasItsPlaceInTheMessage() throws {
    let batch = try Self.batch(#"<tags chips="NTAG213"/>"#)
    func texts(_ link: String) throws -> [ChipText] {
      try batch.order(PlannedLink(link), further: nil, finishing: false).chipTexts
    }
    // The record's head has four bytes and the code of https:// takes one.
    let start = 5 + "go.example.com/".utf8.count
    #expect(try texts("https://go.example.com/{mirror.uid}") == [ChipText(.uid, at: start)])
    #expect(
      try texts("https://go.example.com/{mirror.counter}") == [ChipText(.counter, at: start)])
    #expect(
      try texts("https://go.example.com/{mirror.uid}x{mirror.counter}")
        == [ChipText(.uid, at: start), ChipText(.counter, at: start + 15)])
    #expect(throws: Obstacle.mirrorApart) {
      try texts("https://go.example.com/{mirror.uid}/x/{mirror.counter}")
    }
  }

  @Test func recordsThatAreNoMessageAreAnObstacle() throws {
    let batch = try Self.batch(#"<tags chips="NTAG213"/>"#)
    #expect(throws: Obstacle.message(NDEFError(.truncated, at: 1))) {
      try batch.order(PlannedLink(Self.link), further: [0xD1], finishing: false)
    }
  }
}

/// The job that a manifest says, with this link and these elements after it.
func job(
  link: String, _ head: String = "", tags: String = #"<tags chips="NTAG213"/>"#
) throws -> Job {
  let folder = try TemporaryDirectory()
  let path = try folder.write(
    Array(
      """
      <job xmlns="urn:tagpress:job:1" id="test"><link>\(link)</link>\(tags)\(head)
      <rows count="1"/></job>
      """.utf8), to: "job.xml")
  return try #require(JobReader(path: path).read(begin: { _ in }).job)
}
