// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Threads

/// Sends signals to a program in the middle of a tag: when this many pages were programmed, and
/// before the program hears that the last of them was.
final class PageTrigger: Sendable {
  private let target = Mutex<(group: Int32, signals: [Int: Int32], pages: Int)?>(nil)

  /// Sends each signal at its page, counted from now.
  func arm(_ group: Int32, _ signals: [Int: Int32]) {
    target.withLock { $0 = (group, signals, 0) }
  }

  /// Must come before the end of the program is waited for: its number may be another's then.
  func disarm() {
    target.withLock { $0 = nil }
  }

  func pageProgrammed() {
    target.withLock { target in
      target?.pages += 1
      guard let (group, signals, pages) = target, let signal = signals[pages] else { return }
      kill(-group, signal)
      if signal != SIGKILL { awaitHandling(of: signal, by: group) }
    }
  }
}

/// Waits until a program has dealt with a signal: one that comes while another of its kind waits
/// for a busy machine is not a second one.
private func awaitHandling(of signal: Int32, by process: Int32) {
  let end = ContinuousClock.now + .seconds(60)
  while .now < end, isHandling(signal, process) { usleep(200) }
}

private func isHandling(_ signal: Int32, _ process: Int32) -> Bool {
  // A signal for all threads is the first one's, whose state this is.
  guard let status = try? contents(of: "/proc/\(process)/status") else { return false }
  return String(decoding: status, as: UTF8.self).split(separator: "\n").contains { line in
    let words = line.split(whereSeparator: \.isWhitespace)
    // A handler blocks its own signal until it returns.
    guard words.count == 2, ["SigPnd:", "ShdPnd:", "SigBlk:"].contains(words[0]),
      let signals = UInt64(words[1], radix: 16)
    else { return false }
    return signals & (1 << UInt64(signal - 1)) != 0
  }
}
