// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A register that was torn may close a tag that has no password of ours yet: then it has the one
/// that it came with, and a job that began it continues.
struct TornRegistersTests {
  /// What may be left of CFG0: erased, or noise that asks for the password from some page on.
  private static func torn(_ registers: Registers) -> [[UInt8]] {
    let last = UInt8(registers.page + 3)
    return [[0, 0, 0, 0]]
      + [0x02, 0x05, 0x10, last].map { [0x04, 0, 0, $0] }
      // The mirror of an NTAG210 or 212 has other bits, which no one here sets or looks at.
      + [[0xE7, 0x31, registers.sheet.hasMirror ? 0x06 : 0x02, 0x04]]
      // Only strong modulation is lost, and the tag is open or closed.
      + [[0, 0, 0, 0xFF], [0, 0, 0, last]]
  }

  /// What noise in CFG1 may hold beside a limit and a lock.
  private static let tornAccess: [[UInt8]] = [
    [0, 5, 0, 0], [0x38, 0xA1, 0x5C, 0x07], [0, 0, 0, 1],
  ]

  /// The tag as a tear left it, with this much of its message.
  private static func chip(
    _ registers: Registers, _ first: [UInt8], access: UInt8 = 0,
    password: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
  ) -> VirtualType2Chip {
    var cells = factory(registers.sheet.model)
    cells[3] = registers.sheet.container
    cells[registers.page] = first
    cells[registers.page + 1][0] = access
    cells[registers.page + 2] = password
    let chip = make(registers.sheet.model, holding: cells)
    chip.journal = []
    return chip
  }

  private static func finish(
    _ chip: VirtualType2Chip, _ order: TagOrder
  ) throws {
    let tag = try BareReader(chip).open()
    try tag.authenticate(for: order)
    _ = try tag.prepare(order)
    _ = try tag.put(order)
    try tag.protect(order)
  }

  @Test(arguments: try Registers.all())
  func aTagThatTheJobBeganIsFinished(_ registers: Registers) throws {
    let message = link(size: 30, letter: "t")
    let key = try PasswordKey(name: "k", bytes: Array(0..<32))
    for (first, second) in Self.torn(registers).flatMap({ first in
      Self.tornAccess.map { (first, $0) }
    }) {
      for key in [nil, key] {
        var order = TagOrder(
          message: message, permissions: .overwriteForeign, secret: key.map { .passwords(of: $0) })
        order.isBegun = true
        let chip = Self.chip(registers, first)
        chip.set(registers.page + 1, second)
        try Self.finish(chip, order)
        let cells = chip.allCells
        #expect(registers.sheet.phone(reads: cells) == .message(message), "\(first)")
        // Open, or under the password of the job.
        #expect(cells[registers.page][3] == (key == nil ? 0xFF : 4), "\(first)")
        #expect((cells[registers.page + 2] == [0xFF, 0xFF, 0xFF, 0xFF]) == (key == nil))
        // Strong modulation and whatever else the maker has set.
        #expect(Array(cells[registers.page].prefix(3)) == registers.front, "\(first)")
        #expect(cells[registers.page + 1] == [0, 5, 0, 0], "\(first)")
        // One that was begun before does not even ask what is open.
        order.isBegun = false
        #expect(try BareReader(chip).open().prepare(order).message == 0)
      }
    }
  }

  @Test(arguments: try Registers.all())
  func aStrangersTagIsNotAskedAndOneOfAnothersIsAskedOnce(_ registers: Registers) throws {
    var order = TagOrder(message: link(size: 30), permissions: .overwriteForeign)
    let refusal = TagError.memory(.passwordRequired(from: 2))
    for (isBegun, access, tries) in [(false, 0, 0), (true, 3, 0), (true, 0, 1)] as [(_, UInt8, _)] {
      order.isBegun = isBegun
      let chip = Self.chip(registers, [4, 0, 0, 2], access: access, password: Secrets.password)
      let before = chip.allCells
      // Code that has not read the registers learns it from the refusal of a page.
      #expect(throws: TagError.self) { try Self.finish(chip, order) }
      if isBegun { #expect(throws: refusal) { try Self.finish(chip, order) } }
      #expect(chip.allCells == before)
      let asked = chip.journal?.count {
        if case .passwordFailed = $0 { true } else { false }
      }
      #expect(asked == tries * (isBegun ? 2 : 1))
    }
  }

  @Test func aJobWithAMirrorContinues() throws {
    let bench = try BatchBench(
      "<link>https://go.example.com/u/{mirror.uid}</link>" + #"<rows count="1" id="n{number}"/>"#)
    try bench.begin("n1", on: uid(0))
    let box = try TagBox { number in
      guard number == 0 else { return nil }
      let torn = RehearsalTests.chip(.ntag213, 0)
      torn.set(0x29, [0, 0, 0, 0])
      return torn
    }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(box.log == ["n1 OK "])
    let (tag, virtual) = try #require(box.tags.values.first)
    let cells = try memory(of: tag, in: virtual)
    #expect(cells[0x29][3] == 0xFF && cells[0x29][0] & 0xC0 == 0x40)
    #expect(cells[0x2B] == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  /// Behind the password the registers are hidden, too, which say where the chip shows its own text.
  @Test func aJobWithAMirrorAndAPasswordForReadingContinues() throws {
    for tear in [Tear.pageOld, .pageNew] {
      var write = 0
      while true {
        let bench = try BatchBench(
          "<link>https://go.example.com/u/{mirror.uid}</link>"
            + #"<protect with="password" keys="bench.keys" reading="yes"/>"#
            + #"<rows count="1" id="n{number}"/>"#)
        let options = VirtualReaderOptions(faults: FaultPlan(tearing: [(write: write, tear: tear)]))
        let box = try TagBox(options) { $0 == 0 ? RehearsalTests.chip(.ntag213, 0) : nil }
        #expect(try bench.run(box).cause == .noRowLeft, "write \(write), \(tear)")
        // It has fewer writes.
        if box.log == ["n1 OK "] { break }
        #expect(box.log == ["n1 AGAIN interrupted", "n1 OK "], "write \(write), \(tear)")
        #expect(box.alarms == [])
        #expect(try bench.doneLinks().count == 1)
        write += 1
      }
      // The message, the mirror, and four registers of the password.
      #expect(write > 10, "the test must test something")
    }
  }

  @Test func aClassicInAJobIsCalledWhatItIs() throws {
    let bench = try BatchBench(
      "<link>https://go.example.com/s/{number}</link>" + #"<rows count="1" id="n{number}"/>"#)
    let box = try TagBox { number in
      guard number == 0 else { return RehearsalTests.chip(.ntag213, UInt16(number)) }
      return VirtualClassicChip(uid: [0xA1, 0xB2, 0xC3, 0xD4])
    }
    #expect(try bench.run(box).cause == .noRowLeft)
    #expect(box.log == ["n1 PUT ASIDE not-type-2", "n1 OK "])
    #expect(
      box.results.first?.reason?.words == """
        This is a MIFARE Classic, which an iPhone cannot read, so TagPress does not write to it. Put \
        the tag aside.
        """)
  }
}

extension DataSheet {
  fileprivate var hasMirror: Bool { [.ntag213, .ntag215, .ntag216].contains(chip) }
}
