// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A word in letters that are read from three steps away.
package enum BigWord {
  package static let height = 5

  /// The same with each block drawn several times, both ways.
  package static func rows(
    _ word: String, columns: Int, block: Character, times: Int
  ) -> [String]? {
    guard let rows = rows(word, columns: columns / max(1, times), block: block) else { return nil }
    return rows.flatMap { row in
      Array(
        repeating: row.map { String(repeating: $0, count: times) }.joined(), count: times)
    }
  }

  /// The word as rows of blocks; nil when it is too wide, or has a letter that is not drawn.
  package static func rows(_ word: String, columns: Int, block: Character) -> [String]? {
    var rows = [String](repeating: "", count: height)
    for (index, character) in word.enumerated() {
      guard let letter = letters[character] else { return nil }
      for row in 0..<height {
        if index > 0 { rows[row] += " " }
        rows[row] += letter[row]
      }
    }
    guard rows[0].count <= columns else { return nil }
    return rows.map { row in String(row.map { $0 == "#" ? block : $0 }) }
  }

  private static let letters: [Character: [String]] = [
    " ": ["  ", "  ", "  ", "  ", "  "],
    "A": [" ### ", "#   #", "#####", "#   #", "#   #"],
    "B": ["#### ", "#   #", "#### ", "#   #", "#### "],
    "C": [" ####", "#    ", "#    ", "#    ", " ####"],
    "D": ["#### ", "#   #", "#   #", "#   #", "#### "],
    "E": ["#####", "#    ", "###  ", "#    ", "#####"],
    "F": ["#####", "#    ", "###  ", "#    ", "#    "],
    "G": [" ####", "#    ", "#  ##", "#   #", " ####"],
    "H": ["#   #", "#   #", "#####", "#   #", "#   #"],
    "I": ["###", " # ", " # ", " # ", "###"],
    "J": ["  ###", "    #", "    #", "#   #", " ### "],
    "K": ["#   #", "#  # ", "###  ", "#  # ", "#   #"],
    "L": ["#    ", "#    ", "#    ", "#    ", "#####"],
    "M": ["#   #", "## ##", "# # #", "#   #", "#   #"],
    "N": ["#   #", "##  #", "# # #", "#  ##", "#   #"],
    "O": [" ### ", "#   #", "#   #", "#   #", " ### "],
    "P": ["#### ", "#   #", "#### ", "#    ", "#    "],
    "Q": [" ### ", "#   #", "# # #", "#  # ", " ## #"],
    "R": ["#### ", "#   #", "#### ", "#  # ", "#   #"],
    "S": [" ####", "#    ", " ### ", "    #", "#### "],
    "T": ["#####", "  #  ", "  #  ", "  #  ", "  #  "],
    "U": ["#   #", "#   #", "#   #", "#   #", " ### "],
    "V": ["#   #", "#   #", "#   #", " # # ", "  #  "],
    "W": ["#   #", "#   #", "# # #", "## ##", "#   #"],
    "X": ["#   #", " # # ", "  #  ", " # # ", "#   #"],
    "Y": ["#   #", " # # ", "  #  ", "  #  ", "  #  "],
    "Z": ["#####", "   # ", "  #  ", " #   ", "#####"],
  ]
}
