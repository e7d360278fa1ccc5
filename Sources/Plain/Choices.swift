// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Names of which one is to be taken: `NTAG213, NTAG215 or NTAG216`.
package func choices(_ names: [String]) -> String { listed(names, "or") }

/// Names in a sentence, with a word before the last one.
package func listed(_ names: [String], _ word: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
  return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
}
