// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
package import WebLink

/// One tag to be written; its memory is reused for the next row.
package struct JobRow: Sendable {
  /// The row's id in UTF-8, with the number of the copy if there are several.
  package internal(set) var id: [UInt8] = []
  package internal(set) var kind = LinkKind.other
  /// The size of the whole message in bytes, including placeholders.
  package internal(set) var messageSize = 0
  /// The file of the row, and the place in it.
  package internal(set) var file = ""
  package internal(set) var position = TextPosition()
  /// Its cell, if the file is a spreadsheet.
  package internal(set) var cell: SheetCell?
  /// Whether the place is shared by many rows, which are counted instead of written out.
  package internal(set) var isCounted = false
  /// The random values of the row's link, in order.
  package internal(set) var tokens: [RowToken] = []
  /// The files' values of a row whose link is made with its tag; nil if it is made already.
  package internal(set) var inputs: [RowValue]?
  /// Whether another row may have the same link.
  package internal(set) var mayShareLink = false
  /// The label of the row; nil without one.
  package internal(set) var label: String?
  /// The values that people see with it, including empty ones.
  package internal(set) var shown: [RowValue] = []

  /// All cells of its row in a spreadsheet, if they were asked for.
  package internal(set) var cells: ListedCells?

  var expansion = TemplateExpansion()
  var furtherRecords: [FurtherRecord] = []
  var texts: [[UInt8]] = []

  package init() {}

  /// The link in its normal form, with zeros where a value is not known yet.
  package var link: [UInt8] { expansion.bytes }

  package var idText: String { String(decoding: id, as: UTF8.self) }
  /// The id, if the place alone does not identify the row.
  package var idBesidePlace: String? { isCounted ? idText : nil }
  package var linkText: String { String(decoding: link, as: UTF8.self) }

  /// The same for people, without what is not known yet.
  package var shownLink: String {
    var shown: [UInt8] = []
    var end = 0
    for place in expansion.places.map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      shown += link[end..<place.lowerBound] + Array("…".utf8)
      end = place.upperBound
    }
    return String(decoding: shown + link[end...], as: UTF8.self)
  }

  /// The row as one that came before another.
  var asEarlier: EarlierRow {
    EarlierRow(file: file, position: position, id: idBesidePlace, cell: cell)
  }

  /// Whether the tag or a random source makes the link unique.
  package var hasUniqueValue: Bool {
    expansion.places.contains { $0.slot != Placeholder.mirrorCounter.slot }
  }

  /// The end of the text that the chip's mirror shows, in the message; nil without a mirror.
  package var mirrorEnd: Int? {
    var end: Int?
    for place in expansion.places
    where place.slot == Placeholder.mirrorUID.slot || place.slot == Placeholder.mirrorCounter.slot {
      end = max(end ?? 0, place.range.upperBound)
    }
    return end.map { NDEFRecord.uriSize(link.span) - link.count + $0 }
  }

  /// Whether this link can be the row's, whatever its tag and random sources put into it.
  package func canHave(_ link: String) -> Bool {
    var other = Array(link.utf8)
    guard other.count == self.link.count else { return false }
    for place in expansion.places.map(\.range) {
      other.replaceSubrange(place, with: self.link[place])
    }
    return other == self.link
  }

  /// Where the link has values that only the tag, or a random source, knows.
  package func places(of placeholder: Placeholder) -> [Range<Int>] {
    expansion.places.filter { $0.slot == placeholder.slot }.map(\.range)
  }
}

/// A value of a row and the variable that has it.
package struct RowValue: Hashable, Sendable {
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A random value of a row: its name and its length in characters.
package struct RowToken: Hashable, Sendable {
  package let name: String
  package let length: Int
  /// Where the manifest gives its length.
  package internal(set) var position = TextPosition()
}

/// A value that is not in the job's files.
package enum Placeholder: Hashable, Sendable {
  case tagUID
  case mirrorUID
  case mirrorCounter
  /// One of the row's tokens, by its place in `tokens`.
  case token(Int)

  /// The number among the values of a row; 0 is the row's id.
  var slot: Int {
    switch self {
    case .tagUID: 1
    case .mirrorUID: 2
    case .mirrorCounter: 3
    case .token(let index): 4 + index
    }
  }
}

extension JobRow {
  /// The link with the tag's UID and the row's tokens, and with zeros for a mirror.
  package func link(uid: String?, tokens: [String] = []) -> String {
    filled(uid: uid, tokens: tokens).storedText
  }

  /// The message for one tag, and where in it the chip's mirror is to show its text.
  package func message(
    uid: String?, tokens: [String] = []
  ) throws(NDEFError) -> (bytes: [UInt8], chipTexts: [ChipText]) {
    try filled(uid: uid, tokens: tokens).message(further: furtherMessage())
  }

  private func filled(uid: String?, tokens: [String]) -> PlannedLink {
    let planned = plannedLink(tokens: tokens)
    return uid.map { planned.of(uid: $0) } ?? planned
  }
}
