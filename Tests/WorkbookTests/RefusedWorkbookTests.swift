// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import Workbook

/// A file that is refused, and why.
private struct Refused: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let fault: WorkbookFault
  let bytes: @Sendable () throws -> [UInt8]

  init(_ name: String, _ fault: WorkbookFault, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
    (testDescription, self.fault, self.bytes) = (name, fault, bytes)
  }
}

private func zip(_ entries: [(String, String)]) -> [UInt8] {
  ZipMaker(entries.map { ZipMaker.Entry($0.0, $0.1) }).bytes
}

private func book(
  sheet: String, _ change: (inout ZipMaker) throws -> Void
) rethrows -> [UInt8] {
  var zip = ZipMaker(
    SampleWorkbook().parts.map {
      ZipMaker.Entry($0.name, $0.name.hasSuffix("sheet1.xml") ? sheet : $0.text)
    })
  try change(&zip)
  return zip.bytes
}

private func book(sheet: String) -> [UInt8] { book(sheet: sheet) { _ in } }

/// A sheet of 65 MiB of blanks.
private func desert(_ change: (inout ZipMaker.Entry) -> Void) throws -> [UInt8] {
  let blank = [UInt8](repeating: 0x20, count: 65 << 20)
  let start = Array("<worksheet xmlns='\(SampleWorkbook.main)'>".utf8)
  return try book(sheet: "") { zip in
    zip.entries[4] = try ZipMaker.Entry(packing: sheet, start + blank)
    change(&zip.entries[4])
  }
}

private func rows(_ rows: String) -> String { SampleWorkbook(rows: rows).sheet }

private func damaged(
  _ part: String?, _ cause: WorkbookFault.Damage.Cause, line: Int? = nil
) -> WorkbookFault {
  .damaged(WorkbookFault.Damage(part: part, line: line, cause: cause))
}

private let sheet = "xl/worksheets/sheet1.xml"
private let mime = "application/vnd.oasis.opendocument."
private let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

