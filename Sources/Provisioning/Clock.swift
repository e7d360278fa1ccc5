// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import JobLedger
package import TagReading

extension Moment {
  /// What the clock of this machine says.
  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000)
  }
}

/// How a batch waits for people; a machine that feeds tags needs no such patience.
package struct BatchPace: Sendable {
  /// The pause between two looks for a tag.
  package var betweenLooks: LookRest
  /// This many looks in a row must miss a tag before it counts as removed; the reader itself asks
  /// three times in each.
  package var looksUntilGone: Int
  /// A person cannot have removed and returned a finished tag within this time.
  package var bounce: Duration
  /// After this many looks at a finished tag, check whether another one was laid beside it.
  package var looksUntilAnother: Int

  package init(
    betweenLooks: LookRest, looksUntilGone: Int, bounce: Duration, looksUntilAnother: Int = .max
  ) {
    self.betweenLooks = betweenLooks
    self.looksUntilGone = looksUntilGone
    self.bounce = bounce
    self.looksUntilAnother = looksUntilAnother
  }

  package static let people = BatchPace(
    betweenLooks: .people, looksUntilGone: 2, bounce: .seconds(1), looksUntilAnother: 30)
  package static let machine = BatchPace(betweenLooks: .none, looksUntilGone: 1, bounce: .zero)
}
