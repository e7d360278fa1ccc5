// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Files
import Glibc
import TestSupport
import Testing

struct InputFileTests {
  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\nb\n", ["", "", "b"]),
      ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
      ("12345678\n123456789\nc", ["12345678", nil, "c"]),
    ] as [(String, [String?])])
  func linesComeOneByOne(_ text: String, _ expected: [String?]) throws {
    let folder = try TemporaryDirectory()
    let file = try InputFile(try folder.write(text, to: "list"))
    var lines: [String?] = []
    try file.forEachLine(limit: 8) { line in
      lines.append(line.map { String(decoding: $0, as: UTF8.self) })
      return true
    }
    #expect(lines == expected)
  }

  @Test func aFileHasALimit() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("12345678", to: "file")
    #expect(try InputFile(path).rest(limit: 8).count == 8)
    #expect(throws: InputError.tooLarge(path, limit: 7)) { try InputFile(path).rest(limit: 7) }
    let lost = folder.path(of: "no")
    #expect(throws: InputError.cannotOpen(lost, errno: ENOENT)) { _ = try InputFile(lost) }
    #expect(try readFileIfThere(lost) == nil)
    #expect(try readFileIfThere(path) == Array("12345678".utf8))
  }
}
