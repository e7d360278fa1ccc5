// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import Workbook

/// An .xlsx whose parts are written in another way than usual, all with the same cells.
private struct Variant: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let change: @Sendable (inout [(name: String, bytes: [UInt8])]) -> Void

  init(
    _ name: String, _ change: @escaping @Sendable (inout [(name: String, bytes: [UInt8])]) -> Void
  ) {
    testDescription = name
    self.change = change
  }

  /// Replaces a text in every part.
  init(_ name: String, _ old: String, _ new: String) {
    self.init(name) { parts in
      for index in parts.indices {
        let text = String(decoding: parts[index].bytes, as: UTF8.self)
        parts[index].bytes = Array(text.replacing(old, with: new).utf8)
      }
    }
  }
}

private let variants: [Variant] = [
  Variant("usual") { _ in },
  Variant("strict") { parts in
    for index in parts.indices {
      let text = String(decoding: parts[index].bytes, as: UTF8.self)
        .replacing(SampleWorkbook.main, with: "http://purl.oclc.org/ooxml/spreadsheetml/main")
        .replacing(
          SampleWorkbook.office, with: "http://purl.oclc.org/ooxml/officeDocument/relationships")
      parts[index].bytes = Array(text.utf8)
    }
  },
  Variant("absolute targets", "Target=\"worksheets/", "Target=\"/xl/worksheets/"),
  Variant("targets with dots", "Target=\"worksheets/", "Target=\"./x/../worksheets/"),
  Variant("targets with backslashes", "Target=\"worksheets/", "Target=\"worksheets\\"),
  Variant("names in another case") { parts in
    for index in parts.indices { parts[index].name = parts[index].name.uppercased() }
  },
  Variant("names with a slash") { parts in
    for index in parts.indices { parts[index].name = "/" + parts[index].name }
  },
  Variant("names with backslashes") { parts in
    for index in parts.indices {
      parts[index].name = parts[index].name.replacing("/", with: "\\")
    }
  },
  Variant("another folder") { parts in
    for index in parts.indices {
      parts[index].name = parts[index].name.replacing("xl/", with: "book/deep/")
      let text = String(decoding: parts[index].bytes, as: UTF8.self)
      parts[index].bytes = Array(
        text.replacing("xl/workbook.xml", with: "book/deep/workbook.xml").utf8)
    }
  },
  Variant("a mark at the beginning") { parts in
    for index in parts.indices { parts[index].bytes = [0xEF, 0xBB, 0xBF] + parts[index].bytes }
  },
  Variant("a declaration") { parts in
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\r\n"
    for index in parts.indices { parts[index].bytes = Array(declaration.utf8) + parts[index].bytes }
  },
  Variant("UTF-16, low byte first") { $0 = wide($0, isBigEndian: false) },
  Variant("UTF-16, high byte first") { $0 = wide($0, isBigEndian: true) },
  Variant(
    "prefixes",
    { parts in
      for index in parts.indices {
        var text = String(decoding: parts[index].bytes, as: UTF8.self)
        guard text.contains("xmlns=\"\(SampleWorkbook.main)\"") else { continue }
        text = text.replacing("xmlns=", with: "xmlns:x=").replacing("</", with: "\u{1}")
          .replacing("<", with: "<x:").replacing("\u{1}", with: "</x:")
        parts[index].bytes = Array(text.utf8)
      }
    }),
  Variant("a chart before the sheet") { parts in
    for index in parts.indices where parts[index].name.hasPrefix("xl/") {
      var text = String(decoding: parts[index].bytes, as: UTF8.self)
      text = text.replacing(
        "<sheets>", with: "<sheets><sheet name=\"Chart\" sheetId=\"9\" r:id=\"rId9\"/>")
      text = text.replacing(
        "</Relationships>",
        with: "<Relationship Id=\"rId9\" Type=\"x/chartsheet\" Target=\"c.xml\"/></Relationships>")
      parts[index].bytes = Array(text.utf8)
    }
  },
  Variant("no styles") { parts in parts.removeAll { $0.name == "xl/styles.xml" } },
  Variant("what lies about the size", "<sheetData>", "<dimension ref=\"A1:B1\"/><sheetData>"),
  Variant("comments and instructions", "<row", "<!-- row --><?go on?><row"),
]

private func wide(
  _ parts: [(name: String, bytes: [UInt8])], isBigEndian: Bool
) -> [(name: String, bytes: [UInt8])] {
  parts.map { part in
    // Long enough to come in several pieces.
    let text = String(decoding: part.bytes, as: UTF8.self) + String(repeating: " ", count: 40_001)
    let units = [0xFEFF] + Array(text.utf16)
    return (
      part.name,
      units.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
      }
    )
  }
}

@Test(arguments: variants)
private func `the parts of an xlsx may be written in many ways`(variant: Variant) throws {
  var book = SampleWorkbook(
    rows: """
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1067</v></c></row>\
      <row r="2"><c r="A2" t="inlineStr"><is><t>Łódź</t></is></c></row>
      """)
  book.texts = ["<t>東京 😀</t>"]
  var parts = book.parts.map { (name: $0.name, bytes: Array($0.text.utf8)) }
  variant.change(&parts)
  let bytes = ZipMaker(parts.map { ZipMaker.Entry($0.name, $0.bytes) }).bytes
  #expect(try WorkbookReading(bytes).cells == ["A1=東京 😀", "B1=1067", "A2=Łódź"])
}

@Test func `packed parts are unpacked`() throws {
  let rows = (1...5_000).map { "<row r=\"\($0)\"><c><v>\($0)</v></c></row>" }
  let parts = SampleWorkbook(rows: rows.joined()).parts
  let zip = ZipMaker(try parts.map { try ZipMaker.Entry(packing: $0.name, Array($0.text.utf8)) })
  let reading = try WorkbookReading(zip.bytes)
  #expect(reading.cells == (1...5_000).map { "A\($0)=\($0)" })
}

@Test func `a sheet is chosen by name, and may be read again`() throws {
  var book = SampleWorkbook(rows: "<row><c><v>1</v></c></row><row><c><v>2</v></c></row>")
  book.behind = "<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells>"
  let folder = try TemporaryDirectory()
  let reader = try WorkbookReader(path: folder.write(book.bytes, to: "a.xlsx"), sheet: "Sheet1")
  for wanted in [1, 2, 2] {
    var numbers: [Int] = []
    _ = try reader.read { row in
      numbers.append(row.number)
      return numbers.count < wanted
    }
    #expect(numbers == Array(1...wanted))
  }
  #expect(try fault(of: book.bytes, sheet: "Sheet2") == .noSuchSheet("Sheet2", sheets: ["Sheet1"]))
}

@Test func `macros are not looked at, and that is said`() throws {
  var zip = ZipMaker(
    SampleWorkbook(rows: "<row><c><v>1</v></c></row>").parts.map {
      ZipMaker.Entry($0.name, $0.text)
    })
  zip.entries.append(ZipMaker.Entry("xl/vbaProject.bin", "no such thing"))
  #expect(try WorkbookReading(zip.bytes).remarks.hasMacros)
}
