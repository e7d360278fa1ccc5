// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// A program that is told what is on a tag and says what belongs onto exactly that one.
struct BlockResolverTests {
  /// Has a shell script write blocks of a tag; it may write blocks 4 to 11.
  private static func resolve(
    by lines: String, on desk: Desk, _ options: String...
  ) throws -> ProcessResult {
    try desk.tagpress(
      ["blocks", "write", "--yes", "--from", "4", "--count", "8"] + options
        + ["--resolver", try script(lines, in: desk.folder)])
  }

  /// A script that answers with this line.
  private static func answering(_ answer: String) -> String {
    "read question\necho '\(answer)'"
  }

  @Test func whatTheServerAnswersIsOnTheTagThatItWasAskedFor() throws {
    let desk = try Desk()
    let before = try desk.pages()
    let uid = try desk.uid()
    let read = try desk.tagpress("blocks", "read", "--from", "4", "--count", "8", "--json")
    let answer = #"{"uid": "\#(uid)", "from": 6, "content": "0011 2233 4455 6677"}"#
    let result = try Self.resolve(
      by: """
        read question
        echo "$question" > asked
        echo one moment >&2
        echo '\(answer)'
        """, on: desk)
    #expect(result.output == "OK  \(uid)  blocks 6 to 7: 2 written, all read back\n")
    #expect(result.errorOutput.hasSuffix("\nresolver: one moment\n"), "\(result.errorOutput)")
    #expect(result.exit == .code(0))
    #expect(try desk.pages() == before[..<6] + ["00112233", "44556677"] + before[8...])
    // The program is told what 'blocks read --json' prints, on one line.
    let asked = try desk.folder.read("asked")
    #expect(asked.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(
      try JSONDocument(reading: asked).root.value == JSONDocument(reading: read.stdout).root.value)
  }

  @Test func blocksAreTurnedRoundForTheProgramToo() throws {
    let desk = try Desk()
    let result = try Self.resolve(
      by: """
        read question
        echo "$question" > asked
        echo '{"from": 6, "content": "0011223344556677"}'
        """, on: desk, "--reverse-blocks")
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    #expect(Array(try desk.pages()[6...7]) == ["33221100", "77665544"])
    let asked = String(decoding: try desk.folder.read("asked"), as: UTF8.self)
    #expect(asked.contains(#""content":"0ca00301"#), "\(asked)")
  }

  static let refusals: [(answer: String, words: String, code: Int32)] = [
    (#"{"error": "no certificate for this machine"}"#, "no certificate for this machine", 1),
    (#"{"uid": "04112233445566", "from": 6, "content": "00112233"}"#, "for another tag than", 2),
    (#"{"from": 3, "content": "00112233"}"#, "it was shown 4 to 11", 1),
    (#"{"from": 11, "content": "0011223344556677"}"#, "2 blocks from block 11 on", 1),
    (#"{"from": -1, "content": "00112233"}"#, "it was shown 4 to 11", 1),
    (#"{"from": 9223372036854775807, "content": "00112233"}"#, "it was shown 4 to 11", 1),
    (#"{"from": 6, "content": "0011223344"}"#, "not a whole number of blocks of 4", 1),
    (#"{"from": 6, "content": ""}"#, "not a whole number of blocks of 4", 1),
    (#"{"from": 6, "content": "xx112233"}"#, "is not hex", 1),
    (#"{"from": "6", "content": "00112233"}"#, #"neither {"from": N"#, 1),
    (#"{"from": 6.5, "content": "00112233"}"#, #"neither {"from": N"#, 1),
    (#"{"content": "00112233"}"#, #"neither {"from": N"#, 1),
    (#"{"values": {"cert": "q"}}"#, #"neither {"from": N"#, 1),
    ("[]", #"neither {"from": N"#, 1), ("certificate", "not JSON", 1),
  ]

  @Test func anAnswerThatDoesNotFitWritesNothing() throws {
    let desk = try Desk()
    for (answer, words, code) in Self.refusals {
      let result = try Self.resolve(by: Self.answering(answer), on: desk, "--json")
      #expect(result.exit == .code(code), "\(answer)")
      let root = try JSONDocument(reading: result.stdout).root
      #expect(root["name"]?.string == "resolver", "\(answer)")
      #expect(root["uid"]?.string == (try desk.uid()))
      #expect(root["error"]?.string?.contains(words) == true, "\(result.output)")
    }
    let silent = try Self.resolve(by: "exit 3", on: desk)
    #expect(silent.exit == .code(2) && silent.errorOutput.contains("ended with code 3"))
    #expect(try desk.counter("pages") == 0)
  }

  /// Only a person says that a program may write what can close a tag.
  @Test func aProgramDoesNotLockTagsUnasked() throws {
    let desk = try Desk()
    let lines = Self.answering(#"{"from": 40, "content": "010000bd"}"#)
    let program = try script(lines, in: desk.folder)
    let result = try desk.tagpress("blocks", "write", "--yes", "--json", "--resolver", program)
    #expect(try JSONDocument(reading: result.stdout).root["name"]?.string == "block-reserved")
    #expect(try desk.counter("pages") == 0)
    let allowed = try desk.tagpress(
      "blocks", "write", "--yes", "--allow", "locks", "--resolver", program)
    #expect(allowed.exit == .code(0))
    #expect(try desk.pages()[40] == "010000bd")
  }

  @Test(arguments: [("present 2", "tag-swapped"), ("remove", "tag-gone")])
  func aTagThatIsChangedForAnotherMeanwhileIsNamed(_ words: String, _ name: String) throws {
    let desk = try Desk()
    let before = [try desk.pages(), try desk.pages(of: "two.tag")]
    let other = try desk.uid(of: "two.tag")
    let result = try Self.resolve(
      by: """
        read question
        \(builtTool) simulate --control desk --tell '\(words)' >/dev/null
        echo '{"from": 6, "content": "00112233"}'
        """, on: desk, "--json")
    #expect(result.exit == .code(1))
    let root = try JSONDocument(reading: result.stdout).root
    #expect(root["name"]?.string == name, "\(result.output)")
    #expect(root["uid"]?.string == (try desk.uid()))
    if name == "tag-swapped" {
      #expect(root["error"]?.string?.contains(other) == true, "\(result.output)")
    }
    #expect([try desk.pages(), try desk.pages(of: "two.tag")] == before)
  }

  /// Its answer was for other bytes: the tag was written meanwhile, or is another one with its UID.
  @Test(arguments: [["--from", "4", "--count", "8"], ["--reverse-blocks"]])
  func aTagThatHoldsOtherBytesByThenIsLeftAlone(_ options: [String]) throws {
    let desk = try Desk()
    let first = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
    try desk.edit("two.tag") { lines in
      lines = first.split(separator: "\n").map(String.init)
      for index in lines.indices where lines[index].hasPrefix("page 08 ") {
        lines[index] = "page 08 99 99 99 99"
      }
    }
    let before = [try desk.pages(), try desk.pages(of: "two.tag")]
    #expect(before[0] != before[1])
    let program = try script(
      """
      read question
      \(builtTool) simulate --control desk --tell 'present 2' >/dev/null
      echo '{"from": 6, "content": "00112233"}'
      """, in: desk.folder)
    let write = ["blocks", "write", "--yes", "--json", "--resolver", program] + options
    let result = try desk.tagpress(write)
    #expect(result.exit == .code(1))
    let root = try JSONDocument(reading: result.stdout).root
    #expect(root["name"]?.string == "changed-meanwhile", "\(result.output)")
    #expect(root["uid"]?.string == (try desk.uid()))
    #expect(root["error"]?.string?.contains("so nothing was written") == true)
    #expect([try desk.pages(), try desk.pages(of: "two.tag")] == before)
    // The same command again asks about the bytes that are there now.
    #expect(try desk.tagpress(write).exit == .code(0))
    #expect(try desk.pages(of: "two.tag")[8] == "99999999")
    #expect(try desk.pages() == before[0])
  }

  @Test func aProgramThatIsNotThereIsMissedBeforeTheTag() throws {
    let result = try tagpress(
      "blocks", "write", "--yes", "--resolver", "/none/ask", "--reader", "/dev/ttyUSB99")
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("--resolver: '/none/ask' cannot be started"))
  }
}
