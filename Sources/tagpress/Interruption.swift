// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Ctrl-C and the request to end, as something that can be waited for beside other descriptors.
///
/// A signal handler may do next to nothing, so it only writes one byte into a pipe.
struct Interruption: ~Copyable {
  /// Readable once the user wants the program to stop.
  let descriptor: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    handlerEnd = ends[1]
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      var byte: UInt8 = 1
      _ = Glibc.write(handlerEnd, &byte, 1)
    }
    // A second Ctrl-C stops the program at once.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }
}

/// Written once before the handler is installed, and only read afterwards.
nonisolated(unsafe) private var handlerEnd: Int32 = -1
