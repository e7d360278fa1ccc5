// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// nfc-mfultralight of libnfc 1.8.0 reads and writes dumps, page by page.
///
/// It ends with code 0 whatever went wrong; so the dump and the chip are what is compared.
extension SimulatorPeers {
  @Suite struct NFCMFUltralightTests {
    struct Chip: Sendable, CustomTestStringConvertible {
      var name: String
      /// The first of CFG0, CFG1, PWD and PACK; nil for a chip without a password.
      var configuration: Int?
      var dynamicLocks: Int?
      var testDescription: String { name }
    }

    static let chips = [
      Chip(name: "ultralight"),
      Chip(name: "ultralight-ev1-11", configuration: 0x10),
      Chip(name: "ultralight-ev1-21", configuration: 0x25, dynamicLocks: 0x24),
      Chip(name: "ntag213", configuration: 0x29, dynamicLocks: 0x28),
      Chip(name: "ntag215", configuration: 0x83, dynamicLocks: 0x82),
      Chip(name: "ntag216", configuration: 0xE3, dynamicLocks: 0xE2),
    ]

    @Test(arguments: chips) func readsEveryPage(_ chip: Chip) throws {
      let tag = try StateFile(newTag: chip.name)
      let simulation = try Simulation(tag)
      _ = try simulation.peer("nfc-mfultralight", "r", "dump")
      // PWD and PACK read as zero, whatever they are.
      var shown = tag
      if let page = chip.configuration {
        shown = tag.with([page + 2: "00000000", page + 3: "00000000"])
      }
      #expect(try simulation.directory.read("dump") == shown.memory)
      #expect(try simulation.stop() == tag)
    }

    /// The counter moves without a write, with the first READ after the field came on; the file must
    /// know of it although the tag never left the reader.
    @Test func isCountedByTheChip() throws {
      let tag = try StateFile(newTag: "ntag213").with([0x2A: "10050000"])
      let simulation = try Simulation(tag)
      for _ in 1...3 { _ = try simulation.peer("nfc-mfultralight", "r", "dump") }
      #expect(
        try simulation.stop() == tag.with("counter 2 000003", insteadOf: "counter 2 000000"))
    }

    /// It writes with COMPATIBILITY_WRITE; UID, lock pages and CC are skipped when it is told no.
    @Test(arguments: chips) func writesEveryPage(_ chip: Chip) throws {
      let tag = try StateFile(newTag: chip.name)
      let skipped = [0, 1, 2, 3] + (chip.dynamicLocks.map { [$0] } ?? [])
      let body = (chip.configuration.map { $0 - 1 } ?? 0x0F)
      var random = Splitmix64(seed: 7)
      var changes: [Int: String] = [:]
      for page in 4...body where !skipped.contains(page) { changes[page] = hex(random.bytes(4)) }
      if let page = chip.configuration {
        changes[page + 2] = "A1A2A3A4"
        changes[page + 3] = "B1B20000"
      }
      let wanted = tag.with(changes)
      let simulation = try Simulation(tag)
      let dump = wanted.with(Dictionary(uniqueKeysWithValues: skipped.map { ($0, "FFFFFFFF") }))
      try simulation.directory.write(dump.memory, to: "dump")
      let result = try simulation.peer("nfc-mfultralight", "w", "dump", input: "n\nn\nn\nn\n")
      #expect(result.output.contains("0 pages failed"), "\(result.output)")
      #expect(try simulation.stop() == wanted)
    }

    struct OneWay: Sendable, CustomTestStringConvertible {
      var chip: Chip
      /// What page 3 becomes when a second CC is written over that of the factory.
      var capability: String
      /// Whether page 0F, locked at the start of the dump, still takes what comes at its end.
      var takesLastPage = false
      /// What the lock page after the user memory becomes after its lowest bit was written.
      var dynamicLocks: String?
      /// The pages that the second dump could no longer change.
      var refused: Int
      var testDescription: String { chip.name }
    }

    static let oneWay = [
      OneWay(
        chip: chips[0], capability: "E1100600", takesLastPage: true, dynamicLocks: nil,
        refused: 1),
      OneWay(chip: chips[1], capability: "E1100600", dynamicLocks: nil, refused: 1),
      OneWay(chip: chips[2], capability: "E1100600", dynamicLocks: "010000BD", refused: 3),
      OneWay(chip: chips[3], capability: "E1101600", dynamicLocks: "010000BD", refused: 3),
      OneWay(chip: chips[4], capability: "E1103E00", dynamicLocks: "010000BD", refused: 17),
      OneWay(chip: chips[5], capability: "E1106F00", dynamicLocks: "010000BD", refused: 17),
    ]

