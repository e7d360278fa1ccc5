// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink
internal import Workbook

/// A cell whose value is written on a tag, for a person to compare with the spreadsheet program.
package struct SampledCell: Hashable, Sendable {
  /// The spreadsheet.
  package let file: String
  package let cell: SheetCell
  /// The name of the column.
  package let column: String
  /// What the cell shows, as far as it was read.
  package let text: String
  /// The link of its row, or the text beside it; nil where a resolver is asked for it.
  package let tagText: String?
  package let reasons: Reasons

  /// Why it may not be what the person thinks; the higher, the more important.
  package struct Reasons: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let number = Reasons(rawValue: 1)
    /// Spaces and other signs, many of which look otherwise in a link.
    package static let signs = Reasons(rawValue: 2)
    /// Other letters than those from A to Z.
    package static let letters = Reasons(rawValue: 4)
    /// Zeros at the beginning, or more digits than programs show.
    package static let digits = Reasons(rawValue: 8)
    /// A number or a day that is stored differently.
    package static let formatted = Reasons(rawValue: 16)
    package static let formula = Reasons(rawValue: 32)
    /// The link behind the text, instead of the text.
    package static let hyperlink = Reasons(rawValue: 64)

    fileprivate static let count = 128
  }
}

/// Picks from each column the cells that differ most from what a tag gets.
struct CellSamples {
  private var columns: [Column] = []

  struct Column {
    let slot: Int
    /// Counted from 0.
    let index: Int
    let heading: String
    let takesHyperlink: Bool
    /// For each set of reasons the first cell and the longest one.
    fileprivate var first = [SampledCell?](repeating: nil, count: SampledCell.Reasons.count)
    fileprivate var longest = [SampledCell?](repeating: nil, count: SampledCell.Reasons.count)
    /// The first cell is taken whatever its length is.
    fileprivate var longestCounts = [Int](repeating: -1, count: SampledCell.Reasons.count)

    init(slot: Int, index: Int, heading: String, takesHyperlink: Bool) {
      (self.slot, self.index, self.heading) = (slot, index, heading)
      self.takesHyperlink = takesHyperlink
    }
  }

  /// Longer numbers are shown as 1.23457E+11.
  private static let digitsShown = 11
  /// How many a person looks at.
  static let countOfColumn = 3

  init(_ columns: [Column] = []) {
    self.columns = columns.sorted { $0.index < $1.index }
  }

  /// Whether a row has a cell to be shown: hardly any one has, after the first ones.
  func wants(_ row: borrowing CSVRow) -> Bool {
    for number in columns.indices where wants(row, number) { return true }
    return false
  }

  private func wants(_ row: borrowing CSVRow, _ number: Int) -> Bool {
    let range = row.shownRange(columns[number].index)
    guard !range.isEmpty || columns[number].takesHyperlink else { return false }
    return range.count
      > columns[number].longestCounts[Int(reasons(of: row, number, range).rawValue)]
  }

  /// Keeps the cells that are to be shown of a row of which a link was just made.
  mutating func note(_ row: borrowing CSVRow, in builder: borrowing RowBuilder) {
    for number in columns.indices where wants(row, number) {
      let column = columns[number]
      let range = row.shownRange(column.index)
      let reasons = reasons(of: row, number, range)
      let place = Int(reasons.rawValue)
      let sample = SampledCell(
        file: builder.row.file,
        cell: SheetCell(sheet: row.sheet, row: row.number, column: column.index + 1),
        column: column.heading, text: String(decoding: row.bytes[range], as: UTF8.self),
        tagText: tagText(of: column, in: builder), reasons: reasons)
      if column.first[place] == nil {
        columns[number].first[place] = sample
        columns[number].longestCounts[place] = 0
      } else {
        columns[number].longest[place] = sample
        columns[number].longestCounts[place] = range.count
      }
    }
  }

  /// The link with the names of the values that its tag gives it later.
  private func tagText(of column: Column, in builder: borrowing RowBuilder) -> String? {
    if builder.row.inputs != nil { return nil }
    guard builder.linkSlots.contains(column.slot) else {
      return String(decoding: builder.value(column.slot), as: UTF8.self)
    }
    var link = builder.row.link
    for place in builder.row.expansion.places.sorted(by: {
      $0.range.lowerBound > $1.range.lowerBound
    }) {
      link.replaceSubrange(place.range, with: "{\(builder.names[place.slot])}".utf8)
    }
    return String(decoding: link, as: UTF8.self)
  }

  private func reasons(
    of row: borrowing CSVRow, _ number: Int, _ range: Range<Int>
  ) -> SampledCell.Reasons {
    let index = columns[number].index
    var reasons: SampledCell.Reasons = columns[number].takesHyperlink ? .hyperlink : []
    if !row.makings.isEmpty {
      let making = row.makings[index]
      if making.contains(.number) { reasons.insert(.number) }
      if making.contains(.formatted) { reasons.insert(.formatted) }
      if making.contains(.formula) { reasons.insert(.formula) }
    }
    // `="001"` of a text.
    if range.lowerBound != row.fields[index].range.lowerBound { reasons.insert(.formula) }
    let kinds = CharacterKinds(of: row.bytes.span.extracting(range))
    if kinds == .digit {
      let hasZero = range.count > 1 && row.bytes[range.lowerBound] == UInt8(ascii: "0")
      if hasZero || range.count > Self.digitsShown { reasons.insert(.digits) }
    } else {
      if kinds.contains(.beyondASCII) { reasons.insert(.letters) }
      if !kinds.isSubset(of: [.digit, .letter, .beyondASCII]) { reasons.insert(.signs) }
    }
    return reasons
  }

  /// A few of each column, in the order of the rows: first those with reasons that no other one has.
  var chosen: [SampledCell] { columns.flatMap(chosen) }

  private func chosen(of column: Column) -> [SampledCell] {
    var left = (column.first + column.longest).compactMap(\.self)
    var chosen: [SampledCell] = []
    var seen: SampledCell.Reasons = []
    while chosen.count < Self.countOfColumn, !left.isEmpty {
      // Among equal ones, the first in the list.
      let best = left.indices.max { first, second in
        let (new, other) = (
          left[first].reasons.subtracting(seen), left[second].reasons.subtracting(seen)
        )
        return (new.rawValue, left[first].reasons.rawValue, second)
          < (other.rawValue, left[second].reasons.rawValue, first)
      }
      guard let best else { break }
      let sample = left.remove(at: best)
      seen.formUnion(sample.reasons)
      chosen.append(sample)
    }
    return chosen.sorted { $0.cell.row < $1.cell.row }
  }
}
