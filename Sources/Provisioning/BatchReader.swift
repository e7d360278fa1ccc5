// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading
internal import Threads

/// A reader of a batch: its name, and how its own thread opens it, also after it was unplugged.
package struct BatchReader: Sendable {
  package let name: String
  package let open: @Sendable () throws(ReaderOpeningError) -> any TagReader

  package init(
    name: String, open: @escaping @Sendable () throws(ReaderOpeningError) -> any TagReader
  ) {
    self.name = name
    self.open = open
  }

  /// Opens the reader now, for callers that must know before the batch that it is there.
  ///
  /// The batch uses it as it is, and reopens it only when it was lost.
  package func opened() throws(ReaderOpeningError) -> BatchReader {
    let first = Guarded<(any TagReader)?>(try open())
    return BatchReader(name: name) { [open] () throws(ReaderOpeningError) in
      let opened = first.withLock { reader in
        defer { reader = nil }
        return reader
      }
      if let opened { return opened }
      return try open()
    }
  }
}
