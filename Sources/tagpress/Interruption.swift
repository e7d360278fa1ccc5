// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import TagReading

/// Ctrl-C and the request to end, for loops that look at a flag and for those that wait.
///
/// A signal handler may do next to nothing, so it raises a flag and writes one byte into a pipe.
struct Interruption: ~Copyable {
  /// Readable once the user wants the program to stop.
  let descriptor: Int32
  /// Raised once the user wants the program to stop.
  let stop: StopFlag

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    stop = StopFlag()
    handled = (ends[1], stop)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      var byte: UInt8 = 1
      _ = Glibc.write(handled.end, &byte, 1)
      handled.stop.raise()
    }
    // A second Ctrl-C stops the program at once.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }
}

/// Written once before the handler is installed, and only read afterwards.
nonisolated(unsafe) private var handled: (end: Int32, stop: StopFlag) = (-1, StopFlag())
