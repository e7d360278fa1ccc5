// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Finds the word that was meant by a misspelt one.
enum Spelling {
  /// Longer words are not compared: no one misspells them by two letters, and a file may be
  /// hostile.
  private static let longestWord = 64

  /// The known word that is most probably meant; nil if `word` is known, or like none of them.
  static func suggestion(for word: String, among known: [String]) -> String? {
    if known.contains(where: { $0.utf8.elementsEqual(word.utf8) }) { return nil }
    let folded = word.lowercased()
    return known.first { $0.lowercased() == folded }
      ?? known.first { isNear(folded, to: $0.lowercased()) }
  }

  /// Whether one or two letters (one in a short word) are missing, too many, wrong or swapped.
  static func isNear(_ left: String, to right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    guard left != right, left.count <= longestWord, right.count <= longestWord else { return false }
    let length = min(left.count, right.count)
    guard length > 3 else { return false }
    return slips(left, right) <= (length < 8 ? 1 : 2)
  }
}
