// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A number with its noun, whose plural ends with s unless it is given.
package func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}

/// A number with its noun, and commas between its thousands.
package func count(grouped number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

/// A number with commas between its thousands.
package func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A part of a whole in percent with one decimal, cut off; nil of nothing.
package func percent(_ part: Int, of whole: Int) -> String? {
  whole > 0 ? "\(decimal(part &* 1000 / whole)) %" : nil
}

/// A number of tenths.
package func decimal(_ tenths: Int) -> String { "\(grouped(tenths / 10)).\(abs(tenths % 10))" }

/// A length of time as people say it.
package func duration(minutes: Double) -> String {
  let whole = Int(min(minutes, 100_000).rounded(.up))
  return whole < 90 ? "\(whole) min" : "\(whole / 60) h \(whole % 60) min"
}

extension String {
  /// The text with blanks after it, so that what follows is in a column.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The text with blanks before it, so that it ends in a column.
  package func rightAligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// How many characters there are; of plain ASCII, which is nearly always, without looking at each.
  private var columns: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}

/// Names of which one is to be taken: `NTAG213, NTAG215 or NTAG216`.
package func choices(_ names: [String]) -> String { listed(names, "or") }

/// Names in a sentence, with a word before the last one.
package func listed(_ names: [String], _ word: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
  return "\(names.dropLast().joined(separator: ", ")) \(word) \(last)"
}

/// The first of some names, with a sign that there are more.
package func firstNames(_ most: Int, of names: [String]) -> String {
  names.prefix(most).joined(separator: ", ") + (names.count > most ? ", …" : "")
}
