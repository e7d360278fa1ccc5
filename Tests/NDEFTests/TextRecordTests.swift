// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

struct TextRecordTests {
  @Test(arguments: [
    ("02 656e", TextRecord("", language: "en")),
    ("02 656e 48656c6c6f", TextRecord("Hello", language: "en")),
    ("05 656e2d5553 c5bc", TextRecord("\u{17C}", language: "en-US")),
    ("02 6672 f09fa680", TextRecord("\u{1F980}", language: "fr")),
    ("02 656e 0d0a00", TextRecord("\r\n\0", language: "en")),
    ("82 6672 0041", TextRecord("A", language: "fr", encoding: .utf16)),
    ("82 6672", TextRecord("", language: "fr", encoding: .utf16)),
    ("82 6672 d83edd80", TextRecord("\u{1F980}", language: "fr", encoding: .utf16)),
    ("82 6672 feff feff", TextRecord("\u{FEFF}", language: "fr", encoding: .utf16)),
    ("82 6672 feff fffe", TextRecord("\u{FFFE}", language: "fr", encoding: .utf16)),
  ]) func bothWays(payload: String, text: TextRecord) throws {
    let record = NDEFRecord(tnf: .wellKnown, type: [0x54], payload: hex(payload))
    #expect(try NDEFRecord.text(text) == record)
    #expect(record.view == RecordView(content: .text(text)))
  }

  @Test(arguments: ["82 6672 fffe 4100", "82 6672 feff 0041"])
  func byteOrderMarks(payload: String) {
    let record = NDEFRecord(tnf: .wellKnown, type: [0x54], payload: hex(payload))
    let text = TextRecord("A", language: "fr", encoding: .utf16)
    #expect(record.view == RecordView(content: .text(text)))
  }

  @Test(arguments: [
    ("", Rule.emptyPayload, 0, TextRecord("", language: "")),
    ("42 656e 78", .reservedStatusBit, 0, TextRecord("x", language: "en")),
    ("74 657874", .reservedStatusBit, 0, TextRecord("", language: "ext")),
    ("00 78", .languageEmpty, 0, TextRecord("x", language: "")),
    ("02 65", .languageOverruns, 2, TextRecord("", language: "e")),
    ("02 6500 78", .languageNotASCII, 2, TextRecord("x", language: "e\0")),
    ("02 656e 78ff", .notUTF8, 4, TextRecord("x\u{FFFD}", language: "en")),
    ("82 656e 54", .notUTF16, 3, TextRecord("", language: "en", encoding: .utf16)),
    ("82 656e 0041dd80", .notUTF16, 5, TextRecord("A\u{FFFD}", language: "en", encoding: .utf16)),
    ("82 656e d83e0041", .notUTF16, 3, TextRecord("\u{FFFD}A", language: "en", encoding: .utf16)),
    ("82 656e fffe 3ed8", .notUTF16, 5, TextRecord("\u{FFFD}", language: "en", encoding: .utf16)),
  ]) func flaws(payload: String, rule: Rule, offset: Int, readable: TextRecord) {
    let record = NDEFRecord(tnf: .wellKnown, type: [0x54], payload: hex(payload))
    #expect(
      record.view == RecordView(content: .text(readable), flaw: NDEFError(rule, at: offset)))
  }

  @Test(arguments: [
    ("", Rule.languageEmpty, 0),
    (String(repeating: "a", count: 64), .languageTooLong, 63),
    ("e n", .languageNotASCII, 1),
    ("d\u{E9}", .languageNotASCII, 1),
  ]) func languagesRefusedForWriting(language: String, rule: Rule, offset: Int) {
    let text = TextRecord("any", language: language)
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.text(text) } == NDEFError(rule, at: offset))
  }
}
