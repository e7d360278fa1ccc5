// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Names for the files of rows: safe on every system, and no two alike.
package struct FileNames {
  private let ending: String
  private var taken: Set<String> = []

  /// So that a name with its number fits everywhere.
  private static let longest = 100
  /// What names no file on Windows.
  private static let reserved: Set<String> =
    Set(["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  package init(ending: String) {
    self.ending = ending
  }

  /// The name for a row: its id, if that can be one.
  ///
  /// Otherwise a number made from the id follows, so that the row has the same name in every run.
  package mutating func name(for id: String) -> String {
    let plain = FileNames.cleaned(id)
    var name = plain == id ? plain : "\(plain)-\(FileNames.number(of: id))"
    if taken.contains(name.lowercased()) { name = "\(plain)-\(FileNames.number(of: id))" }
    var more = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(plain)-\(FileNames.number(of: id))-\(more)"
      more += 1
    }
    return name + ending
  }

  private static func cleaned(_ id: String) -> String {
    var name = String.UnicodeScalarView()
    var size = 0
    for scalar in id.unicodeScalars {
      let kept: Unicode.Scalar = isSafe(scalar) ? scalar : "_"
      size += UTF8.width(kept)
      guard size <= longest else { break }
      name.append(kept)
    }
    // A dot in front hides a file, and Windows drops one at the end.
    if name.first == "." || name.first == "-" {
      name.replaceSubrange(...name.startIndex, with: "_".unicodeScalars)
    }
    if name.last == "." { name.removeLast() }
    let text = String(name)
    // Also with an ending they are reserved.
    let stem = text.prefix { $0 != "." }.lowercased()
    return text.isEmpty || reserved.contains(stem) ? "_\(text)" : text
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": return true
    default: break
    }
    guard scalar.value > 0x7F else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      return true
    default: return false
    }
  }

  /// FNV-1a over the bytes of the id.
  private static func number(of id: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return upperHex(hash).lowercased()
  }
}
