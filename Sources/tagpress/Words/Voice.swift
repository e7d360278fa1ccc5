// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Terminal

/// The command that runs, as far as its advice depends on it.
struct Voice: Hashable, Sendable {
  /// Its words after the tool's name, such as `blocks write`.
  let command: String
  /// Whether it continues by itself once the trouble is gone; otherwise it has ended with it.
  let goesOn: Bool

  /// The commands that take one tag after another.
  private static let batches = ["write", "rehearse", "lock", "verify"]

  init(_ command: String, goesOn: Bool = false) {
    self.command = command
    self.goesOn = goesOn || Self.batches.contains(command)
  }

  /// Whether what is to be on the tags comes from a manifest.
  var hasManifest: Bool {
    Self.batches.contains(command) || ["check", "links", "approve", "report"].contains(command)
  }

  func takes(_ option: String) -> Bool { tool.options(of: command).contains(option) }

  /// What helps, in the words of this command.
  var cures: CureWords {
    { cure in cure.inEnglish(in: self) }
  }
}

extension Command where Context == Console {
  static var voice: Voice { Voice(name.joined(separator: " ")) }
}
