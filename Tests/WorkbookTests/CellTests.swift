// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing
import Workbook

/// What is in a row of an .xlsx, and what is read.
private let cells: [(xml: String, cells: [String])] = [
  // Shared texts: plain, with runs, with a reading aid, with escapes, empty.
  (#"<c r="A1" t="s"><v>0</v></c>"#, ["A1=Łódź"]),
  (#"<c r="A1" t="s"><v>1</v></c>"#, ["A1=Mün chen"]),
  (#"<c r="A1" t="s"><v>2</v></c>"#, ["A1=東京"]),
  (#"<c r="A1" t="s"><v>3</v></c>"#, ["A1=a\rb_x000D_c_xZZZZ_ 😀"]),
  (#"<c r="A1" t="s"><v>4</v></c><c r="B1"><v>7</v></c>"#, ["B1=7"]),
  (#"<c r="A1" t="s"><v>5</v></c>"#, ["A1= a  b "]),
  (#"<c r="A1" t="s"><v>6</v></c>"#, ["A1= (brokenReference)"]),
  (#"<c r="A1" t="s"><v>-1</v></c>"#, ["A1= (brokenReference)"]),
  (#"<c r="A1" t="s"><v>x</v></c>"#, ["A1= (brokenReference)"]),
  (#"<c r="A1" t="s"><v>99999999999</v></c>"#, ["A1= (brokenReference)"]),
  // Texts in their cells.
  (#"<c r="A1" t="inlineStr"><is><t>a&amp;b&lt;</t></is></c>"#, ["A1=a&b<"]),
  (
    #"<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c>"#,
    ["A1=ab"]
  ),
  (#"<c r="A1" t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>"#, ["A1=<b>"]),
  (#"<c r="A1" t="str"><f>A2</f><v>x_x0041_</v></c>"#, ["A1=xA"]),
  (#"<c r="A1" t="str"><f>A2</f><v></v></c><c r="B1"><v>1</v></c>"#, ["B1=1"]),
  // Formulas whose result is there, and those without.
  (#"<c r="A1"><f>1+1</f><v>2</v></c>"#, ["A1=2"]),
  (#"<c r="A1"><f>1+1</f></c>"#, ["A1= (formulaWithoutValue)"]),
  (#"<c r="A1"><f>1+1</f><v/></c>"#, ["A1= (formulaWithoutValue)"]),
  (#"<c r="A1" t="str"><f>1+1</f></c>"#, ["A1= (formulaWithoutValue)"]),
  (#"<c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c>"#, ["A1=#DIV/0! (errorValue)"]),
  (##"<c r="A1" t="e"><v>#REF!</v></c>"##, ["A1=#REF! (errorValue)"]),
  (
    #"<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c>"#,
    ["A1=TRUE (truthValue)", "B1=FALSE (truthValue)"]
  ),
  // Dates as texts; the style says how they look.
  (#"<c r="A1" t="d" s="1"><v>2024-01-05</v></c>"#, ["A1=05.01.2024"]),
  (#"<c r="A1" t="d" s="1"><v>2024-01-05T00:00:00</v></c>"#, ["A1=05.01.2024"]),
  (
    #"<c r="A1" t="d" s="1"><v>2024-01-05T08:30:00</v></c>"#,
    ["A1=2024-01-05T08:30:00 (dateOfLanguage)"]
  ),
  (#"<c r="A1" t="d"><v>2024-13-05</v></c>"#, ["A1=2024-13-05 (dateOfLanguage)"]),
  (#"<c r="A1" t="zzz"><v>1</v></c>"#, ["A1=1 (brokenReference)"]),
  (#"<c r="A1" s="77"><v>1</v></c>"#, ["A1=1 (brokenReference)"]),
  (#"<c r="A1" s="x"><v>1</v></c>"#, ["A1=1 (brokenReference)"]),
  // Places: missing, out of order, far out.
  (#"<c><v>1</v></c><c r="D1"><v>4</v></c><c><v>5</v></c>"#, ["A1=1", "D1=4", "E1=5"]),
  (#"<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>"#, ["A1=1", "C1=3"]),
  (#"<c r="XFD1"><v>3</v></c>"#, ["XFD1=3"]),
  (#"<c r="A1" s="1"/><c r="B1"><v> 7 </v></c>"#, ["B1= 7  (brokenReference)"]),
  // What is not the cell's.
  (#"<c r="A1"><v>1</v><extLst><ext><v>9</v></ext></extLst></c>"#, ["A1=1"]),
  (##"<c r="A1"><v>1</v><x:v xmlns:x="urn:other">9</x:v></c>"##, ["A1=1"]),
]

@Test(arguments: cells)
private func `a cell of an xlsx has the text that was seen`(xml: String, expected: [String]) throws
{
  #expect(try WorkbookReading(sample(xml).bytes).cells == expected)
}

private func sample(_ xml: String) -> SampleWorkbook {
  var book = SampleWorkbook(rows: "<row r=\"1\">\(xml)</row>")
  book.formats = ["dd.mm.yyyy"]
  book.texts = [
    "<t>Łódź</t>", "<r><rPr><b/></rPr><t>Mün</t></r><r><t xml:space=\"preserve\"> chen</t></r>",
    "<t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh><phoneticPr fontId=\"1\"/>",
    "<t>a_x000D_b_x005F_x000D_c_xZZZZ_ _xD83D__xDE00_</t>", "<t/>",
    "<t xml:space=\"preserve\"> a  b </t>",
  ]
  return book
}

@Test func `a formula's result is not believed if programs calculate it anew`() throws {
  var book = SampleWorkbook(
    rows: "<row><c><f>A2</f><v>0</v></c><c t=\"str\"><f>A2</f><v>x</v></c><c><v>1</v></c></row>")
  book.calculation = "<calcPr fullCalcOnLoad=\"1\"/>"
  let expected = ["A1=0 (formulaWithoutValue)", "B1=x (formulaWithoutValue)", "C1=1"]
  #expect(try WorkbookReading(book.bytes).cells == expected)
}

/// Libraries that cannot calculate leave a 0 in the cells that the formula of another one fills.
@Test(arguments: ["array", "dataTable"])
private func `what a formula of another cell fills is not believed either`(kind: String) throws {
  var book = SampleWorkbook(
    rows: """
      <row><c r="A1"><v>1</v></c><c r="B1"><f t="\(kind)" ref="B1:C2">A1*2</f><v>0</v></c>\
      <c r="C1"><v>0</v></c><c r="D1"><v>4</v></c></row>
      <row><c r="A2"><v>2</v></c><c r="B2"><v>0</v></c><c r="C2" t="str"><v></v></c></row>
      <row><c r="B3"><v>3</v></c><c r="C3"><f t="shared" ref="C3:C4" si="0">1</f><v>3</v></c></row>
      <row><c r="C4"><v>4</v></c></row>
      """)
  #expect(
    try WorkbookReading(book.bytes).cells == [
      "A1=1", "B1=0", "C1=0", "D1=4", "A2=2", "B2=0", "B3=3", "C3=3", "C4=4",
    ])
  book.calculation = "<calcPr fullCalcOnLoad=\"1\"/>"
  #expect(
    try WorkbookReading(book.bytes).cells == [
      "A1=1", "B1=0 (formulaWithoutValue)", "C1=0 (formulaWithoutValue)", "D1=4", "A2=2",
      "B2=0 (formulaWithoutValue)", "C2= (formulaWithoutValue)", "B3=3",
      "C3=3 (formulaWithoutValue)", "C4=4",
    ])
}

/// Cells that are not in the file, because its library left them to the formula of another one.
@Test func `what is filled and not there has no value`() throws {
  let book = SampleWorkbook(
    rows: """
      <row><c r="A1"><v>1</v></c><c r="B1"><f t="array" ref="B1:C2">A1*2</f></c><c r="E1"><v>5</v></c></row>
      <row><c r="A2"><v>2</v></c><c r="D2"><v>4</v></c></row><row><c r="A3"><v>3</v></c></row>
      """)
  #expect(
    try WorkbookReading(book.bytes).cells == [
      "A1=1", "B1= (formulaWithoutValue)", "C1= (formulaWithoutValue)", "E1=5", "A2=2",
      "B2= (formulaWithoutValue)", "C2= (formulaWithoutValue)", "D2=4", "A3=3",
    ])
}

@Test func `rows have the numbers that are shown`() throws {
  let book = SampleWorkbook(
    rows: """
      <row><c><v>1</v></c></row><row/><row r="5" spans="1:1"><c r="A5"><v>5</v></c></row>
      <row><c><v>6</v></c></row><row r="1048576"><c><v>7</v></c></row>
      """)
  let reading = try WorkbookReading(book.bytes)
  #expect(reading.cells == ["A1=1", "A5=5", "A6=6", "A1048576=7"])
}

@Test func `hidden and merged cells are named`() throws {
  var book = SampleWorkbook(
    rows: """
      <row r="1" hidden="1"><c r="A1"><v>1</v></c></row>
      <row r="2"><c r="A2"><v>2</v></c><c r="C2"><v>3</v></c></row>
      <row r="3" ht="0" customHeight="1"><c r="D3"><v>4</v></c></row>
      <row r="4" hidden="true"/><row r="5"><c r="F5"><v>5</v></c></row>
      """)
  book.before = """
    <cols><col min="2" max="2" hidden="1"/><col min="3" max="3" width="0"/>\
    <col min="4" max="16384" hidden="0"/></cols>
    """
  book.behind = """
    <mergeCells count="3"><mergeCell ref="F5:G9"/><mergeCell ref="A2:B4"/>\
    <mergeCell ref="H5:I5"/></mergeCells>
    """
  let reading = try WorkbookReading(book.bytes)
  let cover = CellProblem.covered(by: "A2")
  #expect(
    reading.cells == [
      "A1=1", "A2=2", "B2= (\(cover))", "C2=3", "A3= (\(cover))", "B3= (\(cover))", "D3=4",
      "F5=5", "G5= (\(CellProblem.covered(by: "F5")))",
    ])
  #expect(reading.remarks.hiddenRows == 2)
  #expect(reading.remarks.firstHiddenRow == 1)
  #expect(reading.remarks.hiddenColumns == [2, 3])
  #expect(reading.remarks.firstMerged == "A2:B4")
  #expect(!reading.remarks.hasMacros)
}

@Test(
  arguments: [
    ("0", "0", true), ("0.5", "1.5", true), ("0.99", "3.75", true), ("1", "4", false),
    ("8.43", "15", false), ("", "x", false), (".5", "-1", false),
  ])
private func `what is too narrow or too low to be seen is hidden`(
  width: String, height: String, isHidden: Bool
) throws {
  var book = SampleWorkbook(rows: #"<row ht="\#(height)"><c><v>1</v></c></row>"#)
  book.before = #"<cols><col min="1" max="1" width="\#(width)" customWidth="1"/></cols>"#
  let remarks = try WorkbookReading(book.bytes).remarks
  #expect(remarks.hiddenColumns == (isHidden ? [1] : []))
  #expect(remarks.hiddenRows == (isHidden ? 1 : 0))
}

@Test func `a text under a merged range is shown with its cover`() throws {
  var book = SampleWorkbook(rows: "<row><c><v>1</v></c><c><v>2</v></c></row>")
  book.behind =
    "<x:mergeCells xmlns:x=\"\(SampleWorkbook.main)\"><x:mergeCell ref=\"A1:B1\"/></x:mergeCells>"
  let cover = CellProblem.covered(by: "A1")
  #expect(try WorkbookReading(book.bytes).cells == ["A1=1", "B1=2 (\(cover))"])
}
