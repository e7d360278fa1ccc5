// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import TestSupport
import Testing

@Suite("Arguments of a command")
struct ArgumentScanTests {
  @Test(
    "they fill the options",
    arguments: [
      (["x"], Print(text: "x")),
      (["--json", "x"], Print(json: true, text: "x")),
      (["--json", "-j", "x"], Print(json: true, text: "x")),
      (["-jq", "x"], Print(json: true, quiet: true, text: "x")),
      (["-jn5", "x"], Print(json: true, count: 5, text: "x")),
      (["-jn", "5", "x"], Print(json: true, count: 5, text: "x")),
      (["--count=5", "x"], Print(count: 5, text: "x")),
      (["--count", "5", "x"], Print(count: 5, text: "x")),
      (["x", "--count", "+5"], Print(count: 5, text: "x")),
      (["--offset", "-3", "x"], Print(offset: -3, text: "x")),
      (["--offset=-3", "x"], Print(offset: -3, text: "x")),
      (["-p", "glossy", "x"], Print(paper: .glossy, text: "x")),
      (["-o-", "x"], Print(output: "-", text: "x")),
      (["-o", "-", "x"], Print(output: "-", text: "x")),
      (["-o=f", "x"], Print(output: "=f", text: "x")),
      (["--output=--json", "x"], Print(output: "--json", text: "x")),
      (["--only=", "x"], Print(only: [""], text: "x")),
      (["--output=a=b", "x"], Print(output: "a=b", text: "x")),
      (["--output=\u{301}", "x"], Print(output: "\u{301}", text: "x")),
      (["--only", "a", "x", "--only=b"], Print(only: ["a", "b"], text: "x")),
      (["x", "y", "-", "z"], Print(text: "x", more: ["y", "-", "z"])),
      (["--", "--json", "--", "-h"], Print(text: "--json", more: ["--", "-h"])),
      (["x", "--"], Print(text: "x")),
      ([""], Print(text: "")),
    ])
  func fills(_ arguments: [String], _ expected: Print) throws {
    guard case .command(let command) = try sampleTool.parse(["print"] + arguments) else {
      Issue.record("not a command")
      return
    }
    #expect(command as? Print == expected)
  }

  @Test(
    "what is wrong with them is said in a sentence",
    arguments: [
      (
        ["--jsom"],
        "There is no option '--jsom'. Did you mean '--json'? Enter press print --help for a list."
      ),
      (
        ["-json"],
        "There is no option '-s'. Did you mean '--json'? Enter press print --help for a list."
      ),
      (["--colour=red"], "There is no option '--colour'. Enter press print --help for a list."),
      (
        ["--jso"],
        "There is no option '--jso'. Did you mean '--json'? Enter press print --help for a list."
      ),
      (["--="], "There is no option '--='. Enter press print --help for a list."),
      (["-é"], "There is no option '-é'. Enter press print --help for a list."),
      (["--json=yes"], "'--json' takes no value, but was given 'yes'. Write only --json."),
      (["--help="], "'--help' takes no value, but was given ''. Write only --help."),
      (["--count"], "'--count' needs a value. Write --count=N (press print --help explains it)."),
      (["-n"], "'--count' needs a value. Write --count=N (press print --help explains it)."),
      (
        ["--output", "--json"],
        "'--output' needs a value. Write --output=FILE (press print --help explains it)."
      ),
      (
        ["--offset", "-x"],
        "'--offset' needs a value. Write --offset=MM (press print --help explains it)."
      ),
      (["-n1", "--count=1"], "'--count' is given twice. Give it only once."),
      (["-n", "five"], "'five' is not a number. Give --count a whole number from 1 to 500."),
      (["--count="], "'' is not a number. Give --count a whole number from 1 to 500."),
      (["-n0"], "'0' is out of range. Give --count a whole number from 1 to 500."),
      (
        ["-n", "99999999999999999999"],
        "'99999999999999999999' is out of range. Give --count a whole number from 1 to 500."
      ),
      (
        ["--paper", "glosy"],
        "--paper cannot be 'glosy'. Did you mean 'glossy'? It is one of: plain, glossy."
      ),
      (["--paper=wool"], "--paper cannot be 'wool'. Give one of: plain, glossy."),
      ([], "TEXT is missing (press print --help shows where it goes)."),
      (["--"], "TEXT is missing (press print --help shows where it goes)."),
    ])
  func complains(_ arguments: [String], _ sentence: String) {
    #expect(usageError(["print"] + arguments) == "press print: \(sentence)")
  }

  @Test("the number of positional arguments is checked")
  func counts() {
    #expect(
      usageError(["copy", "a"])
        == "press copy: FILE is missing (press copy --help shows where it goes).")
    #expect(
      usageError(["roll", "check", "x\u{1B}[2J"])
        == "press roll check: The command takes no arguments. Leave out 'x\\u{1B}[2J'.")
    #expect(
      usageError(["roll", "load", "plain", "glossy"])
        == "press roll load: The argument 'glossy' is one too many."
        + " If it belongs to the one before it, put both in one pair of quotes"
        + " (press roll load --help shows the usage).")
  }

  @Test("no arguments trap", arguments: [1, 2, 3] as [UInt64])
  func random(seed: UInt64) {
    let pieces = [
      "", "-", "--", "=", "--=", "-n", "--count", "5", "-5", "--help", "print", "roll", "load",
      "help",
      "\u{301}", "é", "\u{FFFD}", "j", "q", "h", "--only", "--version",
    ]
    var random = Splitmix64(seed: seed)
    for _ in 0..<3000 {
      let arguments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        (0..<Int.random(in: 1...2, using: &random))
          .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      _ = usageError(arguments)
      _ = usageError(["print"] + arguments)
    }
  }
}
