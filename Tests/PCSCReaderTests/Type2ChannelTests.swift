// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// Type 2 commands through transparent sessions and through pages.
struct Type2ChannelTests {
  private static let uid = "04A1B2C3D4E5F6"
  /// Four pages: UID with its check bytes, internal byte, lock bytes, CC.
  private static let header = "04A1B29F C3D4E5F6 04480000 E1103E00"
  private static let session = [
    ("FFC20000 02 8100 00", "C003009000 9000"), ("FFC20002 04 8F020003 00", "C003009000 9000"),
  ]
  private static let readFirst = "FFC20001 0B 5F460400030300 95023000 00"
  private static let noPN532 = ("FF000000 02 D402", "6D00")

  private func open(_ script: [(String, String)]) throws -> (any Type2Channel)? {
    let slot = ScriptedSlot(script)
    let channel = try openType2Channel(on: slot, uid: try #require(TagUID(hex(Self.uid))))
    #expect(slot.isDone)
    return channel
  }

  @Test func prefersThePN532() throws {
    let channel = try open([
      ("FF000000 02 D402", "D503 32010607 9000"), DirectType2Tests.registers,
      ("FF000000 05 D44001 3000", "D541 00 \(Self.header) 9000"),
    ])
    #expect(channel is DirectType2)
  }

  @Test func takesASessionWhereThereIsOne() throws {
    let channel = try open(
      [Self.noPN532] + Self.session + [
        (Self.readFirst, "C003009000 920100 96020000 9710 \(Self.header) 9000")
      ])
    #expect(channel is TransparentType2)
  }

  @Test func givesASessionUpThatLeadsNowhere() throws {
    let channel = try open(
      [Self.noPN532] + Self.session + [
        (Self.readFirst, "C003016401 9000"), ("FFC20000 02 8200 00", "C003009000 9000"),
        ("FFB0000010", "\(Self.header) 9000"),
      ])
    #expect(channel is PageType2)
  }

  private static let onlyPages = [noPN532, ("FFC20000 02 8100 00", "6D00")]

  @Test func isNoType2TagWhenItShowsAnotherUID() throws {
    let answer = "00112233 44556677 8899AABB CCDDEEFF 9000"
    #expect(try open(Self.onlyPages + [("FFB0000010", answer)]) == nil)
  }

  /// One refusal may be a moment's trouble.
  @Test(arguments: ["6982", "6300", "6400", "0011 9000"])
  func isNoType2TagWhenItRefusesTwice(_ answer: String) throws {
    let refusal = ("FFB0000010", answer)
    let channel = try open(Self.onlyPages + [refusal, ("FFB0000010", "\(Self.header) 9000")])
    #expect(channel is PageType2)
    #expect(try open(Self.onlyPages + [refusal, ("FFB0000010", "6982")]) == nil)
  }

  @Test(arguments: ["6400", "6401", "6300"])
  func doesNotGuessWhatASilentTagIs(_ answer: String) throws {
    try expectSilence(Self.onlyPages + [("FFB0000010", "6982"), ("FFB0000010", answer)])
  }

  /// A good tag that lies badly was once called a MIFARE Classic, and put aside.
  @Test(arguments: ["6300", "6D00"])
  func doesNotGuessWhatATagIsThatThePN532DoesNotHear(_ answer: String) throws {
    try expectSilence(
      [
        ("FF000000 02 D402", "D503 32010607 9000"), DirectType2Tests.registers,
        ("FF000000 05 D44001 3000", "D541 01 9000"), ("FFC20000 02 8100 00", "6D00"),
        ("FFB0000010", answer), ("FFB0000010", answer),
      ])
  }

  private func expectSilence(_ script: [(String, String)]) throws {
    let slot = ScriptedSlot(script)
    let uid = try #require(TagUID(hex(Self.uid)))
    #expect(throws: ReaderError.silent) { try openType2Channel(on: slot, uid: uid) }
    #expect(slot.isDone)
  }

  @Test(
    arguments: [
      (
        "3004", .quick, "FFB0000410", "00112233 44556677 8899AABB CCDDEEFF 9000",
        .success(hex("00112233445566778899AABBCCDDEEFF"))
      ),
      ("3004", .quick, "FFB0000410", "0011 9000", .failure(.unclear)),
      ("3004", .quick, "FFB0000410", "6300", .failure(.unclear)),
      ("3004", .careful, "FFB0000410", "6300", .failure(.refused(0))),
      ("A205 CAFEF00D", .quick, "FFD6000504 CAFEF00D", "9000", .success([])),
      // What became of a write that failed is for the page itself to say.
      ("A205 CAFEF00D", .careful, "FFD6000504 CAFEF00D", "6300", .failure(.unclear)),
      ("A205 CAFEF00D", .quick, "FFD6000504 CAFEF00D", "", .failure(.silent)),
    ] as [(String, Care, String, String, Result<[UInt8], ReaderError>)])
  func readsAndWritesPages(
    _ command: String, _ care: Care, _ sent: String, _ answer: String,
    _ result: Result<[UInt8], ReaderError>
  ) {
    let slot = ScriptedSlot([(sent, answer)])
    #expect(outcome(of: command, care, PageType2(on: slot)) == result)
    #expect(slot.isDone)
  }

  @Test(arguments: ["60", "3A0004", "1B01020304", "3C00", "A205CAFE", "30", ""])
  func hasNoOtherCommandsForPages(_ command: String) {
    let channel = PageType2(on: ScriptedSlot([]))
    #expect(outcome(of: command, .quick, channel) == .failure(.notPossible))
  }

  @Test(
    arguments: [
      ("920104 96020000 97010A", .success([])), ("920100 96020000 97010A", .success([])),
      ("920104 96020000 970100", .failure(.refused(0))),
      ("920104 96020000 970105", .failure(.refused(5))),
      ("920103 96020000 97010A", .failure(.corrupted)),
      ("920104 96020000 97020A0A", .failure(.corrupted)),
      ("920100 96020000 97020A0A", .success([0x0A, 0x0A])),
    ] as [(String, Result<[UInt8], ReaderError>)])
  func understandsFourBits(_ objects: String, _ result: Result<[UInt8], ReaderError>) throws {
    let sent = "FFC20001 0F 5F460400030300 9506A205CAFEF00D 00"
    let slot = ScriptedSlot(Self.session + [(sent, "C003009000 \(objects) 9000")])
    let channel = try #require(try TransparentType2(on: slot))
    #expect(outcome(of: "A205CAFEF00D", .quick, channel) == result)
  }

  private func outcome(
    of command: String, _ care: Care, _ channel: any Type2Channel
  ) -> Result<[UInt8], ReaderError> {
    do throws(ReaderError) {
      return .success(try channel.exchange(hex(command), care))
    } catch {
      return .failure(error)
    }
  }
}
