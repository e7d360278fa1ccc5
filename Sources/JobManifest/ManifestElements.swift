// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The elements of a job that a form can change, in the text of its manifest.
package struct ManifestElements {
  package struct Found {
    /// As the manifest writes it, perhaps with a prefix.
    package let name: Substring
    /// Where another attribute can be added.
    package let behindName: String.Index
    package let end: String.Index
    package let attributes: [String: Attribute]
  }

  package struct Attribute {
    package let value: String
    /// The value with its quotes.
    package let quoted: Range<String.Index>
    /// With the name, and the white space before it.
    package let whole: Range<String.Index>
  }

  private let found: [String: [Found]]

  /// Nil for a text that is no manifest, as far as it can be read.
  package init?(in text: String) {
    let search = ElementSearch()
    guard let parser = XMLPushParser(target: search) else { return nil }
    var copy = text
    copy.withUTF8 { parser.push($0) }
    parser.finish()
    guard !search.hasFailed else { return nil }
    var found: [String: [Found]] = [:]
    for element in search.found {
      guard let each = Found(element, in: text) else { return nil }
      found[element.name, default: []].append(each)
    }
    self.found = found
  }

  package subscript(_ name: String) -> [Found] { found[name] ?? [] }
}

extension ManifestElements.Found {
  fileprivate init?(_ element: ElementSearch.Element, in text: String) {
    guard let start = text.range(of: element.start), let last = text.index(of: element.end) else {
      return nil
    }
    let name = text[start].dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    guard !name.isEmpty else { return nil }
    self.name = name
    behindName = name.endIndex
    // An empty element ends with its only tag.
    let isEmpty = text[start].hasSuffix("/>")
    guard
      let end = isEmpty
        ? start.upperBound : text[last...].firstIndex(of: ">").map(text.index(after:))
    else { return nil }
    self.end = end
    var attributes: [String: ManifestElements.Attribute] = [:]
    for each in element.attributes {
      guard let quoted = text.quoted(at: each.valuePlace),
        var begin = text.index(of: each.namePlace)
      else { return nil }
      while begin > behindName, text[text.index(before: begin)].isWhitespace {
        begin = text.index(before: begin)
      }
      attributes[each.name] = ManifestElements.Attribute(
        value: each.value, quoted: quoted, whole: begin..<quoted.upperBound)
    }
    self.attributes = attributes
  }
}

private final class ElementSearch: XMLTarget {
  struct Element {
    let name: String
    let start: Range<TextPosition>
    var end: TextPosition
    var attributes:
      [(name: String, value: String, namePlace: TextPosition, valuePlace: TextPosition)]
  }

  private(set) var found: [Element] = []
  private(set) var hasFailed = false
  private static let names = ["job", "link", "tags", "protect", "approval", "app", "rows"]
  private var depth = 0
  /// Which of them are open, by their depth.
  private var open: [Int: Int] = [:]

  func start(_ tag: XMLStartTag) {
    depth += 1
    guard depth <= 2, let namespace = tag.namespace,
      spells(namespace, JobManifest.Element.namespace)
    else { return }
    let name = string(tag.name)
    guard Self.names.contains(name), (name == "job") == (depth == 1) else { return }
    let attributes = (0..<tag.attributeCount).compactMap { index in
      tag.attribute(index).flatMap { attribute in
        guard attribute.namespace == nil else {
          return nil as (String, String, TextPosition, TextPosition)?
        }
        let places = tag.places(ofAttribute: index)
        return (string(attribute.name), attribute.text, places.name, places.value)
      }
    }
    open[depth] = found.count
    found.append(
      Element(
        name: name, start: tag.position..<tag.behind, end: tag.behind,
        attributes: attributes.map { (name: $0.0, value: $0.1, namePlace: $0.2, valuePlace: $0.3) })
    )
  }

  func end(at position: TextPosition) {
    if let index = open.removeValue(forKey: depth) { found[index].end = position }
    depth -= 1
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, at position: TextPosition) {}

  func fail(_ problem: Problem, at position: TextPosition) { hasFailed = true }
}
