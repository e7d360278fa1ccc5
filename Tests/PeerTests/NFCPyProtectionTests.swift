// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// nfcpy 1.0.4 protects tags: with a password, or permanently with the lock bits.
extension SimulatorPeers {
  @Suite struct NFCPyProtectionTests {
    typealias Chip = NFCPyTests.Chip

    static func chip(_ name: String) throws -> Chip {
      try #require(NFCPyTests.chips.first { $0.name == name })
    }

    struct Locking: Sendable, CustomTestStringConvertible {
      var chip: String
      var answer = #"{"done":true}"#
      var capability: String
      /// Lock bits after the user memory, and CFGLCK.
      var changes: [Int: String] = [:]
      var testDescription: String { chip }
    }

    /// nfcpy counts an EV1 among the NTAG21x and then does not know where its configuration is: it
    /// fails after it has set bits that it can never take back.
    static let locking = [
      Locking(chip: "ultralight", capability: "E110060F"),
      Locking(chip: "ultralight-c", capability: "E110120F", changes: [0x28: "FFFF0000"]),
      Locking(
        chip: "ultralight-ev1-11",
        answer: "AttributeError: 'MF0UL11' object has no attribute '_cfgpage'",
        capability: "E110060F"),
      Locking(
        chip: "ultralight-ev1-21",
        answer: "AttributeError: 'MF0UL21' object has no attribute '_cfgpage'",
        capability: "E110100F"),
      Locking(
        chip: "ntag213", capability: "E110120F", changes: [0x28: "FF0F3FBD", 0x2A: "40050000"]),
      Locking(
        chip: "ntag215", capability: "E1103E0F", changes: [0x82: "FF000FBD", 0x84: "40050000"]),
      Locking(
        chip: "ntag216", capability: "E1106D0F", changes: [0xE2: "FF3F7FBD", 0xE4: "40050000"]),
    ]

    @Test(arguments: locking) func locksPermanently(_ row: Locking) throws {
      let chip = try Self.chip(row.chip)
      let tag = NFCPyTests.written(bytes(NFCPyTests.link), on: try chip.new(), chip)
      let simulation = try Simulation(tag)
      #expect(try simulation.nfcpy("protect") == row.answer)
      let locked = tag.with([2: tag.pages[2].prefix(4) + "FFFF", 3: row.capability])
        .with(row.changes)
      #expect(try simulation.state().withoutSeed == locked.withoutSeed)
      #expect(
        try simulation.nfcpy("read")
          == NFCPyTests.read(NFCPyTests.link, from: locked, chip, writeable: false))

      // nfcpy would no longer try to write; this program does not look at the CC and does.
      let dump = locked.with([UInt8](repeating: 0x5A, count: 40), fromPage: 4)
      try simulation.directory.write(dump.memory, to: "dump")
      _ = try simulation.peer("nfc-mfultralight", "w", "dump", "--otp", "--lock", input: "n\nn\n")
      #expect(try simulation.stop().withoutSeed == locked.withoutSeed)
    }

    struct Password: Sendable, CustomTestStringConvertible {
      var chip: String
      var password: String
      var wrong: String
      /// The CC says 8, "proprietary", for writing: nfcpy sets that bit, which cannot be taken back.
      var changes: [Int: String]
      var testDescription: String { chip }
    }

    static let passwords = [
      Password(
        chip: "ntag213", password: "a1a2a3a4b1b2", wrong: "a1a2a3a5b1b2",
        changes: [3: "E1101208", 0x29: "04000003", 0x2B: "A1A2A3A4", 0x2C: "B1B20000"]),
      Password(
        chip: "ntag215", password: "a1a2a3a4b1b2", wrong: "a1a2a3a5b1b2",
        changes: [3: "E1103E08", 0x83: "04000003", 0x85: "A1A2A3A4", 0x86: "B1B20000"]),
      Password(
        chip: "ntag216", password: "a1a2a3a4b1b2", wrong: "a1a2a3a5b1b2",
        changes: [3: "E1106D08", 0xE3: "04000003", 0xE5: "A1A2A3A4", 0xE6: "B1B20000"]),
      Password(
        chip: "ultralight-c", password: "000102030405060708090a0b0c0d0e0f",
        wrong: "ff0102030405060708090a0b0c0d0e0f",
        // Each half of the key is in its pages with the last byte first.
        changes: [
          3: "E1101208", 0x2A: "03000000", 0x2B: "01000000", 0x2C: "07060504", 0x2D: "03020100",
          0x2E: "0F0E0D0C", 0x2F: "0B0A0908",
        ]),
    ]

    @Test(arguments: passwords) func protectsWithAPassword(_ row: Password) throws {
      let chip = try Self.chip(row.chip)
      let tag = NFCPyTests.written(bytes(NFCPyTests.link), on: try chip.new(), chip)
      let wanted = tag.with(row.changes)
      let simulation = try Simulation(tag)
      #expect(try simulation.nfcpy("protect", row.password) == #"{"done":true}"#)
      #expect(try simulation.state().withoutSeed == wanted.withoutSeed)
      #expect(
        try simulation.nfcpy("read")
          == NFCPyTests.read(NFCPyTests.link, from: wanted, chip, writeable: false))
      #expect(
        try simulation.nfcpy("read", row.password)
          == NFCPyTests.read(NFCPyTests.link, from: wanted, chip, authenticated: true))
      // A refused password leaves the tag idle, where nfcpy does not look for it again.
      let pages = row.chip == "ultralight-c" ? wanted.pages.count - 4 : wanted.pages.count
      let nothing = Array(repeating: "null", count: pages).joined(separator: ",")
      #expect(
        try simulation.nfcpy("read", row.wrong)
          == #"{"authenticated":false,"pages":[\#(nothing)]}"#)
      #expect(try simulation.stop().withoutSeed == wanted.withoutSeed)
    }

    /// These it cannot protect with a password; it must not have begun to.
    @Test(arguments: [
      ("ultralight", #"{"done":false}"#),
      ("ultralight-ev1-11", "AttributeError: 'MF0UL11' object has no attribute '_cfgpage'"),
      ("ultralight-ev1-21", "AttributeError: 'MF0UL21' object has no attribute '_cfgpage'"),
    ])
    func knowsNoPasswordFor(_ name: String, _ answer: String) throws {
      let tag = try Self.chip(name).new()
      let simulation = try Simulation(tag)
      #expect(try simulation.nfcpy("protect", "a1a2a3a4b1b2") == answer)
      #expect(try simulation.stop() == tag)
    }
  }
}
