// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import StrictJSON

struct JSONPlacesTests {
  /// Line and column by the plainest count there is.
  private func plainPosition(of offset: Int, in text: String) -> JSONPosition {
    var line = 1
    var column = 1
    var passed = 0
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "\u{FEFF}" {
      passed = 3
      scalars.removeFirst()
    }
    for (index, scalar) in scalars.enumerated() {
      passed += UTF8.width(scalar)
      guard passed <= offset else { break }
      let isCR = scalar == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n")
      if scalar == "\n" || isCR {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    return JSONPosition(offset: offset, line: line, column: column)
  }

  @Test(arguments: ["", "a", "a\nb", "a\r\nb\rc\n\n", "é€😀\né", "\u{FEFF}a\n\u{FEFF}b"])
  func findsEveryByte(text: String) {
    let places = JSONPlaces(of: Array(text.utf8))
    for offset in 0...text.utf8.count {
      #expect(places.position(of: offset) == plainPosition(of: offset, in: text))
    }
    #expect(places.position(of: -1) == places.position(of: 0))
    #expect(places.position(of: .max) == places.position(of: text.utf8.count))
  }

  /// The marks inside must not show, wherever a line end or a character is across one.
  @Test func findsBytesAroundMarks() {
    for shift in 0..<8 {
      let text =
        String(repeating: "x", count: shift) + String(repeating: "aé\r\n😀\r€\n", count: 200)
      let places = JSONPlaces(of: Array(text.utf8))
      for mark in [1024, 2048] {
        for offset in mark - 6...mark + 6 {
          #expect(places.position(of: offset) == plainPosition(of: offset, in: text))
        }
      }
    }
  }
}
