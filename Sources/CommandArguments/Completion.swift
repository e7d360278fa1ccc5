// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the completion scripts of all shells are made from.
///
/// A place is where the words of a command line have led so far, written like a path: nothing at first, then
/// `/ndef`, then `/ndef/decode`. All scripts walk the places word by word; after `help` they do
/// the same with `help` at the front.
extension ToolDescription {
  /// A place where another word of a command's name is due, and the words that it may be.
  var branches: [(place: String, name: [String], words: [String])] {
    ([[]] + families.map { [$0] }).map { (Self.place(of: $0), $0, words(after: $0)) }
  }

  /// Every place but the first.
  var places: [String] {
    families.map { Self.place(of: [$0]) } + commands.map { Self.place(of: $0.name) }
  }

  static func place(of name: [String]) -> String {
    name.map { "/\($0)" }.joined()
  }
}

extension ParameterDescription {
  static let version = ParameterDescription(
    name: "version", kind: .flag, help: "Show the version")

  /// The option as it may be typed, with its dashes: `-f`, `--format`.
  var spellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + ["--\(name)"]
  }
}

/// The text as one word of bash or zsh.
func shellQuoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}

/// The text with a backslash before each of the given characters.
func escaping(_ characters: Set<Character>, in text: String) -> String {
  text.map { characters.contains($0) ? "\\\($0)" : "\($0)" }.joined()
}
