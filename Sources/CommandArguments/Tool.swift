// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The whole tool: its commands in groups, and what its help and manual say about it as a whole.
package struct Tool<Context>: Sendable {
  package let description: ToolDescription
  private let commands: [any Command<Context>.Type]

  /// Describes the tool.
  ///
  /// - Parameters:
  ///   - name: the word that calls the tool.
  ///   - version: the version alone, without the name.
  ///   - summary: one line without a full stop.
  ///   - discussion: what the tool is for, in a few sentences.
  ///   - environment: environment variables and what they do.
  ///   - files: files that the tool reads or leaves without being told their names.
  ///   - seeAlso: other manual pages, such as `nfc-list(1)`.
  ///   - groups: all commands, in the order in which help and manual list them.
  package init(
    name: String, version: String, summary: String, discussion: String,
    environment: KeyValuePairs<String, String> = [:], files: KeyValuePairs<String, String> = [:],
    seeAlso: [String] = [], groups: [CommandGroup<Context>]
  ) {
    commands = groups.flatMap(\.commands)
    description = ToolDescription(
      name: name, version: version, summary: summary, discussion: discussion,
      environment: environment, files: files, seeAlso: seeAlso,
      groups: groups.map { group in
        ToolDescription.Group(
          title: group.title, names: group.commands.map { $0.name },
          commandsOnDemand: { group.commands.map { $0.description } })
      })
  }

  /// Understands a command line as the system hands it over: bytes, without the tool's own name.
  ///
  /// Bytes that are not UTF-8 are refused, because a repaired text would be another one.
  package func parse(bytes arguments: [[UInt8]]) throws(UsageError) -> Request<Context> {
    var texts: [String] = []
    for (index, argument) in arguments.enumerated() {
      guard let text = String(validating: argument, as: UTF8.self) else {
        let readable = String(decoding: argument, as: UTF8.self)
        throw UsageError(
          place: description.name, problem: .notUTF8(readable, number: index + 1))
      }
      texts.append(text)
    }
    return try parse(texts)
  }

  /// Understands a command line, without the tool's own name at its front.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request<Context> {
    switch try description.route(arguments) {
    case .text(let text): return .text(text)
    case .command(let index, let rest):
      let place = description.place(commands[index].name)
      guard let command = try commands[index].filled(from: rest, at: place) else {
        return .text(description.help(for: commands[index].description))
      }
      return .command(command)
    }
  }
}

extension Tool {
  /// The names of all commands, each as it is typed after the tool's name.
  package var commandNames: [String] { commands.map { $0.name.joined(separator: " ") } }

  /// The options of a command, without the hyphens before them; none of a command that does not exist.
  package func options(of command: String) -> [String] {
    let found = commands.first { $0.name.joined(separator: " ") == command }
    return found?.description.options.map(\.name) ?? []
  }
}

/// Commands that belong together, under a title for the help and the manual.
package struct CommandGroup<Context>: Sendable {
  let title: String
  let commands: [any Command<Context>.Type]

  package init(_ title: String, _ commands: [any Command<Context>.Type]) {
    self.title = title
    self.commands = commands
  }
}

/// What a command line asks for.
package enum Request<Context> {
  /// A command with its options filled in, ready to run.
  case command(any Command<Context>)
  /// A help text or the version, for standard output; the exit code is `ExitCode.done`.
  case text(String)
}
