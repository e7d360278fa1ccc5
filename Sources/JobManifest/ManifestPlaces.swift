// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where the text of a manifest has what can be changed in it without touching the rest: its link and the
/// start tags of its `rows` and of `job`; as far as it can be read.
package struct ManifestPlaces {
  /// A start tag of `rows`, or that of the whole `job`.
  package struct Rows {
    package let range: Range<String.Index>
    /// What each attribute says, and where, with its quotes.
    package let attributes: [String: (value: String, range: Range<String.Index>)]
  }

  /// The text of the link.
  package let link: Range<String.Index>?
  package let rows: [Rows]
  package let job: Rows?

  package init(in text: String) {
    let search = PlaceSearch()
    if let parser = XMLPushParser(target: search) {
      var text = text
      text.withUTF8 { parser.push($0) }
      parser.finish()
    }
    link = search.link.flatMap { text.range(of: $0) }
    func place(_ tag: PlaceSearch.Tag) -> Rows? {
      guard let range = text.range(of: tag.range) else { return nil }
      var attributes: [String: (value: String, range: Range<String.Index>)] = [:]
      for attribute in tag.attributes {
        attributes[attribute.name] = text.quoted(at: attribute.place).map { (attribute.value, $0) }
      }
      return Rows(range: range, attributes: attributes)
    }
    rows = search.rows.compactMap(place)
    job = search.job.flatMap(place)
  }
}

private final class PlaceSearch: XMLTarget {
  private(set) var link: Range<TextPosition>?
  typealias Tag = (
    range: Range<TextPosition>, attributes: [(name: String, value: String, place: TextPosition)]
  )

  private(set) var rows: [Tag] = []
  private(set) var job: Tag?
  /// Where the text begins of the link that is open.
  private var openLink: TextPosition?

  func start(_ tag: XMLStartTag) {
    if spells(tag.name, "link"), link == nil { openLink = tag.behind }
    let isJob = job == nil && spells(tag.name, "job")
    guard isJob || spells(tag.name, "rows") else { return }
    let attributes = (0..<tag.attributeCount).compactMap { index in
      tag.attribute(index).map {
        (string($0.name), $0.text, tag.places(ofAttribute: index).value)
      }
    }
    let found = (tag.position..<tag.behind, attributes)
    if isJob { job = found } else { rows.append(found) }
  }

  func end(at position: TextPosition) {
    if let openLink { link = openLink..<position }
    openLink = nil
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at position: TextPosition) {}

  func fail(_ problem: Problem, at position: TextPosition) {}
}

extension String {
  func range(of places: Range<TextPosition>) -> Range<Index>? {
    guard let start = index(of: places.lowerBound), let end = index(of: places.upperBound) else {
      return nil
    }
    return start..<end
  }

  /// A value and its quotes; the place is that of its first character.
  func quoted(at place: TextPosition) -> Range<Index>? {
    guard let value = index(of: place), value > startIndex else { return nil }
    let start = unicodeScalars.index(before: value)
    return unicodeScalars[value...].firstIndex(of: unicodeScalars[start])
      .map { start..<unicodeScalars.index(after: $0) }
  }

  func index(of place: TextPosition) -> Index? {
    // A mark of the encoding is no character for the parser.
    var start = hasPrefix("\u{FEFF}") ? unicodeScalars.index(after: startIndex) : startIndex
    for _ in 1..<place.line {
      guard let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      start = utf8.index(after: end)
    }
    return unicodeScalars.index(start, offsetBy: place.column - 1, limitedBy: endIndex)
  }
}
