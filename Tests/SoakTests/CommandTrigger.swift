// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Threads

/// The processes of the drivers that a program has started.
func driverProcesses(of program: Int32) -> [Int32] {
  guard let folder = opendir("/proc") else { return [] }
  defer { closedir(folder) }
  var found: [Int32] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    // "4711 (tagpress-reader) S 4710 ...": its number, name, state, and who has started it.
    guard let number = Int32(name), let stat = try? contents(of: "/proc/\(name)/stat") else {
      continue
    }
    let words = String(decoding: stat, as: UTF8.self).split(separator: " ")
    if words.count > 3, words[1] == "(tagpress-reader)", Int32(words[3]) == program {
      found.append(number)
    }
  }
  return found
}

/// Kills a program, or the processes of its drivers, when a reader is sent a certain command.
final class CommandTrigger: Sendable {
  enum Victim {
    case program
    case drivers
  }

  private let target = Mutex<(program: Int32, command: Int, victim: Victim)?>(nil)
  private let strikes = Mutex(0)

  var hasStruck: Bool { strikes.withLock { $0 > 0 } }

  func arm(_ program: Int32, at command: Int, killing victim: Victim) {
    target.withLock { $0 = (program, command, victim) }
  }

  /// Must come before the end of the program is waited for: its number may be another's then.
  func disarm() {
    target.withLock { $0 = nil }
  }

  func commandCame(_ number: Int) {
    target.withLock { target in
      guard let (program, command, victim) = target, number == command else { return }
      target = nil
      switch victim {
      case .program: kill(-program, SIGKILL)
      case .drivers: for driver in driverProcesses(of: program) { kill(driver, SIGKILL) }
      }
      strikes.withLock { $0 += 1 }
    }
  }
}
