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
      ([], "press: a command is missing (press --help lists them)"),
      (
        ["roll"],
        "press roll: a command is missing: load or check (press roll --help describes them)"
      ),
      (
        ["prnt"],
        "press: there is no command 'prnt'. Did you mean 'print'? (press --help lists them)"
      ),
      (
        ["load"],
        "press: there is no command 'load'. Did you mean 'roll load'? (press --help lists them)"
      ),
      (["fly"], "press: there is no command 'fly' (press --help lists them)"),
      ([""], "press: there is no command '' (press --help lists them)"),
      (
        ["roll", "chekc"],
        "press roll: there is no command 'chekc'. Did you mean 'check'? (press roll --help lists them)"
      ),
      (
        ["help", "prin"],
        "press: there is no command 'prin'. Did you mean 'print'? (press --help lists them)"
      ),
      (
        ["help", "print", "x"],
        "press: there is no place for the argument 'x'; if it belongs to the one before it, put both "
          + "in one pair of quotes (press --help shows the usage)"
      ),
      (
        ["--verison"],
        "press: there is no option '--verison'. Did you mean '--version'? (press --help lists them)"
      ),
      (
        ["roll", "--version"],
        "press roll: there is no option '--version' (press roll --help lists them)"
      ),
      (
        ["help", "--version"], "press: there is no option '--version' (press --help lists them)"
      ),
      (
        ["roll", "--verison"],
        "press roll: there is no option '--verison' (press roll --help lists them)"
      ),
      (
        ["print", "--offset=1", "x", "-o", "y"],
        "press print: '--offset' means nothing beside '--output'; drop --offset"
      ),
      (
        ["print", "--quiet", "x"],
        "press print: '--quiet' means nothing without '--json'; add --json, or drop --quiet"
      ),
      (
        ["copy", "a", ""],
        "press copy: FILE is missing: what is given is empty; check the quotes and variables"
      ),
      (["--", "print"], "press: there is no option '--' (press --help lists them)"),
      (
        ["roll", "--json"], "press roll: there is no option '--json' (press roll --help lists them)"
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
        == "press: argument 2, 'M\u{FFFD}nchen', is not UTF-8; type it again in a terminal that is "
        + "set to UTF-8")
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