private let refused: [Refused] = [
  Refused("nothing", .notAWorkbook(.notAZip)) { [] },
  Refused("text", .notAWorkbook(.notAZip)) { Array("id,city\n".utf8) },
  Refused("xls", .oldFormat) { compound + [UInt8](repeating: 0, count: 5_000) },
  Refused("xlsx with a password", .encrypted) {
    compound + [UInt8](repeating: 0, count: 65_520)
      + "EncryptedPackage".utf16.flatMap { [UInt8($0), 0] }
  },
  Refused("ods with a password", .encrypted) {
    zip([
      ("mimetype", mime + "spreadsheet"), ("content.xml", "..."),
      ("META-INF/manifest.xml", "<m:manifest xmlns:m='urn:m'><m:encryption-data/></m:manifest>"),
    ])
  },
  Refused("zip with a password", .encrypted) {
    book(sheet: rows("")) { zip in
      for index in zip.entries.indices { zip.entries[index].flags |= 1 }
    }
  },
  Refused("xlsb", .binaryFormat) {
    zip([("_rels/.rels", SampleWorkbook.relations([("officeDocument", "xl/workbook.bin")]))])
  },
  Refused("docx", .notAWorkbook(.textDocument)) {
    zip([("_rels/.rels", SampleWorkbook.relations([("officeDocument", "word/document.xml")]))])
  },
  Refused("pptx", .notAWorkbook(.presentation)) {
    zip([("_rels/.rels", SampleWorkbook.relations([("officeDocument", "ppt/presentation.xml")]))])
  },
  Refused("odt", .notAWorkbook(.textDocument)) { zip([("mimetype", mime + "text")]) },
  Refused("odp", .notAWorkbook(.presentation)) { zip([("mimetype", mime + "presentation")]) },
  Refused("odg", .notAWorkbook(.otherDocument)) { zip([("mimetype", mime + "graphics")]) },
  Refused("numbers", .notAWorkbook(.numbers)) { zip([("Index/Document.iwa", "x")]) },
  Refused("zip", .notAWorkbook(.otherZip)) { zip([("a.csv", "id\n")]) },
  Refused("empty zip", .notAWorkbook(.otherZip)) { zip([]) },
  Refused("no sheet", .noSheets) {
    var book = SampleWorkbook()
    book.texts = []
    return zip(
      book.parts.map {
        (
          $0.name,
          $0.text.replacing("<sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/>", with: "")
        )
      })
  },
  Refused("two parts of one name", damaged("XL/workbook.xml", .twoPartsOfOneName)) {
    book(sheet: rows("")) { $0.entries.append(ZipMaker.Entry("XL/workbook.xml", "x")) }
  },
  Refused("no part", damaged(sheet, .missingPart)) {
    book(sheet: rows("")) { zip in zip.entries.removeAll { $0.name == sheet } }
  },
  Refused("no content", damaged("content.xml", .missingPart)) {
    zip([("mimetype", mime + "spreadsheet")])
  },
  Refused("wrong checksum", damaged(sheet, .zip)) {
    book(sheet: rows("")) { $0.entries[4].checksum ^= 1 }
  },
  Refused("odd packing", damaged(sheet, .otherPacking)) {
    book(sheet: rows("")) { $0.entries[4].method = 12 }
  },
  Refused("document type", damaged(sheet, .doctype, line: 1)) {
    book(sheet: "<!DOCTYPE worksheet [<!ENTITY a \"aaaa\">]>" + rows("&a;"))
  },
  Refused("undeclared entity", damaged(sheet, .xml, line: 1)) {
    book(sheet: rows("<row>&a;</row>"))
  },
  Refused("no XML", damaged(sheet, .xml, line: 1)) { book(sheet: "id,city") },
  Refused("empty part", damaged(sheet, .xml, line: 1)) { book(sheet: "") },
  Refused("cut off XML", damaged(sheet, .xml, line: 1)) {
    book(sheet: "<worksheet xmlns='\(SampleWorkbook.main)'>")
  },
  Refused("other root", damaged(sheet, .xml, line: 1)) { book(sheet: "<chartsheet/>") },
  Refused("no UTF-8", damaged(sheet, .encoding, line: 1)) {
    book(sheet: "") {
      $0.entries[4] = ZipMaker.Entry(
        sheet, Array("<worksheet xmlns='\(SampleWorkbook.main)'>".utf8) + [0xFF, 0xFE, 0xFF])
    }
  },
  Refused("rows out of order", damaged(sheet, .order, line: 1)) {
    book(sheet: rows("<row r=\"2\"/><row r=\"1\"/>"))
  },
  Refused("a row twice", damaged(sheet, .order, line: 1)) {
    book(sheet: rows("<row r=\"2\"/><row r=\"2\"/>"))
  },
  Refused("a row of no number", damaged(sheet, .order, line: 1)) {
    book(sheet: rows("<row r=\"-1\"/>"))
  },
  Refused("a cell twice", damaged(nil, .order)) {
    book(sheet: rows("<row><c r=\"A1\"><v>1</v></c><c r=\"A1\"><v>2</v></c></row>"))
  },
  Refused("a cell in another row", damaged(sheet, .reference, line: 1)) {
    book(sheet: rows("<row><c r=\"A2\"/></row>"))
  },
  Refused("a cell far out", damaged(sheet, .reference, line: 1)) {
    book(sheet: rows("<row><c r=\"XFE1\"/></row>"))
  },
  Refused("a range of no name", damaged(sheet, .reference, line: 1)) {
    var book = SampleWorkbook()
    book.behind = "<mergeCells><mergeCell ref=\"B1:A1\"/></mergeCells>"
    return book.bytes
  },
  Refused("ranges that overlap", damaged(nil, .reference)) {
    var book = SampleWorkbook(rows: "<row><c><v>1</v></c></row>")
    book.behind = "<mergeCells><mergeCell ref=\"A1:C1\"/><mergeCell ref=\"B1:D1\"/></mergeCells>"
    return book.bytes
  },
  // Too much of something.
  Refused("too many columns", .tooLarge(.columns)) {
    let cell = "<c r=\"XFD1\"><v>1</v></c><c><v>2</v></c>"
    return book(sheet: rows("<row>\(cell)</row>"))
  },
  Refused("too many rows", .tooLarge(.rows)) {
    book(sheet: rows("<row r=\"1048576\"/><row><c><v>1</v></c></row>"))
  },
  Refused("a long text", .tooLarge(.cellText)) {
    book(
      sheet: rows(
        "<row><c t=\"inlineStr\"><is><t>\(String(repeating: "x", count: 131_073))</t></is></c></row>"
      ))
  },
  Refused("a deep part", .tooLarge(.depth)) {
    book(sheet: "<worksheet xmlns='\(SampleWorkbook.main)'>" + String(repeating: "<a>", count: 200))
  },
  Refused("a long tag", .tooLarge(.markup)) {
    book(sheet: "<worksheet a=\"" + String(repeating: "x", count: 3 << 20))
  },
  Refused("a packed desert", .tooLarge(.unpackedRatio)) { try desert { _ in } },
  Refused("a packed desert that says to be small", .tooLarge(.unpackedRatio)) {
    try desert { $0.unpackedSize = 100 }
  },
  Refused("a size beyond all", .tooLarge(.unpackedBytes)) {
    book(sheet: rows("")) { $0.entries[4].unpackedSize = 0xFFFF_FFF0 }
  },
  Refused("too many parts", .tooLarge(.parts)) {
    ZipMaker((0..<17_000).map { ZipMaker.Entry("\($0)", "") }).bytes
  },
  Refused("an endless table", .tooLarge(.cells)) {
    let cell =
      "<table:table-cell table:number-columns-repeated=\"16384\" office:value-type=\"string\"><text:p>x</text:p></table:table-cell>"
    return SampleOpenDocument(
      rows: "<table:table-row table:number-rows-repeated=\"1048576\">\(cell)</table:table-row>"
    ).bytes
  },
  Refused("an endless blank", .tooLarge(.cellText)) {
    let cell =
      "<table:table-cell office:value-type=\"string\"><text:p><text:s text:c=\"2000000000\"/></text:p></table:table-cell>"
    return SampleOpenDocument(rows: "<table:table-row>\(cell)</table:table-row>").bytes
  },
  Refused("columns beyond all", .tooLarge(.columns)) {
    let cell =
      "<table:table-cell table:number-columns-repeated=\"99999999999\" office:value-type=\"string\"><text:p>x</text:p></table:table-cell>"
    return SampleOpenDocument(rows: "<table:table-row>\(cell)</table:table-row>").bytes
  },
  Refused("rows beyond all", .tooLarge(.rows)) {
    let cell =
      "<table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell>"
    let empty =
      "<table:table-row table:number-rows-repeated=\"99999999999\"><table:table-cell/></table:table-row>"
    return SampleOpenDocument(rows: empty + "<table:table-row>\(cell)</table:table-row>").bytes
  },
]

