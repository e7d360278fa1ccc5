// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Terminal
internal import Voices

extension Voice {
  /// A command of the tool, with its options.
  init(_ command: String, goesOn: Bool = false) {
    self.init(command, goesOn: goesOn, options: tool.options(of: command))
  }
}

extension Command where Context == Console {
  static var voice: Voice { Voice(name.joined(separator: " ")) }
}
