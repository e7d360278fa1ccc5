// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct StrangeCardsTests {
  @Test("a payment card names its applications and knows nothing of NDEF")
  func payment() throws {
    let card = VirtualPaymentCard(seed: 1)
    expect(
      smartCard: card,
      says: """
        00A4040007D276000085010100 > 6A82
        00A404000E325041592E5359532E444446303100 > 6F20840E325041592E5359532E4444463031 A50EBF0C0B61094F07F0000000000001 9000
        00A4000C02E103 > 6A86
        00B0000010 > 6D00
        9060000000 > 6E00
        00A4 > 6700
        """)
    let uid = card.identity.uid
    card.fieldLost()
    #expect(card.identity.uid != uid && card.identity.uid[0] == 0x08)
    #expect(try VirtualChipFile.read(card.state) is VirtualPaymentCard)
  }

  @Test("a passport is of Type B, is found by its application and opens nothing")
  func passport() throws {
    let passport = VirtualPassport(seed: 1)
    expect(
      smartCard: passport,
      says: """
        00A4040007D276000085010100 > 6A82
        00A4040C07A0000002471001 > 9000
        00B09E0001 > 6982
        00840000 08 > 6D00
        """)
    #expect(try VirtualChipFile.read(passport.state) is VirtualPassport)
    var bench = Bench()
    bench.place(passport)
    _ = bench.ask("3205000102")
    #expect(bench.ask("4a0100") == "4b00")
    let listed = bench.ask("4a010300") ?? "nothing"
    #expect(listed.hasPrefix("4b01015008") && listed.hasSuffix("00000000" + "008181" + "0101"))
    #expect(bench.ask("400100a4040007d2760000850101") == "41006a82")
  }

  @Test("a Topaz answers a request, has no anticollision, and tells its UID by RID")
  func topaz() throws {
    let chip = try #require(VirtualTopazChip(uid: hex("02C1B2A3")))
    var bench = Bench()
    bench.place(chip)
    _ = bench.ask("3205000102")
    #expect(bench.ask("4a0100") == "4b00")
    #expect(bench.ask("4a0104") == "4b01010c0002c1b2a3")
    #expect(bench.ask("4001" + "78" + "000000000000") == "4100124c02c1b2a3")
    #expect(bench.ask("4001" + "010800" + "02c1b2a3") == "410008e1")
    #expect(bench.ask("4001" + "000000" + "02c1b2a3")?.prefix(16) == "4100124c02c1b2a3")
    #expect(bench.ask("4001" + "010800" + "00000000") == "4101")
    #expect(bench.ask("4001" + "530800" + "02c1b2a3") == "4101")
    #expect(bench.ask("04") == "05000101" + "01000002" + "00")
    let read = try #require(try VirtualChipFile.read(chip.state) as? VirtualTopazChip)
    #expect(read.uid == chip.uid)
    for (text, error) in [
      ("", ChipStateError.missing(.uid, number: 0)), ("uid 00\n", .badValue(line: 3, of: .uid)),
      ("page 00\n", .unknownLine(line: 3)),
    ] {
      let file = "tagpress virtual tag 1\nmodel Topaz 512\n" + text
      #expect(throws: error) { try VirtualChipFile.read(Array(file.utf8)) }
    }
  }
}
