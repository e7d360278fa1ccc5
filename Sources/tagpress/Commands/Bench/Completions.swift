// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Terminal

/// `tagpress completions`: what a shell needs to complete this tool's command line.
struct Completions: Command {
  enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish
  }

  var shell = Shell.bash

  static let name = ["completions"]
  static let table = CommandTable<Completions>(
    summary: "Print shell completions",
    examples: [
      "source <(tagpress completions bash)": "Turns on completion in this bash session."
    ],
    parameters: [
      .positional(.choice("SHELL"), to: \.shell, help: "The shell that will use them")
    ])

  func run(in console: Console) -> ExitCode {
    switch shell {
    case .bash: console.write(tool.description.bashCompletion)
    case .zsh: console.write(tool.description.zshCompletion)
    case .fish: console.write(tool.description.fishCompletion)
    }
    return .done
  }
}

/// `tagpress manual`: the manual page, from the same table as the help.
struct Manual: Command {
  static let name = ["manual"]
  static let table = CommandTable<Manual>(
    summary: "Print the manual page",
    examples: ["tagpress manual | man -l -": "Shows the manual page without installing it."],
    parameters: [])

  func run(in console: Console) -> ExitCode {
    console.write(tool.description.manualPage(date: releaseDate))
    return .done
  }
}
