// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads the list of sheets of an .xlsx (xl/workbook.xml).
final class WorkbookPart: PartTarget {
  struct Sheet: Hashable {
    let name: String
    let isHidden: Bool
    /// The relation that leads to its part.
    let relation: String
  }

  private(set) var sheets: [Sheet] = []
  private(set) var countsFrom1904 = false
  private(set) var calculatesAtOpening = false
  /// The root element, if it is not that of a workbook.
  private(set) var otherRoot: String?
  private unowned(unsafe) var parser: PartParser?
  private var names: Names?
  private var depth = 0

  private struct Names {
    let spaces: SheetSpaces
    let id: RelationID
    let workbook, sheet, name, state, workbookPr, date1904, calcPr, fullCalcOnLoad: PartName
  }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = Names(
      spaces: SheetSpaces(parser), id: RelationID(parser), workbook: parser.name("workbook"),
      sheet: parser.name("sheet"), name: parser.name("name"), state: parser.name("state"),
      workbookPr: parser.name("workbookPr"), date1904: parser.name("date1904"),
      calcPr: parser.name("calcPr"), fullCalcOnLoad: parser.name("fullCalcOnLoad"))
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard let names else { return }
    guard names.spaces.hold(tag.space) else {
      if depth == 1 { isOther(tag) }
      return
    }
    switch depth {
    case 1:
      if tag.name != names.workbook { isOther(tag) }
    case 2 where tag.name == names.workbookPr:
      countsFrom1904 = tag.value(names.date1904)?.isTrue ?? false
    case 2 where tag.name == names.calcPr:
      calculatesAtOpening = tag.value(names.fullCalcOnLoad)?.isTrue ?? false
    case 3 where tag.name == names.sheet: takeSheet(tag, names)
    default: break
    }
  }

  func end() { depth -= 1 }
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  private func isOther(_ tag: borrowing PartTag) {
    otherRoot = String(cString: tag.name)
    parser?.stop()
  }

  private func takeSheet(_ tag: borrowing PartTag, _ names: Names) {
    guard sheets.count < WorkbookLimits.sheetsMax else {
      parser?.stop(.tooLarge(.sheets))
      return
    }
    guard let name = tag.value(names.name), let id = names.id.value(of: tag) else {
      parser?.damage(.reference)
      return
    }
    let state = tag.value(names.state)?.string
    sheets.append(
      Sheet(
        name: name.string, isHidden: state == "hidden" || state == "veryHidden",
        relation: id.string))
  }
}
