// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// What a user writes to say which of the PC/SC service's readers is meant.
///
/// The service numbers readers as they come, so a beginning of its name for one is enough.
package struct PCSCReaderName: Hashable, Sendable {
  package static let prefix = "pcsc:"

  /// The beginning of the service's name; empty for the only reader that there is.
  let beginning: String

  /// Reads `pcsc:NAME`; nil for text that is not a name of a PC/SC reader.
  package init?(_ text: String) {
    guard text == "pcsc" || text.hasPrefix(Self.prefix) else { return nil }
    beginning = String(text.dropFirst(Self.prefix.count))
  }

  /// The one of the service's readers that is meant.
  func choice(among readers: [String]) throws(ReaderOpeningError) -> String {
    if let exact = readers.first(where: { $0 == beginning }) { return exact }
    let found = readers.filter { $0.hasPrefix(beginning) }
    switch found.count {
    case 0: throw beginning.isEmpty ? .noReaderFound : .noSuchCardReader(beginning, known: readers)
    case 1: return found[0]
    default: throw .severalReaders(found.map { Self.prefix + $0 })
    }
  }

  /// The whole name of the reader that is meant, given those of this machine's readers in the form that
  /// opens them; if it is none of these, the name as it is.
  package func whole(among listed: [String]) -> String {
    let names = listed.map { String($0.dropFirst(Self.prefix.count)) }
    return Self.prefix + ((try? choice(among: names)) ?? beginning)
  }
}

extension PCSCReaderName: CustomStringConvertible {
  package var description: String { Self.prefix + beginning }
}
