// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

/// A conversation with a card, written as lines of "command > answer" in hexadecimal.
///
/// "again" begins a new session. A row of 240 zeros may be written as ",00*240,".
func expect(
  smartCard card: some SmartCard, says script: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for line in script.split(separator: "\n") {
    let parts = line.split(separator: ">").map { $0.filter { $0 != " " } }
    guard parts[0] != "again" else {
      card.activated()
      continue
    }
    let answer = card.answer(command: hex(repeated(parts[0])), tearing: nil).answer
    let expected = parts.count > 1 ? repeated(parts[1]) : ""
    #expect(hexText(answer) == expected, "\(line)", sourceLocation: sourceLocation)
  }
}

/// Writes "00*3" out as "000000".
private func repeated(_ text: String) -> String {
  text.split(separator: ",").map { part in
    let words = part.split(separator: "*")
    return String(repeating: String(words[0]), count: words.count > 1 ? Int(words[1]) ?? 0 : 1)
  }.joined().lowercased()
}

struct VirtualType4ChipTests {
  static let uid = "04958CAA5C5E80"

  static func card(_ model: Type4Model) throws -> VirtualType4Chip {
    try #require(VirtualType4Chip(model, uid: hex(uid)))
  }

  @Test func ntag424() throws {
    let card = try Self.card(.ntag424)
    #expect(
      card.identity
        == TypeAIdentity(
          uid: hex(Self.uid), atqa: [0x03, 0x44], sak: 0x20, ats: hex("067777710280")))
    expect(
      smartCard: card,
      says: """
        00B0000000 > 6985
        00A4000C02E103 > 6A82
        00A4040007D276000085010100 > 9000
        00B0000002 > 6985
        00A4000C02E103 > 9000
        00B0000002 > 0017 9000
        00B0000000 > 0017200100 00FF 0406E10401000000 0506E10500808283, 00*9, 9000
        00D6000001FF > 6982
        00A4000C02E104 > 9000
        00B0000000 > 00*256, 9000
        00B000F020 > 00*16, 9000
        00B0010001 > 6A86
        00B0000203 > 00*3, 9000
        00D600000A 0008D10104550065782F > 9000
        00B000000A > 0008D10104550065782F 9000
        00D600FF01AA > 9000
        00D600FF02AABB > 6700
        00D60100 01AA > 6A86
        00D60000 > 6700
        00A4000C02E105 > 9000
        00B0000001 > 6982
        00D6000001AA > 6982
        00A4000C02E106 > 6A82
        00B0000001 > 6982
        00A4040007D276000085010000 > 6A82
        00A4000003E10400 > 6A87
        00A40300 > 6A86
        00200000 > 6D00
        80A4000C02E104 > 6E00
        00A4 > 6700
        00A4000C05E104 > 6700
        again
        00B0000001 > 6985
        """)
  }

  @Test func nativeCommandsOf424() throws {
    expect(
      smartCard: try Self.card(.ntag424),
      says: """
        9060000000 > 04040230001105 91AF
        90AF000000 > 04040201021105 91AF
        90AF000000 > 04958CAA5C5E80 CF8DBC44502A18 9100
        90AF000000 > 911C
        9060000000 > 04040230001105 91AF
        00A4040007D276000085010100 > 6985
        00A4040007D276000085010100 > 9000
        90F50000010100 > 000000E0200000 9100
        90F50000010200 > 0000E0EE000100 9100
        90F50000010300 > 00033023800000 9100
        90F50000010400 > 91F0
        906000000100 > 917E
        9060000100 > 917E
        906A000000 > 911C
        9077000000 > 911C
        again
        90F50000010200 > 919D
        """)
  }

  @Test func desfire() throws {
    expect(
      smartCard: try Self.card(.desfireUnformatted),
      says: """
        00A4040007D276000085010100 > 6A82
        9060000000 > 04010112001805 91AF
        90AF000000 > 04010102011805 91AF
        90AF000000 > 04958CAA5C5E80 BA547146201721 9100
        906A000000 > 9100
        905A00000300000000 > 9100
        905A00000310EEEE00 > 91A0
        """)
    for model in [Type4Model.desfireEV1, .desfireEV2, .desfireEV3] {
      expect(
        smartCard: try Self.card(model),
        says: """
          906A000000 > 10EEEE 9100
          905A00000310EEEE00 > 9100
          00A4040007D276000085010100 > 9000
          00A4000C02E104 > 9000
          00B000003B > 00*59, 9000
          00B000003C > 6700
          00D6000034,00*52 > 9000
          00D6000035,00*53 > 6700
          """)
    }
  }

  @Test func mapping1() throws {
    expect(
      smartCard: try Self.card(.mapping1),
      says: """
        00A4040007D276000085010100 > 6A82
        00A4040007D276000085010000 > 9000
        00A4000C02E103 > 6A86
        00A4000002E103 > 9000
        00B000000F > 000F10003B00340406E10401000000 9000
        """)
  }

  @Test func mapping2() throws {
    expect(
      smartCard: try Self.card(.mapping2Small),
      says: """
        00A4040007D2760000850101 > 9000
        00A4000C02E103 > 9000
        00B000000F > 000F20000F000D0406E20500800000 9000
        00B0000010 > 6700
        00A4000C02E205 > 9000
        00B0007F01 > 00 9000
        00B0007F02 > 00 6282
        00B0008001 > 6B00
        00B0800001 > 6A86
        00B00000 > 6700
        00B00000000001 > 6700
        00D6007F 01AA > 9000
        00D6007F 02AABB > 6A84
        00D60080 01AA > 6B00
        00D68000 01AA > 6A86
        00D60000 0E0102030405060708090A0B0C0D0E > 6700
        00D60000 0D0102030405060708090A0B0C0D > 9000
        00B000000D > 0102030405060708090A0B0C0D 9000
        00B1000005540300000001 > 6D00
        """)
    expect(
      smartCard: try Self.card(.mapping2ReadOnly),
      says: """
        00A4040007D276000085010100 > 9000
        00A4000C02E103 > 9000
        00B000000F > 000F20003B00340406E104010000FF 9000
        00A4000C02E104 > 9000
        00B0000007 > 0011D1010D5504 9000
        00D6000002 0000 > 6982
        """)
  }

  @Test("mapping version 3.0: long lengths, and offsets in objects")
  func mapping3() throws {
    let card = try Self.card(.mapping3)
    expect(
      smartCard: card,
      says: """
        00A4040007D276000085010100 > 9000
        00A4000C02E103 > 9000
        00B0000011 > 0011300800080006 08E1040000A0000000 9000
        00A4000C02E104 > 9000
        00B00000000800 > 00*2048, 9000
        00B00000000801 > 6700
        00B07FFF02 > 0000 9000
        00D700000A 540300 9FFE 5302AABB > 6700
        00D7000009 5403009FFE 5302AABB > 9000
        00B10000055403009FFE04 > 6700
        00B10000055403009FFE06 > 5302AABB 6282
        00B1000000 0005 5403009FFD 0005 > 530300AABB 9000
        00B1000000 0005 5403009FFD 0006 > 530300AABB 6282
        00B10000055403009FFD05 > 530300AABB 9000
        00B1000005540300A00010 > 6B00
        00B10001055403009FFE06 > 6A80
        00B10000045403009F06 > 6A80
        00D7000009 5403009FFF 5302AABB > 6A84
        00D7000008 5403009FFE 5302AA > 6A80
        00D700000A 5403009FFE 53820001AA > 9000
        00D700000A 5403009FFE 53830001AA > 6A80
        00D7000009 5403009FFE 538101CC > 9000
        """)
    #expect(card.files[0xE104]?.suffix(2) == [0xCC, 0xBB])
  }

  @Test("a write costs a page for each that it touches, and asks for the time that its model needs")
  func cost() throws {
    let card = try Self.card(.mapping2Small)
    _ = card.answer(command: hex("00A4040007D2760000850101"), tearing: nil)
    _ = card.answer(command: hex("00A4000C02E205"), tearing: nil)
    let reply = card.answer(command: hex("00D6000306AABBCCDDEEFF"), tearing: nil)
    #expect(
      reply == SmartCardReply([0x90, 0x00], programmedPages: 3, waitingTimeExtensions: 2))
  }

  @Test("a torn write leaves pages new, old and half written, and an NTAG 424 all or nothing")
  func tears() throws {
    let tears: [(Tear, String, String)] = [
      (.pageOld, "000000000000", "000000000000"), (.pageNew, "aabbccddeeff", "aabbccddeeff"),
      (.pagesWritten(0), "aa0000000000", "000000000000"),
      (.pagesWritten(1), "aabbccdd0000", "aabbccddeeff"),
      (.pageHalf, "aabbccdd0000", "000000000000"),
      (.pagesWritten(2), "aabbccddeeff", "aabbccddeeff"),
    ]
    for (tear, small, whole) in tears {
      for (model, file, expected) in [
        (Type4Model.mapping2Small, "E205", small), (.ntag424, "E104", whole),
      ] {
        let card = try Self.card(model)
        _ = card.answer(command: hex("00A4040007D2760000850101"), tearing: nil)
        _ = card.answer(command: hex("00A4000C02" + file), tearing: nil)
        _ = card.answer(command: hex("00D6000206AABBCCDDEEFF"), tearing: tear)
        let content = try #require(card.files[UInt16(hex(file)[0]) << 8 | UInt16(hex(file)[1])])
        #expect(hexText(Array(content[2..<8])) == expected, "\(tear) \(model.name)")
        #expect(content[0..<2] == [0, 0] && content[8] == 0)
      }
    }
  }

  @Test(arguments: Type4Model.allModels)
  func stateRoundTrip(model: Type4Model) throws {
    let card = try Self.card(model)
    let read = try #require(try VirtualChipFile.read(card.state) as? VirtualType4Chip)
    #expect(read.model == model)
    #expect(read.uid == card.uid)
    #expect(read.files == card.files)
    #expect(read.state == card.state)
    // No capability container promises more than its card has.
    for file in model.files { #expect(file.content.count <= file.size) }
  }

  @Test func stateFile() throws {
    #expect(
      String(decoding: try Self.card(.mapping2ReadOnly).state, as: UTF8.self) == """
        tagpress virtual tag 1
        model Type4-2.0 read-only
        uid 04958CAA5C5E80
        file E103 0000 000F20003B00340406E104010000FF
        file E104 0000 0011D1010D55046578616D706C652E636F6D2F00000000000000000000000000

        """)
  }

  @Test(
    arguments: [
      ("", .missing(.uid, number: 0)),
      ("uid 04\n", .badValue(line: 3, of: .uid)),
      ("uid 04958CAA5C5E80\nuid 04958CAA5C5E80\n", .repeated(line: 4, first: 3)),
      ("uid 04958CAA5C5E80\nfile E107 0000 00\n", .badValue(line: 4, of: .file)),
      ("uid 04958CAA5C5E80\nfile E104 00FF 0000\n", .badValue(line: 4, of: .file)),
      ("uid 04958CAA5C5E80\nfile E104 0000\n", .badValue(line: 4, of: .file)),
      ("uid 04958CAA5C5E80\nfile E104 0000 0\n", .badValue(line: 4, of: .file)),
      ("page 00 00000000\n", .unknownLine(line: 3)),
    ] as [(String, ChipStateError)])
  func damagedStates(lines: String, error: ChipStateError) {
    let text = "tagpress virtual tag 1\nmodel NTAG424 DNA\n" + lines
    #expect(throws: error) { try VirtualChipFile.read(Array(text.utf8)) }
  }

  @Test("no command whatever makes a card trap", arguments: Type4Model.allModels)
  func noise(model: Type4Model) throws {
    let card = try Self.card(model)
    var noise = Noise(seed: 7)
    let heads = [
      "00A4040007D2760000850101", "00A4000C02E104", "00B0", "00D6", "00B1", "00D7", "90",
    ]
    for _ in 0..<5_000 {
      let head = hex(heads[Int(noise.next() % UInt64(heads.count))])
      let command = head + noise.bytes(Int(noise.next() % 14))
      #expect(card.answer(command: command, tearing: .pageNoise(noise.next())).answer.count >= 2)
    }
  }
}

extension Type4Model: CustomTestStringConvertible {
  package var testDescription: String { name }
}
