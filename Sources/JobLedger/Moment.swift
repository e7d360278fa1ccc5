// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A point in time, as the ledger keeps it.
///
/// The ledger never reads a clock: the caller says when something happened.
package struct Moment: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 00:00 UTC.
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.microseconds < right.microseconds
  }
}
