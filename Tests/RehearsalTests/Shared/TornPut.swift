// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing
import VirtualReader

/// One write of one put, torn in one way.
struct TornPut<Before: Sendable>: Sendable, CustomStringConvertible {
  let before: Before
  let write: Int
  let tear: Tear

  var description: String { "\(before), write \(write), \(tear)" }

  /// Every write to each of these tags, torn in every way; the tears may depend on how many came before.
  static func all(
    _ befores: [Before], tears: (Int) -> [Tear], writes: (Before) throws -> Int
  ) rethrows -> [TornPut] {
    var all: [TornPut] = []
    for before in befores {
      for write in 0..<(try writes(before)) {
        all += tears(all.count).map { TornPut(before: before, write: write, tear: $0) }
      }
    }
    return all
  }

  /// Puts the message on a tag that is torn off meanwhile, and is said to be gone.
  func tearOff(_ put: () throws(TagError) -> MessageOutcome) {
    do throws(TagError) {
      _ = try put()
      Issue.record("a torn put was called good: \(self)")
    } catch {
      guard case .interrupted(_, .tagGone) = error else {
        Issue.record("\(error): \(self)")
        return
      }
      #expect(error.passing == .tagGone)
    }
  }
}

extension FaultPlan {
  /// Tears one tag after the other; see `init(tearing:)` for pairs.
  init<Before>(tearing puts: [TornPut<Before>]) {
    self.init(tearing: puts.map { ($0.write, $0.tear) })
  }
}
