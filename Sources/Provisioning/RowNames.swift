// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import JobManifest
internal import Plain
package import StrictJSON

/// What people see of a row, in addition to its id; none of it is on the tag.
package struct RowNames: Hashable, Sendable {
  /// What people call the row.
  package var label: String?
  /// The columns that they see with it, in the order of the manifest.
  package var shown: [Value] = []

  /// A value and the name of its column.
  package struct Value: Hashable, Sendable {
    package let name: String
    package let text: String
  }

  package init(of row: borrowing JobRow) {
    label = row.label
    shown = row.shown.map { Value(name: $0.name, text: $0.text) }
  }

  package init(of row: PlannedRow) {
    label = row.label
    guard let object = row.shown, let document = try? JSONDocument(reading: Array(object.utf8)),
      let members = document.root.members
    else { return }
    shown = members.map { Value(name: $0.key, text: $0.value.string ?? "") }
  }

  /// For programs, as members of an object; values that the row lacks are left out.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let label { members.append(("label", .string(label))) }
    if !shown.isEmpty { members.append(("shown", shownObject)) }
    return members
  }

  private var shownObject: JSONValue { .object(shown.map { ($0.name, .string($0.text)) }) }

  /// The same for the ledger.
  var shownText: String? { shown.isEmpty ? nil : shownObject.compact }
}

extension PlannedRow {
  package var names: RowNames { RowNames(of: self) }

  /// The row as people and the job know it, such as `No. 17 · Berlin, Hauptstr. 1`.
  package var called: String { rowName(id, label) }
}

extension KnownTag {
  package var called: String { rowName(row, label) }
}

/// The row in a sentence that knows its id alone.
package func rowInWords(_ id: String) -> String {
  let name = rowName(id, nil)
  return name == id ? "row \(id)" : name
}
