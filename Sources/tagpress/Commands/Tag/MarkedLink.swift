// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import Plain
internal import TagReport
internal import WebLink

/// A typed link in which each name in braces has become a marker that normalising leaves alone.
///
/// Normalising moves and drops parts of a link, so the places are looked up in its result. A
/// marker is as long as its name with the braces: until then, places are those of the typed text.
struct MarkedLink {
  struct Mark {
    let variable: ReservedVariable
    /// The value as in a planned link, possibly only its first characters.
    let planned: String
    let marker: [UInt8]
    /// How many characters come before it in the typed text.
    let offset: Int
  }

  let text: String
  let marks: [Mark]

  init(_ typed: String) throws(Refusal) {
    var bytes = Array(typed.utf8)
    var marks: [Mark] = []
    while let opening = bytes.firstIndex(where: \.isBrace) {
      let offset = String(decoding: bytes[..<opening], as: UTF8.self).unicodeScalars.count
      let inside = bytes[(opening + 1)...].prefix { !$0.isBrace }
      let name = String(decoding: inside, as: UTF8.self)
      let typed = bytes[opening...].prefix(inside.count + 2)
      guard bytes[opening] == UInt8(ascii: "{"), inside.endIndex < bytes.count,
        bytes[inside.endIndex] == UInt8(ascii: "}")
      else { throw .strayBrace(before: name, at: offset) }
      guard let asked = AskedValue(name) else { throw .noValue(name, at: offset) }
      let variable = asked.variable
      guard variable == .tagUID || asked.length == variable.length else {
        throw .mirrorCut(variable, at: offset)
      }
      guard variable == .tagUID || !marks.contains(where: { $0.variable == variable }) else {
        throw .mirrorRepeated(variable, at: offset)
      }
      let marker = MarkedLink.marker(
        for: variable, ofLength: typed.count, notIn: bytes, besides: marks)
      bytes.replaceSubrange(opening...inside.endIndex, with: marker)
      let planned = PlannedLink.marker(variable, length: asked.length)
      marks.append(Mark(variable: variable, planned: planned, marker: marker, offset: offset))
    }
    text = marks.isEmpty ? typed : String(decoding: bytes, as: UTF8.self)
    self.marks = marks
  }

  /// The mark in which a place of the text lies.
  func mark(at offset: Int) -> Mark? {
    marks.first { ($0.offset..<$0.offset + $0.marker.count).contains(offset) }
  }

  /// The link as normalising left it, with the names in braces that a tag fills in.
  func planned(in normal: WebLink) throws(Refusal) -> PlannedLink {
    let rest = normal.text[normal.path.startIndex...]
    let bytes = Array(rest.utf8)
    for mark in marks where !bytes.contains(mark.marker) { throw .place(of: mark) }
    return PlannedLink(normal.text[..<rest.startIndex] + unmarked(String(rest)))
  }

  /// The text with the names as they were typed, for people.
  func unmarked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for mark in marks { bytes.replace(mark.marker, with: mark.planned.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A lower-case letter and digits, which are valid anywhere in a link and not used in this one.
  ///
  /// Not hex digits, because after a percent sign a value must not become an escape.
  private static func marker(
    for variable: ReservedVariable, ofLength length: Int, notIn bytes: [UInt8],
    besides marks: [Mark]
  ) -> [UInt8] {
    let letter =
      switch variable {
      case .tagUID: "t"
      case .mirrorUID: "u"
      case .mirrorCounter: "n"
      }
    // Normalising makes the host lower-case.
    let bytes = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
    var number = 0
    while true {
      let digits = String(number)
      let zeros = String(repeating: "0", count: max(0, length - 1 - digits.count))
      let marker = Array((letter + digits + zeros).utf8)
      if !bytes.contains(marker), !marks.contains(where: { marker.contains($0.marker) }) {
        return marker
      }
      number += 1
    }
  }
}

/// The text between two braces, in the forms that a job's link takes too:
/// `tag.uid`, `+tag.uid` and `tag.uid:4`.
private struct AskedValue {
  let variable: ReservedVariable
  let length: Int

  init?(_ text: String) {
    let parts = text.drop { $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
    let isPlain = !text.hasPrefix("++") && parts.count <= 2
    guard isPlain, let name = parts.first, let variable = ReservedVariable(rawValue: String(name))
    else { return nil }
    let digits = parts.dropFirst().first
    let length = digits.map { $0.hasPrefix("+") ? 0 : Int($0) ?? 0 } ?? variable.length
    guard (1...9999).contains(length) else { return nil }
    self.variable = variable
    self.length = min(length, variable.length)
  }
}

extension UInt8 {
  fileprivate var isBrace: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "}") }
}

private let mirrorNames = "mirror."

extension Refusal {
  /// A brace without its partner.
  static func strayBrace(before name: String, at offset: Int) -> Refusal {
    Refusal(
      words: """
        This brace has no partner: write a name between two of them, or %7B and %7D for braces \
        that belong to the link.
        """,
      rule: name.hasPrefix(mirrorNames) ? "mirror-unknown" : "stray-brace", offset: offset)
  }

  /// A name that only a job has a value for, or that means nothing.
  static func noValue(_ name: String, at offset: Int) -> Refusal {
    let known = ReservedVariable.allCases
    let meant =
      ReservedVariable(everydayName: name)
      ?? suggestion(for: name, among: known.map(\.rawValue))
      .flatMap(ReservedVariable.init(rawValue:))
    let typed = "{\(visible(String(name.prefix(40))))}"
    if name.hasPrefix(mirrorNames) {
      let mirrors = known.filter { $0.rawValue.hasPrefix(mirrorNames) }.map(\.inBraces)
      return Refusal(
        words: "A chip cannot show '\(typed)'. "
          + (meant.map { "Did you mean \($0.inBraces)?" }
            ?? "It shows \(mirrors.joined(separator: " and "))."),
        rule: "mirror-unknown", offset: offset)
    }
    return Refusal(
      words: "Nothing gives '\(typed)' a value here. "
        + (meant.map { "Did you mean \($0.inBraces)?" }
          ?? "Write the value itself, or %7B and %7D for braces that belong to the link."),
      rule: "no-value", offset: offset)
  }

  static func mirrorCut(_ variable: ReservedVariable, at offset: Int) -> Refusal {
    Refusal(
      words: "A chip always shows its whole UID or counter: write \(variable.inBraces).",
      rule: "mirror-unknown", offset: offset)
  }

  static func mirrorRepeated(_ variable: ReservedVariable, at offset: Int) -> Refusal {
    Refusal(
      words: "A chip shows its text in one place only: write \(variable.inBraces) once.",
      rule: "mirror-repeated", offset: offset)
  }

  /// A name in host or port, or where normalising drops it.
  static func place(of mark: MarkedLink.Mark) -> Refusal {
    Refusal(
      words: """
        \(mark.variable.inBraces) cannot be used there. Put it where the link keeps it: in the \
        path, the query or the fragment.
        """,
      rule: mark.variable == .tagUID ? "value-place" : "mirror-place", offset: mark.offset)
  }

  /// A name whose value only a tag has, used without a tag.
  static func needsTag(_ mark: MarkedLink.Mark) -> Refusal {
    Refusal(
      words: """
        Only a tag has a value for \(mark.variable.inBraces), and there is no tag here. Write the \
        value itself, or use 'tagpress put', which fills it in.
        """,
      rule: "no-value", offset: mark.offset)
  }
}
