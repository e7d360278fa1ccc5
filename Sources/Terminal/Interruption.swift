// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import Synchronization
package import TagReading

/// Ctrl-C and the request to end, for loops that look at a flag and for those that wait.
///
/// A signal handler may do next to nothing, so it raises a flag and writes one byte into a pipe.
package struct Interruption: ~Copyable {
  /// Readable once the user wants the program to stop.
  package let descriptor: Int32
  /// Raised once the user wants the program to stop.
  package let stop: StopFlag

  package init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    stop = StopFlag()
    handled = (ends[1], stop)
    // A handler must not be the first to ask, as that would make the value.
    _ = isScreenOpen.load(ordering: .relaxed)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // A second one ends the program at once.
      giveTerminalBackNextTime(number)
      var byte: UInt8 = 1
      _ = Glibc.write(handled.end, &byte, 1)
      handled.stop.raise()
    }
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }
}

/// Whether a screen takes the whole terminal.
///
/// It is given back when the program ends, on its own or by Ctrl-C, Ctrl-\ or a request to end, and
/// while Ctrl-Z stops it. A terminal that hangs up needs nothing back, and SIGKILL asks no one.
package let isScreenOpen = Atomic<Bool>(false)

/// Shows the cursor and leaves the second screen; a handler of signals writes it, too.
package var screenEnd: StaticString { "\u{1B}[?25h\u{1B}[?1049l" }

/// Notes that a screen takes the terminal, and lets Ctrl-\ and Ctrl-Z give it back.
package func noteOpenScreen() {
  isScreenOpen.store(true, ordering: .relaxed)
  for number in [SIGQUIT, SIGTSTP] { giveTerminalBackNextTime(number) }
}

/// Lets a signal do next time what it does on its own, but first give the terminal back; all of it
/// is allowed in a handler.
private func giveTerminalBackNextTime(_ number: Int32) {
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { number in
    if isScreenOpen.load(ordering: .relaxed) {
      let end = screenEnd
      _ = Glibc.write(STDERR_FILENO, end.utf8Start, end.utf8CodeUnitCount)
      // A program that is only stopped takes the terminal again when it continues.
      if number == SIGTSTP { isScreenOpen.store(false, ordering: .relaxed) }
    }
    // The handler is gone already; the signal comes again when this one returns.
    raise(number)
  }
  action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
  sigaction(number, &action, nil)
}

/// Written once before the handler is installed, and only read afterwards.
nonisolated(unsafe) private var handled: (end: Int32, stop: StopFlag) = (-1, StopFlag())
