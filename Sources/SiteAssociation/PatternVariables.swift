// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The values of the variables that the patterns of a file may name.
struct PatternVariables: Sendable {
  enum Values: Sendable {
    /// Exactly one character of these.
    case character(ASCIISet)
    /// One of these texts; they may hold `*` and `?`, but no variables.
    case texts([String])
  }

  /// Those that the file defines.
  let defined: [String: [String]]

  init(defined: [String: [String]] = [:]) {
    self.defined = defined
  }

  /// The values after a name, which is taken to the letter; nil if there are none.
  ///
  /// The predefined ones come first: what it does to shadow them is not documented.
  subscript(name: String) -> Values? {
    Self.predefined[name] ?? defined[name].map { .texts($0) }
  }

  /// *applinks.SubstitutionVariables* of Apple's documentation; the two lists are those of macOS 27.
  static let predefined: [String: Values] = [
    "alpha": .character(ASCIISet("a"..."z", "A"..."Z")),
    "upper": .character(ASCIISet("A"..."Z")),
    "lower": .character(ASCIISet("a"..."z")),
    "alnum": .character(ASCIISet("a"..."z", "A"..."Z", "0"..."9")),
    "digit": .character(ASCIISet("0"..."9")),
    "xdigit": .character(ASCIISet("0"..."9", "a"..."f", "A"..."F")),
    "region": .texts(LocaleCodes.regions),
    "lang": .texts(LocaleCodes.languages),
  ]
}
