// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// libnfc 1.8.0 looks at tags that come and go.
extension SimulatorPeers {
  @Suite struct NFCListTests {
    /// What libnfc says about a tag; bytes of the UID are two spaces apart.
    static func target(_ tag: StateFile) -> String {
      let uid = bytes(tag.uid).map { hex([$0]) + "  " }.joined()
      return """
        ISO/IEC 14443A (106 kbps) target:
            ATQA (SENS_RES): 00  44  
               UID (NFCID1): \(uid)
              SAK (SEL_RES): 00  

        """
    }

    static func list(_ tag: StateFile?) -> String {
      let head = "nfc-list uses libnfc 1.8.0\nNFC device: user defined device opened\n"
      guard let tag else { return head }
      return head + "1 ISO14443A passive target(s) found:\n" + target(tag) + "\n"
    }

    @Test func listsTheTagOnTheReader() throws {
      let first = try StateFile(newTag: "ntag213")
      let second = try StateFile(newTag: "ultralight-c")
      let simulation = try Simulation(first, second)
      for (words, tag) in [
        ("list", first), ("next", second), ("remove", nil), ("present 1", first),
        ("swap 2", second), ("unplug", nil), ("replug", second),
      ] {
        try simulation.tell(words)
        let result = try simulation.peer("nfc-list")
        if words == "unplug" {
          #expect(result.errorOutput.contains("Unable to open NFC device"))
        } else {
          #expect(result.output == Self.list(tag), "\(words)")
        }
      }
      #expect(try simulation.stop() == first)
      #expect(try simulation.state(1).withoutSeed == second.withoutSeed)
    }

    /// nfc-poll waits up to 30 s for a tag, and finds one that is laid meanwhile.
    @Test func pollsUntilATagIsLaid() throws {
      let tag = try StateFile(newTag: "ntag213")
      let simulation = try Simulation(tag)
      try simulation.tell("remove")
      try expectPoll(
        """
        stdbuf -oL nfc-poll >poll 2>/dev/null &
        until grep -q 'will poll' poll; do sleep 0.02; done
        sleep 0.3
        "$TOOL" simulate --control desk --tell 'present 1'
        """, toFind: tag, at: simulation)
    }

    /// nfc-poll finds the tag, and then asks for it until it is gone.
    @Test func pollsUntilTheTagIsTakenAway() throws {
      let tag = try StateFile(newTag: "ntag216")
      try expectPoll("nfc-poll >poll 2>/dev/null &", toFind: tag, at: Simulation(tag))
    }

    /// The tag is taken away when nfc-poll, which the shell has begun, asks for that.
    private func expectPoll(
      _ beginning: String, toFind tag: StateFile, at simulation: Simulation
    ) throws {
      let result = try simulation.peer(
        "sh", "-c",
        """
        \(beginning)
        until grep -q removing poll; do sleep 0.02; done
        "$TOOL" simulate --control desk --tell remove
        wait
        cat poll
        """)
      #expect(
        result.output.hasSuffix(
          Self.target(tag) + "Waiting for card removing...done.\n"), "\(result.output)")
      #expect(try simulation.stop() == tag)
    }
  }
}
