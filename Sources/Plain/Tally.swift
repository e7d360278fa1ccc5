// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How many there are of each kind, in the order in which the kinds first came.
package struct Tally {
  package private(set) var counts: [(name: String, count: Int)] = []
  /// What is of other kinds than the first ones; a ledger has none unless someone made it so.
  package private(set) var others = 0

  private static let kindsMax = 12

  package init() {}

  package mutating func add(_ name: String, times: Int = 1) {
    if let index = counts.firstIndex(where: { $0.name == name }) {
      counts[index].count += times
    } else if counts.count < Tally.kindsMax {
      counts.append((name, times))
    } else {
      others += times
    }
  }

  /// The same kinds by other names.
  package func called(_ words: (String) -> String) -> Tally {
    var tally = self
    tally.counts = counts.map { (words($0.name), $0.count) }
    return tally
  }
}
