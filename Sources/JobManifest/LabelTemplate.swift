// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// The label of a row: a text with values of the row, only for people.
///
/// It is in no link, so any value may be missing, and may contain any letter.
struct LabelTemplate {
  private let pieces: [TextTemplate.Piece]

  init(_ template: TextTemplate) {
    pieces = template.pieces
  }

  /// The text; nil if nothing is left of it.
  ///
  /// A missing value also removes what would join it to the next: of `{city}, {street}` only
  /// `Berlin` is left, and of `{city} ({street})` as well.
  func text(_ values: TemplateValues) -> String? {
    var text = JoinedText()
    for piece in pieces {
      switch piece {
      case .literal(let bytes): text.add(literal: String(decoding: bytes, as: UTF8.self))
      case .variable(let slot): text.add(value: nameText(values, slot))
      }
    }
    let result = text.finished
    return result.isEmpty ? nil : shortName(result)
  }
}

/// A value as people see it with its row: on one line, without blanks at its ends, and not too long.
func nameText(_ values: TemplateValues, _ slot: Int) -> String {
  guard values.isDefined(slot) else { return "" }
  var bytes: [UInt8] = []
  values.append(slot, to: &bytes)
  return shortName(onOneLine(String(decoding: bytes, as: UTF8.self)))
}

/// The text with one blank for every run of blanks, line ends and other controls.
private func onOneLine(_ text: String) -> String {
  if isOnOneLine(text) { return text }
  var line = String.UnicodeScalarView()
  var hasGap = false
  for scalar in text.unicodeScalars {
    if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
      hasGap = !line.isEmpty
      continue
    }
    if hasGap { line.append(" ") }
    hasGap = false
    line.append(scalar)
  }
  return String(line)
}

/// Whether the bytes alone show that nothing is to be changed, as in nearly all names: there is no
/// blank or control from U+00C0 to U+07FF.
private func isOnOneLine(_ text: String) -> Bool {
  var before = UInt8(ascii: " ")
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: " "): if before == byte { return false }
    case 0x21...0x7E, 0x80...0xBF, 0xC3...0xDF: break
    default: return false
    }
    before = byte
  }
  return before != UInt8(ascii: " ")
}

/// The text, cut between two characters when it is too long.
private func shortName(_ text: String) -> String {
  if text.utf8.count <= JobLimits.nameCharactersMax { return text }
  // Marks can be piled upon one character without end.
  var (short, count, bytes) = ("", 0, 0)
  for character in text {
    count += 1
    bytes += character.utf8.count
    guard count <= JobLimits.nameCharactersMax, bytes <= JobLimits.nameBytesMax else {
      // The mark takes the place of the last one.
      if count > JobLimits.nameCharactersMax, !short.isEmpty { short.removeLast() }
      return short + "…"
    }
    short.append(character)
  }
  return text
}

/// A text that grows by pieces, some of which may be missing.
private struct JoinedText {
  private var text = ""
  /// What comes before the next piece, if there is one.
  private var joint = ""
  /// Whether a value is missing since the last piece.
  private var hasGap = false

  private static let brackets: [Character: Character] = [
    ")": "(", "]": "[", "}": "{", "）": "（", "】": "【", "」": "「", "”": "“", "»": "«",
  ]

  private static func isJoint(_ character: Character) -> Bool {
    character.isWhitespace || ",;:/|-–—·•+&、，；・／｜".contains(character)
  }

  mutating func add(value: String) {
    guard let first = value.first else {
      hasGap = true
      return
    }
    appendJoint(before: first)
    text += value
  }

  mutating func add(literal: String) {
    var rest = literal[...]
    let head = rest.prefix { Self.isJoint($0) }
    rest = rest.dropFirst(head.count)
    // One of the joints on both sides of a gap is enough.
    if !hasGap || joint.isEmpty { joint += head }
    guard let first = rest.first else { return }
    if hasGap, let opening = Self.brackets[first], text.last == opening {
      text.removeLast()
      let end = text.reversed().prefix { Self.isJoint($0) }.count
      joint = String(text.suffix(end))
      text.removeLast(end)
      return add(literal: String(rest.dropFirst()))
    }
    appendJoint(before: first)
    let tail = rest.reversed().prefix { Self.isJoint($0) }.count
    text += rest.dropLast(tail)
    joint = String(rest.suffix(tail))
  }

  /// Inserts the joint before the next piece, unless a gap has made it unnecessary.
  private mutating func appendJoint(before next: Character) {
    let isNeedless =
      hasGap
      && (text.isEmpty || Self.brackets[next] != nil
        || Self.brackets.values.contains { $0 == text.last })
    if !isNeedless { text += joint }
    joint = ""
    hasGap = false
  }

  var finished: String { onOneLine(hasGap ? text : text + joint) }
}
