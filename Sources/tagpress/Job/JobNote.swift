// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import StrictJSON

/// Something that was chosen for a new job, and why.
struct JobNote {
  /// By which a page has words of its own for it.
  let name: String
  let words: String
  /// What its words name of this job.
  let values: [(name: String, text: String)]

  init(_ name: String, _ words: String, _ values: [(name: String, text: String)] = []) {
    (self.name, self.words, self.values) = (name, words, values)
  }

  /// For a page, which has no options.
  var json: JSONValue? {
    guard !words.contains(" --") else { return nil }
    return [
      "name": .string(name), "words": .string(words),
      "values": .object(values.map { ($0.name, .string($0.text)) }),
    ]
  }
}
