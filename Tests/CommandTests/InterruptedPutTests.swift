// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A tag that falls silent while it is being closed to readers.
struct InterruptedPutTests {
  private static let closing = [
    "--protect", "new.keys", "--protect-reading", "https://go.example.com/s/1",
  ]

  /// Once its password counts, the same command does not see the tag any more; what is said helps.
  @Test(arguments: [false, true])
  func theKeyFileThatTheTagMayAskForIsNamed(_ hasOldKey: Bool) throws {
    let desk = try Desk()
    for key in ["old.keys", "new.keys"] {
      #expect(try desk.tagpress("key", "new", key).exit == .code(0))
    }
    func put(key: String? = nil) throws -> ProcessResult {
      try desk.tagpress(["put"] + (key.map { ["--key", $0] } ?? []) + Self.closing)
    }
    let oldKey = hasOldKey ? "old.keys" : nil
    if hasOldKey {
      let protected = Self.closing.map { $0 == "new.keys" ? "old.keys" : $0 }
      #expect(try desk.tagpress(["put"] + protected).exit == .code(0))
    }
    let start = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let before = try desk.pages()
    var refusals = 0
    for commands in 12..<60 {
      try desk.edit("one.tag") { $0 = start + ["commands-left \(commands)"] }
      let torn = try put(key: oldKey)
      if torn.exit == .code(0) { break }
      try desk.edit("one.tag") { $0.removeAll { $0.hasPrefix("commands-left ") } }
      guard try desk.pages() != before else { continue }
      let help =
        hasOldKey
        ? "again. If it refuses its password, it has the new one: use --key new.keys."
        : "again with --key new.keys, because it may ask for its password by now."
      #expect(
        torn.errorOutput.hasSuffix(
          "Put the same tag on the reader and run the same command \(help)\n"),
        "\(commands): \(torn.errorOutput)")
      if try put(key: oldKey).exit != .code(0) { refusals += 1 }
      let helped = try put(key: "new.keys")
      #expect(helped.exit == .code(0), "\(commands): \(helped.errorOutput)")
    }
    #expect(refusals > 0, "the test must test something")
  }
}
