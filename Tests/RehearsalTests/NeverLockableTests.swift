// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import NDEF
import Provisioning
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Tags of which someone froze lock bits at 0: what anyone could write forever is never called
/// locked, and no such tag is written to be locked.
struct NeverLockableTests {
  private static let message = link(size: 20, letter: "m")
  private static let link0 = "https://go.example.com/s/"

  /// Frozen lock bits that reach the message, by the page that holds them.
  static let spoilt: [(Chip, page: Int, content: String, open: Int, size: Int)] =
    DataSheet.all.flatMap { sheet in
      [
        // Pages 4 to 9, pages 10 to 15, and the container.
        (sheet.chip, 2, "****0200", 4, 20), (sheet.chip, 2, "****0400", 10, 40),
        (sheet.chip, 2, "****0100", 3, 20), (sheet.chip, 2, "****0700", 3, 40),
      ]
    } + [
      (.ntag213, 0x28, "000001BD", 16, 60), (.ntag213, 0x28, "000002BD", 20, 80),
      (.ntag215, 0x82, "000001BD", 16, 60), (.ntag216, 0xE2, "000002BD", 48, 200),
      (.ultralightC, 0x28, "01000000", 16, 60), (.ntag203, 0x28, "10000000", 28, 110),
      (.ntag212, 0x24, "000001BD", 16, 60), (.ultralightEV1Large, 0x24, "000001BD", 16, 60),
    ]

  private static func cells(
    _ sheet: DataSheet, _ page: Int, _ content: String
  ) -> [[UInt8]] {
    var cells = factory(sheet.model)
    let kept = content.hasPrefix("****") ? 2 : 0
    cells[page] = Array(cells[page][..<kept]) + hex(content.replacing("*", with: "0"))[kept...]
    return cells
  }

