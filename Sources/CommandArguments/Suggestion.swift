// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

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
    let distance = slips(typed, letters)
    if distance < min(limit, letters.count) {
      best = candidate
      limit = distance
    }
  }
  return best
}
