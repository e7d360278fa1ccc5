// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where the first words of a command line lead.
enum CommandRoute {
  /// A command by its place in the table, and the arguments after its name.
  case command(Int, ArraySlice<String>)
  case text(String)
}

extension ToolDescription {
  func route(_ arguments: [String]) throws(UsageError) -> CommandRoute {
    switch arguments.first {
    case "--help", "-h": return .text(help)
    case "--version": return .text("\(name) \(version)\n")
    case "help": return .text(try help(about: arguments.dropFirst()))
    default: break
    }
    let (words, rest) = try walk(arguments[...])
    if let index = names.firstIndex(of: words) { return .command(index, rest) }
    if rest.first.map(isHelp) == true { return .text(help(forFamily: words)) }
    // All commands of the tool would be too long a list for a message.
    let choices = words.isEmpty ? [] : self.words(after: words)
    throw UsageError(place: place(words), problem: .missingCommand(among: choices))
  }

  /// The answer to `help`, `help ndef` and `help ndef decode`.
  private func help(about topic: ArraySlice<String>) throws(UsageError) -> String {
    if topic.isEmpty || topic == ["--help"] || topic == ["-h"] { return help }
    let (words, rest) = try walk(topic)
    if let argument = rest.first {
      throw UsageError(place: name, problem: .unexpectedArgument(argument))
    }
    guard let command = commands.first(where: { $0.name == words }) else {
      return help(forFamily: words)
    }
    return help(for: command)
  }

  /// Follows the words of a command's name as far as they go; an option ends them too early.
  private func walk(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> (words: [String], rest: ArraySlice<String>) {
    var words: [String] = []
    var rest = arguments
    while let word = rest.first {
      let choices = self.words(after: words)
      if choices.isEmpty || (!words.isEmpty && isHelp(word)) { break }
      guard choices.contains(word) else {
        throw UsageError(place: place(words), problem: unknown(word, after: words))
      }
      words.append(word)
      rest.removeFirst()
    }
    return (words, rest)
  }

  private func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

  private func unknown(_ word: String, after words: [String]) -> UsageError.Problem {
    if word.utf8.first == UInt8(ascii: "-") {
      // What was typed may be right elsewhere; to repeat it would help no one.
      let options = (words.isEmpty ? ["--help", "--version"] : ["--help"]).filter { $0 != word }
      return .unknownOption(word, suggestion: suggestion(for: word, among: options))
    }
    let choices = self.words(after: words)
    // The second word of a name is a good guess too: `decode` for `ndef decode`.
    if words.isEmpty, let family = families.first(where: { self.words(after: [$0]).contains(word) })
    {
      return .unknownCommand(word, suggestion: "\(family) \(word)")
    }
    return .unknownCommand(word, suggestion: suggestion(for: word, among: choices + ["help"]))
  }
}
