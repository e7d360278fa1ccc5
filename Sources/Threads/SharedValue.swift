// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A value that one thread at a time changes.
package typealias SharedValue = Guarded

extension Guarded where State: Sendable {
  package func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    withLock { body(&$0) }
  }

  package var now: State { withLock { $0 } }
}
