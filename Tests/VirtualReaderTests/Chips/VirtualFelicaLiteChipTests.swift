// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct VirtualFelicaLiteChipTests {
  static let idm = "012E4CD6A1B2C3D4"

  static func chip(formatted: Bool = true) throws -> VirtualFelicaLiteChip {
    try #require(VirtualFelicaLiteChip(idm: hex(idm), isFormatted: formatted))
  }

  @Test("Polling: the systems, their wildcards, and what may be asked for besides")
  func polling() throws {
    let pmm = "00F1000000014300"
    expect(
      felica: try Self.chip(), idm: Self.idm,
      says: """
        00 12FC 00 00 > 01 ID \(pmm)
        00 12FC 01 00 > 01 ID \(pmm) 12FC
        00 88B4 01 00 > 01 ID \(pmm) 88B4
        00 FFFF 01 00 > 01 ID \(pmm) 88B4
        00 12FF 01 00 > 01 ID \(pmm) 12FC
        00 FFFC 01 00 > 01 ID \(pmm) 12FC
        00 12FC 02 00 > 01 ID \(pmm) 0083
        00 12FC 03 00 > 01 ID \(pmm)
        00 0003 01 00 > silence
        00 12FC 01 > silence
        """)
    expect(
      felica: try Self.chip(formatted: false), idm: Self.idm,
      says: """
        00 12FC 01 00 > silence
        00 FFFF 01 00 > 01 ID \(pmm) 88B4
        """)
    expect(
      felica: try #require(VirtualFelicaLiteChip(idm: hex(Self.idm), icCode: 0xF0)),
      idm: Self.idm,
      says: """
        00 12FC 01 00 > 01 ID 00F0000000014300 12FC
        """)
  }

  @Test("three commands, and silence for all others")
  func commands() throws {
    expect(
      felica: try Self.chip(), idm: Self.idm,
      says: """
        02 ID 01 0B00 > silence
        04 ID > silence
        0C ID > silence
        06 0000000000000000 01 0B00 01 8000 > silence
        06 ID 01 0B00 01 8000 00 > silence
        06 ID 01 0B00 02 8000 > silence
        06 ID > silence
        08 ID 01 0900 01 8001 ,00*15 > silence
        """)
  }

  @Test func reading() throws {
    expect(
      felica: try Self.chip(), idm: Self.idm,
      says: """
        06 ID 01 0B00 01 8000 > 07 ID 0000 01 10040100 0D000000 00000100 00000023
        06 ID 01 0900 01 8000 > 07 ID 0000 01 10040100 0D000000 00000100 00000023
        06 ID 01 0B00 01 000000 > 07 ID 0000 01 10040100 0D000000 00000100 00000023
        06 ID 01 0B00 02 8001 8088 > 07 ID 0000 02 ,00*16, FFFFFF01 FF ,00*11
        06 ID 01 0B00 04 8001 8002 000300 8004 > 07 ID 0000 04 ,00*64
        06 ID 01 0B00 05 8001 8002 8003 8004 8005 > 07 ID FFA2
        06 ID 01 0B00 00 > 07 ID FFA2
        06 ID 00 01 8000 > 07 ID FFA1
        06 ID 02 0B00 0900 01 8000 > 07 ID FFA1
        06 ID 01 8B00 01 8000 > 07 ID 01A6
        06 ID 01 0B00 01 8100 > 07 ID 01A3
        06 ID 01 0B00 01 9000 > 07 ID 01A7
        06 ID 01 0B00 02 8000 800F > 07 ID 02A8
        06 ID 01 0B00 03 8000 8001 000001 > 07 ID 04A8
        06 ID 01 0B00 02 8082 8083 > 07 ID 0000 02 ID ,00*8, ID 00F1000000014300
        06 ID 01 0B00 02 8085 8086 > 07 ID 0000 02 88B4 ,00*14, ,00*16
        06 ID 01 0B00 04 8080 8081 8087 8092 > 07 ID 0000 04 ,00*64
        """)
  }

  @Test func writing() throws {
    let chip = try Self.chip()
    expect(
      felica: chip, idm: Self.idm,
      says: """
        08 ID 01 0900 01 8001 ,AA*16 > 09 ID 0000
        06 ID 01 0B00 01 8001 > 07 ID 0000 01 ,AA*16
        08 ID 01 0B00 01 8001 ,BB*16 > 09 ID 01A6
        08 ID 01 0900 02 8001 8002 ,BB*32 > 09 ID FFA2
        08 ID 01 0900 00 > 09 ID FFA2
        08 ID 01 0900 01 800F ,BB*16 > 09 ID 01A8
        08 ID 01 0900 01 8083 ,BB*16 > 09 ID 01A8
        08 ID 01 0900 01 8090 ,BB*16 > 09 ID 01A8
        08 ID 01 0900 01 8092 ,BB*16 > 09 ID 01B1
        08 ID 01 0900 01 8080 ,BB*16 > 09 ID 0000
        08 ID 01 0900 01 8082 ,BB*16 > 09 ID 0000
        06 ID 01 0B00 02 8082 8080 > 07 ID 0000 02 ID ,BB*8, ,00*16
        06 ID 01 0B00 01 8090 > 07 ID 0000 01 020000 ,00*13
        """)
    #expect(chip.blocks[0x01] == [UInt8](repeating: 0xAA, count: 16))
  }

  @Test("the register counts down only")
  func register() throws {
    expect(
      felica: try Self.chip(), idm: Self.idm,
      says: """
        08 ID 01 0900 01 800E 05000000 00000001 ,00*8 > 09 ID 0000
        08 ID 01 0900 01 800E 06000000 00000000 ,00*8 > 09 ID 01A8
        08 ID 01 0900 01 800E 04000000 FFFFFF00 ,FF*8 > 09 ID 0000
        06 ID 01 0B00 01 800E > 07 ID 0000 01 04000000 FFFFFF00 ,FF*8
        """)
  }

  @Test("what is made read-only stays so")
  func readOnly() throws {
    let chip = try Self.chip()
    expect(
      felica: chip, idm: Self.idm,
      says: """
        08 ID 01 0900 01 8088 00C0 00 01 FF ,00*11 > 09 ID 0000
        06 ID 01 0B00 01 8088 > 07 ID 0000 01 00C0 00 01 FF ,00*11
        08 ID 01 0900 01 8000 ,AA*16 > 09 ID 01A8
        08 ID 01 0900 01 800D ,AA*16 > 09 ID 01A8
        08 ID 01 0900 01 800E ,00*16 > 09 ID 0000
        08 ID 01 0900 01 8086 ,AA*16 > 09 ID 01A8
        08 ID 01 0900 01 8088 FFFF FF 00 00 00 0000 0000 0000 00 00 0000 > 09 ID 0000
        06 ID 01 0B00 01 8088 > 07 ID 0000 01 00C0 00 01 FF ,00*11
        00 12FC 01 00 > 01 ID 00F1000000014300 12FC
        08 ID 01 0900 01 8088 0000 00 00 00 ,00*11 > 09 ID 0000
        08 ID 01 0900 01 8088 0000 00 00 00 ,00*11 > 09 ID 01A8
        """)
  }

  @Test("blocks that want an authentication, which no one can give here")
  func authentication() throws {
    expect(
      felica: try Self.chip(), idm: Self.idm,
      says: """
        08 ID 01 0900 01 8088 FFFF 00 01 FF 01 0200 0400 0800 00 ,00*3 > 09 ID 0000
        06 ID 01 0B00 02 8000 8001 > 07 ID 02B1
        08 ID 01 0900 01 8002 ,AA*16 > 09 ID 01B1
        08 ID 01 0900 01 8003 ,AA*16 > 09 ID 01B1
        08 ID 01 0900 01 8001 ,AA*16 > 09 ID 0000
        08 ID 01 0900 01 8088 FFFF FF 01 FF 00 0000 0000 0000 00 ,00*3 > 09 ID 0000
        06 ID 01 0B00 01 8088 > 07 ID 0000 01 FFFF 00 01 FF 01 0200 0400 0800 00 ,00*3
        """)
  }

  @Test("a torn write spoils a block of data, and leaves one of the chip's own whole")
  func tears() throws {
    for tear in [Tear.pageHalf, .pagesWritten(0), .pageNoise(3), .pageOld, .pageNew] {
      let chip = try Self.chip()
      let reply = chip.answer(
        to: hex("08" + Self.idm + "0109000180" + "01" + String(repeating: "AA", count: 16)),
        tearing: tear)
      #expect(reply?.programmedBlocks == 1)
      let content = try #require(chip.blocks[1])
      switch tear {
      case .pageOld: #expect(content == [UInt8](repeating: 0, count: 16))
      case .pageNew: #expect(content == [UInt8](repeating: 0xAA, count: 16))
      case .pageNoise: #expect(Set(content).count > 2)
      default:
        #expect(
          content == [UInt8](repeating: 0xAA, count: 8) + [UInt8](repeating: 0, count: 8))
      }
      let old = try #require(chip.blocks[0x88])
      let new = hex("00C00001FF" + String(repeating: "00", count: 11))
      _ = chip.answer(to: hex("08" + Self.idm + "010900018088") + new, tearing: tear)
      #expect(chip.blocks[0x88] == old || chip.blocks[0x88] == new)
    }
  }

  @Test func stateRoundTrip() throws {
    let chip = try Self.chip()
    _ = chip.answer(
      to: hex("08" + Self.idm + "010900018087" + String(repeating: "AB", count: 16)), tearing: nil)
    let read = try #require(try VirtualChipFile.read(chip.state) as? VirtualFelicaLiteChip)
    #expect(read.blocks == chip.blocks)
    #expect(read.state == chip.state)
    let text = String(decoding: chip.state, as: UTF8.self)
    #expect(text.hasPrefix("tagpress virtual tag 1\nmodel FeliCa Lite-S\nblock 00 10 04 01 00"))
    for (change, error) in [
      (text + "block 0F 00\n", ChipStateError.noSuchPage(line: 26, page: 15)),
      (text + "block 00 00\n", .repeated(line: 26, first: 3)),
      (text + "page 00 00\n", .unknownLine(line: 26)),
      (
        String(text.split(separator: "\n").dropLast().joined(separator: "\n")),
        .missing(.block, number: 0x90)
      ),
    ] {
      #expect(throws: error) { try VirtualChipFile.read(Array(change.utf8)) }
    }
  }

  @Test("the memory of another chip, as a dump has it")
  func dumpedMemory() throws {
    let attributes = hex("100401000D0000000000010000130033")
    let configuration = hex("FFFFFF01FF" + String(repeating: "00", count: 11))
    let chip = try #require(
      VirtualFelicaLiteChip(
        idm: hex("0123456789ABCDEF"),
        blocks: [0x00: attributes, 0x88: configuration, 0x80: attributes, 0xA0: attributes]))
    expect(
      felica: chip, idm: "0123456789ABCDEF",
      says: """
        00 12FC 00 00 > 01 ID 00F1000000014300
        06 ID 01 0B00 01 8000 > 07 ID 0000 01 100401000D0000000000010000130033
        06 ID 01 0B00 01 8080 > 07 ID 0000 01 ,00*16
        """)
    let idm = hex("0123456789ABCDEF")
    #expect(VirtualFelicaLiteChip(idm: idm, blocks: [0x0F: attributes]) == nil)
    #expect(VirtualFelicaLiteChip(idm: idm, blocks: [0x00: [1]]) == nil)
    #expect(VirtualFelicaLiteChip(idm: [1], blocks: [:]) == nil)
  }

  @Test("no packet whatever makes a chip trap")
  func noise() throws {
    let chip = try Self.chip()
    var noise = Noise(seed: 11)
    for _ in 0..<20_000 {
      let code: UInt8 = noise.next() % 2 == 0 ? 0x06 : 0x08
      let packet = [code] + hex(Self.idm) + noise.bytes(Int(noise.next() % 26))
      _ = chip.answer(to: packet, tearing: nil)
      _ = chip.answer(to: Array(packet.prefix(Int(noise.next() % 10))), tearing: nil)
    }
  }
}
