// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// libnfc 1.8.0 looks at tags that are not of Type 2.
extension SimulatorPeers {
  @Suite struct NFCListCardsTests {
    /// Kinds of tags, and lines that libnfc must show of them.
    static let cards: [(String, [String])] = [
      (
        "ntag424-dna",
        ["ATQA (SENS_RES): 03  44", "SAK (SEL_RES): 20", "ATS: 77  77  71  02  80"]
      ),
      ("desfire-ev1-ndef", ["ATS: 75  77  81  02  80"]),
      ("type4-2.0-small", ["ATQA (SENS_RES): 00  04", "ATS: 72  00  70  00"]),
      (
        "felica-lite-s",
        ["1 Felica (212 kbps) passive target(s) found", "Parameter (PAD): 00  f1  00  00  00  01"]
      ),
      ("transit", ["Felica (212 kbps)", "System Code (SC): 00  03"]),
      (
        "passport",
        ["ISO14443B passive target(s) found", "Application Data: 00  00  00  00"]
      ),
      ("topaz", ["Jewel passive target(s) found", "ATQA (SENS_RES): 0c  00"]),
    ]

    @Test(arguments: cards) func listsEachKind(name: String, lines: [String]) throws {
      let simulation = try Simulation(try StateFile(newTag: name))
      let output = try simulation.peer("nfc-list").output
      for line in lines { #expect(output.contains(line), "\(name): \(output)") }
      _ = try simulation.stop()
    }
  }
}
