// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

/// What an NTAG 424 DNA does for a reader that has a key, and what it does not for one that has none.
struct KeyedCommandsTests {
  /// A reader of the tests, with the card's own cipher.
  private final class Reader {
    let card: VirtualType4Chip
    private(set) var channel: SecureChannel?

    init(_ card: VirtualType4Chip, application: Bool = true) {
      self.card = card
      if application { _ = ask("00A4040007D276000085010100") }
    }

    func ask(_ command: String, tearing tear: Tear? = nil) -> String {
      hexText(card.answer(command: hex(command), tearing: tear).answer).uppercased()
    }

    /// A command in the chip's own language.
    func native(_ code: UInt8, _ data: [UInt8], tearing tear: Tear? = nil) -> [UInt8] {
      let length: [UInt8] = data.isEmpty ? [] : [UInt8(data.count)]
      let head: [UInt8] = [0x90, code, 0, 0]
      let command: [UInt8] = head + length + data + [0]
      return card.answer(command: command, tearing: tear).answer
    }

    /// AuthenticateEV2First; the status that ends it.
    func authenticate(_ number: UInt8, _ key: [UInt8]) -> [UInt8] {
      channel = nil
      let challenge = native(0x71, [number, 0])
      guard challenge.count == 18 else { return challenge }
      let cipher = AdvancedEncryptionStandard(key: key)
      let theirs = cipher.decrypt(chain: Array(challenge.prefix(16)))
      let ours = [UInt8](0x30..<0x40)
      let proof = native(0xAF, cipher.encrypt(chain: ours + Self.turned(theirs)))
      guard proof.count == 34 else { return proof }
      let plain = cipher.decrypt(chain: Array(proof.prefix(32)))
      #expect(Array(plain[4..<20]) == Self.turned(ours))
      channel = SecureChannel(
        key: number, key, reader: ours, card: theirs, transaction: Array(plain[0..<4]))
      return Array(proof.suffix(2))
    }

    private static func turned(_ bytes: [UInt8]) -> [UInt8] {
      Array(bytes.dropFirst()) + bytes.prefix(1)
    }
  }

  private static let factory = [UInt8](repeating: 0, count: 16)
  private static let other = [UInt8](repeating: 7, count: 16)

  @Test("a right key opens a session, and a wrong one is counted")
  func authentication() throws {
    let reader = Reader(try VirtualType4ChipTests.card(.ntag424))
    for key in UInt8(0)...4 { #expect(reader.authenticate(key, Self.factory) == [0x91, 0x00]) }
    #expect(reader.card.failedKeys == 0)
    #expect(reader.authenticate(0, Self.other) == [0x91, 0xAE])
    #expect(reader.card.failedKeys == 1)
    #expect(reader.authenticate(5, Self.factory) == [0x91, 0x40])
    #expect(reader.authenticate(0, Self.factory) == [0x91, 0x00])
    #expect(reader.card.failedKeys == 0)
    #expect(Reader(reader.card, application: false).authenticate(0, Self.factory) == [0x91, 0x00])
    reader.card.activated()
    #expect(reader.authenticate(0, Self.factory) == [0x91, 0x9D])
  }

  @Test("after a thousand wrong keys none is asked for any more")
  func tooManyFailures() {
    let card = VirtualType4Chip(
      .ntag424, uid: hex(VirtualType4ChipTests.uid), files: [:], failedKeys: 999)
    let reader = Reader(card)
    #expect(reader.authenticate(0, Self.other) == [0x91, 0xAE])
    #expect(reader.authenticate(0, Self.factory) == [0x91, 0x9D])
  }

  @Test("nothing may come between the two parts")
  func halves() throws {
    let reader = Reader(try VirtualType4ChipTests.card(.ntag424))
    #expect(reader.native(0x71, [0]) == [0x91, 0x7E])
    #expect(reader.native(0x71, [0, 1]) == [0x91, 0x7E])
    #expect(reader.native(0x71, [0, 2, 0, 0]).suffix(2) == [0x91, 0xAF])
    #expect(reader.native(0x60, []) == [0x91, 0xCA])
    #expect(reader.native(0xAF, [UInt8](repeating: 0, count: 32)) == [0x91, 0x1C])
    _ = reader.native(0x71, [0, 0])
    #expect(reader.ask("00B0000001") == "6985")
    _ = reader.native(0x71, [0, 0])
    #expect(reader.native(0xAF, [UInt8](repeating: 0, count: 31)) == [0x91, 0x7E])
    _ = reader.native(0x71, [0, 0])
    reader.card.activated()
    #expect(reader.native(0xAF, [UInt8](repeating: 0, count: 32)) == [0x91, 0x1C])
  }

  @Test("without a key nothing changes")
  func withoutKey() throws {
    let reader = Reader(try VirtualType4ChipTests.card(.ntag424))
    #expect(reader.native(0x5F, [0x02, 0x00, 0xFF, 0xEF]) == [0x91, 0xAE])
    #expect(reader.native(0x5F, [0x04, 0x00, 0xFF, 0xEF]) == [0x91, 0xF0])
    #expect(reader.native(0x8D, hex("01 0E0000 010000 FF")) == [0x91, 0xAE])
    // Anyone may write the message, with this command too.
    #expect(reader.native(0x8D, hex("02 000000 020000 AABB")) == [0x91, 0x00])
    #expect(reader.card.files[0xE104]?.prefix(3) == [0xAA, 0xBB, 0x00])
    #expect(reader.native(0x8D, hex("02 FF0000 020000 AABB")) == [0x91, 0xBE])
    #expect(reader.native(0x8D, hex("02 000000 030000 AABB")) == [0x91, 0x7E])
    #expect(reader.native(0x8D, hex("02 000000 000000")) == [0x91, 0x9E])
    #expect(reader.native(0x8D, hex("02 0000")) == [0x91, 0x7E])
    #expect(reader.native(0x8D, hex("03 000000 010000 AA")) == [0x91, 0xAE])
    #expect(reader.card.settings == Type4Model.ntag424.native?.fileSettings)
  }

  /// The card as it is locked: each command is the one before it, sealed for the next count.
  @Test("settings that are closed stay closed")
  func closing() throws {
    let card = try VirtualType4ChipTests.card(.ntag424)
    let reader = Reader(card)
    #expect(reader.authenticate(0, Self.factory) == [0x91, 0x00])
    // In a session of a key there is no reading in plain.
    #expect(reader.ask("00A4000C02E104") == "9000")
    #expect(reader.ask("00B0000001") == "6982")
    #expect(reader.native(0x8D, hex("01 0E0000 010000 FF")) == [0x91, 0x00])
    #expect(card.files[0xE103]?[14] == 0xFF)
    // A command that is not sealed ends the session.
    #expect(reader.native(0x5F, [0x01, 0x00, 0xFF, 0xEF]) == [0x91, 0x1E])
    #expect(reader.native(0x8D, hex("01 0E0000 010000 00")) == [0x91, 0xAE])
    #expect(reader.ask("00B0000001") == "009000")
  }

  @Test("a torn change of settings is whole or nothing")
  func tears() throws {
    // Changing is free on this card, so no seal is needed.
    let open = hex("0000EEEE000100")
    for (tear, isNew) in [(Tear.pageOld, false), (.pageNew, true), (.pageHalf, false)] {
      let card = VirtualType4Chip(
        .ntag424, uid: hex(VirtualType4ChipTests.uid), files: [:], settings: [2: open])
      let reader = Reader(card)
      _ = reader.native(0x5F, [0x02, 0x00, 0xFF, 0xEF], tearing: tear)
      #expect(card.settings[2] == (isNew ? hex("0000FFEF000100") : open))
      #expect(
        reader.native(0x5F, [0x02, 0x00, 0xEE, 0xEE]) == (isNew ? [0x91, 0x9D] : [0x91, 0x00]))
    }
  }

