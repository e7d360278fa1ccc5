// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Glibc
internal import Terminal
internal import Threads

/// The terminal from which pages are served: messages from other threads, and the Enter key.
///
/// The console belongs to one thread, so the others leave their messages here and signal.
final class PageTerminal: Sendable {
  private let words = Guarded<[String]>([])
  private let bell: (read: Int32, write: Int32)

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(
        name: "no-page", words: "No page can be served: \(String(cString: strerror(errno))).",
        kind: .couldNotRun)
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    bell = (ends[0], ends[1])
  }

  deinit {
    close(bell.read)
    close(bell.write)
  }

  func say(_ text: String) {
    words.withLock { $0.append(text) }
    var byte: UInt8 = 1
    _ = write(bell.write, &byte, 1)
  }

  /// Prints the messages, and calls `enter` for each Enter key, until the user wants to stop.
  func forEachWord(until stop: Int32, on console: Console, enter: () -> Void) {
    // In the background, reading keys would suspend the whole program, in the middle of a tag.
    signal(SIGTTIN, SIG_IGN)
    var hasKeys = console.canAsk
    while true {
      var polled = [
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bell.read, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[0].revents != 0 { return }
      var buffer = [UInt8](repeating: 0, count: 1024)
      if polled[1].revents != 0 {
        _ = read(bell.read, &buffer, buffer.count)
        for text in words.withLock({ words in
          defer { words = [] }
          return words
        }) {
          console.say(text)
        }
      }
      if polled[2].revents != 0 {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count <= 0 { hasKeys = false } else if buffer[..<count].contains(10) { enter() }
      }
    }
  }
}
