// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
package import StrictJSON

/// Input that was refused: the sentence for people; the rule and the place for programs.
///
/// Programs count every place from 0. People count bytes from 0 too, as every hex viewer does, but
/// characters from 1.
package struct Refusal: Error {
  package let words: String
  package let rule: String
  package let offset: Int

  /// The words with the name of the rule, under which the documentation explains it.
  package var sentence: String { "\(words) (\(rule))" }

  package init(words: String, rule: String, offset: Int) {
    self.words = words
    self.rule = rule
    self.offset = offset
  }

  package var json: JSONValue { .object(members()) }

  /// The object of a command that ends with this, by the name of such an end.
  package func json(named name: String) -> JSONValue { .object(members(named: name)) }

  /// The same as members of an object that says more.
  package func members(named name: String? = nil) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = [("error", .string(words))]
    if let name { members.append(("name", .string(name))) }
    return members + [("offset", .integer(offset)), ("rule", .string(rule))]
  }
}

extension Refusal {
  package init(_ error: NDEFError) {
    self.init(words: error.words, rule: error.rule.rawValue, offset: error.offset)
  }
}
