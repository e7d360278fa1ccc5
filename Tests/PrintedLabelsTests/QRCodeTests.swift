// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PrintedLabels
import Testing

struct QRCodeTests {
  @Test func aShortLinkHasASmallCode() throws {
    let code = try #require(QRCode("https://go.example.com/1"))
    #expect(code.side == 25 && code.sideWithQuietZone == 33)
    #expect(code.squares.count == 25 * 25)
    // The corner of the first finder: seven dark squares, and a light one.
    #expect(code.squares[0..<8] == [true, true, true, true, true, true, true, false])
  }

  @Test func noTextOrTooMuchHasNone() {
    #expect(QRCode("") == nil)
    #expect(QRCode("https://a.example/\0hidden") == nil)
    #expect(QRCode(String(repeating: "x", count: 2331)) != nil)
    #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
  }

  /// What is found is one entry for all rows, with the worst of them.
  @Test func findingsAreCountedByTheirRule() throws {
    var found = FoundOnLabels()
    found.add(.smallSquares(.mm(0.3)), row: "n1")
    found.add(.smallSquares(.mm(0.2)), row: "n2")
    #expect(found.entries.count == 1 && !found.hasErrors)
    #expect(found.entries[0].rows == 2 && found.entries[0].firstRow == "n1")
    #expect("\(found.entries[0])".contains("0.2 mm, first row n1"))
    found.add(.missingLetters(["東"]), row: "n3")
    #expect(found.hasErrors && "\(found.entries[1])".contains("fonts-noto-cjk"))
  }

  @Test func aPreparedLabelSaysWhatIsWrong() {
    var findings: [String] = []
    var design = LabelDesign(Extent(.mm(20), .mm(10)), tag: .round(.mm(25)))
    let content = LabelContent(id: "n1", name: nil, link: "https://go.example.com/1")
    let label = design.prepare(content) { findings.append($0.rule) }
    #expect(label != nil)
    #expect(findings == ["small-squares", "no-room-for-tag"])
    let long = "https://go.example.com/" + String(repeating: "x", count: 3000)
    let none = design.prepare(LabelContent(id: "n1", name: nil, link: long)) {
      findings.append($0.rule)
    }
    #expect(none == nil && findings.last == "link-too-long")
  }
}
