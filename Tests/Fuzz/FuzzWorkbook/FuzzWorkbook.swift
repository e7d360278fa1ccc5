// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Workbook

/// Reads the input twice, as a workbook or as one part of a sound one, and stops if the two differ or
/// a row is not in order.
///
/// The first byte says which part it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorkbook(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let first = input.first, let folder else { return 0 }
  guard let path = try? folder.write(file(Int(first), Array(input.dropFirst())), to: "book") else {
    fatalError("The fuzzer cannot write its file.")
  }
  do throws(WorkbookFault) {
    let reader = try WorkbookReader(path: path)
    expect(try Reading(of: reader) == Reading(of: reader))
  } catch {
    expect(!error.description.isEmpty)
  }
  return 0
}

private let folder = try? TemporaryDirectory()

private struct Reading: Equatable {
  var cells: [WorkbookRow.Cell] = []
  var bytes: [UInt8] = []
  var remarks = WorkbookRemarks()

  init(of reader: WorkbookReader) throws(WorkbookFault) {
    var number = 0
    remarks = try reader.read { row in
      expect(row.number > number && !row.cells.isEmpty)
      expect(zip(row.cells, row.cells.dropFirst()).allSatisfy { $0.column < $1.column })
      expect(row.cells.allSatisfy { $0.range.upperBound <= row.bytes.count })
      expect(String(validating: row.bytes, as: UTF8.self) != nil)
      number = row.number
      cells += row.cells
      bytes += row.bytes
      // Repeated rows say nothing new.
      return cells.count < 10_000
    }
  }
}

/// The names of parts that the input can be; one more number is the whole file.
private let parts = [
  "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml",
  "xl/_rels/workbook.xml.rels", "_rels/.rels",
]

private func file(_ kind: Int, _ input: [UInt8]) -> [UInt8] {
  let kind = kind % (parts.count + 2)
  if kind == parts.count + 1 { return input }
  if kind == parts.count {
    let type = "application/vnd.oasis.opendocument.spreadsheet"
    return ZipMaker([.init("mimetype", type), .init("content.xml", input)]).bytes
  }
  return ZipMaker(
    zip(parts, sound).map { part, text in
      part == parts[kind] ? ZipMaker.Entry(part, input) : ZipMaker.Entry(part, text)
    }
  ).bytes
}

private let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
private let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/// The same parts as they should be.
private let sound = [
  """
  <worksheet xmlns="\(main)"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c s="1"><v>45296</v>\
  </c><c s="1" t="inlineStr"><is><t>x</t></is></c></row></sheetData></worksheet>
  """,
  "<sst xmlns=\"\(main)\"><si><t>a</t></si></sst>",
  """
  <styleSheet xmlns="\(main)"><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>\
  <cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>
  """,
  """
  <workbook xmlns="\(main)" xmlns:r="\(office)"><sheets><sheet name="a" r:id="r1"/></sheets></workbook>
  """,
  """
  <Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>\
  <Relationship Id="r2" Type="x/styles" Target="styles.xml"/>\
  <Relationship Id="r3" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>
  """,
  """
  <Relationships><Relationship Id="r1" Type="x/officeDocument" Target="xl/workbook.xml"/>\
  </Relationships>
  """,
]

private func expect(_ isTrue: Bool) {
  if !isTrue { fatalError("The fuzzer has found a disagreement.") }
}
