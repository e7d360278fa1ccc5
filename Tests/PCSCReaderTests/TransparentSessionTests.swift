// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

struct TransparentSessionTests {
  @Test(
    arguments: [
      // As an ACR1552U answers an inventory.
      (
        "C003009000 920100 96020000 970A 0000 80391566080104E0", "000080391566080104E0", 0
      ),
      // Four bits of an acknowledgement.
      ("C003009000 920104 96020000 97010A", "0A", 4),
      // A long length, and an object that no one asked for.
      ("C003009000 FF6E0103 9281 0100 970200AA", "00AA", 0),
      ("C003009000 978202 0000AA", nil, 0),
      ("C003009000 9782 0003 0000AA", "0000AA", 0),
      ("C003009000 970100", "00", 0),
    ] as [(String, String?, UInt8)])
  func takesTheFrameOut(_ text: String, _ frame: String?, _ lastBits: UInt8) throws {
    let answer = TransparentAnswer(hex(text))
    guard let frame else {
      #expect(answer == nil)
      return
    }
    let found = try #require(answer).frame()
    #expect(found == TransparentAnswer.Frame(bytes: hex(frame), lastBits: lastBits))
  }

  @Test(
    arguments: [
      // The tag did not answer.
      ("C003009000", .silent), ("C003016401", .silent), ("C003016400", .silent),
      ("C003009000 9700", .silent),
      // Checksum, collision, parity, framing.
      ("C003009000 96020100 970100", .corrupted), ("C003009000 96020200 970100", .corrupted),
      ("C003009000 96020800 970100", .corrupted),
      ("C003016A81", .notPossible), ("C003016F00", .unclear), ("C003026282", .unclear),
      // Without an outcome nothing is believed.
      ("970100", .unclear), ("C00100", .unclear),
    ] as [(String, ReaderError)])
  func saysWhatWentWrong(_ text: String, _ error: ReaderError) throws {
    let answer = try #require(TransparentAnswer(hex(text)))
    #expect(throws: error) { try answer.frame() }
  }

  @Test func believesNothingCutShort() {
    let whole = hex("C003009000 920100 96020000 970A 000080391566080104E0")
    // Where an object ends, the rest is a list of objects too.
    let ends = [5, 8, 12, 24]
    for count in 0...whole.count {
      let answer = TransparentAnswer(Array(whole.prefix(count)))
      #expect((answer != nil) == ends.contains(count), "\(count) bytes")
    }
  }

  @Test func believesNoNoise() {
    var random = Splitmix64(seed: 0xC2)
    for _ in 0..<5000 {
      let bytes = random.bytes(upTo: 40)
      guard let answer = TransparentAnswer(bytes), let frame = try? answer.frame() else { continue }
      #expect(frame.bytes.count < bytes.count, "seed C2: \(hexText(bytes))")
    }
  }

  @Test func asksInTheFormThatReadersKnow() throws {
    let slot = ScriptedSlot([
      ("FFC20000 02 8100 00", "C003009000 9000"),
      ("FFC20002 04 8F020203 00", "C003009000 9000"),
      ("FFC20001 0C 5F460400030300 9503260100 00", "C003009000 920100 97020001 9000"),
      ("FFC20000 02 8200 00", "C003009000 9000"),
    ])
    let session = try #require(try TransparentSession(.vicinity, on: slot))
    #expect(try session.exchange(hex("260100")).bytes == hex("0001"))
    session.close()
    #expect(slot.isDone)
  }

  @Test func givesTheAirBackWhenItIsTheWrongOne() throws {
    let slot = ScriptedSlot([
      ("FFC20000 02 8100 00", "C003009000 9000"),
      ("FFC20002 04 8F020003 00", "C003016A81 9000"),
      ("FFC20000 02 8200 00", "9000"),
    ])
    #expect(try TransparentSession(.typeA, on: slot) == nil)
    #expect(slot.isDone)
  }

  @Test(arguments: ["6D00", "6E00", "6A81", "6300"])
  func findsNoSessionWhereThereIsNone(_ status: String) throws {
    let slot = ScriptedSlot([("FFC20000 02 8100 00", status)])
    #expect(try TransparentSession(.vicinity, on: slot) == nil)
    #expect(slot.isDone)
  }
}
