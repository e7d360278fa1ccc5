// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct VirtualChipFileTests {
  @Test func whatTheFileLooksLike() throws {
    let chip = try #require(
      VirtualType2Chip(
        .ultralightEV1Small, uid: hex("04F1DD9A3A1090"),
        signature: hex("3551B40EA1048B1EABD00B771C73C270D9F9DBCAB69BD7620B424BFD408EBA61"),
        claiming: .ntag210))
    chip.worn = [0x0C: .refuses, 0x05: .keepsOldValue]
    chip.commandsLeft = 12
    expect(chip, says: "A5 00 01020300 > ACK\nA2 12 01020304 > ACK")
    _ = chip.answer(to: hex("A50101000000"), tearing: .pageOld)
    #expect(
      String(decoding: chip.state, as: UTF8.self) == """
        tagpress virtual tag 1
        model Ultralight EV1 MF0UL11
        claims NTAG210
        signature 3551B40EA1048B1EABD00B771C73C270D9F9DBCAB69BD7620B424BFD408EBA61
        counter 0 030201
        counter 1 000000 torn
        counter 2 000000
        failed-passwords 0
        commands-left 9
        worn 05 keeps-old-value
        worn 0C refuses
        page 00 04 F1 DD A0
        page 01 9A 3A 10 90
        page 02 20 48 00 00
        page 03 E1 10 06 00
        page 04 00 00 00 00
        page 05 00 00 00 00
        page 06 00 00 00 00
        page 07 00 00 00 00
        page 08 00 00 00 00
        page 09 00 00 00 00
        page 0A 00 00 00 00
        page 0B 00 00 00 00
        page 0C 00 00 00 00
        page 0D 00 00 00 00
        page 0E 00 00 00 00
        page 0F 00 00 00 00
        page 10 00 00 00 FF
        page 11 00 05 00 00
        page 12 01 02 03 04
        page 13 00 00 00 00

        """)
  }

  @Test(arguments: ChipModel.allModels)
  func roundTrip(model: ChipModel) throws {
    var noise = Noise(seed: 213)
    let signature = model.version == nil ? nil : noise.bytes(32)
    let chip = try #require(
      VirtualType2Chip(model, uid: noise.bytes(7), signature: signature, seed: noise.next()))
    for page in 0..<model.pages { chip.memory[page] = noise.bytes(4) }
    for index in chip.counters.indices {
      chip.counters[index].value = Int(noise.next() & 0xFFFFFF)
      chip.counters[index].isTorn = index == 1
    }
    if model.configurationPage != nil { chip.failedPasswords = 5 }
    chip.worn = [4: .refuses]
    let read = try #require(try VirtualChipFile.read(chip.state) as? VirtualType2Chip)
    #expect(read.state == chip.state)
    #expect(read.model == chip.model)
    #expect(read.memory == chip.memory)
    #expect(read.counters == chip.counters)
    #expect(read.failedPasswords == chip.failedPasswords)
    if case .tripleDES = model.protection { #expect(read.noise == chip.noise) }
    #expect(read.signature == signature)
    #expect(read.identity == chip.identity)
  }

  // Power off and on is what reading the file back must amount to.
  @Test func protectionHoldsAfterReading() throws {
    let chip = try newChip(.ntag213)
    expect(chip, says: "A2 2A 40050000 > ACK\nA2 29 04000004 > ACK")
    let read = try VirtualType2Chip(state: chip.state)
    expect(
      read,
      says: "A2 04 01020304 > NAK0\nselect\n1B FFFFFFFF > 0000\nA2 29 00000000 > NAK0")
  }

  @Test(
    arguments: [
      ("", .notAChipState),
      ("something else\n", .notAChipState),
      ("tagpress virtual tag\n", .notAChipState),
      ("tagpress virtual tag 2\nmodel NTAG213\n", .unknownVersion),
      ("tagpress virtual tag 1", .unknownModel),
      ("tagpress virtual tag 1\nmodel NTAG999\n", .unknownModel),
      ("tagpress virtual tag 1\npage 00 00 00 00 00\n", .unknownModel),
      ("tagpress virtual tag 1\nmodel NTAG213\n", .missing(.page, number: 0)),
      ("tagpress virtual tag 1\r\nmodel NTAG213\n", .notText(line: 1)),
      ("tagpress virtual tag 1\nmodel NTAG213\n\npage \u{e9}\n", .notText(line: 4)),
      ("tagpress virtual tag 1\nmodel NTAG213\ncolour red\n", .unknownLine(line: 3)),
      ("tagpress virtual tag 1\nmodel NTAG213\nmodel NTAG213\n", .unknownLine(line: 3)),
      (
        "tagpress virtual tag 1\nmodel NTAG213\npage 2D 00 00 00 00\n",
        .noSuchPage(line: 3, page: 45)
      ),
      ("tagpress virtual tag 1\nmodel NTAG213\npage 00 00 00 00\n", .badValue(line: 3, of: .page)),
      ("tagpress virtual tag 1\nmodel NTAG213\npage +1 00000000\n", .badValue(line: 3, of: .page)),
      ("tagpress virtual tag 1\nmodel NTAG213\npage\n", .badValue(line: 3, of: .page)),
      (
        "tagpress virtual tag 1\nmodel NTAG213\npage 0 00000000\npage 00 00000000\n",
        .repeated(line: 4, first: 3)
      ),
      ("tagpress virtual tag 1\nmodel NTAG213\nworn 04 red\n", .badValue(line: 3, of: .worn)),
      (
        "tagpress virtual tag 1\nmodel NTAG213\ncounter 0 000000\n",
        .badValue(line: 3, of: .counter)
      ),
      ("tagpress virtual tag 1\nmodel NTAG213\ncounter 2 0000\n", .badValue(line: 3, of: .counter)),
      ("tagpress virtual tag 1\nmodel NTAG203\ncounter 2 000000\n", .unknownLine(line: 3)),
      ("tagpress virtual tag 1\nmodel NTAG203\nsignature 00\n", .unknownLine(line: 3)),
      ("tagpress virtual tag 1\nmodel NTAG213\nsignature 00\n", .badValue(line: 3, of: .signature)),
      ("tagpress virtual tag 1\nmodel NTAG213\nclaims NTAG\n", .badValue(line: 3, of: .claims)),
      ("tagpress virtual tag 1\nmodel NTAG213\nrandom 00\n", .unknownLine(line: 3)),
      (
        "tagpress virtual tag 1\nmodel Ultralight C MF0ICU2\nrandom 00\n",
        .badValue(line: 3, of: .random)
      ),
      (
        "tagpress virtual tag 1\nmodel NTAG213\nfailed-passwords 8\n",
        .badValue(line: 3, of: .failedPasswords)
      ),
      (
        "tagpress virtual tag 1\nmodel NTAG213\ncommands-left -1\n",
        .badValue(line: 3, of: .commandsLeft)
      ),
      ("tagpress virtual tag 1\nmodel NTAG213\nblock 00 00\n", .unknownLine(line: 3)),
      ("tagpress virtual tag 1\nmodel MIFARE Classic 1K\n", .missing(.block, number: 0)),
      ("tagpress virtual tag 1\nmodel MIFARE Classic 1K\npage 00\n", .unknownLine(line: 3)),
      (
        "tagpress virtual tag 1\nmodel MIFARE Classic 1K\nblock 40 00\n",
        .noSuchPage(line: 3, page: 64)
      ),
    ] as [(String, ChipStateError)])
  func damagedFiles(text: String, error: ChipStateError) {
    #expect(throws: error) { try VirtualChipFile.read(Array(text.utf8)) }
  }

  @Test func endlessFile() {
    let bytes = [UInt8](repeating: UInt8(ascii: "t"), count: 300_000)
    #expect(throws: ChipStateError.tooLong(bytes: 300_000)) { try VirtualChipFile.read(bytes) }
  }

  @Test func largestFileIsFarFromTheLimit() throws {
    let full = [UInt8](repeating: 0xFF, count: 0xA000)
    let card = VirtualType4Chip(
      .mapping3, uid: hex("04E141124C2880"), files: [0xE103: hex("00"), 0xE104: full])
    #expect(card.state.count * 2 < ChipStateLines.longestFile)
  }

  // A file that ends early, or has one byte changed, is read as another chip or refused, and nothing
  // else happens.
  @Test func truncationsAndFlippedBytes() throws {
    let whole = try newChip(.ultralightC).state
    for end in 0..<whole.count - 1 {
      if let chip = try? VirtualChipFile.read(Array(whole.prefix(end))) {
        Issue.record("a truncated file made a chip: \(end), \(chip.technology)")
      }
    }
    var noise = Noise(seed: 4)
    for _ in 0..<500 {
      var bytes = whole
      bytes[Int(noise.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: noise.next())
      guard let chip = try? VirtualChipFile.read(bytes) else { continue }
      #expect(try VirtualChipFile.read(chip.state).state == chip.state)
    }
  }

  @Test(arguments: [
    ChipStateError.tooLong(bytes: 20_000), .notText(line: 3), .notAChipState, .unknownVersion,
    .unknownModel, .unknownLine(line: 4), .badValue(line: 5, of: .worn),
    .noSuchPage(line: 6, page: 64), .repeated(line: 8, first: 7), .missing(.page, number: 0x2C),
    .missing(.uid, number: 0),
  ])
  func everyErrorIsSentencesThatSayWhatToDo(error: ChipStateError) {
    let text = error.description
    #expect(text.hasSuffix(".") && text.contains(". "))
  }
}
