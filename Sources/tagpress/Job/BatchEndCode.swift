// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Provisioning

extension BatchEnd {
  /// The exit code of the command that ran the batch.
  var code: ExitCode {
    switch cause {
    case .noReader, .ledger: .couldNotRun
    case .tooManyFailures, .manifestChanged: .differs
    case .noRowLeft, .enough, .stopped: isWhole ? .done : .differs
    }
  }

  private var isWhole: Bool {
    guard unfinished == 0 else { return false }
    return switch task {
    case .write: isComplete
    case .lock: true
    case .verify: counts.putAside == 0
    }
  }
}
