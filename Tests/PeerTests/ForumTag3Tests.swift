// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// libnfc's example program for Type 3, which asks for FeliCa through the PN532's own commands.
extension SimulatorPeers {
  @Suite struct ForumTag3Tests {
    @Test(arguments: ["felica-lite-s", "type3-large"])
    func readsTheMessage(name: String) throws {
      let simulation = try Simulation(try StateFile(newTag: name))
      let link = "d1010c55046578616d706c652e636f6d"
      #expect(try simulation.nfcpy("write", link) == #"{"done":true}"#)
      let result = try simulation.peer("nfc-read-forum-tag3", "-q", "-o", "message")
      #expect(try hex(simulation.directory.read("message")) == link, "\(result.errorOutput)")
      _ = try simulation.stop()
    }

    @Test(arguments: ["felica-lite-s", "felica-lite-s-blank", "type3-large"])
    func readsWhatWePut(name: String) throws {
      let simulation = try Simulation(try StateFile(newTag: name))
      let put = try simulation.peer(builtTool, "put", "--format", "https://example.com")
      #expect(put.exit == .code(0), "\(put.errorOutput)")
      let result = try simulation.peer("nfc-read-forum-tag3", "-q", "-o", "message")
      let link = "d1010c55046578616d706c652e636f6d"
      #expect(try hex(simulation.directory.read("message")) == link, "\(result.errorOutput)")
      _ = try simulation.stop()
    }
  }
}
