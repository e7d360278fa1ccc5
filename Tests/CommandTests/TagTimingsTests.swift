// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What `--timings` says; how long it took is the machine's affair.
struct TagTimingsTests {
  private static let link = "https://go.example.com/s/1"

  /// Every command for one tag.
  @Test(arguments: [
    ["put", Self.link], ["read"], ["erase"], ["blocks", "read"], ["unlock", "--key", "k"],
    ["blocks", "write", "--from", "8", "--yes", "01020304"],
  ])
  func aPersonGetsALine(_ command: [String]) throws {
    let desk = try Desk()
    _ = try desk.tagpress("key", "new", "k")
    #expect(!(try desk.tagpress(command).errorOutput.contains("timings")))
    let result = try desk.tagpress(command + ["--timings"])
    #expect(result.exit == .code(0))
    let lines = result.errorOutput.split(separator: "\n")
    // libnfc's readers are sent what the tag is asked, so that nothing else is counted.
    let words = try #require(lines.last).split(separator: " ")
    #expect(words.count == 5 && words[0] == "timings:" && words[2] == "exchanges,", "\(words)")
    #expect(words.last == "ms" && Int(words[1]) ?? 0 > 2, "\(words)")
  }

  @Test func aProgramGetsAMember() throws {
    let desk = try Desk()
    func timings(_ command: String...) throws -> JSONNode? {
      try JSONDocument(reading: desk.tagpress(command + ["--json"]).stdout).root["timings"]
    }
    #expect(try timings("put", Self.link) == nil)
    let put = try #require(try timings("put", "--timings", "https://go.example.com/s/2"))
    let again = try #require(try timings("put", "--timings", "https://go.example.com/s/2"))
    let exchanges = try #require(put["exchanges"]?.number?.int)
    // What is there already is only looked at.
    #expect(try #require(again["exchanges"]?.number?.int) < exchanges)
    #expect(put["readerCommands"]?.value == .null)
    #expect(try #require(put["milliseconds"]?.number?.int) >= 0)
    for command in [["read"], ["blocks", "read"]] {
      let root = try JSONDocument(
        reading: desk.tagpress(command + ["--timings", "--json"]).stdout
      ).root
      #expect(root["timings"]?["exchanges"]?.number?.int ?? 0 > 2)
    }
  }
}
