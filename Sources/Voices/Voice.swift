// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice

/// Who says what helps: a command, whose options are known, or the page.
package struct Voice: Hashable, Sendable {
  /// Its words after the tool's name, such as `blocks write`.
  package let command: String
  /// Whether it continues by itself once the trouble is gone; otherwise it has ended with it.
  package let goesOn: Bool
  private let options: Set<String>

  /// The commands that take one tag after another.
  private static let batches = ["write", "rehearse", "lock", "verify"]

  package init(_ command: String, goesOn: Bool = false, options: [String]) {
    self.command = command
    self.goesOn = goesOn || Self.batches.contains(command)
    self.options = Set(options)
  }

  /// The page, where no one types a command.
  package static let page = Voice("open", goesOn: true, options: [])

  /// What helps, in these words.
  package var cures: CureWords {
    { cure in cure.inEnglish(in: self) }
  }

  /// Whether what is to be on the tags comes from a manifest.
  var hasManifest: Bool {
    Self.batches.contains(command) || ["check", "links", "approve", "report"].contains(command)
  }

  func takes(_ option: String) -> Bool { options.contains(option) }
}
