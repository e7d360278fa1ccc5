// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// Smart cards that take each other's place while the reader remembers the first.
struct SwappedCardTests {
  private static let answerToReset = "3B8180018080"
  private static let uid = "04A1B2C3D4E5F6"
  private static let found = [
    ("FFCA000000", "\(uid) 9000"), ("FFCA010000", "06757781028080 63 9000"),
  ]
  private static let select = hex("00A4040007 D2760000850101 00")

  private func reader(_ more: [(String, String)]) throws -> (PCSCReader, ScriptedSlot) {
    let slot = ScriptedSlot(Self.found + more, answerToReset: Self.answerToReset)
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    #expect(try reader.select(.typeA)?.uid == TagUID(hex(Self.uid)))
    return (reader, slot)
  }

  /// The application that the first command selects is lost with its card, so once is enough.
  @Test func isAskedWhoItIsAfterItsFirstAnswer() throws {
    let (reader, slot) = try reader([
      ("00A4040007 D2760000850101 00", "9000"), ("FFCA000000", "\(Self.uid) 9000"),
      ("00A4000C02E104", "9000"),
    ])
    #expect(try reader.exchange(Self.select) == hex("9000"))
    #expect(try reader.exchange(hex("00A4000C02E104")) == hex("9000"))
    #expect(slot.isDone)
  }

  /// It came after the reader had said who the first was: nothing of it is taken for the first's.
  @Test(arguments: ["04A1B2C3D4E5F7 9000", "6300", "9000"])
  func isNotTakenForTheFirst(_ who: String) throws {
    let (reader, slot) = try reader([
      ("00A4040007 D2760000850101 00", "9000"), ("FFCA000000", who),
    ])
    #expect(throws: ReaderError.self) { try reader.exchange(Self.select) }
    #expect(slot.isDone)
  }
}
