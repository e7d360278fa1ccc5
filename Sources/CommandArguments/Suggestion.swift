// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The candidate most like a mistyped word, if any is like it enough to be worth asking; the first of equals.
///
/// One slip is allowed for every three letters, and one in a shorter word of two letters or more.
func suggestion(for word: String, among candidates: [String]) -> String? {
  let typed = Array(word.unicodeScalars)
  guard typed.count > 1 else { return nil }
  var best: String?
  // The next candidate must beat this distance; words of very different length are not even compared.
  var limit = max(1, typed.count / 3) + 1
  for candidate in candidates {
    let letters = Array(candidate.unicodeScalars)
    guard abs(letters.count - typed.count) < limit else { continue }
    let distance = slips(between: typed, and: letters)
    if distance < min(limit, letters.count) {
      best = candidate
      limit = distance
    }
  }
  return best
}

/// The number of letters inserted, left out, replaced or swapped with their neighbour
/// (Damerau–Levenshtein distance, each place edited once).
private func slips(between typed: [Unicode.Scalar], and letters: [Unicode.Scalar]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...letters.count)
  for (row, scalar) in typed.enumerated() {
    var current = [row + 1]
    for (column, letter) in letters.enumerated() {
      var least = min(
        previous[column] + (scalar == letter ? 0 : 1), previous[column + 1] + 1, current[column] + 1
      )
      if row > 0 && column > 0 && scalar == letters[column - 1] && typed[row - 1] == letter {
        least = min(least, beforePrevious[column - 1] + 1)
      }
      current.append(least)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[letters.count]
}
