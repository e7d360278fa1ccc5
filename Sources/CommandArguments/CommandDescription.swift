// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about a command, whatever the type of its options.
package struct CommandDescription: Sendable {
  let name: [String]
  let summary: String
  let discussion: String
  let examples: KeyValuePairs<String, String>
  let exitCodes: KeyValuePairs<ExitCode, String>
  let parameters: [ParameterDescription]

  var positionals: [ParameterDescription] { parameters.filter { !$0.isOption } }

  /// The options, with the `--help` that every command has.
  var options: [ParameterDescription] { parameters.filter(\.isOption) + [.help] }

  /// The command line in general, without the tool's name: `ndef decode [options] INPUT`.
  var usage: String {
    (name + ["[options]"] + positionals.map(\.usage)).joined(separator: " ")
  }

  /// What each exit code means for this command, in its own words where it has some.
  var exitMeanings: [(code: ExitCode, meaning: String)] {
    ExitCode.allCases.map { code in
      (code, exitCodes.first { $0.key == code }?.value ?? code.meaning)
    }
  }
}
