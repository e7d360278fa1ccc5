// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The width that help texts keep to; the narrowest terminal in ordinary use.
let helpWidth = 80

/// The text broken between words into lines of at most `helpWidth`, each indented; a longer word keeps a line.
///
/// Lines after the first may be indented by `hanging` more. A blank line stays between paragraphs.
package func wrapped(_ text: String, indent: Int, hanging: Int = 0) -> String {
  paragraphs(of: text).map { wrappedParagraph($0, indent: indent, hanging: hanging) }
    .joined(separator: "\n")
}

/// The parts of a text between its blank lines, each without line breaks; at least one, maybe empty.
func paragraphs(of text: String) -> [String] {
  var paragraphs: [String] = []
  var words: [Substring] = []
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.isEmpty && !words.isEmpty {
      paragraphs.append(words.joined(separator: " "))
      words = []
    }
    words += line.split(separator: " ")
  }
  if !words.isEmpty || paragraphs.isEmpty { paragraphs.append(words.joined(separator: " ")) }
  return paragraphs
}

private func wrappedParagraph(_ text: String, indent: Int, hanging: Int) -> String {
  var lines: [String] = []
  var line = spaces(indent)
  var lineIsEmpty = true
  for word in text.split(separator: " ") {
    if !lineIsEmpty && line.count + 1 + word.count > helpWidth {
      lines.append(line)
      line = spaces(indent + hanging)
      lineIsEmpty = true
    }
    line += lineIsEmpty ? String(word) : " \(word)"
    lineIsEmpty = false
  }
  lines.append(line)
  return lines.map { "\($0)\n" }.joined()
}

/// Terms with their explanations in a second column, which starts at the same place for all of them.
///
/// A term too long for the first column has its explanation on the next line.
func table(_ rows: [(term: String, explanation: String)], longestTerm: Int) -> String {
  let widths = rows.map(\.term.count).filter { $0 <= longestTerm }
  let column = 2 + (widths.max() ?? 0) + 2
  return rows.map { term, explanation in
    let text = wrapped(explanation, indent: column)
    guard term.count <= longestTerm else { return "  \(term)\n\(text)" }
    return "  \(term)\(spaces(column - 2 - term.count))\(text.dropFirst(column))"
  }.joined()
}

private func spaces(_ count: Int) -> String {
  String(repeating: " ", count: count)
}
