// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// nfcpy 1.0.4 does the blocks of ISO-DEP and the packets of FeliCa on its own, past the firmware.
extension SimulatorPeers {
  @Suite struct NFCPyCardsTests {
    static let link = "d1010c55046578616d706c652e636f6d"
    /// 300 bytes of text, more than most cards take in one command.
    static let long = "c10100000129" + "5402656e" + String(repeating: "61", count: 294)

    /// Kinds of tags, what nfcpy calls the capacity, and whether it may write.
    ///
    /// It knows mapping 3.0, and sends no lengths of two bytes: a tag that takes 2048 bytes at once
    /// gets a short message from it or none.
    static let cards: [(name: String, capacity: Int, writes: Bool)] = [
      ("ntag424-dna", 254, true), ("desfire-ev2-ndef", 2046, true), ("type4-1.0", 254, true),
      ("type4-2.0", 2046, true), ("type4-2.0-small", 126, true),
      ("type4-2.0-read-only", 254, false), ("type4-3.0", 40956, true),
      ("felica-lite-s", 208, true),
      ("type3-large", 9600, true),
    ]

    @Test(arguments: cards)
    func writesAndReads(name: String, capacity: Int, writes: Bool) throws {
      let new = try StateFile(newTag: name)
      let simulation = try Simulation(new)
      let message = capacity > 310 && name != "type4-3.0" ? Self.long : Self.link
      let written = try simulation.nfcpy("write", message)
      #expect(written == #"{"done":\#(writes)}"#, "\(name)")
      let content = writes ? message : "d1010d55046578616d706c652e636f6d2f"
      let read = try simulation.nfcpy("read")
      #expect(
        read
          == #"{"message":"\#(content)","capacity":\#(capacity),"readable":true,"writeable":\#(writes)}"#,
        "\(name)")
      #expect(try (simulation.stop() != new) == writes)
    }

    @Test(
      "what is no NDEF tag is found and named",
      arguments: ["desfire-blank", "payment-card", "transit", "felica-lite-s-blank"])
    func noMessage(name: String) throws {
      let new = try StateFile(newTag: name)
      let simulation = try Simulation(new)
      #expect(try simulation.nfcpy("read") == "{}", "\(name)")
      #expect(try simulation.stop() == new)
    }

    @Test("nfcpy formats a blank Lite-S, which then belongs to NFC's system")
    func formatsLiteS() throws {
      let new = try StateFile(newTag: "felica-lite-s-blank")
      let simulation = try Simulation(new)
      #expect(try simulation.nfcpy("format") == #"{"done":true}"#)
      #expect(try simulation.nfcpy("write", Self.link) == #"{"done":true}"#)
      let changed = try simulation.stop()
      #expect(changed != new)
    }
  }
}
