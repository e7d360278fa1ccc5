// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import TagMemory

/// A text of its own that a chip shows, as it is named in a link.
enum MirrorPlaceholder: String, CaseIterable {
  case uid
  case counter

  static let opening = "{mirror."

  var text: String { "\(MirrorPlaceholder.opening)\(rawValue)}" }

  /// What stands on the tag where the chip shows its text.
  var filler: [UInt8] {
    let content: MirrorSetting.Content = self == .uid ? .uid : .counter
    return [UInt8](repeating: UInt8(ascii: "0"), count: content.length)
  }
}

/// A typed link in which each placeholder has become a marker that normalising leaves alone.
///
/// Normalising moves and drops parts of a link, so the places are looked for in its result. A
/// marker is as long as its placeholder: until then every place is the one that was typed.
struct MarkedLink {
  struct Mark {
    let placeholder: MirrorPlaceholder
    let marker: [UInt8]
    /// Characters before it in what was typed.
    let offset: Int
  }

  let text: String
  let marks: [Mark]

  init(_ typed: String) throws(Refusal) {
    var bytes = Array(typed.utf8)
    var marks: [Mark] = []
    while let opening = bytes.firstRange(of: MirrorPlaceholder.opening.utf8) {
      let name = String(
        decoding: bytes[opening.upperBound...].prefix { $0 != UInt8(ascii: "}") }, as: UTF8.self)
      let before = String(decoding: bytes[..<opening.lowerBound], as: UTF8.self)
      let offset = before.unicodeScalars.count
      let end = opening.upperBound + name.utf8.count + 1
      guard let placeholder = MirrorPlaceholder(rawValue: name), end <= bytes.count else {
        throw .mirrorUnknown(name, at: offset)
      }
      guard !marks.contains(where: { $0.placeholder == placeholder }) else {
        throw .mirrorRepeated(placeholder, at: offset)
      }
      let marker = MarkedLink.marker(for: placeholder, notIn: bytes)
      bytes.replaceSubrange(opening.lowerBound..<end, with: marker)
      marks.append(Mark(placeholder: placeholder, marker: marker, offset: offset))
    }
    text = String(decoding: bytes, as: UTF8.self)
    self.marks = marks
  }

  /// The mark in which a place of the text lies.
  func mark(at offset: Int) -> Mark? {
    marks.first { ($0.offset..<$0.offset + $0.marker.count).contains(offset) }
  }

  /// The text with the placeholders as they were typed, for a person to read.
  func unmarked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for mark in marks { bytes.replace(mark.marker, with: mark.placeholder.text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A lower-case letter and digits, which may stand anywhere in a link, and do not stand in it yet.
  private static func marker(
    for placeholder: MirrorPlaceholder, notIn bytes: [UInt8]
  ) -> [UInt8] {
    let letter = placeholder == .uid ? "u" : "c"
    var number = 0
    while true {
      let digits = String(number)
      let zeros = String(repeating: "0", count: placeholder.text.count - 1 - digits.count)
      let marker = Array((letter + zeros + digits).utf8)
      if !bytes.contains(marker) { return marker }
      number += 1
    }
  }
}

extension Refusal {
  static func mirrorUnknown(_ name: String, at offset: Int) -> Refusal {
    let known = MirrorPlaceholder.allCases
    let meant = suggestion(for: name, among: known.map(\.rawValue))
      .flatMap(MirrorPlaceholder.init(rawValue:))
    let typed = visible(String((MirrorPlaceholder.opening + name).prefix(40)))
    return Refusal(
      words: "A chip shows no '\(typed)}'. "
        + (meant.map { "Did you mean \($0.text)?" }
          ?? "It shows \(known.map(\.text).joined(separator: " and "))."),
      rule: "mirror-unknown", offset: offset)
  }

  static func mirrorRepeated(_ placeholder: MirrorPlaceholder, at offset: Int) -> Refusal {
    Refusal(
      words: "A chip shows its text in one place only: write \(placeholder.text) once.",
      rule: "mirror-repeated", offset: offset)
  }

  /// A placeholder in host or port, or where normalising drops it.
  static func mirrorPlace(_ mark: MarkedLink.Mark) -> Refusal {
    Refusal(
      words: """
        \(mark.placeholder.text) cannot stand there: put it where the link keeps it, in the path, \
        the query or the fragment.
        """,
      rule: "mirror-place", offset: mark.offset)
  }
}
