// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct QtSettingsTests {
  @Test func undoesTheEscapes() {
    let cases: [(String, [UInt8]?)] = [
      (#"@ByteArray()"#, []),
      (#""@ByteArray(a)""#, Array("a".utf8)),
      (#"@ByteArray(\x4\0\x35)x\")"#, hex("040035") + Array(")x\"".utf8)),
      (#"@ByteArray(\x1f\17z\a\b\t\n\v\f\r\\)"#, hex("1f0f7a0708090a0b0c0d5c")),
      (#"@ByteArray(\x100)"#, nil),
      (#"@ByteArray(\xg)"#, nil),
      (#"@ByteArray(\)"#, nil),
      (#"@ByteArray(a"#, nil),
      (#"""#, nil),
      (#""@ByteArray(a)"#, nil),
    ]
    for (value, expected) in cases {
      #expect(QtSettings(Array("Data=\(value)".utf8)).byteArray("Data") == expected, "\(value)")
    }
  }
}
