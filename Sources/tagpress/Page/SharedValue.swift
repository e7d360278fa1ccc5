// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Threads

/// A value that one thread at a time changes.
final class SharedValue<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    monitor.inside { body(&value) }
  }

  var now: Value { change { $0 } }
}
