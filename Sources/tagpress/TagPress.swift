// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc

/// The program: reads the command line, runs one command, and ends with its exit code.
@main
struct TagPress {
  static func main() {
    let console = Console()
    let code = run(Array(CommandLine.arguments.dropFirst()), on: console)
    console.flush()
    if let failure = console.failure {
      console.say(
        "tagpress: the output could not be written: \(String(cString: strerror(failure)))")
      exit(ExitCode.couldNotRun.rawValue)
    }
    exit(code.rawValue)
  }

  private static func run(_ arguments: [String], on console: Console) -> ExitCode {
    let request: Request<Console>
    do {
      request = try tool.parse(arguments)
    } catch {
      console.say(error.description)
      return .usage
    }
    switch request {
    case .text(let text):
      console.write(text)
      return .done
    case .command(let command):
      return command.run(in: console)
    }
  }
}

let version = "0.1.0"

/// When this version was finished, for the manual page.
let releaseDate = "2026-11-21"

/// The one table of all commands, from which parsing, help, manual page and completions come.
let tool = Tool<Console>(
  name: "tagpress",
  version: version,
  summary: "write verified links onto NFC tags",
  discussion: """
    TagPress writes links onto NFC tags and reads them back, makes the files by which those links \
    open an app, and says of any tag what is on it.
    """,
  seeAlso: ["nfc-list(1)"],
  groups: [
    CommandGroup("One tag", [Read.self, Put.self, Erase.self, Unlock.self, KeyNew.self]),
    CommandGroup("The bench", [Doctor.self, Simulate.self, NDEFEncode.self, NDEFDecode.self]),
    CommandGroup("This program", [Completions.self, Manual.self]),
  ])
