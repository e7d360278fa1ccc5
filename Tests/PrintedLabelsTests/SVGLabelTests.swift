// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

struct SVGLabelTests {
  static func svg(_ id: String, _ name: String?) throws -> String {
    var design = LabelDesign(.millimetres(63.5, 38.1), tag: nil)
    let content = LabelContent(id: id, name: name, link: "https://go.example.com/?a=1&b=2")
    let prepared = design.prepare(content) { _ in }
    let label = try #require(prepared)
    return SVGLabel.text(label, of: design, version: "1") { _ in }
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"/><a href=\"x", "a&b", "]]>", "<!--", "\u{0}\u{FFFF}\u{1B}",
    "\u{202E}gvs.exe", "مرحبا <b>",
  ])
  func noTextBecomesMarkup(_ text: String) throws {
    let svg = try Self.svg(text, text)
    let known: Set<String> = ["svg", "title", "rect", "path", "circle", "text", "!--"]
    for piece in svg.split(separator: "<").dropFirst() {
      let tag = piece.prefix { $0 != ">" && $0 != " " && $0 != "\n" }.drop { $0 == "/" }
      #expect(known.contains(String(tag)), "<\(tag)")
    }
    for scalar in svg.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && scalar.value < 0xFFFE)
      #expect(!("\u{202A}"..."\u{202E}").contains(scalar))
    }
    #expect(svg.utf8.count { $0 == UInt8(ascii: "&") } == svg.ranges(of: ";").count)
  }

  @Test func arabicBeginsAtTheRight() throws {
    #expect(try Self.svg("n1", "دبي").contains("direction=\"rtl\">دبي</text>"))
    #expect(try !Self.svg("n1", "Dubai").contains("direction"))
  }
}
