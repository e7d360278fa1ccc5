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

  init?(_ parser: PartParser) {
    let base = "urn:oasis:names:tc:opendocument:xmlns:"
    guard let office = parser.name(base + "office:1.0"),
      let table = parser.name(base + "table:1.0"),
      let text = parser.name(base + "text:1.0"), let style = parser.name(base + "style:1.0"),
      let number = parser.name(base + "datastyle:1.0"),
      let calcext = parser.name(
        "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"),
      let xlink = parser.name("http://www.w3.org/1999/xlink"), let a = parser.name("a"),
      let href = parser.name("href"), let body = parser.name("body"),
      let spreadsheet = parser.name("spreadsheet"),
      let tableName = parser.name("table"),
      let tableCell = parser.name("table-cell"),
      let coveredCell = parser.name("covered-table-cell"), let row = parser.name("table-row"),
      let column = parser.name("table-column"), let rowGroup = parser.name("table-row-group"),
      let columnGroup = parser.name("table-column-group"),
      let styleElement = parser.name("style"),
      let tableProperties = parser.name("table-properties"), let p = parser.name("p"),
      let h = parser.name("h"), let s = parser.name("s"), let tab = parser.name("tab"),
      let lineBreak = parser.name("line-break"), let note = parser.name("note"),
      let rubyText = parser.name("ruby-text"), let name = parser.name("name"),
      let styleName = parser.name("style-name"), let family = parser.name("family"),
      let display = parser.name("display"), let visibility = parser.name("visibility"),
      let rowsRepeated = parser.name("number-rows-repeated"),
      let columnsRepeated = parser.name("number-columns-repeated"),
      let rowsSpanned = parser.name("number-rows-spanned"),
      let columnsSpanned = parser.name("number-columns-spanned"),
      let formula = parser.name("formula"), let valueType = parser.name("value-type"),
      let value = parser.name("value"), let stringValue = parser.name("string-value"),
      let dateValue = parser.name("date-value"), let timeValue = parser.name("time-value"),
      let booleanValue = parser.name("boolean-value"), let c = parser.name("c"),
      let headerRows = parser.name("table-header-rows"), let rows = parser.name("table-rows"),
      let headerColumns = parser.name("table-header-columns"),
      let columns = parser.name("table-columns"), let styles = parser.name("styles"),
      let automaticStyles = parser.name("automatic-styles"),
      let numberStyle = parser.name("number-style"), let textStyle = parser.name("text-style"),
      let dateStyle = parser.name("date-style"), let timeStyle = parser.name("time-style"),
      let map = parser.name("map"), let numberPart = parser.name("number"),
      let numberText = parser.name("text"), let textContent = parser.name("text-content"),
      let day = parser.name("day"), let month = parser.name("month"),
      let year = parser.name("year"), let dataStyleName = parser.name("data-style-name"),
      let parentStyleName = parser.name("parent-style-name"),
      let defaultCellStyleName = parser.name("default-cell-style-name"),
      let automaticOrder = parser.name("automatic-order"), let textual = parser.name("textual"),
      let integerDigits = parser.name("min-integer-digits"),
      let decimalPlaces = parser.name("decimal-places"), let grouping = parser.name("grouping"),
      let displayFactor = parser.name("display-factor"),
      let columnWidth = parser.name("column-width"), let rowHeight = parser.name("row-height"),
      let optimalHeight = parser.name("use-optimal-row-height")
    else { return nil }
    (self.office, self.table, self.text, self.style) = (office, table, text, style)
    self.number = number
    (self.calcext, self.body, self.spreadsheet) = (calcext, body, spreadsheet)
    (self.xlink, self.a, self.href) = (xlink, a, href)
    (self.tableCell, self.coveredCell, self.row, self.column) = (
      tableCell, coveredCell, row, column
    )
    (self.styleElement, self.tableProperties) = (styleElement, tableProperties)
    (self.p, self.h, self.s, self.tab, self.lineBreak) = (p, h, s, tab, lineBreak)
    (self.note, self.rubyText, self.name, self.styleName) = (note, rubyText, name, styleName)
    (self.family, self.display, self.visibility) = (family, display, visibility)
    (self.rowsRepeated, self.columnsRepeated) = (rowsRepeated, columnsRepeated)
    (self.rowsSpanned, self.columnsSpanned) = (rowsSpanned, columnsSpanned)
    (self.formula, self.valueType, self.value) = (formula, valueType, value)
    (self.stringValue, self.dateValue, self.timeValue) = (stringValue, dateValue, timeValue)
    (self.booleanValue, self.c, self.tableName) = (booleanValue, c, tableName)
    (self.styles, self.automaticStyles, self.map) = (styles, automaticStyles, map)
    (self.numberStyle, self.textStyle) = (numberStyle, textStyle)
    (self.dateStyle, self.timeStyle) = (dateStyle, timeStyle)
    (self.numberPart, self.numberText, self.textContent) = (numberPart, numberText, textContent)
    (self.day, self.month, self.year) = (day, month, year)
    (self.dataStyleName, self.parentStyleName) = (dataStyleName, parentStyleName)
    (self.defaultCellStyleName, self.automaticOrder) = (defaultCellStyleName, automaticOrder)
    (formStyle, self.textual, self.integerDigits) = (styleElement, textual, integerDigits)
    (self.decimalPlaces, self.grouping) = (decimalPlaces, grouping)
    self.displayFactor = displayFactor
    (self.columnWidth, self.rowHeight) = (columnWidth, rowHeight)
    self.optimalHeight = optimalHeight
    containers = [rowGroup, columnGroup, headerRows, rows, headerColumns, columns]
  }
}
