// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

struct FileNamesTests {
  @Test(arguments: [
    ("n1", "n1.svg"), ("Köln", "Köln.svg"), ("東京-1", "東京-1.svg"), ("a.b", "a.b.svg"),
  ])
  func anIdThatCanBeANameIsOne(_ id: String, _ name: String) {
    var names = FileNames(ending: ".svg")
    #expect(names.name(for: id) == name)
  }

  @Test(arguments: [
    "../../etc/passwd", "/etc/passwd", "..", ".", "", ".hidden", "-rf", "a/b", "a\\b", "CON",
    "con.x",
    "nul", "LPT1", "a:b", "a\nb", "a\0b", "a b", "a.", "a*?", "\u{202E}gvs", "<script>", "a|b",
    String(repeating: "x", count: 500), String(repeating: "東", count: 200), "🙂",
  ])
  func noIdLeadsElsewhere(_ id: String) {
    var names = FileNames(ending: ".svg")
    let name = names.name(for: id)
    #expect(name.hasSuffix(".svg") && name.utf8.count <= 130)
    #expect(!name.hasPrefix(".") && !name.hasPrefix("-"))
    for character in "/\\:*?\"<>| " { #expect(!name.contains(character), "\(name)") }
    #expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
    let stem = name.dropLast(4).prefix { $0 != "." && $0 != "-" }.lowercased()
    #expect(!["con", "nul", "lpt1", ""].contains(stem), "\(name)")
    var others = FileNames(ending: ".svg")
    #expect(others.name(for: id) == name)
  }

  /// Not even where capitals are the same as small letters, or accents are split off.
  @Test func noTwoRowsShareAFile() {
    var names = FileNames(ending: ".svg")
    let ids = ["a", "A", "a/b", "a:b", "a_b", "\u{E9}", "e\u{301}", "É", "con", "CON", "_con"]
    let all = ids.map { names.name(for: $0).lowercased() }
    #expect(Set(all).count == ids.count)
  }
}
