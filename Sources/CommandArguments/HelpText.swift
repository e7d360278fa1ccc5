// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Terms longer than this have their explanations on the next line.
private let longestTerm = 26

extension ToolDescription {
  /// The help of the whole tool: its commands in groups.
  package var help: String {
    var text = wrapped("Usage: \(name) COMMAND [options] [arguments]", indent: 0, hanging: 7)
    text += "\n" + wrapped("\(name) - \(summary)", indent: 0)
    if !discussion.isEmpty { text += "\n" + wrapped(discussion, indent: 0) }
    for group in groups {
      text += "\n\(group.title):\n" + list(group.commands, width: longestName(of: commands))
    }
    text += "\n"
    text += wrapped(
      "'\(name) help COMMAND' explains a command and shows examples;"
        + " '\(name) --version' says which version this is.", indent: 0)
    return text
  }

  /// The help of a first word that stands for several commands, such as `ndef`.
  func help(forFamily words: [String]) -> String {
    let members = commands.filter { $0.name.starts(with: words) }
    return wrapped("Usage: \(place(words)) COMMAND [options] [arguments]", indent: 0, hanging: 7)
      + "\nCommands:\n" + list(members, width: longestName(of: members))
      + "\n" + wrapped("'\(place(["help"] + words)) COMMAND' explains a command.", indent: 0)
  }

  /// The help of one command, with its examples and exit codes.
  func help(for command: CommandDescription) -> String {
    var text = wrapped("Usage: \(name) \(command.usage)", indent: 0, hanging: 7)
    text += "\n" + wrapped("\(command.summary).", indent: 0)
    if !command.discussion.isEmpty { text += "\n" + wrapped(command.discussion, indent: 0) }
    if !command.positionals.isEmpty {
      text += "\nArguments:\n"
      text += table(
        command.positionals.map { ($0.spelling, $0.explanation) }, longestTerm: longestTerm)
    }
    text += "\nOptions:\n"
    text += table(
      command.options.map { ($0.optionTerm, $0.explanation) }, longestTerm: longestTerm)
    text += "\nExamples:\n"
    for (line, effect) in command.examples {
      // A command line is never broken, so that it can be copied.
      text += "  \(line)\n" + wrapped(effect, indent: 6)
    }
    text += "\nExit codes:\n"
    text += table(
      command.exitMeanings.map { ("\($0.code.rawValue)", $0.meaning) }, longestTerm: longestTerm)
    return text
  }

  private func longestName(of commands: [CommandDescription]) -> Int {
    commands.map { $0.name.joined(separator: " ").count }.max() ?? 0
  }

  private func list(_ commands: [CommandDescription], width: Int) -> String {
    // Padding every name makes the columns of all groups line up.
    table(
      commands.map { command in
        let name = command.name.joined(separator: " ")
        return (name.padding(to: width), command.summary)
      }, longestTerm: .max)
  }
}

extension ParameterDescription {
  /// The option as it is typed, with room for a short name: `-f, --format FORMAT`.
  fileprivate var optionTerm: String {
    let long = ["--\(name)", value?.name ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return (short.map { "-\($0), " } ?? "    ") + long
  }

  /// The help with what the value may be and whether the parameter may be given again.
  var explanation: String {
    let additions = [value?.limits ?? "", isOption && repeats ? "may be repeated" : ""]
      .filter { !$0.isEmpty }
    return additions.isEmpty ? help : "\(help) (\(additions.joined(separator: "; ")))"
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
