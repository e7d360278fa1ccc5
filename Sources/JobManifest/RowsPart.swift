// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One `rows` element: where its rows come from and what they have in common.
struct RowsPart {
  var source = Source.inline
  var position = TextPosition()
  var id: TextTemplate?
  /// Whether the id cannot be read, which is reported once and not for each row.
  var hasBrokenID = false
  /// The encoding of the spreadsheet, if it is stated.
  var encoding: CSVEncoding?
  /// Where the spreadsheet has the names of its columns, if it is stated.
  var header: SheetHeader?
  var copies = 1
  var allowsSameLinks = false
  /// Whether to trim white space at the ends of values.
  var trims = false
  /// Whether to compose a letter and its accent into one character.
  var composes = false
  /// The sheet of a workbook; nil for the one that has rows.
  var sheet: String?
  var tokens: [Token] = []
  var columns: [Column] = []
  /// The label of a row.
  var label: TextTemplate?
  /// The columns that people see with it.
  var shown: [String] = []

  enum Source: Hashable {
    case inline
    /// A spreadsheet, relative to the manifest.
    case file(String)
    case counted(count: Int, start: Int, digits: Int)
  }

  /// Another name for a column.
  struct Column: Hashable {
    let heading: String
    let name: String
    /// Which part of its cells is the value.
    let take: Taking
    let position: TextPosition

    enum Taking: String, CaseIterable {
      case text
      /// The link behind the cell.
      case hyperlink
    }
  }

  /// A value from a random source, made when the job is prepared.
  struct Token: Hashable {
    let name: String
    let length: Int
    var position = TextPosition()
  }

  /// The source of the rows.
  init() {}

  init(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    position = attributes.position
    if attributes.has("from"), attributes.has("count") {
      note(.conflict("count", with: "from"), attributes.namePlace("count"))
    }
    attributes.only("start", with: "count", if: attributes.has("count"))
    attributes.only("digits", with: "count", if: attributes.has("count"))
    for name in ["encoding", "header"] {
      attributes.only(name, with: "from", if: attributes.has("from"))
    }
    if let name = attributes.text("encoding", .text, where: { !$0.isEmpty }) {
      encoding = CSVEncoding(named: name)
      if encoding == nil {
        note(
          .unknownEncoding(name, suggestion: CSVEncoding.suggestion(for: name)),
          attributes.place("encoding"))
      }
    }
    header = attributes.header
    if let file = attributes.text("from", .text, where: { !$0.isEmpty }) {
      source = .file(file)
    } else if attributes.has("count") {
      source = .counted(
        count: attributes.number("count", 1...JobLimits.rowCountMax) ?? 0,
        start: attributes.number("start", 0...JobLimits.rowNumberMax) ?? 1,
        digits: attributes.number("digits", 1...JobLimits.digitsMax) ?? 1)
    }
    if let text = attributes.text("id") {
      do throws(TextTemplate.Fault) {
        id = try TextTemplate(text)
      } catch {
        hasBrokenID = true
        note(.braces(of: text, error), attributes.place("id").moved(by: error.offset))
      }
    }
    trims = attributes.yes("trim")
    composes = attributes.yes("nfc")
    attributes.only("sheet", with: "from", if: attributes.has("from"))
    sheet = attributes.text("sheet", .text, where: { !$0.isEmpty })
    copies = attributes.number("copies", 1...JobLimits.copiesMax) ?? 1
    allowsSameLinks =
      attributes.text("duplicates", .oneOf(["allow"])) { $0 == "allow" } != nil
    readNames(attributes, note)
  }

  private mutating func readNames(
    _ attributes: TagAttributes, _ note: (Problem, TextPosition) -> Void
  ) {
    if let text = attributes.text("label") {
      do throws(TextTemplate.Fault) {
        label = try TextTemplate(text)
      } catch {
        note(.braces(of: text, error), attributes.place("label").moved(by: error.offset))
      }
    }
    for (name, column) in (attributes.text("show") ?? "").wordsAndColumns
    where !shown.contains(name) {
      let place = attributes.place("show").moved(by: column)
      guard isVariableName(name) else {
        note(.badValue(name, attribute: "show", expected: .variable), place)
        continue
      }
      guard shown.count < JobLimits.shownColumnsMax else {
        return note(.tooManyShown(limit: JobLimits.shownColumnsMax), place)
      }
      shown.append(name)
    }
  }

  mutating func readColumn(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    guard attributes.required("name") != nil, attributes.required("as") != nil,
      let heading = attributes.text("name", .text, where: { !$0.isEmpty }),
      let name = attributes.text("as", .variable, where: isVariableName)
    else { return }
    guard case .file = source else {
      note(.needs("column", with: "from"), attributes.position)
      return
    }
    if ReservedVariable(rawValue: name) != nil || columnNumber(name) != nil {
      note(.reservedVariable(name), attributes.place("as"))
    } else if columns.contains(where: { $0.name == name })
      || tokens.contains(where: { $0.name == name })
    {
      note(.repeatedVariable(name), attributes.place("as"))
    } else {
      columns.append(
        Column(
          heading: cleaned(heading: heading), name: name,
          take: attributes.choice("take", Column.Taking.self) ?? .text,
          position: attributes.position))
    }
  }

  mutating func readToken(_ attributes: TagAttributes, note: (Problem, TextPosition) -> Void) {
    guard attributes.required("name") != nil, attributes.required("length") != nil,
      let name = attributes.text("name", .variable, where: isVariableName),
      let length = attributes.number("length", JobLimits.tokenLengths)
    else { return }
    if ReservedVariable(rawValue: name) != nil || columnNumber(name) != nil {
      note(.reservedVariable(name), attributes.place("name"))
    } else if tokens.contains(where: { $0.name == name }) {
      note(.repeatedVariable(name), attributes.place("name"))
    } else {
      tokens.append(Token(name: name, length: length, position: attributes.place("length")))
    }
  }
}

extension TagAttributes {
  /// Where the names of the columns are: the number of a row, or nowhere.
  fileprivate var header: SheetHeader? {
    let range = 1...JobLimits.headerRowMax
    func number(_ text: String) -> Int? {
      guard text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
      return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    let none = SheetHeader.missingWord
    let value = text("header", .rowNumber(range, or: none)) { $0 == none || number($0) != nil }
    return value.map { text in number(text).map { .row($0) } ?? .missing }
  }
}
