// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
internal import Threads

/// A line that leads to a virtual reader, with the thread on which the reader lives: it waits for
/// bytes and orders and sleeps otherwise.
///
/// It is a thread of its own because a test that uses it often blocks inside a C library, and on
/// two cores that would starve a task.
protocol ReaderEnd: Sendable {
  /// Where programs find the reader.
  var path: String { get }
  /// Why the last order could not be carried out.
  var failure: Guarded<VirtualReaderError?> { get }

  func withBoard<Result, Failure: Error>(
    _ body: (inout ReaderBoard) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result

  /// Serves the line, which is not plugged in at first, until it is told to stop.
  func run()
}

/// What another thread may ask of a virtual reader; the answer is the same byte when it is done.
enum ReaderOrder: UInt8 {
  case lookAgain = 1
  case unplug = 2
  case replug = 3
  case stop = 4
}

/// Waits for what can be read or written, and no longer than until then; false when that is impossible.
func waitUntil(_ time: ContinuousClock.Instant?, or waits: inout [pollfd]) -> Bool {
  guard let time else { return poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR }
  let left = max(.zero, time - .now)
  // What is left of a last millisecond no one misses.
  if left < .milliseconds(1) { usleep(UInt32(clamping: Int(left / .microseconds(1)))) }
  let milliseconds = Int32(clamping: Int(left / .milliseconds(1)))
  return poll(&waits, nfds_t(waits.count), milliseconds) >= 0 || errno == EINTR
}
