// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a sheet of an .xlsx says behind its cells about ranges of them.
struct CellNotes {
  var merged: [MergedRange] = []
  /// The formats that numbers have while some condition holds.
  var conditional = RangesByRow<NumberFormat>()
  var hyperlinks = RangesByRow<Hyperlink>()

  /// Where a click on a cell goes: a relation of the sheet, a place in what it leads to, or both.
  struct Hyperlink: Hashable {
    let relation: String?
    let place: String?
  }
}

/// Reads the notes of a sheet of an .xlsx, and nothing of its cells.
final class CellNotesPart: PartTarget {
  private(set) var notes = CellNotes()
  private let formats: CellFormats
  private unowned(unsafe) var parser: PartParser?
  private var names: Names?
  private var depth = 0
  private var condition: Condition?
  /// The text of the ranges of a condition that is kept as an extension.
  private var rangesText: [UInt8]?

  /// A condition that is being read.
  private struct Condition {
    let depth: Int
    var ranges: [MergedRange]
    var formats: [NumberFormat] = []
  }

  private struct Names {
    let spaces: SheetSpaces
    let id: RelationID
    let mergeCell, ref, conditionalFormatting, cfRule, dxfId, sqref: PartName
    let numFmt, formatCode, hyperlink, location: PartName
  }

  /// Words of which one is in every sheet with notes, whatever the prefix of its names.
  static let marks = ["mergeCell", "conditionalFormatting", "hyperlink"]

  init(formats: CellFormats) {
    self.formats = formats
  }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = Names(
      spaces: SheetSpaces(parser), id: RelationID(parser), mergeCell: parser.name("mergeCell"),
      ref: parser.name("ref"), conditionalFormatting: parser.name("conditionalFormatting"),
      cfRule: parser.name("cfRule"), dxfId: parser.name("dxfId"),
      sqref: parser.name("sqref"), numFmt: parser.name("numFmt"),
      formatCode: parser.name("formatCode"), hyperlink: parser.name("hyperlink"),
      location: parser.name("location"))
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard let names else { return }
    if tag.name == names.conditionalFormatting {
      condition = Condition(depth: depth, ranges: ranges(tag.value(names.sqref)))
    } else if condition != nil {
      takeRule(tag, names)
    } else if depth == 3, names.spaces.hold(tag.space) {
      if tag.name == names.mergeCell { takeMerged(tag, names) }
      if tag.name == names.hyperlink { takeHyperlink(tag, names) }
    }
  }

  func end() {
    if let text = rangesText {
      condition?.ranges += text.withUnsafeBufferPointer { ranges($0) }
      rangesText = nil
    }
    if let ended = condition, ended.depth == depth {
      condition = nil
      for format in ended.formats {
        for range in ended.ranges { notes.conditional.add(range, format) }
        guard !notes.conditional.isTooMuch else {
          parser?.stop(.tooLarge(.formats))
          break
        }
      }
    }
    depth -= 1
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard rangesText != nil else { return }
    rangesText?.append(contentsOf: bytes.prefix(WorkbookLimits.cellTextBytesMax))
  }

  /// A rule names its format by number, or, as an extension of 2010, has it in itself.
  private func takeRule(_ tag: borrowing PartTag, _ names: Names) {
    if tag.name == names.cfRule {
      if let number = tag.value(names.dxfId)?.wholeNumber, let format = formats.differing(number) {
        condition?.formats.append(format)
      }
    } else if tag.name == names.numFmt {
      if let code = tag.value(names.formatCode), code.count <= WorkbookLimits.formatBytesMax {
        condition?.formats.append(NumberFormat(code: code.string))
      }
    } else if tag.name == names.sqref {
      rangesText = []
    }
  }

  private func takeMerged(_ tag: borrowing PartTag, _ names: Names) {
    guard notes.merged.count < WorkbookLimits.mergedRangesMax else {
      parser?.stop(.tooLarge(.mergedRanges))
      return
    }
    guard let text = tag.value(names.ref) else { return }
    if let range = MergedRange(text) {
      notes.merged.append(range)
    } else if CellPlace(text) == nil {
      parser?.damage(.reference)
    }
  }

  private func takeHyperlink(_ tag: borrowing PartTag, _ names: Names) {
    let link = CellNotes.Hyperlink(
      relation: names.id.value(of: tag)?.string, place: tag.value(names.location)?.string)
    for range in ranges(tag.value(names.ref)) { notes.hyperlinks.add(range, link) }
    if notes.hyperlinks.isTooMuch { parser?.stop(.tooLarge(.hyperlinks)) }
  }

  /// Ranges and single cells with spaces between them.
  private func ranges(_ text: UnsafeBufferPointer<UInt8>?) -> [MergedRange] {
    text?.split(separator: UInt8(ascii: " ")).compactMap { text in
      MergedRange(text)
        ?? CellPlace(text).map {
          MergedRange(columns: $0.column...$0.column, rows: $0.row...$0.row)
        }
    } ?? []
  }
}
