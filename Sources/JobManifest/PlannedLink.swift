// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
internal import WebLink

/// A link that waits for its tag: complete except for what only the tag knows.
///
/// Where the tag's values go is a name in braces, `{tag.uid}`, `{mirror.uid}` or
/// `{mirror.counter}`; no link in its normal form has a brace of its own. This is how a ledger
/// keeps the links of a job.
package struct PlannedLink: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  private enum Piece {
    case literal(Substring)
    case marker(ReservedVariable, length: Int)
  }

  /// What is between the braces, one after the other; text that is not a marker stays text.
  private var pieces: [Piece] {
    var pieces: [Piece] = []
    var rest = text[...]
    while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}")
    {
      pieces.append(.literal(rest[..<opening]))
      let name = rest[rest.index(after: opening)..<closing].split(separator: ":")
      if let variable = name.first.flatMap({ ReservedVariable(rawValue: String($0)) }) {
        let length = name.count > 1 ? Int(name[1]) : nil
        let most = variable.length
        pieces.append(.marker(variable, length: min(max(length ?? most, 0), most)))
      } else {
        pieces.append(.literal(rest[opening...closing]))
      }
      rest = rest[rest.index(after: closing)...]
    }
    return pieces + [.literal(rest)]
  }

  /// The marker for a value of which a template may ask for the first characters only.
  package static func marker(_ variable: ReservedVariable, length: Int) -> String {
    length < variable.length
      ? "{\(variable.rawValue):\(length)}" : variable.inBraces
  }

  /// The same link with the tag's UID in its place; what the chip shows on its own stays open.
  package func of(uid: String) -> PlannedLink {
    var filled = ""
    for piece in pieces {
      switch piece {
      case .literal(let text): filled += text
      case .marker(.tagUID, let length):
        filled += length < ReservedVariable.tagUID.length ? String(uid.prefix(length)) : uid
      case .marker(let variable, let length):
        filled += PlannedLink.marker(variable, length: length)
      }
    }
    return PlannedLink(filled)
  }

  /// Whether a link that a reader sees is this one, whatever the chip inserts.
  package func matches(_ shown: String) -> Bool {
    let stored = stored
    var shown = Array(shown.utf8)
    guard shown.count == stored.bytes.count else { return false }
    for place in stored.open { shown.replaceSubrange(place, with: stored.bytes[place]) }
    return shown == stored.bytes
  }

  /// The link as it is stored on the tag, with zeros where the chip shows its own text.
  package var storedText: String { String(decoding: stored.bytes, as: UTF8.self) }

  /// The message with this link and the records after it, and where in it the chip shows its text.
  ///
  /// `further` is a message of its own, as `JobRow.furtherMessage()` makes it.
  package func message(
    further: [UInt8]?
  ) throws(NDEFError) -> (bytes: [UInt8], chipTexts: [ChipText]) {
    let stored = stored
    let link = try NDEFRecord.uri(storedText)
    var records = [link]
    if let further { records += try NDEFMessage(decoding: further).records }
    let bytes = try NDEFMessage(records).encoded()
    // The link ends where the first record ends, and its prefix is a code before it.
    let shift = link.encodedSize - stored.bytes.count
    return (bytes, stored.chipTexts.map { ChipText($0.kind, at: $0.offset + shift) })
  }

  private struct Stored {
    var bytes: [UInt8] = []
    var open: [Range<Int>] = []
    var chipTexts: [ChipText] = []
  }

  private var stored: Stored {
    var stored = Stored()
    for piece in pieces {
      switch piece {
      case .literal(let text): stored.bytes += text.utf8
      case .marker(let variable, let length):
        let start = stored.bytes.count
        if let kind = variable.chipText { stored.chipTexts.append(ChipText(kind, at: start)) }
        stored.bytes += [UInt8](repeating: UInt8(ascii: "0"), count: length)
        stored.open.append(start..<stored.bytes.count)
      }
    }
    return stored
  }
}

extension JobRow {
  /// The link with its tokens, and with names in braces where only the tag knows the value.
  package func plannedLink(tokens: [String] = []) -> PlannedLink {
    var bytes: [UInt8] = []
    var copied = 0
    for place in expansion.places {
      bytes += link[copied..<place.range.lowerBound]
      copied = place.range.upperBound
      let index = place.slot - Placeholder.token(0).slot
      if tokens.indices.contains(index), self.tokens.indices.contains(index) {
        let text = Array(tokens[index].utf8)
        // A template may ask for the first characters only, and then only these were reserved.
        bytes +=
          place.range.count < self.tokens[index].length
          ? Array(text.prefix(place.range.count)) : text
      } else if let variable = ReservedVariable.allCases.first(where: { $0.slot == place.slot }) {
        bytes += PlannedLink.marker(variable, length: place.range.count).utf8
      } else {
        bytes += link[place.range]
      }
    }
    bytes += link[copied...]
    return PlannedLink(String(decoding: bytes, as: UTF8.self))
  }

  /// The records after the link as a message of their own; nil when there are none.
  package func furtherMessage() throws(NDEFError) -> [UInt8]? {
    var records: [NDEFRecord] = []
    var nextText = texts.makeIterator()
    for record in furtherRecords {
      switch record {
      case .android(let package): records.append(try .androidApplication(package))
      case .text(_, let language):
        let text = String(decoding: nextText.next() ?? [], as: UTF8.self)
        records.append(try .text(TextRecord(text, language: language)))
      }
    }
    return records.isEmpty ? nil : try NDEFMessage(records).encoded()
  }
}

extension ReservedVariable {
  /// What the chip shows in its place; nil for what TagPress writes there.
  fileprivate var chipText: ChipText.Kind? {
    switch self {
    case .tagUID: nil
    case .mirrorUID: .uid
    case .mirrorCounter: .counter
    }
  }

  var slot: Int {
    switch self {
    case .tagUID: Placeholder.tagUID.slot
    case .mirrorUID: Placeholder.mirrorUID.slot
    case .mirrorCounter: Placeholder.mirrorCounter.slot
    }
  }
}
