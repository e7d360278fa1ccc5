// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// nfcpy 1.0.4, which brings a driver of its own and runs the line at 921600 baud.
extension SimulatorPeers {
  @Suite struct NFCPyTests {
    struct Chip: Sendable, CustomTestStringConvertible {
      var name: String
      var product: String
      /// What makes the chip an NFC Forum tag where the factory did not.
      var format: [Int: String] = [:]
      /// Where the message's TLV starts, counted from page 0.
      var messageStart: Int
      /// What nfcpy calls the capacity: the data area less the TLV's head.
      var capacity: Int
      /// The end of the data area by the CC, after its last byte.
      var dataEnd: Int
      var testDescription: String { name }

      func new() throws -> StateFile { try StateFile(newTag: name).with(format) }
    }

    static let chips = [
      Chip(
        name: "ultralight", product: "Mifare Ultralight (MF01CU1)",
        format: [3: "E1100600", 4: "0300FE00"], messageStart: 16, capacity: 46, dataEnd: 64),
      Chip(
        name: "ultralight-c", product: "Mifare Ultralight C (MF01CU2)",
        format: [3: "E1101200", 4: "0300FE00", 5: "00000000", 6: "00000000"], messageStart: 16,
        capacity: 142, dataEnd: 160),
      Chip(
        name: "ultralight-ev1-11", product: "Mifare Ultralight EV1 (MF0UL11)",
        format: [3: "E1100600", 4: "0300FE00"], messageStart: 16, capacity: 46, dataEnd: 64),
      Chip(
        name: "ultralight-ev1-21", product: "Mifare Ultralight EV1 (MF0UL21)",
        format: [3: "E1101000", 4: "0300FE00"], messageStart: 16, capacity: 126, dataEnd: 144),
      Chip(
        name: "ntag213", product: "NXP NTAG213", messageStart: 21, capacity: 137, dataEnd: 160),
      Chip(
        name: "ntag215", product: "NXP NTAG215", messageStart: 16, capacity: 492, dataEnd: 512),
      Chip(
        name: "ntag216", product: "NXP NTAG216", messageStart: 16, capacity: 868, dataEnd: 888),
    ]

    static let link = "d1010c55046578616d706c652e636f6d"

    /// The tag after nfcpy has written a message onto it.
    static func written(_ message: [UInt8], on tag: StateFile, _ chip: Chip) -> StateFile {
      let count = message.count
      let length =
        count < 255 ? [UInt8(count)] : [0xFF, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
      var memory = tag.memory
      let tlv = [0x03] + length + message + [0xFE]
      memory.replaceSubrange(chip.messageStart..<chip.messageStart + tlv.count, with: tlv)
      return tag.with(memory, fromPage: 0)
    }

    /// What nfcpy.py prints of a tag that can be read.
    static func read(
      _ message: String, from tag: StateFile, _ chip: Chip, writeable: Bool = true,
      authenticated: Bool? = nil
    ) -> String {
      var shown = tag.pages
      if chip.name == "ultralight-c" {
        shown.removeLast(4)  // the key
      } else if chip.name != "ultralight" {
        shown.replaceSubrange(shown.count - 2..<shown.count, with: ["00000000", "00000000"])
      }
      let proof = authenticated.map { #""authenticated":\#($0),"# } ?? ""
      let pages = shown.map { "\"\($0)\"" }.joined(separator: ",")
      return "{" + proof
        + #""message":"\#(message)","capacity":\#(chip.capacity),"readable":true,"#
        + #""writeable":\#(writeable),"pages":[\#(pages)]}"#
    }

    @Test(arguments: chips) func listsReadsWritesAndFormats(_ chip: Chip) throws {
      let tag = try chip.new()
      let simulation = try Simulation(tag)
      #expect(
        try simulation.nfcpy("list") == #"{"product":"\#(chip.product)","uid":"\#(tag.uid)"}"#)
      #expect(try simulation.nfcpy("read") == Self.read("", from: tag, chip))

      let written = Self.written(bytes(Self.link), on: tag, chip)
      #expect(try simulation.nfcpy("write", Self.link) == #"{"done":true}"#)
      #expect(try simulation.state().withoutSeed == written.withoutSeed)
      #expect(try simulation.nfcpy("read") == Self.read(Self.link, from: written, chip))

      // Only the length goes, then the rest as well.
      var memory = written.memory
      memory.replaceSubrange(chip.messageStart + 1..<chip.messageStart + 3, with: [0x00, 0xFE])
      #expect(try simulation.nfcpy("format") == #"{"done":true}"#)
      #expect(try simulation.state().memory == memory)
      for place in chip.messageStart + 3..<chip.dataEnd { memory[place] = 0x5A }
      #expect(try simulation.nfcpy("format", "5a") == #"{"done":true}"#)
      #expect(try simulation.stop().withoutSeed == tag.with(memory, fromPage: 0).withoutSeed)
    }

    /// As long a message as there is room for with its terminator, and with a length of three bytes where that is needed.
    @Test(arguments: chips) func fillsTheTag(_ chip: Chip) throws {
      let tag = try chip.new()
      let simulation = try Simulation(tag)
      var random = Splitmix64(seed: 3)
      let long = chip.capacity > 254
      let payload = chip.capacity - (long ? 7 : 4)
      let head: [UInt8] =
        long
        ? [0xC5, 0x00, 0x00, 0x00, UInt8(payload >> 8), UInt8(truncatingIfNeeded: payload)]
        : [0xD5, 0x00, UInt8(payload)]
      let message = head + random.bytes(payload)
      #expect(try simulation.nfcpy("write", hex(message)) == #"{"done":true}"#)
      let wanted = Self.written(message, on: tag, chip)
      #expect(try simulation.nfcpy("read") == Self.read(hex(message), from: wanted, chip))
      #expect(try simulation.stop().withoutSeed == wanted.withoutSeed)
    }

    /// A tag without a CC is none that nfcpy writes to.
    @Test(arguments: ["ultralight", "ultralight-c", "ultralight-ev1-11", "ultralight-ev1-21"])
    func leavesABareChipAlone(_ chip: String) throws {
      let tag = try StateFile(newTag: chip)
      let simulation = try Simulation(tag)
      #expect(try simulation.nfcpy("write", Self.link) == #"{"done":false}"#)
      #expect(try simulation.nfcpy("format") == #"{"done":false}"#)
      #expect(try simulation.stop().withoutSeed == tag.withoutSeed)
    }
  }
}
