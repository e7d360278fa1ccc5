// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What cannot be undone, where there is no terminal on which to ask: a script is told why nothing
/// happened, and what to add.
struct ConfirmationTests {
  @Test(arguments: [
    ["put", "--lock", "https://a.example/1"],
    ["put", "--protect", "k", "--freeze", "https://a.example/1"],
    ["blocks", "write", "--from", "4", "00112233"],
  ])
  func aScriptIsToldWhatToAdd(_ command: [String]) throws {
    let folder = try TemporaryDirectory()
    let result = try run(builtTool, command + ["--json"], directory: folder.path)
    #expect(result.exit == .code(1))
    let failure = try JSONDocument(reading: result.stdout).root
    #expect(failure["name"]?.string == "not-confirmed")
    #expect(failure["error"]?.string == Self.sentence("written"))
    #expect(result.errorOutput.hasSuffix(": \(Self.sentence("written"))\n"))
  }

  @Test func noTagOfAJobIsLocked() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let result = try desk.tagpress("lock", "--json", "spring.xml")
    #expect(result.exit == .code(1))
    let failure = try JSONDocument(reading: result.stdout).root
    #expect(failure["event"]?.string == "failed")
    #expect(failure["error"]?.string == Self.sentence("locked"))
    #expect(
      result.errorOutput == """
        1 finished tag of this job that is not locked yet will be permanently read-only.
        tagpress lock: \(Self.sentence("locked"))

        """)
  }

  private static func sentence(_ deed: String) -> String {
    "Nothing was \(deed), because there is no terminal on which to confirm it. Add --yes if that is "
      + "what you want."
  }
}
