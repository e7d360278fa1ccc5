// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What a command tells a person to do is done, literally, and then the command succeeds.
struct FollowedAdviceTests {
  /// A tag on the reader, what was done to it before, and a command that it hinders.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var chip = "ntag213"
    var pages: [Int: String] = [:]
    var before: [String] = []
    /// Pages that are changed by hand after that.
    var edits: [String: String] = [:]
    let command: String
    /// The words of the message that are followed, which may be only a part of it.
    let says: String

    var testDescription: String { name }
  }

  private static let link = "https://go.example.com/s/1"
  private static let protected = ["put --protect spring.keys \(link)"]

  static let cases: [Case] = [
    Case(name: "format", chip: "ultralight", command: "put \(link)", says: "Add --format"),
    Case(
      name: "overwrite", pages: [4: "11 22 33 44"], command: "put \(link)", says: "add --overwrite"),
    Case(
      name: "put, key", before: protected, command: "put \(link)/2", says: "Add --key FILE"),
    Case(name: "erase, key", before: protected, command: "erase", says: "Add --key FILE"),
    Case(
      name: "blocks write, key", before: protected,
      command: "blocks write --yes --from 6 00112233", says: "Add --key FILE"),
    Case(
      name: "put, new key", before: ["put --protect spring.keys --protect-reading \(link)"],
      command: "put --key old.keys --protect spring.keys --protect-reading \(link)",
      says: "use --key FILE with the new key file"),
    Case(
      name: "put, limit", edits: ["2A": "03 05 00 00"],
      command: "put --protect spring.keys \(link)",
      says: "'tagpress unlock --despite-limit --key FILE'"),
    Case(
      name: "unlock, limit", before: protected, edits: ["2A": "01 05 00 00"],
      command: "unlock --key spring.keys", says: "add --despite-limit"),
    Case(
      name: "unlock, answer", before: protected, edits: ["2C": "12 34 00 00"],
      command: "unlock --key spring.keys", says: "add --any-answer"),
    Case(
      name: "put, answer", before: protected, edits: ["2C": "12 34 00 00"],
      command: "put --key spring.keys \(link)/2",
      says: "'tagpress unlock --any-answer --key FILE'"),
    Case(
      name: "password by blocks", command: "blocks write --yes --from 43 --allow settings 01020304",
      says: "'tagpress put --protect FILE LINK'"),
    Case(
      name: "locks", command: "blocks write --yes --from 40 010000bd", says: "add --allow locks"),
    Case(
      name: "container", command: "blocks write --yes --from 3 e110120f",
      says: "add --allow container"),
    Case(
      name: "settings", command: "blocks write --yes --from 41 000000ff",
      says: "add --allow settings"),
    Case(
      name: "mirror", before: ["put https://go.example.com/{mirror.uid}"],
      command: "blocks write --yes --from 10 00112233", says: "'tagpress erase'"),
    Case(
      name: "password without one", chip: "ntag203", command: "put --protect spring.keys \(link)",
      says: "Leave out --protect FILE"),
    Case(
      name: "lock without a key", chip: "type4-2.0", command: "put --lock --yes \(link)",
      says: "Leave out --lock"),
    Case(
      name: "number of its own", chip: "ntag210",
      command: "put https://go.example.com/{mirror.uid}",
      says: "Write {tag.uid}"),
    Case(
      name: "mirrors apart", command: "put https://go.example.com/{mirror.uid}/{mirror.counter}",
      says: "{mirror.uid}x{mirror.counter}"),
    Case(
      name: "a job for unformatted tags", chip: "ultralight",
      command: "write --first --accept-warnings spring.xml", says: "format=\"yes\" in <tags>"),
    Case(
      name: "a job for foreign tags", pages: [4: "11 22 33 44"],
      command: "write --first --accept-warnings spring.xml", says: "'tagpress erase'"),
    Case(
      name: "a job with a warning", command: "write --first spring.xml",
      says: "add --accept-warnings"),
  ]

  @Test(arguments: cases)
  func theAdviceHelps(_ one: Case) throws {
    let desk = try Desk(chip: one.chip, pages: one.pages)
    for key in ["spring.keys", "old.keys"] { _ = try desk.tagpress("key", "new", key) }
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{number}</link>
        <tags chips="NTAG213 Ultralight" content="job"/>
        <rows count="2" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    for command in one.before {
      let result = try Self.type(command, at: desk)
      try #require(result.exit == .code(0), "\(command): \(result.errorOutput)")
    }
    for (page, bytes) in one.edits { try desk.edit("one.tag", page: page, to: bytes) }
    let words = try Self.refusal(of: one.command, at: desk)
    try #require(words.contains(one.says), "\(words)")
    let helped = try Self.follow(one.says, after: one.command, at: desk)
    #expect(helped.exit == .code(0), "\(helped.errorOutput)\(helped.output)")
  }

  /// What a command says of the tag, on which it does not succeed; a batch waits for the next tag.
  private static func refusal(of command: String, at desk: Desk) throws -> String {
    let arguments = command.split(separator: " ").map(String.init)
    let program = try BackgroundProgram(
      builtTool, arguments + ["--reader", desk.reader], directory: desk.folder.path)
    let first = program.nextLine() ?? ""
    if arguments[0] == "write" { program.send(SIGINT) }
    let result = try program.finish()
    #expect(result.exit != .code(0), "\(first)")
    return first + result.errorOutput
  }

  private static func type(_ command: String, at desk: Desk) throws -> ProcessResult {
    try desk.tagpress(command.split(separator: " ").map(String.init))
  }

  /// Does what the words say, and runs the command after it.
  private static func follow(
    _ words: String, after command: String, at desk: Desk
  ) throws -> ProcessResult {
    var typed = command.split(separator: " ").map(String.init)
    let (commands, rest) = CureTests.split(words)
    if let other = commands.first {
      let result = try desk.tagpress(other)
      // Where another command does what was wanted, the first one is not needed any more.
      guard other.first != "put" else { return result }
      try #require(result.exit == .code(0), "\(other): \(result.errorOutput)")
      return try desk.tagpress(typed)
    }
    switch words {
    case "Leave out --protect FILE":
      typed.removeAll { ["--protect", "spring.keys"].contains($0) }
    case "Leave out --lock": typed.removeAll { $0 == "--lock" }
    case "use --key FILE with the new key file":
      typed = typed.map { $0 == "old.keys" ? "spring.keys" : $0 }
    case "Write {tag.uid}": typed = typed.map { $0.replacing("{mirror.uid}", with: "{tag.uid}") }
    case "{mirror.uid}x{mirror.counter}":
      typed = typed.map { $0.replacing("{mirror.uid}/{mirror.counter}", with: words) }
    case "format=\"yes\" in <tags>":
      let text = String(decoding: try desk.folder.read("spring.xml"), as: UTF8.self)
      try desk.folder.write(
        text.replacing("<tags ", with: "<tags format=\"yes\" "), to: "spring.xml")
    default:
      for option in CureTests.options(in: rest) {
        typed += ["--" + option[0]] + option.dropFirst()
      }
    }
    return try desk.tagpress(typed)
  }
}
