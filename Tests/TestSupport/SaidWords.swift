// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
import Foundation

/// The sentences of some kinds in a language that is not the program's own, as the page makes them.
package final class SaidWords {
  private let texts: [String: Any]
  private var said: Set<String> = []

  package init(_ kinds: String..., in language: String = "de") throws {
    let path = packageRoot + "/Templates/languages/\(language).json"
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
    let said = (root as? [String: Any])?["said"] as? [String: [String: Any]]
    texts = try kinds.reversed().reduce(into: [:]) { texts, kind in
      guard let those = said?[kind] else { throw MissingWords(kind: kind) }
      texts.merge(those) { $1 }
    }
  }

  /// The sentences that nothing has said, of those whose name begins so.
  package func unsaid(_ beginnings: Set<String>) -> Set<String> {
    Set(texts.keys.filter { key in beginnings.contains(Self.beginning(of: key)) })
      .subtracting(said)
  }

  /// What comes before the first dot, which tells apart sentences of one name.
  package static func beginning(of key: String) -> String {
    String(key.prefix { $0 != "." })
  }

  /// Says it, and gives what is missing in it.
  package func troubles(of told: [Told], _ english: String) -> [String] {
    said.formUnion(told.map(\.key))
    var troubles: [String] = []
    let sentences = told.map { part -> String in
      guard let text = form(of: part) else {
        troubles.append("no words for \(part.key): \(english)")
        return ""
      }
      let facts = part.texts.merging(part.numbers.mapValues { "\($0)" }) { $1 }
      let names = Set(text.matches(of: /\{(\w+)\}/).map { String($0.1) })
      for (name, value) in facts
      where !names.contains(name) && !value.isEmpty && (name, value) != ("n", "1") {
        troubles.append("\(part.key) leaves out \(name) (\(value)): \(text)")
      }
      return facts.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
    let words = sentences.joined(separator: " ")
    if !words.hasSuffix("."), !words.hasSuffix("?") { troubles.append("no sentence: \(words)") }
    // What is in quotes in the one is a fact, and so are numbers.
    let english = english.replacing(/RFC \d+|IDNA 2008/, with: "")
    for fact in english.matches(of: /"([^" ]+)"|\b(\d[\d,]+)\b/).map({ $0.1 ?? $0.2 ?? "" })
    where !words.contains(String(fact).replacing(",", with: "")) {
      troubles.append("\(fact) of “\(english)” is not in “\(words)”")
    }
    return troubles
  }

  private func form(of part: Told) -> String? {
    if let forms = texts[part.key] as? [String: String] {
      return forms[part.numbers["n"] == 1 ? "one" : "other"]
    }
    return texts[part.key] as? String
  }
}

private struct MissingWords: Error {
  let kind: String
}