@Test(arguments: refused)
private func `what is no sound workbook is refused with a sentence`(refused: Refused) throws {
  let found = try #require(try fault(of: refused.bytes()))
  #expect(found == refused.fault)
  #expect(found.description.hasSuffix("."))
  #expect(!found.description.contains("  "))
}

@Test func `a chart has no cells`() throws {
  let parts = SampleWorkbook().parts.map { part in
    (part.name, part.text.replacing("/worksheet\"", with: "/chartsheet\""))
  }
  #expect(try fault(of: zip(parts), sheet: "Sheet1") == .notASheetOfCells("Sheet1"))
}

@Test func `what is no file is refused`() throws {
  let folder = try TemporaryDirectory()
  for (path, fault) in [
    (folder.path, WorkbookFault.notAWorkbook(.notAFile)), ("/dev/zero", .notAWorkbook(.notAFile)),
    (folder.path(of: "none"), .cannotRead(errno: 2)),
  ] {
    #expect(throws: fault) { try WorkbookReader(path: path) }
  }
}

@Test func `names from a workbook cannot steer a terminal`() {
  let fault = WorkbookFault.noSuchSheet("\u{1B}[2J", sheets: ["a\u{202E}b"])
  #expect(fault.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
  let damage = WorkbookFault.Damage(part: "\u{1B}]0;x\u{7}", line: 1, cause: .xml)
  #expect(WorkbookFault.damaged(damage).description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
}
