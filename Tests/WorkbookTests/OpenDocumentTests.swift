// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import Workbook

/// What is in a cell of an .ods, as attributes and content, and what is read.
private let cells: [(attributes: String, content: String, text: String)] = [
  (#"office:value-type="string""#, "<text:p>Łódź</text:p>", "Łódź"),
  (#"office:value-type="string""#, "<text:p>a</text:p><text:p/><text:p>b</text:p>", "a\n\nb"),
  (
    #"office:value-type="string""#,
    "<text:p>a<text:s text:c=\"3\"/>b<text:s/>c<text:tab/>d<text:line-break/>e</text:p>",
    "a   b c\td\ne"
  ),
  (#"office:value-type="string""#, "<text:p>  a \n  b<text:span> c</text:span></text:p>", " a b c"),
  (
    #"office:value-type="string""#,
    "<text:p><text:a>link</text:a><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby></text:p>",
    "link東京"
  ),
  (
    #"office:value-type="string""#,
    "<office:annotation><text:p>note</text:p></office:annotation><text:p>a</text:p><draw:frame><draw:text-box><text:p>x</text:p></draw:text-box></draw:frame>",
    "a"
  ),
  (
    #"office:value-type="string" office:string-value=" a&#10;b""#,
    "<text:p> a</text:p><text:p>b</text:p>", " a\nb"
  ),
  (#"office:value-type="string" office:string-value="x""#, "", "x"),
  (#"office:value-type="string" office:string-value="other""#, "<text:p>seen</text:p>", "seen"),
  // Numbers are shown as their styles say, whatever text is stored.
  (number("1067", "five"), "<text:p>01067</text:p>", "01067"),
  (number("1067", "five"), "<text:p>1067</text:p>", "01067"),
  (number("1067", "named"), "<text:p>F-1067</text:p>", "F-1067"),
  (number("1067", "plain"), "<text:p>01067</text:p>", "1067"),
  (number("1067", "text"), "<text:p>01067</text:p>", "1067"),
  (number("4901234567890"), "<text:p>4901234567890</text:p>", "4901234567890"),
  (number("1067"), "<text:p>01067</text:p>", "1067"),
  (number("1067.0"), "<text:p>1067.0</text:p>", "1067"),
  (number("7"), "", "7"),
  (number("7"), "<text:p>seven</text:p>", "7"),
  (number("4901234567890"), "<text:p>###</text:p>", "4901234567890"),
  (number("x"), "<text:p>7</text:p>", "7 (brokenReference)"),
  (number("12.5"), "<text:p>12,5</text:p>", "12.5 (decimal)"),
  (
    number("1.23456789012346E+018"), "<text:p>1234567890123460000</text:p>",
    "1234567890123460000 (inexact)"
  ),
  (number("0.5", "percent"), "<text:p>5</text:p>", "0.5 (numberFormat(\"5\"))"),
  (number("1", "truth"), "<text:p>1</text:p>", "1 (numberFormat(\"1\"))"),
  // Of a style that is not drawn here, the text is what was seen.
  (number("1067", "grouped"), "<text:p>1.067</text:p>", "1067 (numberFormat(\"1.067\"))"),
  (
    number("1067", "grouped"), "<text:p>1\u{202F}067</text:p>",
    "1067 (numberFormat(\"1\u{202F}067\"))"
  ),
  (number("167", "grouped"), "<text:p>167</text:p>", "167"),
  (number("5", "two"), "<text:p>5,00</text:p>", "5.00 (decimal)"),
  (number("5", "two"), "<text:p>5</text:p>", "5.00 (decimal)"),
  (number("1067", "six"), "<text:p>001067</text:p>", "1067"),
  (number("1067", "mapped"), "<text:p>67</text:p>", "1067 (numberFormat(\"67\"))"),
  (number("1067", "mapped"), "<text:p>01067</text:p>", "01067"),
  (
    number("4901234567890", "short"), "<text:p>4,90E+12</text:p>",
    "4901234567890 (numberFormat(\"4,90E+12\"))"
  ),
  (number("7", "mapped"), "", "7 (numberFormat(\"General\"))"),
  (number("7", "mapped"), "<text:p>seven</text:p>", "seven (numberFormat(\"seven\"))"),
  (number("1067", "short"), "<text:p>1067</text:p>", "1067 (numberFormat(\"1067\"))"),
  (
    #"office:value-type="percentage" office:value="0.5""#, "<text:p>50%</text:p>",
    "50% (numberFormat(\"50%\"))"
  ),
  (
    #"office:value-type="currency" office:value="5""#, "<text:p>5,00 €</text:p>",
    "5,00 € (numberFormat(\"5,00 €\"))"
  ),
  // Days, too; without the style of a date each program shows something else.
  (day("2024-01-05", "day"), "<text:p>05.01.24</text:p>", "05.01.2024"),
  (day("2024-01-05T00:00:00", "day"), "<text:p>05.01.24</text:p>", "05.01.2024"),
  (day("2024-01-05", "month"), "<text:p>5. Jan 24</text:p>", "5. Jan 24"),
  (day("2024-01-05", "month"), "<text:p>###</text:p>", "2024-01-05 (dateOfLanguage)"),
  (day("2024-01-05", "month"), "", "2024-01-05 (dateOfLanguage)"),
  (day("2026-01-05"), "<text:p>01/05/26</text:p>", "2026-01-05 (dateOfLanguage)"),
  (day("2026-01-05", "plain"), "<text:p>01/05/26</text:p>", "2026-01-05 (dateOfLanguage)"),
  (day("2026-01-05", "five"), "<text:p>01/05/26</text:p>", "2026-01-05 (dateOfLanguage)"),
  (
    #"office:value-type="boolean" office:boolean-value="true""#, "<text:p>WAHR</text:p>",
    "WAHR (truthValue)"
  ),
  // Formulas and errors.
  (
    #"table:formula="of:=1+1" office:value-type="float" office:value="2""#, "<text:p>2</text:p>",
    "2"
  ),
  (#"table:formula="of:=1+1""#, "", " (formulaWithoutValue)"),
  (
    #"table:formula="of:=X" office:value-type="string" office:string-value="" calcext:value-type="error""#,
    "<text:p>#NAME?</text:p>", "#NAME? (errorValue)"
  ),
  (
    #"table:formula="of:=X" office:value-type="float" office:value="0""#,
    "<text:p>Err:508</text:p>", "Err:508 (errorValue)"
  ),
  (
    #"table:formula="of:=X" office:value-type="string""#, "<text:p>#BEZUG!</text:p>",
    "#BEZUG! (errorValue)"
  ),
  (#"office:value-type="strange""#, "<text:p>x</text:p>", "x (brokenReference)"),
]

@Test(arguments: cells)
private func `a cell of an ods has the text that was seen`(
  attributes: String, content: String, text: String
) throws {
  let row =
    "<table:table-row><table:table-cell \(attributes)>\(content)</table:table-cell></table:table-row>"
  let book = SampleOpenDocument(rows: row, styles: styles)
  #expect(try WorkbookReading(book.bytes).cells == ["A1=\(text)"])
}

private func number(_ value: String, _ style: String? = nil) -> String {
  #"office:value-type="float" office:value="\#(value)""# + attribute(style)
}

private func day(_ value: String, _ style: String? = nil) -> String {
  #"office:value-type="date" office:date-value="\#(value)""# + attribute(style)
}

private func attribute(_ style: String?) -> String {
  style.map { #" table:style-name="\#($0)""# } ?? ""
}

/// A style for cells, and the data style of the same name.
private let styles = [
  ("five", "number", #"<number:number number:decimal-places="0" number:min-integer-digits="5"/>"#),
  (
    "named", "number",
    "<number:text>F-</number:text>"
      + #"<number:number number:decimal-places="0" number:min-integer-digits="1"/>"#
  ),
  ("plain", "number", #"<number:number number:min-integer-digits="1"/>"#),
  ("six", "number", #"<number:number number:min-integer-digits="6"/>"#),
  ("text", "text", "<number:text-content/>"),
  (
    "grouped", "number",
    #"<number:number number:decimal-places="0" number:min-integer-digits="1" "#
      + #"number:grouping="true"/>"#
  ),
  ("two", "number", #"<number:number number:decimal-places="2" number:min-integer-digits="1"/>"#),
  (
    "mapped", "number",
    #"<number:number number:decimal-places="0" number:min-integer-digits="1"/>"#
      + #"<style:map style:condition="value()&gt;=0" style:apply-style-name="five"/>"#
  ),
  ("short", "number", "<number:scientific-number/>"), ("truth", "boolean", "<number:boolean/>"),
  (
    "percent", "percentage",
    #"<number:number number:decimal-places="0"/><number:text>%</number:text>"#
  ),
  (
    "day", "date",
    #"<number:day number:style="long"/><number:text>.</number:text>"#
      + #"<number:month number:style="long"/><number:text>.</number:text>"#
      + #"<number:year number:style="long"/>"#
  ),
  (
    "month", "date",
    #"<number:day/><number:text>. </number:text><number:month number:textual="true"/>"#
      + "<number:text> </number:text><number:year/>"
  ),
].map { name, kind, parts in
  """
  <number:\(kind)-style style:name="data-\(name)">\(parts)</number:\(kind)-style>
  <style:style style:name="\(name)" style:family="table-cell" style:data-style-name="data-\(name)"/>
  """
}.joined()

/// More of everything than a program writes, and names that nobody gives.
@Test func `styles and columns without end do no harm`() throws {
  let long = String(repeating: "x", count: 300)
  let columns = String(
    repeating: #"<table:table-column table:default-cell-style-name="five"/>"#, count: 20_000)
  let row = "<table:table-row><table:table-cell \(number("7", long))/></table:table-row>"
  let style = #"<style:style style:name="\#(long)" style:family="table-cell"/>"#
  let text = String(repeating: "y", count: 10_000)
  let data =
    #"<number:number-style style:name="data-five"><number:text>\#(text)</number:text>"#
    + #"<number:number number:decimal-places="0"/></number:number-style>"#
  let book = SampleOpenDocument(rows: columns + row, styles: styles + style + data)
  #expect(try WorkbookReading(book.bytes).cells == ["A1=7"])
}

/// The style of a row comes before that of a column, and one of a cell before both.
@Test func `a cell without a style has that of its row or column`() throws {
  let cell = "<table:table-cell \(number("7"))/>"
  let rows = """
    <table:table-column table:default-cell-style-name="five" table:number-columns-repeated="2"/>
    <table:table-column table:default-cell-style-name="named"/>
    <table:table-row>\(cell)\(cell)\(cell)\(cell)</table:table-row>
    <table:table-row table:default-cell-style-name="named">\(cell)\
    <table:table-cell \(number("7", "five"))/>\(cell)</table:table-row>
    """
  let book = SampleOpenDocument(rows: rows, styles: styles)
  #expect(
    try WorkbookReading(book.bytes).cells == [
      "A1=00007", "B1=00007", "C1=F-7", "D1=7", "A2=F-7", "B2=00007", "C2=F-7",
    ])
}

private let one =
  "<table:table-cell office:value-type=\"string\"><text:p>x</text:p></table:table-cell>"

@Test func `repeated rows and cells are counted, and empty ones are no rows`() throws {
  let rows = """
    <table:table-column table:number-columns-repeated="16384"/>
    <table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
    <table:table-header-rows><table:table-row table:number-rows-repeated="2">\
    <table:table-cell table:number-columns-repeated="2"/>\(one)\
    <table:table-cell table:number-columns-repeated="2" office:value-type="string">\
    <text:p>y</text:p></table:table-cell>\
    <table:table-cell table:number-columns-repeated="16379"/></table:table-row>\
    </table:table-header-rows>\
    <table:table-row table:number-rows-repeated="1048571"><table:table-cell/></table:table-row>
    """
  let reading = try WorkbookReading(SampleOpenDocument(rows: rows).bytes)
  #expect(reading.cells == ["C4=x", "D4=y", "E4=y", "C5=x", "D5=y", "E5=y"])
}

@Test func `hidden and merged cells of an ods are named`() throws {
  let rows = """
    <table:table-column/><table:table-column table:visibility="collapse"/>
    <table:table-column-group table:display="false"><table:table-column/></table:table-column-group>
    <table:table-row><table:table-cell table:number-columns-spanned="2"\
     table:number-rows-spanned="2" office:value-type="string"><text:p>m</text:p></table:table-cell>\
    <table:covered-table-cell/>\(one)</table:table-row>
    <table:table-row table:visibility="filter"><table:covered-table-cell\
     table:number-columns-repeated="2"/>\(one)</table:table-row>
    <table:table-row-group table:display="false"><table:table-row>\(one)</table:table-row>\
    </table:table-row-group><table:table-row>\(one)</table:table-row>
    """
  let reading = try WorkbookReading(SampleOpenDocument(rows: rows).bytes)
  let cover = CellProblem.covered(by: "A1")
  #expect(
    reading.cells == [
      "A1=m", "B1= (\(cover))", "C1=x", "A2= (\(cover))", "B2= (\(cover))", "C2=x", "A3=x", "A4=x",
    ])
  #expect(reading.remarks.hiddenRows == 2)
  #expect(reading.remarks.firstHiddenRow == 2)
  #expect(reading.remarks.hiddenColumns == [2, 3])
  #expect(reading.remarks.firstMerged == "A1:B2")
}

/// Styles of columns and of rows may have one name.
@Test(
  arguments: [
    ("0.1mm", "0.5pt", "", [1], 1), ("0cm", "1cm", "", [1], 0), ("0.8in", "0.01in", "", [], 1),
    ("2.26cm", "0.45cm", "", [], 0), ("0.8in", "0in", "true", [], 0), ("x", "12", "false", [], 0),
    ("1pc", "0.3pc", "", [], 1),
  ])
private func `what is too small to be seen in an ods is hidden`(
  width: String, height: String, isOptimal: String, columns: [Int], rows: Int
) throws {
  let optimal = isOptimal.isEmpty ? "" : "style:use-optimal-row-height=\"\(isOptimal)\""
  let book = SampleOpenDocument(
    rows: """
      <table:table-column table:style-name="a"/><table:table-row table:style-name="a">\
      <table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>\
      <table:table-row><table:table-cell office:value-type="string"><text:p>y</text:p></table:table-cell>\
      </table:table-row>
      """,
    styles: """
      <style:style style:name="a" style:family="table-column">\
      <style:table-column-properties style:column-width="\(width)"/></style:style>\
      <style:style style:name="a" style:family="table-row">\
      <style:table-row-properties style:row-height="\(height)" \(optimal)/></style:style>
      """)
  let remarks = try WorkbookReading(book.bytes).remarks
  #expect(remarks.hiddenColumns == columns)
  #expect(remarks.hiddenRows == rows)
}

@Test func `the sheets of an ods are found, also hidden ones`() throws {
  let style = """
    <style:style style:name="ta2" style:family="table">\
    <style:table-properties table:display="false"/></style:style>
    """
  let tables = """
    <table:tracked-changes><table:table-cell-content><text:p>x</text:p></table:table-cell-content>\
    </table:tracked-changes><table:table table:name="Secret" table:style-name="ta2">\
    <table:table-row>\(one)</table:table-row></table:table><table:table table:name="Empty">\
    <table:table-row><table:table-cell/></table:table-row></table:table>\
    <table:table table:name="Data"><table:table-row>\(one)</table:table-row></table:table>\
    <table:table table:name="More"><table:table-row>\(one)</table:table-row></table:table>
    """
  let folder = try TemporaryDirectory()
  let path = try folder.write(SampleOpenDocument(tables: tables, styles: style).bytes, to: "a.ods")
  let reader = try WorkbookReader(path: path)
  #expect(reader.sheets.map(\.name) == ["Secret", "Empty", "Data", "More"])
  #expect(reader.sheets.map(\.isHidden) == [true, false, false, false])
  #expect(reader.sheet == "Data")
  #expect(try reader.othersWithCells() == ["More"])
  #expect(try reader.read { _ in true }.hiddenSheets == ["Secret"])
}
