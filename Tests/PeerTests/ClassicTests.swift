// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// nfc-mfclassic of libnfc 1.8.0 and the mifare-classic programs of libfreefare 0.4.0.
extension SimulatorPeers {
  @Suite struct ClassicTests {
    /// Key A, access bits and key B of a sector at delivery.
    static let factoryTrailer = "FFFFFFFFFFFF" + "FF078069" + "FFFFFFFFFFFF"
    /// Two keys of which B can write and not be read; C1 marks an application directory.
    static let closedTrailer = "A0A1A2A3A4A5" + "787788C1" + "B0B1B2B3B4B5"
    static let empty = String(repeating: "00", count: 16)

    /// A MIFARE Classic 1K as it leaves the factory.
    static let new = card(trailer: factoryTrailer, data: { _ in empty })

    /// One with data in every block.
    static func full(trailer: String) -> StateFile {
      card(trailer: trailer) { block in hex((0..<16).map { UInt8(truncatingIfNeeded: block ^ $0) })
      }
    }

    private static func card(trailer: String, data: (Int) -> String) -> StateFile {
      var lines = ["tagpress virtual tag 1", "model MIFARE Classic 1K"]
      for block in 0..<64 {
        lines.append("block \(hex([UInt8(block)]).uppercased()) \(empty)")
      }
      var changes = [0: "9C599B326C08040000000000" + "00000000"]
      for block in 1..<64 { changes[block] = block % 4 == 3 ? trailer : data(block) }
      return StateFile(lines.joined(separator: "\n")).with(changes)
    }

    /// It puts the key that it guessed into the dump, and zeros for the other one.
    @Test(arguments: [new, full(trailer: factoryTrailer)])
    func readsEveryBlock(_ card: StateFile) throws {
      let simulation = try Simulation(card)
      let result = try simulation.peer("nfc-mfclassic", "r", "a", "u", "dump")
      #expect(result.output.contains("Done, 64 of 64 blocks read."), "\(result.output)")
      let trailer = String(Self.factoryTrailer.prefix(20)) + "000000000000"
      let shown = card.with(
        Dictionary(uniqueKeysWithValues: stride(from: 3, to: 64, by: 4).map { ($0, trailer) }))
      #expect(try simulation.directory.read("dump") == shown.memory)
      #expect(try simulation.stop() == card)
    }

    /// With key B it stops at block 3F of a new card, and it has to.
    ///
    /// Where the access bits let key B be read, as they do at delivery, it is data: the card accepts it
    /// and then refuses every access to the memory (MF1S50yyX 8.7.3, note 1).
    @Test func keyBOfANewCardOpensNothing() throws {
      let simulation = try Simulation(Self.new)
      let result = try simulation.peer("nfc-mfclassic", "r", "b", "u", "dump")
      #expect(result.output.contains("failed to read trailer block 0x3f"), "\(result.output)")
      #expect(!simulation.directory.entries.contains("dump"))
      #expect(try simulation.stop() == Self.new)
    }

    @Test(arguments: ["a", "b"]) func readsWithKeysFromAFile(_ key: String) throws {
      let card = Self.full(trailer: Self.closedTrailer)
      let simulation = try Simulation(card)
      try simulation.directory.write(card.memory, to: "keys")
      _ = try simulation.peer("nfc-mfclassic", "r", key, "u", "dump", "keys")
      #expect(try simulation.directory.read("dump") == card.memory)
      #expect(try simulation.stop() == card)
    }

    /// It says that it wrote 60 blocks, and sends one write for each sector but the first.
    ///
    /// The simulation's transcript shows no other write, and users of real readers met the same
    /// (libnfc issue 629).
    @Test func writesTheFirstBlockOfEachSector() throws {
      let wanted = Self.full(trailer: Self.closedTrailer)
      let simulation = try Simulation(Self.new)
      try simulation.directory.write(wanted.memory, to: "dump")
      let result = try simulation.peer("nfc-mfclassic", "w", "a", "u", "dump")
      #expect(result.output.contains("Done, 60 of 64 blocks written."), "\(result.output)")
      var written: [Int: String] = [:]
      for block in stride(from: 4, to: 64, by: 4) { written[block] = wanted.pages[block] }
      #expect(try simulation.tell("counters").contains(#""pages":15,"#))
      #expect(try simulation.stop() == Self.new.with(written))
    }

    /// The back door of clones (40, 43) is shut, and no block can be read or written after it.
    @Test(arguments: ["R", "W"]) func isNoClone(_ action: String) throws {
      let card = Self.full(trailer: Self.factoryTrailer)
      let simulation = try Simulation(card)
      try simulation.directory.write([UInt8](repeating: 0x5A, count: 1024), to: "dump")
      let result = try simulation.peer("nfc-mfclassic", action, "a", "u", "dump")
      #expect(result.output.contains("Unlock command [1/2]: failed"), "\(result.output)")
      #expect(try simulation.stop() == card)
    }

    @Test func formatsACard() throws {
      let used = Self.full(trailer: "D3F7D3F7D3F7" + "FF078069" + "FFFFFFFFFFFF")
      let simulation = try Simulation(used)
      let result = try simulation.peer("mifare-classic-format", "-y")
      #expect(result.exit == .code(0), "\(result.output)")
      #expect(try simulation.stop() == Self.new)
    }

    /// Formatting leaves a card without an application directory, which is made by writing a message.
    ///
    /// So "No MAD detected" is the right answer in between: sector 0 of such a card has the factory's
    /// key, not the public one of directories, and nothing in its blocks.
    @Test func carriesAMessage() throws {
      let simulation = try Simulation(Self.new)
      _ = try simulation.peer("mifare-classic-format", "-y")
      let before = try simulation.peer("mifare-classic-read-ndef", "-y", "-o", "message")
      #expect(before.errorOutput == "No MAD detected.\n")

      let message = bytes("D1010C55046578616D706C652E636F6D")
      try simulation.directory.write(message, to: "link")
      let written = try simulation.peer("mifare-classic-write-ndef", "-y", "-i", "link")
      #expect(written.exit == .code(0), "\(written.errorOutput)")
      let after = try simulation.peer("mifare-classic-read-ndef", "-y", "-o", "message")
      #expect(after.exit == .code(0), "\(after.errorOutput)")
      #expect(try simulation.directory.read("message") == message)
      #expect(
        try simulation.stop()
          == Self.new.with([
            // The check byte of the directory, and application E103 in sector 1.
            0x01: "DB0003E1000000000000000000000000",
            0x03: "A0A1A2A3A4A5" + "796788C1" + "D3F7D3F7D3F7",
            0x04: "0310D1010C55046578616D706C652E63",
            0x05: "6F6DFE00000000000000000000000000",
            0x07: "D3F7D3F7D3F7" + "7F078840" + "D3F7D3F7D3F7",
          ]))
    }
  }
}
