// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The names that the columns of a sheet have in templates.
struct ColumnNames {
  private let headings: [String]
  private var named: [String: [Int]] = [:]
  /// Every name by which a template can call a column, in the order of the columns.
  private(set) var all: [String] = []

  /// The name of a column, counted from 0, that no other column has; nil if it has no heading.
  func name(of index: Int) -> String? {
    guard !headings[index].isEmpty else { return nil }
    let own = variableName(of: headings[index])
    return named[own] == [index] ? own : columnVariable(index + 1)
  }

  init(_ headings: [String], _ aliases: [RowsPart.Column] = []) {
    self.headings = headings.map(cleaned(heading:))
    for (index, heading) in self.headings.enumerated() where !heading.isEmpty {
      let own = variableName(of: heading)
      // A heading in another alphabet would become empty.
      let isNamed = heading != columnVariable(index + 1) && own.contains { $0 != "_" }
      let name = isNamed ? own : columnVariable(index + 1)
      add(name, index)
      for alias in aliases where alias.heading == heading && alias.name != name {
        add(alias.name, index)
      }
    }
  }

  private mutating func add(_ name: String, _ index: Int) {
    if named[name] == nil { all.append(name) }
    named[name, default: []].append(index)
  }

  func has(heading: String) -> Bool { headings.contains(heading) }

  /// The columns, counted from 0, that a name means; more than one if they collide.
  func columns(of name: String) -> [Int] {
    if let found = named[name] { return found }
    guard let number = columnNumber(name), headings.indices.contains(number - 1)
    else { return [] }
    return [number - 1]
  }
}
