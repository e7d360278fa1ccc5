// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import StrictJSON

extension Saying {
  /// For those who have their own words for it, or else show these.
  package var json: JSONValue { .object(members) }

  package var members: [(key: String, value: JSONValue)] {
    [("words", .string(words)), ("told", .array(told.map(\.json)))]
  }
}

extension Told {
  /// For those who say it in their own language.
  package var json: JSONValue {
    [
      "key": .string(key),
      "facts": .object(
        texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
          + numbers.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }),
    ]
  }
}
