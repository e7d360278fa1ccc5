// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import StrictJSON

struct JSONWriterTests {
  @Test func writesOverLinesAndOnOne() {
    let value: JSONValue = [
      "zone": nil, "count": 3, "ok": true, "name": "a/b \"c\"\u{1B}[2J",
      "empty": [], "none": [:], "list": [1, [2, "x"], ["k": false]],
    ]
    #expect(
      value.pretty == """
        {
          "zone": null,
          "count": 3,
          "ok": true,
          "name": "a/b \\"c\\"\\u001B[2J",
          "empty": [],
          "none": {},
          "list": [
            1,
            [
              2,
              "x"
            ],
            {
              "k": false
            }
          ]
        }

        """)
    #expect(
      value.compact
        == #"{"zone":null,"count":3,"ok":true,"name":"a/b \"c\"\u001B[2J","empty":[],"#
        + #""none":{},"list":[1,[2,"x"],{"k":false}]}"#)
  }

  @Test func comparesAsWritten() {
    #expect(JSONValue.integer(1) == 1)
    #expect(JSONValue.string("\u{E9}") != "e\u{301}")
    #expect(["a": 1, "b": 2] as JSONValue != ["b": 2, "a": 1])
  }

  /// No byte that a terminal acts on is ever written inside a string.
  @Test func escapesControlCharacters() throws {
    let invisible: [UInt32] = [
      0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x200B, 0xFEFF, 0xE0001,
    ]
    for code in (0...0x100).map(UInt32.init) + invisible + [0x2027, 0xFFFD, 0x10FFFF] {
      let scalar = try #require(Unicode.Scalar(code))
      let value = JSONValue.string(String(scalar))
      let isEscaped = value.compact.utf8.contains(UInt8(ascii: "\\"))
      let isDangerous =
        code < 0x20 || (0x7F...0x9F).contains(code) || code == 0xAD
        || invisible.contains(code)
      #expect(isEscaped == (isDangerous || scalar == "\"" || scalar == "\\"))
      #expect(try JSONDocument(reading: Array(value.compact.utf8)).root.value == value)
    }
  }

  @Test func charactersBeyondTheFirstPlaneAreEscapedInHalves() {
    #expect(JSONValue.string("a\u{E0001}\u{202E}b").compact == #""a\uDB40\uDC01\u202Eb""#)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func readsBackWhatItWrites(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let value = JSONValue.random(depth: 5, using: &random)
    let pretty = try JSONDocument(reading: Array(value.pretty.utf8)).root.value
    let compact = try JSONDocument(reading: Array(value.compact.utf8)).root.value
    #expect(pretty == value)
    #expect(compact == value)
    #expect(pretty.pretty.utf8.elementsEqual(value.pretty.utf8))
  }
}

extension JSONValue {
  static func random(depth: Int, using random: inout Splitmix64) -> JSONValue {
    switch Int.random(in: depth > 0 ? 0...8 : 2...6, using: &random) {
    case 0, 7:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .random(depth: depth - 1, using: &random)
        })
    case 1, 8:
      return .object(
        (0..<Int.random(in: 0...4, using: &random)).map { number in
          // The number keeps keys apart.
          (randomText(using: &random) + "\(number)", .random(depth: depth - 1, using: &random))
        })
    case 2: return nil
    case 3: return .bool(Bool.random(using: &random))
    case 4: return .integer(Int.random(in: .min ... .max, using: &random))
    default: return .string(randomText(using: &random))
    }
  }

  private static func randomText(using random: inout Splitmix64) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let limit: UInt32 = [0x80, 0x2100, 0x110000].randomElement(using: &random) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
