// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
internal import JobWork
package import Provisioning
internal import Rehearsal
package import VirtualReader

/// What the command line says about all that pages do; no page can change it.
package struct PageOptions: Sendable {
  package let program: PageProgram
  /// The last name of the folder, for the page's title.
  package let folder: String
  /// What to type to get a new link.
  package let command: String
  package var outside = false
  package var station: String?
  package var onDone: String?
  /// Readers that are offered beside those that the machine shows.
  package var readers: [String] = []
  package var isDemo = false

  package init(program: PageProgram, folder: String, command: String) {
    (self.program, self.folder, self.command) = (program, folder, command)
  }
}

/// What only the program has that composes doors and readers.
package struct PageProgram: Sendable {
  package let version: String
  /// The words of all languages, in one object.
  package let languages: [UInt8]
  /// The readers that this machine shows besides the named ones, and what is to be said of others.
  package let readers: @Sendable (_ named: [String]) -> (readers: [OfferedReader], notes: [Saying])
  package let open: @Sendable (_ names: [String]) throws(Failure) -> [BatchReader]
  package let openVirtual: @Sendable (VirtualReader, _ number: Int) -> BatchReader
  package let mayHoldRealTags: @Sendable (_ reader: String) -> Bool
  /// Shows a folder in the user's file manager; whether there is one.
  package let show: @Sendable (_ folder: String) -> Bool

  package init(
    version: String, languages: [UInt8],
    readers: @escaping @Sendable (_ named: [String]) -> (readers: [OfferedReader], notes: [Saying]),
    open: @escaping @Sendable (_ names: [String]) throws(Failure) -> [BatchReader],
    openVirtual: @escaping @Sendable (VirtualReader, _ number: Int) -> BatchReader,
    mayHoldRealTags: @escaping @Sendable (_ reader: String) -> Bool,
    show: @escaping @Sendable (_ folder: String) -> Bool
  ) {
    (self.version, self.languages, self.readers) = (version, languages, readers)
    (self.open, self.openVirtual, self.mayHoldRealTags) = (open, openVirtual, mayHoldRealTags)
    self.show = show
  }
}

/// The readers of a demonstration, on which whoever looks at it lays virtual tags.
package struct DemoDesk: Sendable {
  let readers: [VirtualReader]
  let hand: OwnHand

  static let readerCount = 2

  package init() throws(Failure) {
    readers = try virtualReaders(Self.readerCount, isRealTime: true)
    hand = OwnHand(at: readers, for: nil)
  }

  var offered: [OfferedReader] {
    zip(readers, 1...).map { reader, number in
      OfferedReader(
        name: "pn532_uart:\(reader.path)", words: "Virtual reader \(number)", isSure: true)
    }
  }
}

/// A reader that pages may choose.
package struct OfferedReader {
  package let name: String
  package let words: String
  /// Whether it is certain that there is a reader.
  package let isSure: Bool

  package init(name: String, words: String, isSure: Bool) {
    (self.name, self.words, self.isSure) = (name, words, isSure)
  }
}
