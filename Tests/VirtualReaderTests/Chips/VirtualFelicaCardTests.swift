// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct VirtualFelicaCardTests {
  static let idm = "01010A10B2C3D4E5"
  static let pmm = "03014B024F4993FF"
  static let attributes = "00000000000000002000000A4C000001"
  static let journey = "160100023161E30BE33F4C0A00000A00"

  static func transit(longestRead: Int = 12) throws -> VirtualFelicaCard {
    try #require(
      VirtualFelicaCard.transit(
        idm: hex(idm), attributes: hex(attributes), history: [hex(journey)],
        longestRead: longestRead))
  }

  @Test func systemsAndServices() throws {
    expect(
      felica: try Self.transit(), idm: Self.idm,
      says: """
        00 0003 01 00 > 01 ID \(Self.pmm) 0003
        00 FFFF 01 00 > 01 ID \(Self.pmm) 0003
        00 FE00 01 00 > 01 11010A10B2C3D4E5 \(Self.pmm) FE00
        00 12FC 01 00 > silence
        0C ID > 0D ID 02 0003 FE00
        0C 11010A10B2C3D4E5 > 0D 11010A10B2C3D4E5 02 0003 FE00
        0C 21010A10B2C3D4E5 > silence
        04 ID > 05 ID 00
        02 ID 01 8B00 > 03 ID 01 0000
        02 ID 04 8B00 0F09 8F10 CB10 > 03 ID 04 0000 0000 0000 FFFF
        02 11010A10B2C3D4E5 01 8B00 > 03 11010A10B2C3D4E5 01 FFFF
        02 ID 00 > silence
        02 ID 02 8B00 > silence
        """)
  }

  @Test func reading() throws {
    expect(
      felica: try Self.transit(), idm: Self.idm,
      says: """
        06 ID 01 8B00 01 8000 > 07 ID 0000 01 \(Self.attributes)
        06 ID 01 0F09 01 8000 > 07 ID 0000 01 \(Self.journey)
        06 ID 01 0F09 02 8013 000100 > 07 ID 0000 02 ,00*32
        06 ID 01 0F09 01 8014 > 07 ID 01A8
        06 ID 01 8F10 03 8000 8001 8002 > 07 ID 0000 03 ,00*48
        06 ID 02 8B00 0F09 02 8000 8100 > 07 ID 0000 02 \(Self.attributes) \(Self.journey)
        06 ID 02 8B00 0F09 02 8000 8200 > 07 ID 02A3
        06 ID 01 8800 01 8000 > 07 ID 01A6
        06 ID 02 8B00 CB10 01 8000 > 07 ID 02A6
        06 ID 00 01 8000 > 07 ID FFA1
        06 ID 01 8B00 00 > 07 ID FFA2
        06 ID 01 8B00 01 9000 > 07 ID 01A7
        08 ID 01 8B00 01 8000 ,AA*16 > 09 ID 01A6
        08 ID 01 0F09 01 8000 ,AA*16 > 09 ID 01A6
        """)
  }

  @Test("a card refuses more blocks than it takes at once", arguments: [10, 12, 15])
  func limits(limit: Int) throws {
    let card = try Self.transit(longestRead: limit)
    for count in 1...20 {
      let blocks = (0..<count).map { "80" + hexText([UInt8($0)]) }.joined()
      let packet = "06" + Self.idm + "010F09" + hexText([UInt8(count)]) + blocks
      let answer = try #require(card.answer(to: hex(packet), tearing: nil)?.packet)
      #expect(answer.count == (count <= limit ? 12 + 16 * count : 11), "\(count)")
      #expect(Array(answer[9...10]) == (count <= limit ? [0, 0] : [0xFF, 0xA2]), "\(count)")
      // With its length byte, an answer must fit into 255.
      #expect(answer.count < 255)
    }
  }

  @Test("a larger Type 3 tag: blocks beyond 255, several at once, torn in any order")
  func ndef() throws {
    let card = try #require(VirtualFelicaCard.ndef(idm: hex(Self.idm)))
    expect(
      felica: card, idm: Self.idm,
      says: """
        06 ID 01 0B00 01 8000 > 07 ID 0000 01 100C080258000000000001000000007F
        08 ID 01 0900 02 80FF 000001 ,AA*16, ,BB*16 > 09 ID 0000
        06 ID 01 0B00 03 00FF00 000001 005802 > 07 ID 0000 03 ,AA*16, ,BB*16, ,00*16
        06 ID 01 0B00 01 005902 > 07 ID 01A8
        08 ID 01 0B00 01 8001 ,AA*16 > 09 ID 01A6
        """)
    let write = "08" + Self.idm + "01090003800180028003" + String(repeating: "CC", count: 48)
    let reply = card.answer(to: hex(write), tearing: .pagesWritten(1))
    #expect(reply?.programmedBlocks == 3)
    let blocks = card.systems[0].services[0].blocks[1...3].map { Set($0) }
    #expect(blocks == [[0xCC], [0xCC, 0x00], [0x00]])
  }

  @Test func stateRoundTrip() throws {
    for card in [try Self.transit(), try #require(VirtualFelicaCard.ndef(idm: hex(Self.idm)))] {
      let read = try #require(try VirtualChipFile.read(card.state) as? VirtualFelicaCard)
      #expect(read.systems == card.systems)
      #expect(read.limits == card.limits)
      #expect(read.state == card.state)
    }
    #expect(
      String(decoding: try Self.transit().state, as: UTF8.self) == """
        tagpress virtual tag 1
        model FeliCa card
        idm \(Self.idm)
        pmm \(Self.pmm)
        blocks-at-once 12 8
        system 0003
        service 1 0048 004A
        service 1 0088 008B
        block 0000 \(Self.attributes)
        service 20 090C 090F
        block 0000 \(Self.journey)
        service 3 108C 108F
        system FE00

        """)
  }

  @Test(
    arguments: [
      ("idm 01\n", .badValue(line: 3, of: .idm)),
      ("pmm 01\n", .badValue(line: 3, of: .pmm)),
      ("blocks-at-once 0 1\n", .badValue(line: 3, of: .blocksAtOnce)),
      ("service 1 0048\n", .badValue(line: 3, of: .service)),
      ("system 0003\nservice 5000 0048\n", .badValue(line: 4, of: .service)),
      ("system 0003\nblock 0000 00\n", .badValue(line: 4, of: .block)),
      ("system 3\n", .badValue(line: 3, of: .system)),
      ("page 00\n", .unknownLine(line: 3)),
      ("", .missing(.idm, number: 0)),
      ("idm 01010A10B2C3D4E5\n", .missing(.pmm, number: 0)),
      (
        "idm 01010A10B2C3D4E5\npmm 03014B024F4993FF\n", .missing(.blocksAtOnce, number: 0)
      ),
      (
        "idm 01010A10B2C3D4E5\npmm 03014B024F4993FF\nblocks-at-once 1 1\n",
        .missing(.system, number: 0)
      ),
    ] as [(String, ChipStateError)])
  func damagedStates(lines: String, error: ChipStateError) {
    let text = "tagpress virtual tag 1\nmodel FeliCa card\n" + lines
    #expect(throws: error) { try VirtualChipFile.read(Array(text.utf8)) }
  }

  @Test("no packet whatever makes a card trap")
  func noise() throws {
    let card = try #require(VirtualFelicaCard.ndef(idm: hex(Self.idm)))
    var noise = Noise(seed: 13)
    for _ in 0..<20_000 {
      let code = [0x02, 0x06, 0x08, 0x0C][Int(noise.next() % 4)] as UInt8
      let packet = [code] + hex(Self.idm) + noise.bytes(Int(noise.next() % 26))
      _ = card.answer(to: packet, tearing: .pageNoise(noise.next()))
    }
  }
}