  @Test("settings that the sheet does not allow are refused")
  func refusals() {
    let cases: [(String, UInt8)] = [
      ("02", 0x7E), ("0200FF", 0x7E), ("0200FFEFEF", 0x7E), ("0204FFEF", 0x9E),
      ("0200F5EF", 0x9E), ("0240FFEF", 0x9E), ("0140FFEF", 0x9D), ("0201FFEF", 0x00),
    ]
    for (data, status) in cases {
      let open = hex("0000EEEE000100")
      let card = VirtualType4Chip(
        .ntag424, uid: hex(VirtualType4ChipTests.uid), files: [:], settings: [1: open, 2: open])
      #expect(Reader(card).native(0x5F, hex(data)) == [0x91, status], "\(data)")
    }
  }

  @Test("no data whatever makes the card trap, with a key or without")
  func noise() throws {
    let reader = Reader(try VirtualType4ChipTests.card(.ntag424))
    var noise = Noise(seed: 424)
    for round in 0..<5_000 {
      if round % 7 == 0 {
        reader.card.activated()
        _ = reader.ask("00A4040007D276000085010100")
        _ = reader.authenticate(0, Self.factory)
      }
      let code = [UInt8]([0x71, 0xAF, 0x5F, 0x8D, 0xF5])[Int(noise.next() % 5)]
      var data = noise.bytes(Int(noise.next() % 41))
      if !data.isEmpty, noise.next() & 1 == 0 { data[0] &= 3 }
      #expect(reader.native(code, data, tearing: .pageNoise(noise.next())).count >= 2)
    }
    #expect(reader.card.settings == Type4Model.ntag424.native?.fileSettings)
  }

  @Test("keys, settings and wrong keys survive in the file")
  func state() throws {
    let card = VirtualType4Chip(
      .ntag424, uid: hex(VirtualType4ChipTests.uid),
      files: try VirtualType4ChipTests.card(.ntag424).files,
      settings: [2: hex("0000FFEF000100")], keys: [0: Self.other], failedKeys: 3)
    #expect(
      String(decoding: card.state, as: UTF8.self).split(separator: "\n").dropFirst(3).prefix(3)
        == [
          "settings 02 0000FFEF000100", "key 00 07070707070707070707070707070707",
          "failed-passwords 3",
        ])
    let read = try #require(try VirtualChipFile.read(card.state) as? VirtualType4Chip)
    #expect(read.settings == card.settings && read.keys == card.keys && read.failedKeys == 3)
    let head = "tagpress virtual tag 1\nmodel NTAG424 DNA\nuid 04958CAA5C5E80\n"
    let damaged: [(String, ChipStateError)] = [
      ("settings 02 00\n", .badValue(line: 4, of: .settings)),
      ("settings 04 0000FFEF000100\n", .badValue(line: 4, of: .settings)),
      ("key 05 07070707070707070707070707070707\n", .badValue(line: 4, of: .key)),
      ("key 00 07\n", .badValue(line: 4, of: .key)),
      ("failed-passwords x\n", .badValue(line: 4, of: .failedPasswords)),
    ]
    for (line, error) in damaged {
      #expect(throws: error) { try VirtualChipFile.read(Array((head + line).utf8)) }
    }
  }
}
