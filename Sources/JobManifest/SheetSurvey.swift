// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// What the columns of a spreadsheet could be in a job that is made from it.
package struct SheetSurvey: Sendable {
  /// The columns that a link can name, in their order.
  package private(set) var columns: [Column] = []
  package private(set) var rowCount = 0
  /// The row in which the names of the columns most likely are, if the first one is a title.
  package private(set) var likelyHeader: Int?

  package struct Column: Sendable {
    /// The name that a link has for the column.
    package let variable: String
    /// What the values need before they are put into a link.
    package fileprivate(set) var needsTrim = false
    package fileprivate(set) var needsComposing = false
    let index: Int
    fileprivate(set) var filled = 0
    fileprivate(set) var links = 0
    fileprivate(set) var linksWithoutScheme = 0
    /// Whether every row has a value here that can be its id, and no two have the same.
    fileprivate(set) var isUnique = true

    /// Whether most of the values are links; a slip in some of them does not change what is meant.
    package var holdsLinks: Bool { 2 * (links + linksWithoutScheme) > filled }
    fileprivate mutating func noteForm(of value: ArraySlice<UInt8>) {
      if !needsTrim, NormalText.trimmed(value).count < value.count { needsTrim = true }
      if !needsComposing, value.contains(where: { $0 >= 0x80 }),
        NormalText.composed(value) != Array(value)
      {
        needsComposing = true
      }
    }

    /// Whether `https://` has to be put before them.
    package var lacksScheme: Bool { linksWithoutScheme > links }
  }

  /// How many columns, from the left, are asked whether they can name the rows.
  private static let uniqueCandidatesMax = 16

  /// The sheet that was read, if the file is a workbook, and the others that have something in
  /// them.
  package private(set) var sheet: String?
  package private(set) var otherSheets: [String] = []
  /// Whether the workbook has macros, which no one looked at.
  package private(set) var hasMacros = false
  package private(set) var hiddenRowCount = 0

  /// Reads a whole spreadsheet; throws what keeps it from having rows.
  package init(
    of path: String, sheet: String? = nil, encoding: CSVEncoding? = nil
  ) throws(Finding<Problem>) {
    var searches: [DuplicateSearch] = []
    var trouble: (Problem, ValuePlace)?
    do throws(SourceFile.Failure) {
      var reader = SheetReader(path: path, sheet: sheet)
      reader.encoding = encoding
      let outcome = try reader.read(
        open: { (path) throws(SourceFile.Failure) in try SourceFile(path) },
        note: { problem, place in
          if problem.isError { trouble = trouble ?? (problem, place) }
          if case .severalSheets(_, let others) = problem { otherSheets = others }
          if case .hiddenRows(let count) = problem { hiddenRowCount = count }
        },
        visit: { take($0, &searches) })
      likelyHeader = outcome.likelyHeader
      self.sheet = outcome.workbook?.sheet
      hasMacros = outcome.workbook?.hasMacros ?? false
    } catch {
      throw Finding(.cannotRead(path, errno: error.errno), file: path, at: TextPosition())
    }
    guard rowCount > 0 else {
      throw Finding(
        trouble?.0 ?? .noRows, file: path, at: trouble?.1.position ?? TextPosition(),
        cell: trouble?.1.cell)
    }
    for (index, search) in searches.enumerated() where search.findSuspects() {
      columns[index].isUnique = false
    }
  }

  /// The column whose values are the links: of several the one with the most, then the first.
  package var linkColumn: Column? {
    columns.filter(\.holdsLinks).max {
      $0.links + $0.linksWithoutScheme < $1.links + $1.linksWithoutScheme
    }
  }

  /// The first column that can name the rows; one that is called `id` comes before all others.
  package var idColumn: Column? {
    let unique = columns.filter(\.isUnique)
    return unique.first { $0.variable == "id" } ?? unique.first
  }

  private mutating func take(
    _ row: borrowing CSVRow, _ searches: inout [DuplicateSearch]
  ) -> Bool {
    if rowCount == 0 {
      columns = Self.columns(row.columns)
      searches = columns.prefix(Self.uniqueCandidatesMax).map { _ in DuplicateSearch() }
      for index in columns.indices.dropFirst(searches.count) { columns[index].isUnique = false }
    }
    rowCount += 1
    for index in columns.indices {
      let value = row.bytes[row.fields[columns[index].index].range]
      if columns[index].isUnique {
        columns[index].isUnique = isRowID(value)
        searches[index].note(Array(value))
      }
      guard !value.isEmpty else { continue }
      columns[index].filled += 1
      columns[index].noteForm(of: value)
      switch LinkForm(value) {
      case .whole: columns[index].links += 1
      case .withoutScheme: columns[index].linksWithoutScheme += 1
      case nil: break
      }
    }
    return true
  }

  /// The columns, each with the name that is its own in a link.
  private static func columns(_ headings: [String]) -> [Column] {
    let names = ColumnNames(headings)
    return headings.indices.compactMap { index in
      names.name(of: index).map { Column(variable: $0, index: index) }
    }
  }
}

/// How a value is a link.
private enum LinkForm {
  case whole
  /// Such as `www.example.com` or `example.com/spring`.
  case withoutScheme

  init?(_ value: ArraySlice<UInt8>) {
    let text = String(decoding: value, as: UTF8.self)
    let colon = value.firstIndex(of: UInt8(ascii: ":")) ?? value.endIndex
    let hasAuthority = value[colon...].starts(with: "://".utf8)
    if let link = try? WebLink(text), hasAuthority || link.kind.opensOnIPhone {
      self = .whole
      return
    }
    guard !hasAuthority,
      value.contains(UInt8(ascii: "/")) || text.lowercased().hasPrefix("www."),
      let host = (try? WebLink("https://" + text))?.host, Self.hasDomain(host)
    else { return nil }
    self = .withoutScheme
  }

  /// A file's name or a date with a slash has no host that ends like one.
  private static func hasDomain(_ host: Substring) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last else { return false }
    return last.utf8.count > 1 && last.utf8.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
  }
}
