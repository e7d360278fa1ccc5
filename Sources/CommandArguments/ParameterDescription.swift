// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about one option or positional argument, whatever the type of its value.
struct ParameterDescription: Sendable {
  enum Kind: Sendable {
    case flag
    case option(ValueDescription, repeats: Bool)
    case positional(ValueDescription, Presence)
  }

  enum Presence: Sendable {
    case required
    case optional
    case repeated(atLeast: Int)
  }

  /// The long name without dashes; empty for a positional argument, which is known by its value's name.
  var name = ""
  var short: Character?
  var kind: Kind
  var help: String

  static let help = ParameterDescription(
    name: "help", short: "h", kind: .flag, help: "Show this help")

  var isOption: Bool {
    if case .positional = kind { false } else { true }
  }

  /// The value it takes; a flag takes none.
  var value: ValueDescription? {
    switch kind {
    case .flag: nil
    case .option(let value, _), .positional(let value, _): value
    }
  }

  /// Whether it may be given more than once with every value kept.
  var repeats: Bool {
    switch kind {
    case .flag, .positional(_, .required), .positional(_, .optional): false
    case .option(_, let repeats): repeats
    case .positional(_, .repeated): true
    }
  }

  /// How it is named in messages: `--limit`, or `FILE` for a positional argument.
  var spelling: String {
    if case .positional(let value, _) = kind { value.name } else { "--\(name)" }
  }

  /// How it appears in a usage line: `URL`, `[FILE]`, `[FILE ...]`.
  var usage: String {
    switch kind {
    case .positional(let value, .optional): "[\(value.name)]"
    case .positional(let value, .repeated(atLeast: 0)): "[\(value.name) ...]"
    case .positional(let value, .repeated): "\(value.name) ..."
    case .flag, .option, .positional(_, .required): spelling
    }
  }
}

/// What is known about a value: the name it goes by in help texts, and what it may be.
struct ValueDescription: Sendable {
  enum Form: Sendable {
    case text
    case file
    case directory
    case integer(ClosedRange<Int>)
    case choice([String])
  }

  var name: String
  var form: Form
}
