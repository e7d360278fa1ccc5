// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import JobLedger

extension Moment {
  /// What the clock of this machine says.
  package static var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Moment(microseconds: Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000)
  }
}

/// How a batch waits for people, which a machine that feeds tags need not.
package struct BatchPace: Sendable {
  /// The rest between two looks for a tag.
  package var betweenLooks: Duration
  /// This many looks in a row must miss a tag before it counts as taken away: at the edge of the
  /// field a tag comes and goes.
  package var looksUntilGone: Int
  /// A finished tag that comes back within this time was never taken away by a person.
  package var bounce: Duration
  /// After so many looks at a finished tag it is asked whether another one was put beside it.
  package var looksUntilAnother: Int

  package init(
    betweenLooks: Duration, looksUntilGone: Int, bounce: Duration, looksUntilAnother: Int = .max
  ) {
    self.betweenLooks = betweenLooks
    self.looksUntilGone = looksUntilGone
    self.bounce = bounce
    self.looksUntilAnother = looksUntilAnother
  }

  package static let people = BatchPace(
    betweenLooks: .milliseconds(5), looksUntilGone: 3, bounce: .seconds(1), looksUntilAnother: 30)
  package static let machine = BatchPace(betweenLooks: .zero, looksUntilGone: 1, bounce: .zero)
}
