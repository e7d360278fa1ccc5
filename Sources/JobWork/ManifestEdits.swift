// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain

/// Changes of a text at places that do not overlap.
struct ManifestEdits {
  private let original: String
  private var list: [(range: Range<String.Index>, text: String)] = []

  init(_ text: String) { original = text }

  var text: String { original.replacing(list) }

  /// Changes an attribute if it is to say something else; one that is to say what none says goes.
  mutating func state(
    _ name: String, _ value: String, instead old: String, emptyIs usual: String? = "",
    of element: ManifestElements.Found
  ) {
    guard !value.utf8.elementsEqual(old.utf8) else { return }
    set(name, value.isEmpty || value == usual ? nil : value, of: element)
  }

  mutating func set(_ name: String, _ value: String?, of element: ManifestElements.Found) {
    switch (element.attributes[name], value) {
    case (let old?, let value?):
      if old.value != value { list.append((old.quoted, "\"\(xml(value))\"")) }
    case (let old?, nil): list.append((old.whole, ""))
    case (nil, let value?):
      let place = element.attributes.values.map(\.whole.upperBound).max() ?? element.behindName
      list.append((place..<place, " \(name)=\"\(xml(value))\""))
    case (nil, nil): break
    }
  }

  /// A new element on a line of its own, as far in as the one before it.
  mutating func insert(
    _ name: String, _ attributes: [(name: String, value: String)],
    after anchor: ManifestElements.Found
  ) {
    let prefix = anchor.name.lastIndex(of: ":").map { anchor.name[...$0] } ?? ""
    let before = original[..<anchor.name.startIndex].dropLast()
    let indent = before.reversed().prefix { $0 == " " || $0 == "\t" }.reversed()
    let lineEnd = original.contains("\r\n") ? "\r\n" : "\n"
    let texts = attributes.map { " \($0.name)=\"\(xml($0.value))\"" }
    list.append(
      (anchor.end..<anchor.end, "\(lineEnd)\(String(indent))<\(prefix)\(name)\(texts.joined())/>"))
  }

  /// Takes out an element, and its line if nothing else is in it.
  mutating func remove(_ element: ManifestElements.Found) {
    var start = original.index(before: element.name.startIndex)
    while start > original.startIndex {
      let before = original.index(before: start)
      guard original[before] == " " || original[before] == "\t" || original[before].isNewline else {
        break
      }
      start = before
      if original[before].isNewline { break }
    }
    list.append((start..<element.end, ""))
  }
}
