// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// mifare-ultralight-info of libfreefare 0.4.0, which tells an Ultralight C by its authentication.
extension SimulatorPeers {
  @Suite struct UltralightInfoTests {
    static let lines = [
      ("ultralight", "UltraLight"), ("ultralight-ev1-11", "UltraLight"),
      ("ultralight-ev1-21", "UltraLight"), ("ntag213", "UltraLight"), ("ntag215", "UltraLight"),
      ("ntag216", "UltraLight"),
      ("ultralight-c", "UltraLightC\nAuthentication with default key: success"),
    ]

    @Test(arguments: lines) func namesTheChip(_ chip: String, _ said: String) throws {
      let tag = try StateFile(newTag: chip)
      let simulation = try Simulation(tag)
      let result = try simulation.peer("mifare-ultralight-info")
      #expect(result.output == "Tag with UID \(tag.uid) is a Mifare \(said)\n")
      #expect(result.exit == .code(0))
      #expect(try simulation.stop().withoutSeed == tag.withoutSeed)
    }

    /// The factory's key opens nothing once another is in its pages.
    @Test func anotherKey() throws {
      let tag = try StateFile(newTag: "ultralight-c").with([0x2C: "00000000"])
      let simulation = try Simulation(tag)
      let result = try simulation.peer("mifare-ultralight-info")
      #expect(
        result.output.hasSuffix("Authentication with default key: fail\n"), "\(result.output)")
      #expect(try simulation.stop().withoutSeed == tag.withoutSeed)
    }
  }
}
