// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads only which sheets a part of an .ods has, in which of them there is something, and one list of
/// its styles.
final class OpenDocumentList: PartTarget {
  struct Sheet: Hashable {
    let name: String
    let isHidden: Bool
    var hasCells = false
  }

  private(set) var sheets: [Sheet] = []
  private(set) var styles = OpenDocumentStyleList()
  private let nameOfStyles: KeyPath<OpenDocumentNames, PartName>
  private var isInStyles = false
  private unowned(unsafe) var parser: PartParser?
  private var names: OpenDocumentNames?
  private var depth = 0
  private var isInSpreadsheet = false
  private var isInTable = false
  /// The style that is being read, and those that hide a sheet.
  private var style: String?
  private var hidingStyles: Set<String> = []

  init(styles name: KeyPath<OpenDocumentNames, PartName>) { nameOfStyles = name }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = OpenDocumentNames(parser)
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard let names else { return }
    if depth == 2 {
      isInStyles = tag.name == names[keyPath: nameOfStyles] && tag.space == names.office
    }
    if isInStyles, depth > 2, !styles.start(tag, depth: depth - 2, names) {
      parser?.stop(.tooLarge(.formats))
    }
    if isInTable {
      if depth > 4, !sheets[sheets.count - 1].hasCells { lookAtCell(tag, names) }
    } else if depth == 3, tag.name == names.spreadsheet, tag.space == names.office {
      isInSpreadsheet = true
    } else if isInSpreadsheet {
      if depth == 4, tag.name == names.tableName, tag.space == names.table { add(tag, names) }
    } else if tag.space == names.style {
      lookAtStyle(tag, names)
    }
  }

  func end() {
    if isInStyles, depth > 2 { styles.end(depth: depth - 2) }
    if depth == 4 { isInTable = false }
    if depth == 3 {
      isInSpreadsheet = false
      style = nil
    }
    depth -= 1
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isInStyles { styles.text(bytes) }
  }

  private func lookAtCell(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    guard tag.space == names.table, tag.name == names.tableCell || tag.name == names.coveredCell
    else { return }
    if tag.value(names.valueType, in: names.office) != nil
      || tag.value(names.formula, in: names.table) != nil
    {
      sheets[sheets.count - 1].hasCells = true
    }
  }

  private func lookAtStyle(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    if tag.name == names.styleElement {
      let isOfTable = tag.value(names.family, in: names.style)?.elementsEqual("table".utf8) ?? false
      style = isOfTable ? tag.value(names.name, in: names.style)?.string : nil
    } else if tag.name == names.tableProperties, let style,
      tag.value(names.display, in: names.table)?.elementsEqual("false".utf8) ?? false
    {
      hidingStyles.insert(style)
    }
  }

  private func add(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    guard sheets.count < WorkbookLimits.sheetsMax else {
      parser?.stop(.tooLarge(.sheets))
      return
    }
    isInTable = true
    let style = tag.value(names.styleName, in: names.table)?.string
    let name = tag.value(names.name, in: names.table)?.string ?? "Sheet\(sheets.count + 1)"
    sheets.append(Sheet(name: name, isHidden: style.map { hidingStyles.contains($0) } ?? false))
  }
}
