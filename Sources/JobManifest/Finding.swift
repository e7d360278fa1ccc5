// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import WebLink
package import Workbook

/// What can be wrong, with a name that never changes and a sentence.
package protocol FindingProblem: Equatable, Sendable, CustomStringConvertible {
  /// The name of the broken rule, for reports and programs.
  var rule: String { get }
  /// Whether this must be corrected before tags are written; the others are remarks.
  var isError: Bool { get }
  /// What it is about, without the places in files that the sentence may name.
  var fact: String { get }
  /// The same as the description for other languages.
  var told: [Told] { get }
}

extension FindingProblem {
  package var fact: String { description }
}

/// Something in a job that should be corrected, and its place.
package struct Finding<Problem: FindingProblem>: Error, Equatable {
  package let problem: Problem
  /// The file, as its path was given.
  package let file: String
  package let position: TextPosition
  /// The id of the row, if the place is that of many; empty if it has none.
  ///
  /// Counted rows are all written as one element.
  package let row: String?
  /// The cell, if the file is a spreadsheet.
  package let cell: SheetCell?

  package init(
    _ problem: Problem, file: String, at position: TextPosition, row: String? = nil,
    cell: SheetCell? = nil
  ) {
    self.problem = problem
    self.file = file
    self.position = position
    self.row = row
    self.cell = cell
  }

  /// File and place, as editors and spreadsheet programs name them.
  package var place: String { place(in: file) }

  /// The place, if its file goes by another name.
  package func place(in file: String) -> String { placeName(file, position, cell) }
}

/// A workbook has no lines, so its cells are named.
func placeName(_ file: String, _ position: TextPosition, _ cell: SheetCell?) -> String {
  if let cell, cell.sheet != nil { return "\(file):\(cell.wholeName)" }
  return "\(file):\(position.line):\(position.column)"
}

/// An earlier row with the same id or link.
package struct EarlierRow: Hashable, Sendable {
  package let file: String
  package let position: TextPosition
  /// Its id, if the place is that of many.
  package var id: String?
  package var cell: SheetCell?
}

/// What can be wrong with a job.
package enum Problem: FindingProblem, Hashable {
  // The file.
  case cannotRead(String, errno: Int32)
  case encoding(String?)
  case doctype
  case tooDeep
  case markupTooLong
  case tooManyAttributes
  case notXML(XMLFault)

  // The structure.
  case namespace(found: String?)
  case notAJob(String)
  case unknownElement(String, within: String, suggestion: String?)
  case unknownAttribute(String, of: String, suggestion: String?)
  case missingAttribute([String], of: String)
  case missingElement(String)
  case repeatedElement(String)
  case tooMany(String, limit: Int)
  case behindRows(String)
  case strayText(String)
  case badValue(String, attribute: String, expected: ExpectedValue)
  case unknownEncoding(String, suggestion: String?)
  case conflict(String, with: String)
  case needs(String, with: String)
  case secret(String)
  case noRows
  case tooManyTags
  case tooManyShown(limit: Int)
  case sameApp(String, as: TextPosition)
  /// A pattern in an app for which Android's file must have none.
  case patternBesideAll

  // The link and its variables.
  case linkTooLong
  case template(URITemplateError)
  case braces
  /// A heading in braces, which is not a valid name in a template.
  case headingInBraces(String, inLink: Bool)
  /// The other names are those that the rows have.
  case unknownVariable(String, among: [String], mayBeToken: Bool)
  /// A resolver gave a value that the rows do not have.
  case unknownAnswer(String, among: [String])
  case badVariableName(String)
  case reservedVariable(String)
  /// The id of the rows or a text record uses a variable that is only for links.
  case onlyInLinks(String, attribute: String)
  case repeatedVariable(String)
  /// Columns whose headings become the same name in a link.
  case sameColumnName(String, headings: [String])
  case noSuchColumn(String, among: [String])
  case unusedValue(String)

  // The spreadsheet.
  case workbook(WorkbookFault)
  /// A sheet is named, but the file is text.
  case sheetOfText(String)
  /// Several sheets have content, and none is named.
  case severalSheets(read: String, others: [String])
  case hiddenRows(Int)
  /// The first row has a value instead of a column's name; `isUsed` if it is written on tags.
  case valueAsName(String, column: Int, row: Int, isUsed: Bool)
  case strayRow(StrayRow)
  /// An empty column without a name between two tables.
  case tableBeside(column: String)
  /// Cells in columns without names; the text is that of the first.
  case cellWithoutName(String, columns: [String])
  /// A cell that may show a person something else.
  case cell(CellProblem, column: String, value: String)
  /// The text of a cell is a link, but a click on it opens another one.
  case otherTarget(String, column: String, value: String)
  /// The text of a cell should be a link; it is not, although a click on it opens one.
  case linkBehindText(String, column: String, value: String)
  /// A hidden column of the workbook whose values are written on tags.
  case hiddenColumn(String)
  /// The label of a row is damaged; empty if it is lost.
  case damagedLabel(String, column: String)
  case outsideFolder(String)
  case csv(CSVProblem)

  // A row.
  case noID
  case badID(String)
  case missingValue(String)
  case controlCharacter(String)
  /// A value begins or ends with a space, which becomes `%20` in a link.
  case spaceAtEnd(String, value: String)
  case damaged(DamagedValue, column: String, value: String)
  case damagedColumn(DamagedColumn, column: String, value: String)
  /// A value contains the name of something that only the tag knows.
  case nameInValue(String, of: String)
  case link(WebLinkError, in: String)
  case mirrorTwice
  case mirrorCut
  case mirrorApart
  case placeholderLost(String)
  case valueInHost(String)
  /// All counted rows of one place.
  case oneIDForAll
  case sameID(String, as: EarlierRow)
  case sameLink(String, as: EarlierRow)
  case sameIDButCase(String, other: String, EarlierRow)
  /// Two ids that people consider equal.
  case sameIDButLook(String, other: String, EarlierRow)
  case sameLinkButCase(String, other: String, EarlierRow)
}

/// The values that an attribute accepts.
package enum ExpectedValue: Hashable, Sendable {
  case jobID
  case oneOf([String])
  case number(ClosedRange<Int>)
  /// The number of a row, or a word for none.
  case rowNumber(ClosedRange<Int>, or: String)
  case names
  case text
  case appleIdentifier
  case packageName
  case certificates
  case entitlements
  case filters
  case variable
  case language
}

/// Why a text stopped being XML.
package enum XMLFault: Hashable, Sendable {
  case empty
  case truncated
  case bareAmpersand
  case unknownEntity(String?)
  case mismatchedTag
  case repeatedAttribute
  case missingQuotes
  case missingSpace
  /// Something else is where the name of an element or attribute has to be.
  case badName
  case hyphensInComment
  case lessThanInAttribute
  case invalidUTF8
  case invalidCharacter
  case undeclaredPrefix
  case behindTheEnd
  case unsupportedEncoding
  /// Another error of libxml2, by its number.
  case other(Int32)
}
