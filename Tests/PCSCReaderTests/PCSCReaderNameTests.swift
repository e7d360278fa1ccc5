// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

struct PCSCReaderNameTests {
  private static let readers = [
    "ACS ACR1552 1S CL Reader(1) 00 00", "ACS ACR1552 1S CL Reader(2) 01 00",
    "OMNIKEY 5022 02 00",
  ]

  @Test(
    arguments: [
      ("pcsc:OMNIKEY 5022 02 00", "pcsc:OMNIKEY 5022 02 00"), ("pcsc:ACS", "pcsc:ACS"),
      ("pcsc:", "pcsc:"), ("pcsc", "pcsc:"),
    ])
  func readsTheNamesThatPeopleWrite(_ text: String, _ name: String) throws {
    #expect(try #require(PCSCReaderName(text)).description == name)
    #expect(PCSCReaderName(name) == PCSCReaderName(text))
  }

  @Test(arguments: ["", "pcscd", "PCSC:ACS", "pn532_uart:/dev/ttyUSB0", "usb:1-2", " pcsc:"])
  func leavesTheOthersToOthers(_ text: String) {
    #expect(PCSCReaderName(text) == nil)
  }

  @Test(
    arguments: [
      ("pcsc:OMNIKEY", 2), ("pcsc:OMNIKEY 5022 02 00", 2), ("pcsc:ACS ACR1552 1S CL Reader(2)", 1),
    ])
  func findsTheOneThatIsMeant(_ text: String, _ number: Int) throws {
    let name = try #require(PCSCReaderName(text))
    #expect(try name.choice(among: Self.readers) == Self.readers[number])
  }

  @Test(
    arguments: [
      (
        "pcsc:ACS",
        .severalReaders([
          "pcsc:ACS ACR1552 1S CL Reader(1) 00 00", "pcsc:ACS ACR1552 1S CL Reader(2) 01 00",
        ])
      ),
      ("pcsc:", .severalReaders(Self.readers.map { "pcsc:" + $0 })),
      ("pcsc:Identiv", .noSuchCardReader("Identiv", known: Self.readers)),
    ] as [(String, ReaderOpeningError)])
  func saysWhyNoneIs(_ text: String, _ error: ReaderOpeningError) throws {
    let name = try #require(PCSCReaderName(text))
    #expect(throws: error) { try name.choice(among: Self.readers) }
  }

  @Test func findsNoneAmongNone() throws {
    let any = try #require(PCSCReaderName("pcsc:"))
    #expect(throws: ReaderOpeningError.noReaderFound) { try any.choice(among: []) }
    #expect(try any.choice(among: ["One"]) == "One")
    let one = try #require(PCSCReaderName("pcsc:One"))
    #expect(throws: ReaderOpeningError.noSuchCardReader("One", known: [])) {
      try one.choice(among: [])
    }
    // A whole name counts more than another one that begins with it.
    #expect(try one.choice(among: ["One more", "One"]) == "One")
  }
}
