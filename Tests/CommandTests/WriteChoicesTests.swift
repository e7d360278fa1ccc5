// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What `tagpress write` says where only a person can decide, before it needs a reader.
struct WriteChoicesTests {
  private static func folder(rows: Int) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: rows)
    return folder
  }

  @Test(
    arguments: [
      (12, [], 1...10, "12 of 12 rows have no tag; 2 of them are not shown"),
      (12, ["--limit", "11"], 1...11, "12 of 12 rows have no tag; 1 of them is not shown"),
      (12, ["--limit", "12"], 1...12, "12 of 12 rows have no tag"),
      (12, ["--rows", "n2"], 2...2, "12 of 12 rows have no tag"),
      (
        12, ["--rows", "2-12", "--limit", "3"], 2...4,
        "12 of 12 rows have no tag; more of those asked for are not shown"
      ),
      (12, ["--rows", "2-11"], 2...11, "12 of 12 rows have no tag"),
      (1, [], 1...1, "1 of 1 row has no tag"),
    ] as [(Int, [String], ClosedRange<Int>, String)])
  func aPlanSaysWhatItDoesNotShow(
    _ rows: Int, _ options: [String], _ shown: ClosedRange<Int>, _ words: String
  ) throws {
    let folder = try Self.folder(rows: rows)
    let result = try run(
      builtTool, ["write", "--plan", "spring.xml"] + options, directory: folder.path)
    #expect(result.output == shown.map { "n\($0)  https://go.tagtag.shop/s/\($0)\n" }.joined())
    #expect(result.errorOutput == "\(words). Nothing was written.\n")
    #expect(result.exit == .code(0))
  }

  @Test(arguments: ["", " ", " \t\n", "\u{A0}"])
  func blanksAreNoReason(_ why: String) throws {
    let folder = try Self.folder(rows: 1)
    let result = try run(
      builtTool, ["write", "--void", "n1", "--why", why, "spring.xml"], directory: folder.path)
    #expect(
      result.errorOutput == """
        tagpress write: --void needs --why TEXT: the report says why the tag was given up.

        """)
    #expect(result.exit == .code(64))
    #expect(folder.entries == ["spring.xml"])
  }
}
