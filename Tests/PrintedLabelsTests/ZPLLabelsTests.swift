// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

struct ZPLLabelsTests {
  static func zpl(
    _ id: String, _ name: String? = nil, link: String = "https://go.example.com/1",
    found: (LabelFinding) -> Void = { _ in }
  ) throws -> String {
    var design = LabelDesign(.millimetres(60, 40), tag: .round(.mm(25)), forPrinter: true)
    let content = LabelContent(id: id, name: name, link: link)
    let prepared = design.prepare(content, found)
    let label = try #require(prepared)
    return ZPLLabels(design, density: .dpi203, copies: 2, version: "1").text(label, found)
  }

  @Test func aLabelIsWhatItWas() throws {
    #expect(
      try Self.zpl("n_1", "Café ~") == """
        ^XA^FXTagPress 1^FS
        ^CI28^LH0,0^PW480^LL320
        ^FO53,49^BQN,2,6^FH^FDMA,https://go.example.com/1^FS
        ^FO260,24^GC200,2,B^FS
        ^FO16,247^A0N,28,28^FH^FDCaf_C3_A9 _7E^FS
        ^FO16,283^A0N,16,16^FH^FDn_5F1^FS
        ^PQ2^XZ

        """)
  }

  /// Whatever a name is, the printer gets the same commands.
  @Test(arguments: [
    "^XA^JUS^XZ", "~JA", "~DGR:X.GRF", "^FS^XZ^XA", "a\n^XZ", "\u{1B}%-12345X", "_5E_7E", "a,b;c",
    "\u{9}\u{0}\u{7F}", "\\&\\(*)",
  ])
  func noTextBecomesACommand(_ text: String) throws {
    let commands = { (zpl: String) in
      // Where texts are, and how many lines they have, may differ.
      zpl.filter { "^~".contains($0) }.count - 5 * zpl.components("^A0N")
    }
    let usual = try Self.zpl("n1", "name")
    let given = try Self.zpl(text, text, link: "https://a.example/" + text.filter { $0 != "\0" })
    #expect(commands(given) == commands(usual), "\(given)")
    #expect(given.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(!given.contains("~"))
  }

  @Test func lettersThatThePrinterMayLackAreNamed() throws {
    var findings: [LabelFinding] = []
    _ = try Self.zpl("n1", "東京 Köln") { findings.append($0) }
    #expect(findings == [.printerLetters(["東", "京"])])
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
