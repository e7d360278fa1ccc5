// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sentence by a name that never changes, with its facts, so that each language says it by itself.
package struct Told: Hashable, Sendable {
  package let key: String
  package let texts: [String: String]
  /// Facts on which the form of the sentence may depend.
  package let numbers: [String: Int]

  package init(_ key: String, _ texts: [String: String] = [:], numbers: [String: Int] = [:]) {
    (self.key, self.texts, self.numbers) = (key, texts, numbers)
  }
}

/// A sentence in English, with what other languages say it by.
package struct Saying: Hashable, Sendable {
  package let words: String
  package let told: [Told]

  package init(_ words: String, _ told: [Told] = []) { (self.words, self.told) = (words, told) }
}
