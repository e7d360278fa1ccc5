// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How much of an answer is taken, and how long it may take.
package struct FetchLimits: Equatable, Sendable {
  /// Eight times what Apple takes, so that a file that is too large can still be judged.
  package static let bodyByteCount = 1 << 20
  /// All lines of the header together; servers themselves seldom send more than 8 KiB.
  package static let headerByteCount = 64 << 10
  /// Apple's own copying server is known to give up after about five seconds.
  package static let patienceOfApple = Duration.seconds(5)

  /// Until the connection is encrypted.
  package let connecting: Duration
  package let whole: Duration

  /// Waits so long for a whole answer, however late its first byte comes.
  package init(whole: Duration = .seconds(20)) {
    self.whole = whole
    connecting = min(whole, .seconds(10))
  }
}
