// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// What a card is taken for, by its answer to reset and a few questions.
struct HeldCardTests {
  private static let uid: [UInt8] = hex("04A1B2C3D4E5F6")
  private static let noWayToType2 = [
    ("FF000000 02 D402", "6D00"), ("FFC20000 02 8100 00", "6D00"),
  ]

  private func card(_ answerToReset: String, _ script: [(String, String)]) throws -> HeldCard {
    let slot = ScriptedSlot(script)
    let card = try HeldCard.identify(hex(answerToReset), on: slot, trying: nil)
    #expect(slot.isDone)
    return card
  }

  private func technology(
    _ answerToReset: String, _ script: [(String, String)]
  ) throws -> TagTechnology? {
    try card(answerToReset, script).tag?.technology
  }

  private static let ultralight = "3B8F8001804F0CA0000003060300030000000068"
  private static let classic = "3B8F8001804F0CA000000306030001000000006A"

  @Test func isOfType2WhenItShowsItsUID() throws {
    let header = "04A1B29F C3D4E5F6 04480000 E1103E00"
    let found = try card(
      Self.ultralight,
      [("FFCA000000", "04A1B2C3D4E5F6 9000")] + Self.noWayToType2
        + [("FFB0000010", "\(header) 9000")])
    #expect(found.tag?.uid.bytes == Self.uid)
    #expect(found.tag?.technology == .typeA(atqa: 0, sak: 0x00, ats: []))
    #expect(found.longestAnswer == 16)
  }

  /// The reader calls it an Ultralight; it refuses what any Ultralight shows.
  @Test func isAClassicWhenItRefuses() throws {
    let uid = ("FFCA000000", "04A1B2C3D4E5F6 9000")
    let found = try technology(
      Self.ultralight,
      [uid] + Self.noWayToType2 + [("FFB0000010", "6982"), ("FFB0000010", "6982"), uid])
    #expect(found == .typeA(atqa: 0, sak: 0x08, ats: []))
  }

  @Test(arguments: [
    (Self.ultralight, "01020304"), (Self.classic, "01020304"), (Self.classic, "04A1B2C3D4E5F6"),
  ])
  func isAClassicByItsNameOrUID(_ answerToReset: String, _ uid: String) throws {
    let found = try technology(answerToReset, [("FFCA000000", "\(uid) 9000")])
    #expect(found == .typeA(atqa: 0, sak: 0x08, ats: []))
  }

  @Test func isASmartCardWithItsAnswerToSelect() throws {
    let found = try card(
      "3B8180018080",
      [("FFCA000000", "04A1B2C3D4E5F6 9000"), ("FFCA010000", "06 7577810280 9000")])
    #expect(found.tag?.technology == .typeA(atqa: 0, sak: 0x20, ats: hex("7577810280")))
    #expect(found.longestAnswer == 258)
  }

  /// Some readers give only the historical bytes, which are not an answer to select.
  @Test(arguments: ["80 9000", "6A81", "9000"])
  func isASmartCardWithoutOne(_ answer: String) throws {
    let found = try technology(
      "3B8180018080", [("FFCA000000", "04A1B2C3D4E5F6 9000"), ("FFCA010000", answer)])
    #expect(found == .typeA(atqa: 0, sak: 0x20, ats: []))
  }

  @Test func isOfTypeBWithEightBytesAndAShortUID() throws {
    let found = try technology(
      "3B888001000000007381938080", [("FFCA000000", "11223344 9000"), ("FFCA010000", "6A81")])
    #expect(found == .typeB)
  }

  @Test func isAFeliCaCardThatNoOneCanAsk() throws {
    let slot = ScriptedSlot([("FFCA000000", "012E3D4C5B6A7988 9000")])
    let found = try HeldCard.identify(
      hex("3B8F8001804F0CA00000030611003B0000000042"), on: slot, trying: nil)
    #expect(found.tag?.technology.family == .felica)
    #expect(throws: ReaderError.notPossible) { try found.exchange([0x00], .quick, on: slot) }
  }

  /// A card with contacts, and PicoPass.
  @Test(arguments: ["3B6500002063CB6800", "3B8F8001804F0CA0000003060A00170000000075", ""])
  func isNothingThatProceduresKnow(_ answerToReset: String) throws {
    #expect(try card(answerToReset, []).tag == nil)
  }

  @Test(
    arguments: [("", .silent), ("6401", .silent), ("6300", .unclear), ("6F00", .unclear)]
      as [(String, ReaderError)])
  func believesNoMomentOfTrouble(_ answer: String, _ error: ReaderError) {
    for answerToReset in [Self.ultralight, "3B8180018080"] {
      #expect(throws: error) { try card(answerToReset, [("FFCA000000", answer)]) }
    }
  }

  /// What no one can name is not asked again and again.
  @Test func isUnknownOnAReaderThatTellsNoUID() throws {
    #expect(try card(Self.ultralight, [("FFCA000000", "6A81")]).tag == nil)
  }
}
