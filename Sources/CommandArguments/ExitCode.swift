// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How a command ends; the numbers are a contract with scripts.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case differs = 1
  case couldNotRun = 2
  /// EX_USAGE of sysexits.h, so that a mistyped command line is never taken for an answer.
  case usage = 64
}
