// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The characters that a terminal can show beyond ASCII.
package struct ScreenGlyphs: Hashable {
  package let block: Character
  package let rest: Character
  package let ellipsis: String

  package static let unicode = ScreenGlyphs(block: "█", rest: "·", ellipsis: "…")
  package static let ascii = ScreenGlyphs(block: "#", rest: ".", ellipsis: "~")

  /// Text from outside, made safe and as wide as there is room; what is cut is cut in the middle,
  /// because links differ at their ends.
  package func fitted(_ text: String, _ columns: Int) -> String {
    let characters = text.unicodeScalars.map(ShownCharacter.init)
    guard characters.width > columns else { return ShownText(characters[...]).text }
    let room = max(0, columns - 1)
    let head = characters.prefix(fitting: (room + 1) / 2)
    let tail = characters.suffix(fitting: room / 2)
    return columns > 0 ? head.text + ellipsis + tail.text : ""
  }

  /// The same, filled up with blanks.
  package func column(_ text: String, _ columns: Int) -> String {
    let shown = fitted(text, columns)
    let width = shown.unicodeScalars.map(ShownCharacter.init).width
    return shown + String(repeating: " ", count: max(0, columns - width))
  }

  /// A sentence from outside, made safe and broken between words; what has no room is cut at the end,
  /// because sentences differ at their beginnings.
  package func wrapped(_ sentence: String, _ columns: Int, lines most: Int = 1) -> [String] {
    guard shownWidth(sentence) > columns else { return [fitted(sentence, columns)] }
    var words = sentence.split(separator: " ")[...]
    var lines: [String] = []
    while lines.count < most - 1, var line = words.popFirst().map(String.init) {
      while let next = words.first, shownWidth("\(line) \(next)") <= columns {
        line += " \(next)"
        words.removeFirst()
      }
      lines.append(fitted(line, columns))
    }
    guard !words.isEmpty else { return lines }
    let rest = words.joined(separator: " ").unicodeScalars.map(ShownCharacter.init)
    guard rest.width > columns else { return lines + [ShownText(rest[...]).text] }
    return lines + [columns > 0 ? rest.prefix(fitting: columns - 1).text + ellipsis : ""]
  }
}

/// How many columns a text takes as it is shown.
package func shownWidth(_ text: String) -> Int {
  text.unicodeScalars.map(ShownCharacter.init).width
}
