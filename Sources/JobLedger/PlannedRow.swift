// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The ledger's own number of a row; it stays the same when the manifest changes.
package struct RowKey: Hashable, Sendable {
  package let number: Int64
}

/// What is planned for one tag.
package struct PlannedRow: Hashable, Sendable {
  package let key: RowKey
  /// The row's id in the manifest.
  package let id: String
  /// The row's place in its manifest, from 1; nil for a row that is not in the current
  /// manifest.
  package let place: Int?
  /// The number of the manifest that the row was read from; `begin` compares it.
  package let manifest: Int
  /// The normalised link with its tokens, and with the markers that only a tag can replace.
  package let link: String
  /// The records after the link, as they are written.
  package let further: [UInt8]?
  /// The row's values for a resolver, as JSON.
  package let inputs: String?
  /// The label of the row; it is not on the tag.
  package var label: String?
  /// Values of the row that people see with it, as a JSON object of texts.
  package var shown: String?
}

/// A row for an import: what the manifest says, and how the link gets its tokens.
package struct ImportedRow: Sendable {
  package var id: String
  package var tokens: [WantedToken]
  package var further: [UInt8]?
  package var inputs: String?
  /// Whether its resolver may give it the link of another row.
  package var mayShareLink: Bool
  /// Its label and shown values: a change of these alone changes nothing about its tag.
  package var label: String?
  package var shown: String?

  package init(
    id: String, tokens: [WantedToken] = [], further: [UInt8]? = nil, inputs: String? = nil,
    mayShareLink: Bool = false, label: String? = nil, shown: String? = nil
  ) {
    self.id = id
    self.tokens = tokens
    self.further = further
    self.inputs = inputs
    self.mayShareLink = mayShareLink
    self.label = label
    self.shown = shown
  }
}

/// A random value that a row needs: its name, and its length in characters.
package struct WantedToken: Hashable, Sendable {
  package let name: String
  package let length: Int

  package init(name: String, length: Int) {
    self.name = name
    self.length = length
  }
}

/// What a manifest says about the protection of its tags.
package enum WantedProtection: String, Hashable, Sendable, CaseIterable {
  case nothing
  /// Permanently locked, in a separate pass.
  case lock
  /// Permanently locked when written.
  case lockWhenWritten = "lock-when-written"
  case password
  case passwordForReading = "password-for-reading"
}