    /// Bits of lock pages and CC only ever go up, and hold against the next dump.
    @Test(arguments: oneWay) func setsOneWayBits(_ row: OneWay) throws {
      let tag = try StateFile(newTag: row.chip.name)
      let simulation = try Simulation(tag)
      func write(_ dump: StateFile) throws -> String {
        try simulation.directory.write(dump.memory, to: "dump")
        return try simulation.peer(
          "nfc-mfultralight", "w", "dump", "--otp", "--lock", "--dynlock", input: "n\n"
        ).output
      }
      // The internal byte 48 in page 2 must survive, so must the BD at the end of the lock page.
      var first = tag.with([2: "00000080", 3: "E1100600", 0x0F: "01020304"])
      if let page = row.chip.dynamicLocks { first = first.with([page: "010000FF"]) }
      _ = try write(first)
      var wanted = tag.with([2: tag.pages[2].prefix(4) + "0080", 3: row.capability])
      if row.takesLastPage { wanted = wanted.with([0x0F: "01020304"]) }
      if let page = row.chip.dynamicLocks, let locks = row.dynamicLocks {
        wanted = wanted.with([page: locks])
      }
      #expect(try simulation.state() == wanted)

      let second = tag.with([2: "00000000", 3: "00000000", 4: "09090909", 0x0F: "05060708"])
      let said = try write(second)
      #expect(said.contains(" \(row.refused) pages failed"), "\(said)")
      #expect(try simulation.stop() == wanted.with([4: "09090909"]))
    }

    @Test(arguments: chips.filter { $0.configuration != nil })
    func readsWithAPassword(_ chip: Chip) throws {
      let page = try #require(chip.configuration)
      let factory = try StateFile(newTag: chip.name)
      let access = "80" + factory.pages[page + 1].dropFirst(2)
      let tag = factory.with([
        page: factory.pages[page].prefix(6) + "04", page + 1: access, page + 2: "A1A2A3A4",
        page + 3: "B1B20000",
      ])
      let simulation = try Simulation(tag)
      _ = try simulation.peer("nfc-mfultralight", "r", "none")
      #expect(try simulation.directory.read("none") == Array(tag.memory.prefix(16)))

      // It takes the NAK for a PACK, says "Success", and then reaches nothing.
      let wrong = try simulation.peer("nfc-mfultralight", "r", "wrong", "--pw", "A1A2A3A5")
      #expect(wrong.output.contains("Success - PACK"))
      #expect(try simulation.directory.read("wrong") == [])

      _ = try simulation.peer("nfc-mfultralight", "r", "right", "--pw", "A1A2A3A4")
      // It puts password and PACK into the dump itself, on a MF0UL21 the PACK into the wrong page.
      let shown =
        chip.name == "ultralight-ev1-21"
        ? tag.with([0x24: "B1B200BD", page + 3: "00000000"]) : tag
      #expect(try simulation.directory.read("right") == shown.memory)
      #expect(try simulation.stop() == tag)
    }

    /// The chips are not clones with a UID to be overwritten, by whichever back door.
    @Test(arguments: chips) func cannotChangeTheUID(_ chip: Chip) throws {
      let tag = try StateFile(newTag: chip.name)
      let simulation = try Simulation(tag)
      try simulation.directory.write([UInt8](repeating: 0x5A, count: tag.memory.count), to: "dump")
      let result = try simulation.peer("nfc-mfultralight", "w", "dump", "--full")
      #expect(result.output.contains("Unable to unlock card"), "\(result.output)")
      #expect(try simulation.stop() == tag)
    }

    /// An Ultralight C answers GET_VERSION with a NAK, which the program takes for a MF0UL11; it does
    /// not select the chip again and so reads nothing from it.
    @Test func losesAnUltralightC() throws {
      let tag = try StateFile(newTag: "ultralight-c")
      let simulation = try Simulation(tag)
      let result = try simulation.peer("nfc-mfultralight", "r", "dump")
      #expect(result.output.contains("EV1 type: MF0UL11"), "\(result.output)")
      #expect(result.exit == .code(0))
      #expect(try simulation.directory.read("dump") == [])
      #expect(try simulation.stop() == tag)
    }
  }
}