  @Test(arguments: spoilt.indices)
  func whatCanNeverBeLockedIsRefusedBeforeTheFirstWrite(_ index: Int) throws {
    let (chip, page, content, open, size) = Self.spoilt[index]
    let sheet = try DataSheet.of(chip)
    let laid = make(sheet.model, holding: Self.cells(sheet, page, content))
    laid.journal = []
    let before = laid.allCells
    let order = TagOrder(message: link(size: size), permissions: .format, lock: true)
    let refusal = TagError.memory(.neverLockable(page: open))
    #expect(throws: refusal, "\(chip), \(content)") {
      try BareReader(laid).open().prepare(order)
    }
    // A tag without a plan is refused as well, and so is a tag that got its message some other way.
    var plain = order
    plain.lock = false
    let tag = try BareReader(laid).open()
    _ = try tag.prepare(plain)
    #expect(laid.allCells == before && laid.journal == [])
    _ = try tag.put(plain)
    let written = laid.allCells
    #expect(throws: refusal) { try tag.lock() }
    #expect(throws: refusal) { try BareReader(laid).open().prepare(order) }
    #expect(laid.allCells == written, "\(chip), \(content)")
  }

  @Test func aTagThatIsToBeLockedLaterIsRefusedWhereThatShowsForNothing() throws {
    for sheet in DataSheet.all {
      let laid = make(sheet.model, holding: Self.cells(sheet, 2, "****0700"))
      let order = TagOrder(message: Self.message, permissions: .format, locksLater: true)
      #expect(throws: TagError.memory(.neverLockable(page: 3)), "\(sheet.chip)") {
        try BareReader(laid).open().prepare(order)
      }
      // It costs no command.
      var plain = order
      plain.locksLater = false
      let costs = try [order, plain].map { order -> Int in
        let reader = BareReader(make(sheet.model))
        _ = try reader.open().prepare(order)
        return reader.exchanges
      }
      #expect(costs[0] == costs[1], "\(sheet.chip)")
    }
  }

  /// Blank tags of a box with frozen bits among sound ones, in jobs that lock at once and later.
  @Test(arguments: [#" when="written""#, ""])
  func aJobThatLocksPutsSuchATagAside(_ when: String) throws {
    let bench = try BatchBench(
      "<link>\(Self.link0){number}</link><protect with=\"lock\"\(when)/>"
        + #"<rows count="2" id="n{number}"/>"#)
    let sheet = try DataSheet.of(.ntag213)
    let box = try TagBox { number in
      let laid = chip(.ntag213, UInt16(number))
      if number == 0 { laid.set(2, Array(laid.cells(ofPage: 2)[..<2]) + [0x07, 0x00]) }
      return laid
    }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(box.log == ["n1 PUT ASIDE never-lockable", "n1 OK ", "n2 OK "])
    #expect(box.results[0].effort.pages == 0)
    #expect(box.results[0].reason?.words.contains("anyone could always change its message") == true)
    #expect(sheet.isFormatted)
  }

  /// What an earlier TagPress called locked: the bits say who may write, and not the ledger.
  @Test func theLockPassAndVerifyGoByTheBits() throws {
    let bench = try BatchBench(
      "<link>\(Self.link0){number}</link>" + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).counts.ok == 2)
    let states = try box.tags.sorted { $0.key < $1.key }.map {
      try #require($1.1.state(of: $1.0))
    }
    let spoilt = try states.map { state in
      let laid = try VirtualType2Chip(state: state)
      laid.set(2, Array(laid.cells(ofPage: 2)[..<2]) + [0x07, 0x00])
      return laid.state
    }
    func again(_ states: [[UInt8]]) throws -> TagBox {
      try TagBox { states.indices.contains($0) ? try? VirtualType2Chip(state: states[$0]) : nil }
    }
    let locking = try again([spoilt[0], states[0], states[1]])
    _ = try bench.run(locking, task: .lock(try bench.ledger().lockableTags()))
    #expect(locking.log == ["n1 PUT ASIDE never-lockable", "n1 OK ", "n2 OK "])
    #expect(locking.results[0].effort.pages == 0)
    // The ledger says that both are locked, and one of them no longer is.
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("write").cures), associations: [], wantsSignature: false)
    let seen = try again([spoilt[0]])
    _ = try bench.run(seen, task: .verify(verification))
    #expect(seen.log == ["n1 PUT ASIDE never-lockable"])
  }

  /// Until it was powered up again, an Ultralight C takes what its new lock bits forbid.
  @Test func aLockedUltralightCCannotBeHiddenBehindAKey() throws {
    let sheet = try DataSheet.of(.ultralightC)
    let laid = make(sheet.model)
    let tag = try BareReader(laid).open()
    _ = try tag.put(Self.message, .format)
    try tag.lockForEver()
    let locked = laid.allCells
    #expect(locked[0x28] == hex("FFEE0000"))
    let reader = BareReader(laid)
    // All but the serial number, and the counter, which is no one's message.
    for page in 2...0x2F where page != 0x29 {
      _ = try reader.select(.typeA)
      _ = try? reader.exchange([0xA2, UInt8(page), 0x04, 0x00, 0x00, 0x00], .careful)
    }
    #expect(laid.allCells == locked)
    #expect(sheet.phone(reads: locked) == .message(Self.message))
  }

  /// One that an earlier TagPress locked is locked again where it is open.
  @Test func whatWasLeftOpenIsFoundAndClosed() throws {
    let sheet = try DataSheet.of(.ultralightC)
    var cells = sheet.written(Self.message, over: factory(sheet.model))
    cells[2] = Array(cells[2][..<2]) + [0xFF, 0xFF]
    cells[3][3] = 0x0F
    cells[0x28] = hex("FF000000")
    let laid = make(sheet.model, holding: cells)
    let order = TagOrder(message: Self.message, lock: true)
    #expect(try BareReader(laid).open().prepare(order) == TagPlan(locks: 1))
    #expect(try BareReader(laid).open().lock() == .whole)
    #expect(try BareReader(laid).open().prepare(order).isEmpty)
    #expect(laid.cells(ofPage: 0x28) == hex("FFEE0000"))
  }
}
