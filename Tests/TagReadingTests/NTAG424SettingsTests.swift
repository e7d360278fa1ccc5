// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagReading

struct NTAG424SettingsTests {
  @Test func rightsAreNamed() throws {
    let cases: [(String, writer: NTAG424Settings.Holder, isDynamic: Bool)] = [
      // As it is delivered: anyone reads and writes, key 0 changes that.
      ("00 00 E0EE 000100", .anyone, false),
      // AN12196's example of a link with a code: read by anyone, the rest with key 0.
      ("00 40 00E0 000100 C1F121200000430000430000", .key(0), true),
      ("00 00 F0EF 000100", .nobody, false), ("00 00 E0EF 000100", .anyone, false),
      ("00 00 2FE1 000100", .key(1), false), ("00 03 2FEF 000100", .key(2), false),
    ]
    for (text, writer, isDynamic) in cases {
      let settings = try #require(NTAG424Settings(hex(text)))
      #expect(settings.writer == writer && settings.isDynamic == isDynamic, "\(text)")
    }
    for count in 0..<7 { #expect(NTAG424Settings([UInt8](repeating: 0, count: count)) == nil) }
  }

  @Test func whatNoOneCanUndoIsClosedPermanently() throws {
    let cases: [(String, isClosed: Bool)] = [
      ("00 00 FFEF 000100", true), ("00 00 FF2F 000100", true), ("00 00 F0EF 000100", false),
      ("00 00 FEEF 000100", false), ("00 00 0FEF 000100", false), ("00 00 FFE0 000100", false),
    ]
    for (text, isClosed) in cases {
      #expect(try #require(NTAG424Settings(hex(text))).isClosedForEver == isClosed, "\(text)")
    }
  }

  @Test func whatIsWrittenWithoutASealIsKnown() throws {
    let cases: [(String, isPlain: Bool)] = [
      ("00 00 00E0 200000", true), ("00 02 00E0 200000", true), ("00 01 00E0 200000", false),
      ("00 03 00E0 200000", false), ("00 00 F0E0 200000", true), ("00 00 11E1 200000", false),
      ("00 03 E0EE 200000", true), ("00 03 00EE 200000", false), ("00 00 FFEF 200000", false),
    ]
    for (text, isPlain) in cases {
      let settings = try #require(NTAG424Settings(hex(text)))
      #expect(settings.isWrittenPlainly(byKey: 0) == isPlain, "\(text)")
    }
  }
}
