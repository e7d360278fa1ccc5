// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads only the merged ranges of a sheet of an .xlsx, which come after the cells.
final class MergedRangesPart: PartTarget {
  private(set) var ranges: [MergedRange] = []
  private unowned(unsafe) var parser: PartParser?
  private var mergeCell: PartName?
  private var ref: PartName?
  private var spaces: SheetSpaces?
  private var depth = 0

  /// The end of a name that is in every sheet with merged ranges, whatever its prefix.
  static let mark = Array("mergeCell".utf8)

  func begin(_ parser: PartParser) {
    self.parser = parser
    mergeCell = parser.name("mergeCell")
    ref = parser.name("ref")
    spaces = SheetSpaces(parser)
    if mergeCell == nil || ref == nil || spaces == nil { parser.stop(.noMemory) }
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard depth == 3, tag.name == mergeCell, let ref, spaces?.hold(tag.space) == true else {
      return
    }
    guard ranges.count < WorkbookLimits.mergedRangesMax else {
      parser?.stop(.tooLarge(.mergedRanges))
      return
    }
    guard let text = tag.value(ref) else { return }
    if let range = MergedRange(text) {
      ranges.append(range)
    } else if CellPlace(text) == nil {
      parser?.damage(.reference)
    }
  }

  func end() { depth -= 1 }
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
