// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A value that one thread at a time changes.
package final class SharedValue<Value>: @unchecked Sendable {
  private let monitor = Monitor()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    monitor.inside { body(&value) }
  }

  package var now: Value { change { $0 } }
}
