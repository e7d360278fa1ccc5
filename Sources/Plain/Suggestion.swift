// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The candidate most like a mistyped word, if one is like it: a slip for every three letters.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String? {
  // Long words are not mistyped words, and comparing them costs their product.
  guard word.utf8.count <= 64 else { return nil }
  let typed = Array(word.lowercased().utf8)
  var best: (word: String, slips: Int)?
  for candidate in candidates where candidate != word && candidate.utf8.count <= 64 {
    let slips = slips(typed, Array(candidate.lowercased().utf8))
    if slips <= max(1, typed.count / 3), slips < best?.slips ?? .max { best = (candidate, slips) }
  }
  return best?.word
}

/// Letters inserted, left out, replaced, or swapped with the next between two words.
package func slips<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var row = [index + 1]
    for (column, other) in right.enumerated() {
      var least = min(
        last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, row[column] + 1)
      if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
        least = min(least, beforeLast[column - 1] + 1)
      }
      row.append(least)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
