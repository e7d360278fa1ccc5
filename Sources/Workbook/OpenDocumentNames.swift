// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The names in the parts of an .ods; all of them have a namespace, also those of attributes.
struct OpenDocumentNames {
  /// The namespaces.
  let office, table, text, style, number, calcext, xlink: PartName
  /// Elements.
  let body, spreadsheet, tableName, tableCell, coveredCell, row, column: PartName
  /// Elements of a sheet that only hold others.
  let containers: [PartName]
  let styleElement, tableProperties: PartName
  let p, h, s, tab, lineBreak, note, rubyText, a: PartName
  /// The list of styles that have names, and what data styles are made of.
  let styles, automaticStyles: PartName
  let numberStyle, textStyle, dateStyle, timeStyle, map: PartName
  let numberPart, numberText, textContent, day, month, year: PartName
  /// Attributes.
  let name, styleName, family, display, visibility, rowsRepeated, columnsRepeated: PartName
  let rowsSpanned, columnsSpanned, formula, valueType, value: PartName
  let stringValue, dateValue, timeValue, booleanValue, c, href: PartName
  let dataStyleName, parentStyleName, defaultCellStyleName: PartName
  let automaticOrder, formStyle, textual: PartName
  let integerDigits, decimalPlaces, grouping, displayFactor: PartName
  let columnWidth, rowHeight, optimalHeight: PartName
}

extension OpenDocumentNames {
  init(_ parser: PartParser) {
    let base = "urn:oasis:names:tc:opendocument:xmlns:"
    self.init(
      office: parser.name(base + "office:1.0"), table: parser.name(base + "table:1.0"),
      text: parser.name(base + "text:1.0"), style: parser.name(base + "style:1.0"),
      number: parser.name(base + "datastyle:1.0"),
      calcext: parser.name("urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"),
      xlink: parser.name("http://www.w3.org/1999/xlink"), body: parser.name("body"),
      spreadsheet: parser.name("spreadsheet"), tableName: parser.name("table"),
      tableCell: parser.name("table-cell"), coveredCell: parser.name("covered-table-cell"),
      row: parser.name("table-row"), column: parser.name("table-column"),
      containers: [
        parser.name("table-row-group"), parser.name("table-column-group"),
        parser.name("table-header-rows"), parser.name("table-rows"),
        parser.name("table-header-columns"), parser.name("table-columns"),
      ], styleElement: parser.name("style"), tableProperties: parser.name("table-properties"),
      p: parser.name("p"), h: parser.name("h"), s: parser.name("s"), tab: parser.name("tab"),
      lineBreak: parser.name("line-break"), note: parser.name("note"),
      rubyText: parser.name("ruby-text"), a: parser.name("a"), styles: parser.name("styles"),
      automaticStyles: parser.name("automatic-styles"), numberStyle: parser.name("number-style"),
      textStyle: parser.name("text-style"), dateStyle: parser.name("date-style"),
      timeStyle: parser.name("time-style"), map: parser.name("map"),
      numberPart: parser.name("number"), numberText: parser.name("text"),
      textContent: parser.name("text-content"), day: parser.name("day"),
      month: parser.name("month"), year: parser.name("year"), name: parser.name("name"),
      styleName: parser.name("style-name"), family: parser.name("family"),
      display: parser.name("display"), visibility: parser.name("visibility"),
      rowsRepeated: parser.name("number-rows-repeated"),
      columnsRepeated: parser.name("number-columns-repeated"),
      rowsSpanned: parser.name("number-rows-spanned"),
      columnsSpanned: parser.name("number-columns-spanned"), formula: parser.name("formula"),
      valueType: parser.name("value-type"), value: parser.name("value"),
      stringValue: parser.name("string-value"), dateValue: parser.name("date-value"),
      timeValue: parser.name("time-value"), booleanValue: parser.name("boolean-value"),
      c: parser.name("c"), href: parser.name("href"), dataStyleName: parser.name("data-style-name"),
      parentStyleName: parser.name("parent-style-name"),
      defaultCellStyleName: parser.name("default-cell-style-name"),
      automaticOrder: parser.name("automatic-order"), formStyle: parser.name("style"),
      textual: parser.name("textual"), integerDigits: parser.name("min-integer-digits"),
      decimalPlaces: parser.name("decimal-places"), grouping: parser.name("grouping"),
      displayFactor: parser.name("display-factor"), columnWidth: parser.name("column-width"),
      rowHeight: parser.name("row-height"), optimalHeight: parser.name("use-optimal-row-height"))
  }
}
