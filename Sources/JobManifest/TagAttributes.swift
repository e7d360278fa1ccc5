// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The attributes of an element other than a row, read one by one; mistakes are reported.
struct TagAttributes {
  let element: Element
  let position: TextPosition
  private var values: [String: (text: String, name: TextPosition, value: TextPosition)] = [:]
  private let note: (Problem, TextPosition) -> Void

  init(
    _ tag: XMLStartTag, of element: Element,
    note: @escaping (Problem, TextPosition) -> Void
  ) {
    self.element = element
    self.note = note
    position = tag.position
    for index in 0..<tag.attributeCount {
      guard let attribute = tag.attribute(index) else { continue }
      let name = string(attribute.name)
      let places = tag.places(ofAttribute: index)
      if attribute.namespace == nil, element.attributes.contains(name) {
        values[name] = (attribute.text, places.name, places.value)
      } else if element == .protect, Self.secrets.contains(name.lowercased()) {
        note(.secret(name), places.name)
      } else {
        let close = suggestion(for: name, among: element.attributes)
        note(.unknownAttribute(name, of: element.rawValue, suggestion: close), places.name)
      }
    }
  }

  /// What people call a password.
  private static let secrets = ["password", "pwd", "pass", "pack", "key", "secret", "pin"]

  func has(_ name: String) -> Bool { values[name] != nil }

  func text(_ name: String) -> String? { values[name]?.text }

  /// The place of an attribute's value, or of the element.
  func place(_ name: String) -> TextPosition { values[name]?.value ?? position }

  /// The place of an attribute's name, or of the element.
  func namePlace(_ name: String) -> TextPosition { values[name]?.name ?? position }

  /// A required value.
  func required(_ name: String) -> String? {
    guard let text = values[name]?.text else {
      note(.missingAttribute([name], of: element.rawValue), position)
      return nil
    }
    return text
  }

  /// The one of several attributes of which an element has exactly one.
  func one(of names: [String]) -> String? {
    let given = names.filter { has($0) }
    guard let first = given.first else {
      note(.missingAttribute(names, of: element.rawValue), position)
      return nil
    }
    for other in given.dropFirst() { note(.conflict(other, with: first), namePlace(other)) }
    return first
  }

  /// Reports an attribute that has no meaning there.
  func only(_ name: String, with other: String, if isRight: Bool) {
    if has(name), !isRight { note(.needs(name, with: other), namePlace(name)) }
  }

  /// A value that must pass a test; nil if it is missing or wrong.
  func text(_ name: String, _ expected: ExpectedValue, where test: (String) -> Bool) -> String? {
    guard let text = values[name]?.text else { return nil }
    guard test(text) else {
      note(.badValue(text, attribute: name, expected: expected), place(name))
      return nil
    }
    return text
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    return text(name, .oneOf(words)) { words.contains($0) }.flatMap { Choice(rawValue: $0) }
  }

  func yes(_ name: String) -> Bool {
    text(name, .oneOf(["yes", "no"])) { $0 == "yes" || $0 == "no" } == "yes"
  }

  func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    let digits = text(name, .number(range)) { text in
      text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        && Int(text).map(range.contains) == true
    }
    return digits.flatMap { Int($0) }
  }
}
