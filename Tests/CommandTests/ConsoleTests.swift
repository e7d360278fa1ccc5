// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

struct ConsoleTests {
  @Test(arguments: [["--help"], ["help"], ["-h"], ["help", "ndef", "decode"], ["ndef", "--help"]])
  func helpGoesToStandardOutput(_ arguments: [String]) throws {
    let result = try run(builtTool, arguments)
    #expect(result.exit == .code(0))
    #expect(result.output.contains("tagpress"))
    #expect(result.errorOutput == "")
    let widest = result.output.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= 80)
  }

  @Test(arguments: ["doctor", "read", "simulate", "write"])
  func helpSaysOnceWhatMayBeRepeated(_ command: String) throws {
    #expect(!(try tagpress(command, "--help").output.contains("repeated (may")))
  }

  @Test func theVersionIsOneLine() throws {
    #expect(try tagpress("--version").output.hasPrefix("tagpress "))
  }

  @Test(
    arguments: [
      ([], "tagpress: A command is missing"),
      (["ndef", "decod"], "tagpress ndef: There is no command 'decod'. Did you mean 'decode'?"),
      (["ndef", "decode", "--jsom", "00"], "Did you mean '--json'?"),
      (["ndef", "decode"], "HEX, FILE or - is missing"),
      (["ndef", "--version"], "tagpress ndef: There is no option '--version'. "),
    ] as [([String], String)])
  func aMistypedCommandLineEndsWith64(_ arguments: [String], _ words: String) throws {
    let result = try run(builtTool, arguments)
    #expect(result.exit == .code(64))
    #expect(result.output == "")
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }

  @Test func aClosedPipeIsACleanEnd() throws {
    let command = "yes d00000 | '\(builtTool)' ndef decode --lines - | head -n 1"
    let result = try run("bash", ["-c", "set -o pipefail; \(command); echo ${PIPESTATUS[1]}"])
    #expect(result.output == "Empty record: -\n0\n")
    #expect(result.errorOutput == "")
  }

  @Test func aPipeThatIsNotReadyIsWaitedFor() throws {
    // Perl makes standard input or output non-blocking, as a program that shares it may.
    let unready =
      "perl -MFcntl -e 'fcntl($ARGV[0] ? STDOUT : STDIN, F_SETFL, O_NONBLOCK); shift; exec @ARGV'"
    let reading = "(sleep 0.3; echo d00000) | \(unready) 0 '\(builtTool)' ndef decode --lines -"
    #expect(try run("bash", ["-c", reading]).output == "Empty record: -\n")
    let writing = "yes d00000 | head -n 50000 | \(unready) 1 '\(builtTool)' ndef decode --lines -"
    let result = try run("bash", ["-c", "\(writing) | (sleep 0.3; wc -l)"])
    #expect(result.output == "50000\n")
    #expect(result.errorOutput == "")
  }

  @Test func aFullDiskIsNotSuccess() throws {
    let result = try run("bash", ["-c", "'\(builtTool)' ndef decode d00000 >/dev/full"])
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("could not be written"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func printsCompletions(_ shell: String) throws {
    let result = try tagpress("completions", shell)
    #expect(result.exit == .code(0))
    #expect(result.output.contains("decode"))
  }

  @Test func filesAreOfferedWhereLinksMayBeInOne() throws {
    let script = """
      source <('\(builtTool)' completions bash)
      COMP_WORDS=(tagpress ndef encode --lines li) COMP_CWORD=4
      _tagpress; echo "${COMPREPLY[@]}"
      """
    let folder = try TemporaryDirectory()
    try folder.write([], to: "links.txt")
    #expect(try run("bash", ["-c", script], directory: folder.path).output == "links.txt\n")
  }

  @Test func printsTheManualPage() throws {
    let result = try tagpress("manual")
    #expect(result.output.contains("\n.TH \"TAGPRESS\" 1 "))
    #expect(result.stdout.allSatisfy { $0 < 0x80 })
    #expect(result.exit == .code(0))
  }
}
