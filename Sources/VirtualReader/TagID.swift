// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The name of a tag that was given to a virtual reader, in the field or out of it.
package struct TagID: Hashable, Sendable {
  /// Tags are counted from 0 in the order in which they were placed.
  package let number: Int
}
