// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

struct VicinityRequestTests {
  private static let uid = TagUID(hex("E0040108661539 80"))

  @Test func readsAnAddressedRequest() throws {
    let request = try #require(VicinityRequest(hex("22 21 803915660801 04E0 05 01020304")))
    #expect(request.code == 0x21)
    #expect(request.uid == Self.uid)
    #expect(request.parameters == hex("05 01020304"))
    #expect(!request.hasOption)
    #expect(request.changesTag)
  }

  @Test func readsARequestToAnyTagThatIsThere() throws {
    let request = try #require(VicinityRequest(hex("42 23 00 03")))
    #expect(request.uid == nil)
    #expect(request.parameters == [0x00, 0x03])
    #expect(request.hasOption)
    #expect(!request.changesTag)
  }

  /// An inventory, a request to the selected tag, an extended flag, makers' commands, and what is cut
  /// short.
  @Test(arguments: ["", "22", "260100", "12200000", "0A2000", "02A004", "22BD04", "2220803915"])
  func refusesWhatAReaderHasNoWordFor(_ text: String) {
    #expect(VicinityRequest(hex(text)) == nil)
  }

  @Test(
    arguments: [
      (0x20, false), (0x21, true), (0x22, true), (0x23, false), (0x2B, false), (0x2C, false),
    ] as [(UInt8, Bool)])
  func knowsWhatChangesATag(_ code: UInt8, _ changes: Bool) throws {
    #expect(try #require(VicinityRequest([0x02, code])).changesTag == changes)
  }

  @Test func believesNoOtherBytes() {
    var random = Splitmix64(seed: 15_693)
    for _ in 0..<2000 {
      let bytes = random.bytes(upTo: 20)
      guard let request = VicinityRequest(bytes) else { continue }
      let size = 2 + (request.uid == nil ? 0 : 8) + request.parameters.count
      #expect(size == bytes.count, "seed 15693: \(hexText(bytes))")
    }
  }
}
