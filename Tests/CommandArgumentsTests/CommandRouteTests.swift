// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import Testing

@Suite("The way to a command")
struct CommandRouteTests {
  @Test(
    "help and version are answered with text",
    arguments: [
      (["--help"], sampleHelp), (["-h"], sampleHelp), (["help"], sampleHelp),
      (["help", "--help"], sampleHelp), (["--version"], "press 1.2\n"),
      (["print", "--help"], printHelp), (["print", "-h"], printHelp),
      (["print", "-jh"], printHelp), (["print", "x", "--help"], printHelp),
      (["help", "print"], printHelp), (["roll", "--help"], rollHelp), (["roll", "-h"], rollHelp),
      (["help", "roll"], rollHelp),
    ])
  func text(_ arguments: [String], _ expected: String) throws {
    guard case .text(let text) = try sampleTool.parse(arguments) else {
      Issue.record("not a text")
      return
    }
    #expect(text == expected)
  }

  @Test("a command of two words is found, and runs")
  func twoWords() throws {
    guard case .command(let command) = try sampleTool.parse(["roll", "load", "glossy"]) else {
      Issue.record("not a command")
      return
    }
    #expect(command as? RollLoad == RollLoad(side: .glossy))
    #expect(command.run(in: ()) == .done)
  }

  @Test(
    "a wrong way is said in a sentence",
    arguments: [
      ([], "press: A command is missing. Enter press --help for a list."),
      (
        ["roll"],
        "press roll: A command is missing: load or check (press roll --help describes them)."
      ),
      (
        ["prnt"],
        "press: There is no command 'prnt'. Did you mean 'print'? Enter press --help for a list."
      ),
      (
        ["load"],
        "press: There is no command 'load'. Did you mean 'roll load'? Enter press --help for a list."
      ),
      (["fly"], "press: There is no command 'fly'. Enter press --help for a list."),
      ([""], "press: There is no command ''. Enter press --help for a list."),
      (
        ["roll", "chekc"],
        "press roll: There is no command 'chekc'. Did you mean 'check'? Enter press roll --help for a list."
      ),
      (
        ["help", "prin"],
        "press: There is no command 'prin'. Did you mean 'print'? Enter press --help for a list."
      ),
      (
        ["help", "print", "x"],
        "press: The argument 'x' is one too many. If it belongs to the one before it, put both "
          + "in one pair of quotes (press --help shows the usage)."
      ),
      (
        ["--verison"],
        "press: There is no option '--verison'. Did you mean '--version'? Enter press --help for a list."
      ),
      (
        ["roll", "--version"],
        "press roll: There is no option '--version'. Enter press roll --help for a list."
      ),
      (
        ["help", "--version"],
        "press: There is no option '--version'. Enter press --help for a list."
      ),
      (
        ["roll", "--verison"],
        "press roll: There is no option '--verison'. Enter press roll --help for a list."
      ),
      (
        ["print", "--offset=1", "x", "-o", "y"],
        "press print: '--offset' has no meaning together with '--output'. Leave out --offset."
      ),
      (
        ["print", "--quiet", "x"],
        "press print: '--quiet' has no meaning without '--json'. Add --json, or leave out --quiet."
      ),
      (
        ["copy", "a", ""],
        "press copy: FILE is empty. Check the quotes and variables."
      ),
      (["--", "print"], "press: There is no option '--'. Enter press --help for a list."),
      (
        ["roll", "--json"],
        "press roll: There is no option '--json'. Enter press roll --help for a list."
      ),
    ])
  func complains(_ arguments: [String], _ sentence: String) {
    #expect(usageError(arguments) == sentence)
  }
}

@Suite("Arguments that are no text")
struct ArgumentBytesTests {
  @Test("bytes that are not UTF-8 are refused, not repaired")
  func notUTF8() throws {
    let latin1: [UInt8] = Array("M".utf8) + [0xFC] + Array("nchen".utf8)
    let error = #expect(throws: UsageError.self) {
      try sampleTool.parse(bytes: [Array("print".utf8), latin1])
    }
    #expect(
      error?.description
        == "press: Argument 2, 'M\u{FFFD}nchen', is not UTF-8. Type it again in a terminal that is "
        + "set to UTF-8.")
    guard
      case .command(let command) = try sampleTool.parse(
        bytes: ["print", "ü"].map { Array($0.utf8) })
    else {
      Issue.record("not a command")
      return
    }
    #expect((command as? Print)?.text == "ü")
  }
}

/// The sentence about a wrong command line; `nil` if it is right.
func usageError(_ arguments: [String]) -> String? {
  do {
    _ = try sampleTool.parse(arguments)
    return nil
  } catch {
    return "\(error)"
  }
}
