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

  /// Opens the reader now, for callers that must know before the batch begins that it is there.
  ///
  /// The batch takes it as it is, and reopens it only when it was lost.
  package func opened() throws(ReaderOpeningError) -> BatchReader {
    let first = OpenReader(try open())
    return BatchReader(name: name) { [open] () throws(ReaderOpeningError) in
      if let reader = first.take() { return reader }
      return try open()
    }
  }
}

/// A reader on its way from the thread that opened it to the one that works with it.
private final class OpenReader: @unchecked Sendable {
  private let monitor = Monitor()
  /// Only touched inside the monitor.
  private var reader: (any TagReader)?

  init(_ reader: any TagReader) {
    self.reader = reader
  }

  /// Hands the reader over, once.
  func take() -> (any TagReader)? {
    monitor.inside {
      defer { reader = nil }
      return reader
    }
  }
}
