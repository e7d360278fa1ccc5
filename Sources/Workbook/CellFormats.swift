// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The number formats of the cells of an .xlsx (xl/styles.xml).
final class CellFormats: PartTarget {
  /// By the number that cells refer to.
  private(set) var formats: [NumberFormat] = []
  /// What numbers look like while a condition holds, by the number that the condition refers to; nil
  /// where it leaves them as they are.
  private var differing: [NumberFormat?] = []
  private var ownFormats: [Int: NumberFormat] = [:]
  private var numbers: [Int] = []
  private var names: Names?
  private unowned(unsafe) var parser: PartParser?
  private var depth = 0
  private var list: List?

  /// Elements of the same name are also elsewhere in the part.
  private enum List { case formats, cells, differing }

  private struct Names {
    let spaces: SheetSpaces
    let numFmts, numFmt, cellXfs, xf, numFmtId, formatCode, dxfs, dxf: PartName
  }

  /// Number 0 without any list of formats.
  func format(_ number: Int) -> NumberFormat? {
    if formats.isEmpty, number == 0 { return .general }
    return number < formats.count ? formats[number] : nil
  }

  /// The format of a condition; nil if it has none.
  func differing(_ number: Int) -> NumberFormat? {
    differing.indices.contains(number) ? differing[number] : nil
  }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = Names(
      spaces: SheetSpaces(parser), numFmts: parser.name("numFmts"), numFmt: parser.name("numFmt"),
      cellXfs: parser.name("cellXfs"), xf: parser.name("xf"),
      numFmtId: parser.name("numFmtId"), formatCode: parser.name("formatCode"),
      dxfs: parser.name("dxfs"), dxf: parser.name("dxf"))
  }

  func start(_ tag: borrowing PartTag) {
    depth += 1
    guard let names, names.spaces.hold(tag.space) else { return }
    if depth == 2 {
      list =
        switch tag.name {
        case names.numFmts: .formats
        case names.cellXfs: .cells
        case names.dxfs: .differing
        default: nil
        }
    } else if depth == 3, list == .formats, tag.name == names.numFmt {
      guard let number = tag.value(names.numFmtId)?.wholeNumber,
        let code = tag.value(names.formatCode), code.count <= WorkbookLimits.formatBytesMax
      else { return }
      guard ownFormats.count < WorkbookLimits.formatsMax else {
        parser?.stop(.tooLarge(.formats))
        return
      }
      ownFormats[number] = NumberFormat(code: code.string)
    } else if depth == 3, list == .cells, tag.name == names.xf {
      guard numbers.count < WorkbookLimits.formatsMax else {
        parser?.stop(.tooLarge(.formats))
        return
      }
      numbers.append(tag.value(names.numFmtId)?.wholeNumber ?? 0)
    } else if list == .differing {
      takeDiffering(tag, names)
    }
  }

  private func takeDiffering(_ tag: borrowing PartTag, _ names: Names) {
    if depth == 3, tag.name == names.dxf {
      guard differing.count < WorkbookLimits.formatsMax else {
        parser?.stop(.tooLarge(.formats))
        return
      }
      differing.append(nil)
    } else if depth == 4, tag.name == names.numFmt, !differing.isEmpty,
      let code = tag.value(names.formatCode), code.count <= WorkbookLimits.formatBytesMax
    {
      differing[differing.count - 1] = NumberFormat(code: code.string)
    }
  }

  func end() {
    depth -= 1
    if depth == 1 { list = nil }
    guard depth == 0 else { return }
    formats = numbers.map { number in
      ownFormats[number] ?? BuiltInFormats.format(number)
        ?? NumberFormat(code: "(\(number))")
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
