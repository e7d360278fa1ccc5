// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What can go wrong with one action.
enum Mishap: String, CaseIterable {
  case crashBefore
  case crashAfter
  /// The tag fails without having changed, or in the middle of its change, or after it.
  case passingBefore
  case passingTorn
  case passingAfter
  case lastingBefore
  case lastingTorn
  case ledgerFails
  /// Another process takes the row in the last moment.
  case rowTaken
}

/// One course of events out of all that are possible, and the way to the next one.
///
/// Courses are enumerated like the numbers of an odometer: the last decision that has another
/// choice left takes it, and everything after it starts over.
struct Course: CustomStringConvertible {
  private var decisions: [(index: Int, count: Int)] = []
  private var position = 0
  private let mishapsMax: Int
  private(set) var chosen: [Mishap] = []

  init(mishapsMax: Int) {
    self.mishapsMax = mishapsMax
  }

  var description: String {
    "decisions \(decisions.map(\.index)), mishaps \(chosen.map(\.rawValue))"
  }

  mutating func begin() {
    position = 0
    chosen = []
  }

  /// Whether and how the next action goes wrong.
  mutating func decide(_ possible: [Mishap]) -> Mishap? {
    guard chosen.count < mishapsMax else { return nil }
    if position == decisions.count { decisions.append((0, possible.count + 1)) }
    let index = decisions[position].index
    position += 1
    guard index > 0 else { return nil }
    chosen.append(possible[index - 1])
    return possible[index - 1]
  }

  /// Continues to the next course; false after the last one.
  mutating func advance() -> Bool {
    while let last = decisions.last {
      if last.index + 1 < last.count {
        decisions[decisions.count - 1].index += 1
        return true
      }
      decisions.removeLast()
    }
    return false
  }
}
