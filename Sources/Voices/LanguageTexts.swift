// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
package import StrictJSON

/// What one language has words for: texts by their keys, and sentences for what the program tells by
/// names and facts.
package struct LanguageTexts: Sendable {
  private struct Text {
    var one: String
    var other: String

    init?(_ node: JSONNode) {
      guard let other = node["other"]?.string ?? node.string else { return nil }
      (one, self.other) = (node["one"]?.string ?? other, other)
    }

    func form(_ n: Int?) -> String { n == 1 ? one : other }
  }

  private var texts: [String: Text] = [:]
  /// By kind and name, such as `reason/not-blank`.
  private var said: [String: Text] = [:]

  /// From the file of a language; of a key in several sections, the last one counts.
  package init(_ language: JSONNode?, sections: [String]) {
    for section in sections {
      for member in language?[section]?.members ?? [] { texts[member.key] = Text(member.value) }
    }
    for kind in language?["said"]?.members ?? [] {
      for member in kind.value.members ?? [] {
        said["\(kind.key)/\(member.key)"] = Text(member.value)
      }
    }
  }

  /// Whether the program's own sentences are in this language.
  package var isOwn: Bool { said.isEmpty }

  /// The text with its values; the key itself if there is none.
  package func callAsFunction(
    _ key: String, n: Int? = nil, _ values: [String: String] = [:]
  ) -> String {
    guard let text = texts[key] else { return key }
    var values = values
    if let n { values["n"] = number(n) }
    return text.form(n).filled(with: values)
  }

  /// A number of tenths, or a part with its sign.
  package func decimal(_ words: String) -> String {
    let (thousands, point) = (texts["screen.separator"]?.other, texts["decimal"]?.other)
    return String(
      words.map { sign in
        switch sign {
        case ",": thousands?.first ?? sign
        case ".": point?.first ?? sign
        default: sign
        }
      })
  }

  /// A whole number with its thousands apart.
  package func number(_ number: Int) -> String {
    grouped(number).replacing(",", with: texts["screen.separator"]?.other ?? ",")
  }

  /// The row as people and the job know it, such as `No. 17 · Berlin, Hauptstr. 1`.
  package func row(_ id: String, _ label: String? = nil) -> String {
    rowName(id, label) { self("row.number", ["row": $0]) }
  }

  /// Sentences that follow each other, each of the first kind that has words for it; nil without words.
  package func saying(_ kinds: [String], _ told: [Told]) -> String? {
    var sentences: [String] = []
    for part in told {
      guard let text = kinds.lazy.compactMap({ said["\($0)/\(part.key)"] }).first else {
        return nil
      }
      var values = part.texts.merging(part.numbers.mapValues(number)) { $1 }
      if let id = values["row"] { values["row"] = row(id) }
      sentences.append(text.form(part.numbers["n"]).filled(with: values))
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Why a tag failed; a finding that came only with the tag has no name of its own here.
  package func reason(_ code: String, _ told: [Told] = []) -> String? {
    saying(["reason", "finding"], told) ?? saying(["reason"], [Told(code)])
      ?? saying(["reason"], [Told("with-given-values")])
  }
}

extension String {
  /// The text with its values in place of their names in braces.
  fileprivate func filled(with values: [String: String]) -> String {
    guard !values.isEmpty else { return self }
    var filled = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "{"),
      let end = rest[start...].firstIndex(of: "}")
    {
      // Two braces are one that stays, with a name behind it.
      let inner = rest[start..<end].lastIndex(of: "{") ?? start
      let name = String(rest[rest.index(after: inner)..<end])
      filled += rest[..<inner]
      filled += values[name] ?? "{\(name)}"
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }
}
