// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Testing

@testable import StrictJSON

struct JSONReaderTests {
  /// Text, and the same on one line without escapes that are not needed.
  static let accepted: [(text: String, compact: String)] = [
    ("null", "null"),
    (" true\n", "true"),
    ("\t[ false , null ]\r\n", "[false,null]"),
    ("[]", "[]"),
    ("{ }", "{}"),
    ("[[[[]]],{}]", "[[[[]]],{}]"),
    (#"{"b":1,"a":{"d":[],"c":2}}"#, #"{"b":1,"a":{"d":[],"c":2}}"#),
    (#"{"":0," ":1}"#, #"{"":0," ":1}"#),
    ("0", "0"),
    ("-0", "-0"),
    ("1.0", "1.0"),
    ("1.50e+007", "1.50e+007"),
    ("-12.0E-3", "-12.0E-3"),
    ("1e400", "1e400"),
    ("123456789012345678901234567890", "123456789012345678901234567890"),
    (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#),
    (#""\u0041\u00e9\u00E9\u20ac""#, #""Aéé€""#),
    (#""\ud83d\uDE00 \uD834\uDD1E""#, #""😀 𝄞""#),
    (#""\u0000\u001f\u007f\u0085\u2028\u2029""#, #""\u0000\u001F\u007F\u0085\u2028\u2029""#),
    ("\"a\u{7F}b\u{9B}c\u{2028}d\"", #""a\u007Fb\u009Bc\u2028d""#),
    ("\"\u{FEFF}\u{FFFF}\u{10FFFF}\u{A0}\"", "\"\\uFEFF\u{FFFF}\u{10FFFF}\u{A0}\""),
    // Equal to Swift, but not to a phone: K and the Kelvin sign, é in one and in two characters.
    (
      "{\"K\":1,\"\u{212A}\":2,\"\u{E9}\":3,\"e\u{301}\":4}",
      "{\"K\":1,\"\u{212A}\":2,\"\u{E9}\":3,\"e\u{301}\":4}"
    ),
    (##"["//no","/*no*/","#no",",]"]"##, ##"["//no","/*no*/","#no",",]"]"##),
  ]

  @Test(arguments: accepted)
  func accepts(text: String, compact: String) throws {
    let document = try JSONDocument(reading: Array(text.utf8))
    #expect(document.root.value.compact.utf8.elementsEqual(compact.utf8))
    #expect(JSONLint(Array(text.utf8)).findings == [])
  }

  /// Text, rule, and line, column and offset of what is refused.
  static let refused: [(text: String, rule: JSONRule, line: Int, column: Int, offset: Int)] = [
    ("", .emptyText, 1, 1, 0),
    (" \n\t", .emptyText, 2, 2, 3),
    ("<!DOCTYPE html>", .htmlText, 1, 1, 0),
    ("\r\n\n <?xml?>", .htmlText, 3, 2, 4),
    (#"{\rtf1\ansi {"a":1}}"#, .rtfText, 1, 1, 0),
    ("\u{FEFF}{}", .byteOrderMark, 1, 1, 0),
    ("{}{}", .textAfterValue, 1, 3, 2),
    ("[1]]", .textAfterValue, 1, 4, 3),
    ("1 2", .textAfterValue, 1, 3, 2),
    ("{},", .textAfterValue, 1, 3, 2),
    ("// c\n{}", .comment, 1, 1, 0),
    ("[1, /* c */ 2]", .comment, 1, 5, 4),
    ("[1, /*/ 2]", .comment, 1, 5, 4),
    ("[\n# c\n]", .comment, 2, 1, 2),
    ("[1,\u{A0}2]", .oddSpace, 1, 4, 3),
    ("[1,\u{0C}2]", .oddSpace, 1, 4, 3),
    ("[\u{FEFF}]", .oddSpace, 1, 2, 1),
    ("[1,\n2,\n]", .trailingComma, 2, 2, 5),
    (#"{"a":1,}"#, .trailingComma, 1, 7, 6),
    ("[1 2]", .missingComma, 1, 4, 3),
    ("[\"é\" \"b\"]", .missingComma, 1, 6, 6),
    (#"{"a":1 "b":2}"#, .missingComma, 1, 8, 7),
    ("[[] []]", .missingComma, 1, 5, 4),
    (#"{"a" 1}"#, .missingColon, 1, 6, 5),
    (#"{"a","b"}"#, .missingColon, 1, 5, 4),
    (#"{"a"}"#, .missingValue, 1, 5, 4),
    (#"{"a":}"#, .missingValue, 1, 6, 5),
    (#"{"a"::1}"#, .missingValue, 1, 6, 5),
    ("{:1}", .missingValue, 1, 2, 1),
    ("[,1]", .missingValue, 1, 2, 1),
    ("[1,,2]", .missingValue, 1, 4, 3),
    ("[1,,]", .missingValue, 1, 4, 3),
    ("{,}", .missingValue, 1, 2, 1),
    ("[1}", .wrongBracket, 1, 3, 2),
    (#"{"a":1]"#, .wrongBracket, 1, 7, 6),
    (#"{"a":[1}"#, .wrongBracket, 1, 8, 7),
    ("[", .unclosedBracket, 1, 2, 1),
    ("[1", .unclosedBracket, 1, 3, 2),
    ("[1,", .unclosedBracket, 1, 4, 3),
    ("{\n", .unclosedBracket, 2, 1, 2),
    (#"{"a""#, .unclosedBracket, 1, 5, 4),
    (#"{"a":"#, .unclosedBracket, 1, 6, 5),
    (#"{"a":1"#, .unclosedBracket, 1, 7, 6),
    ("]", .unexpectedCharacter, 1, 1, 0),
    ("*", .unexpectedCharacter, 1, 1, 0),
    ("[1:2]", .unexpectedCharacter, 1, 3, 2),
    (#"{"a"=1}"#, .unexpectedCharacter, 1, 5, 4),
    ("é", .unexpectedCharacter, 1, 1, 0),
    (#"{"a":1,"b":2,"a":3}"#, .duplicateKey, 1, 14, 13),
    (#"{"a":1,"\u0061":3}"#, .duplicateKey, 1, 8, 7),
    ("{a:1}", .unquotedKey, 1, 2, 1),
    ("{1:1}", .unquotedKey, 1, 2, 1),
    ("{null:1}", .unquotedKey, 1, 2, 1),
    ("{\u{201C}a\u{201D}: 1}", .smartQuote, 1, 2, 1),
    ("[\u{AB}a\u{BB}]", .smartQuote, 1, 2, 1),
    ("{'a':1}", .singleQuote, 1, 2, 1),
    ("['a']", .singleQuote, 1, 2, 1),
    ("True", .unknownWord, 1, 1, 0),
    ("[nul]", .unknownWord, 1, 2, 1),
    ("[truest]", .unknownWord, 1, 2, 1),
    ("NaN", .unknownWord, 1, 1, 0),
    ("undefined", .unknownWord, 1, 1, 0),
    ("[Infinity]", .unknownWord, 1, 2, 1),
    ("01", .leadingZero, 1, 1, 0),
    ("[-007]", .leadingZero, 1, 3, 2),
    ("-", .badNumber, 1, 2, 1),
    ("-Infinity", .badNumber, 1, 2, 1),
    ("+1", .badNumber, 1, 1, 0),
    (".5", .badNumber, 1, 1, 0),
    ("[1.]", .badNumber, 1, 4, 3),
    ("1.e5", .badNumber, 1, 3, 2),
    ("1e", .badNumber, 1, 3, 2),
    ("1e+", .badNumber, 1, 4, 3),
    ("0x1F", .badNumber, 1, 2, 1),
    ("1.2.3", .badNumber, 1, 4, 3),
    ("1_000", .badNumber, 1, 2, 1),
    ("12px", .badNumber, 1, 3, 2),
    (#"["a"#, .unclosedString, 1, 2, 1),
    (#"["a\"]"#, .unclosedString, 1, 2, 1),
    ("[\"a\n\"]", .unclosedString, 1, 2, 1),
    ("\"a\tb\"", .controlCharacter, 1, 3, 2),
    ("[\"\u{0}\"]", .controlCharacter, 1, 3, 2),
    (#""\x""#, .badEscape, 1, 2, 1),
    (#""\'""#, .badEscape, 1, 2, 1),
    (#""\u00G0""#, .badEscape, 1, 2, 1),
    (#""\u12"#, .badEscape, 1, 2, 1),
    (#""\"#, .badEscape, 1, 2, 1),
    (#""a\ud800""#, .loneSurrogate, 1, 3, 2),
    (#""\udc00""#, .loneSurrogate, 1, 2, 1),
    (#""\ud83d\u0041""#, .loneSurrogate, 1, 2, 1),
    (#""\ude00\ud83d""#, .loneSurrogate, 1, 2, 1),
    (#""\ud83dx""#, .loneSurrogate, 1, 2, 1),
  ]

  @Test(arguments: refused)
  func refuses(text: String, rule: JSONRule, line: Int, column: Int, offset: Int) {
    let finding = #expect(throws: JSONFinding.self) {
      try JSONDocument(reading: Array(text.utf8))
    }
    #expect(finding?.rule == rule)
    #expect(finding?.position == JSONPosition(offset: offset, line: line, column: column))
  }

  /// Bytes that are not UTF-8 where they are, and the offset of the first of them.
  static let malformed: [(bytes: [UInt8], rule: JSONRule, offset: Int)] = [
    ([0x22, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0x41, 0xC3, 0x22], .invalidUTF8, 2),
    ([0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, 1),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, 1),
    ([0x22, 0xE2, 0x82], .invalidUTF8, 1),
    ([0x5B, 0xFF, 0x5D], .invalidUTF8, 1),
    ([0xFF, 0xFE, 0x5B, 0x00], .utf16Text, 0),
    ([0xFE, 0xFF, 0x00, 0x5B], .utf16Text, 0),
    ([0x5B, 0x00, 0x5D, 0x00], .utf16Text, 0),
    ([0x00, 0x5B, 0x00, 0x5D], .utf16Text, 0),
  ]

  @Test(arguments: malformed)
  func refusesMalformed(bytes: [UInt8], rule: JSONRule, offset: Int) {
    let finding = #expect(throws: JSONFinding.self) { try JSONDocument(reading: bytes) }
    #expect(finding?.rule == rule)
    #expect(finding?.position.offset == offset)
  }

  @Test func everyRuleIsMet() {
    let met = Set(Self.refused.map(\.rule) + Self.malformed.map(\.rule) + [.tooDeep, .tooLarge])
    #expect(met == Set(JSONRule.allCases))
  }

  @Test func findingsCarryTheOtherPlaceAndTheKey() {
    let finding = #expect(throws: JSONFinding.self) {
      try JSONDocument(reading: Array("{\"a\": 1,\n \"a\": 2}".utf8))
    }
    #expect(
      finding
        == JSONFinding(
          rule: .duplicateKey, position: JSONPosition(offset: 10, line: 2, column: 2),
          other: JSONPosition(offset: 1, line: 1, column: 2), name: "a"))
  }

  @Test(arguments: [("[", "]"), (#"{"":"#, "}")])
  func limitsDepth(opening: String, closing: String) throws {
    func text(_ depth: Int) -> [UInt8] {
      Array(
        (String(repeating: opening, count: depth) + "0"
          + String(repeating: closing, count: depth)).utf8)
    }
    _ = try JSONDocument(reading: text(JSONLimits.depth))
    for depth in [JSONLimits.depth + 1, 100_000] {
      let finding = #expect(throws: JSONFinding.self) { try JSONDocument(reading: text(depth)) }
      #expect(finding?.rule == .tooDeep)
      #expect(finding?.position.offset == JSONLimits.depth * opening.utf8.count)
    }
    #expect(JSONLimits(depth: .max).depth == JSONLimits.depth)
  }

  @Test func limitsSize() throws {
    let limits = JSONLimits(byteCount: 4)
    _ = try JSONDocument(reading: Array("[10]".utf8), limits: limits)
    let finding = #expect(throws: JSONFinding.self) {
      try JSONDocument(reading: Array("[100]".utf8), limits: limits)
    }
    #expect(finding?.rule == .tooLarge && finding?.limit == 4)
  }

  @Test func everyTruncationIsRefused() throws {
    let text = Array(#" {"a": [1.5e-3, "x\u00e9\ud83d\ude00é😀", true], "b": {"c": null}}"#.utf8)
    _ = try JSONDocument(reading: text)
    for count in text.indices {
      #expect(throws: JSONFinding.self) { try JSONDocument(reading: Array(text[..<count])) }
    }
  }

  /// A hundred times as many members must not cost the square of that, on any machine.
  @Test func readsManyMembers() throws {
    let (few, many) = (try secondsToRead(1_000), try secondsToRead(100_000))
    #expect(many < few * 1_000)
  }

  /// How long it takes to read so many members; the processor's time for this thread alone does not
  /// count what runs at the same time.
  private func secondsToRead(_ count: Int) throws -> Double {
    let members = (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    var (start, end) = (timespec(), timespec())
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
    let document = try JSONDocument(reading: Array("{\(members)}".utf8))
    #expect(document.root.members?.count == count)
    #expect(document.root["key\(count - 1)"]?.number?.int == count - 1)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
  }
}
