// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about the tool, whatever its commands do; help, manual and completions are made from it.
package struct ToolDescription: Sendable {
  struct Group: Sendable {
    let title: String
    /// The names of its commands, which are known without their tables.
    let names: [[String]]
    let commandsOnDemand: @Sendable () -> [CommandDescription]

    /// Its commands; to make the tables of all takes longer than most commands run.
    var commands: [CommandDescription] { commandsOnDemand() }
  }

  let name: String
  let version: String
  let summary: String
  let discussion: String
  let environment: KeyValuePairs<String, String>
  let files: KeyValuePairs<String, String>
  let seeAlso: [String]
  let groups: [Group]

  /// The names of all commands, in the order of the table.
  var names: [[String]] { groups.flatMap(\.names) }

  /// All commands, in the same order.
  var commands: [CommandDescription] { groups.flatMap(\.commands) }

  /// The tool's name and the words of a command, as they are typed.
  func place(_ words: [String]) -> String {
    ([name] + words).joined(separator: " ")
  }

  /// The words that may follow the given words of a command's name, each once, in the order of the table.
  func words(after words: [String]) -> [String] {
    var found: [String] = []
    for name in names where name.count > words.count && name.starts(with: words) {
      let word = name[words.count]
      if !found.contains(word) { found.append(word) }
    }
    return found
  }

  /// The first words that stand for several commands, such as `ndef`.
  var families: [String] {
    words(after: []).filter { !words(after: [$0]).isEmpty }
  }

  /// What a word of a command's name leads to: its summary, or the words that may follow it.
  func summary(of name: [String]) -> String {
    commands.first { $0.name == name }?.summary ?? words(after: name).joined(separator: ", ")
  }
}
