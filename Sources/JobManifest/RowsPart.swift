// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One `rows` element: where its rows come from and what they have in common.
struct RowsPart {
  var source = Source.inline
  var position = TextPosition()
  var id: TextTemplate?
  /// Whether the id cannot be read, which is said once and not for each row.
  var hasBrokenID = false
  var copies = 1
  var allowsSameLinks = false
  var tokens: [Token] = []

  enum Source: Hashable {
    case inline
    /// A spreadsheet, relative to the manifest.
    case file(String)
    case counted(count: Int, start: Int, digits: Int)
  }

  /// A value from a random source, made when the job is prepared.
  struct Token: Hashable {
    let name: String
    let length: Int
  }

  /// Rows that come from nowhere in particular.
  init() {}

  init(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    position = attributes.position
    if attributes.has("from"), attributes.has("count") {
      note(.conflict("count", with: "from"), attributes.namePlace("count"))
    }
    attributes.only("start", with: "count", if: attributes.has("count"))
    attributes.only("digits", with: "count", if: attributes.has("count"))
    if let file = attributes.text("from", .text, where: { !$0.isEmpty }) {
      source = .file(file)
    } else if attributes.has("count") {
      source = .counted(
        count: attributes.number("count", 1...JobLimits.rowCountMax) ?? 0,
        start: attributes.number("start", 0...JobLimits.rowNumberMax) ?? 1,
        digits: attributes.number("digits", 1...JobLimits.digitsMax) ?? 1)
    }
    if let text = attributes.text("id") {
      do throws(TextTemplate.Fault) {
        id = try TextTemplate(text)
      } catch {
        hasBrokenID = true
        note(.braces, attributes.place("id").moved(by: error.offset))
      }
    }
    copies = attributes.number("copies", 1...JobLimits.copiesMax) ?? 1
    allowsSameLinks =
      attributes.text("duplicates", .oneOf(["allow"])) { $0 == "allow" } != nil
  }

  mutating func takeToken(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    guard attributes.required("name") != nil, attributes.required("length") != nil,
      let name = attributes.text("name", .variable, where: isVariableName),
      let length = attributes.number("length", JobLimits.tokenLengths)
    else { return }
    if ReservedVariable(rawValue: name) != nil {
      note(.reservedVariable(name), attributes.place("name"))
    } else if tokens.contains(where: { $0.name == name }) {
      note(.repeatedVariable(name), attributes.place("name"))
    } else {
      tokens.append(Token(name: name, length: length))
    }
  }
}
