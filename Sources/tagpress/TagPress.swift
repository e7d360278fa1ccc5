// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import Terminal

/// The program: reads the command line, runs one command, and ends with its exit code.
@main
struct TagPress {
  static func main() {
    driveReaderIfAsked()
    let console = Console()
    let code = run(rawArguments(), on: console)
    console.flush()
    if let failure = console.failure {
      console.say(
        "tagpress: the output could not be written: \(String(cString: strerror(failure)))")
      exit(ExitCode.couldNotRun.rawValue)
    }
    exit(code.rawValue)
  }

  /// The arguments as bytes; `CommandLine.arguments` would repair invalid UTF-8.
  private static func rawArguments() -> [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map {
        Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
    }
  }

  private static func run(_ arguments: [[UInt8]], on console: Console) -> ExitCode {
    let request: Request<Console>
    do {
      request = try tool.parse(bytes: arguments)
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

/// The date of this version, for the manual page.
let releaseDate = "2026-11-22"

/// The one table of all commands, from which parsing, help, manual page and completions come.
let tool = Tool<Console>(
  name: "tagpress",
  version: version,
  summary: "write verified links to NFC tags",
  discussion: """
    TagPress writes a link to an NFC tag and reads every byte back, shows what is on a tag and \
    what phones do with it, finds out why a reader does not work, and offers a virtual reader to \
    any program that uses libnfc.
    """,
  seeAlso: ["nfc-list(1)"],
  groups: [
    CommandGroup(
      "A job",
      [
        Open.self, New.self, Check.self, Links.self, Rehearse.self, Approve.self, Write.self,
        Lock.self, Verify.self, Report.self, Labels.self,
      ]),
    CommandGroup(
      "One tag",
      [
        Read.self, Put.self, Erase.self, Unlock.self, BlocksRead.self, BlocksWrite.self,
        KeyNew.self,
      ]),
    CommandGroup("A site", [SiteMake.self, SiteLint.self, SiteExplain.self, SiteProbe.self]),
    CommandGroup("The bench", [Doctor.self, Simulate.self, NDEFEncode.self, NDEFDecode.self]),
    CommandGroup("This program", [Completions.self, Manual.self]),
  ])
