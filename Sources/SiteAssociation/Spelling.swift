// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Finds the word that was meant by a misspelt one.
enum Spelling {
  /// Longer words are not compared: nobody misspells them by two letters, and a file may be hostile.
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
    return distance(left, right) <= (length < 8 ? 1 : 2)
  }

  /// The number of letters to insert, delete, replace or swap with a neighbour.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, leftByte) in left.enumerated() {
      var current = [row + 1]
      for (column, rightByte) in right.enumerated() {
        var best = min(
          current[column] + 1, last[column + 1] + 1, last[column] + (leftByte == rightByte ? 0 : 1))
        if row > 0, column > 0, leftByte == right[column - 1], left[row - 1] == rightByte {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
