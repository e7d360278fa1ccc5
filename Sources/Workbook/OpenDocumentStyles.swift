// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How cells of an .ods show numbers and days.
///
/// Programs show the value of a cell as its style says, and not the text that is stored with it:
/// libraries that cannot tell how it looks store any.
struct OpenDocumentStyles {
  /// How a data style shows what is in a cell.
  struct Look: Hashable {
    enum Kind { case number, day, other }

    let kind: Kind
    /// As the codes of an .xlsx say it; nil if they cannot.
    let format: NumberFormat?
  }

  /// The styles of the sheets, and those with names that people see.
  var automatic = OpenDocumentStyleList()
  var common = OpenDocumentStyleList()

  /// Most sheets have no such style.
  var hasTooSmall: Bool { !automatic.tooSmall.isEmpty || !common.tooSmall.isEmpty }

  /// Whether rows or columns of a style are too small for anyone to see what is in them.
  func isTooSmall(_ style: String, isOfRows: Bool) -> Bool {
    let style = OpenDocumentStyleList.Sized(name: style, isOfRows: isOfRows)
    return automatic.tooSmall.contains(style) || common.tooSmall.contains(style)
  }

  /// The look that a style gives to its cells; nil if it leaves that to the program.
  func look(of style: String?) -> Look? {
    if let style, let cells = automatic.cells[style] {
      if let data = cells.data { return automatic.looks[data] ?? common.looks[data] }
      return commonLook(of: cells.parent)
    }
    return commonLook(of: style)
  }

  private func commonLook(of style: String?) -> Look? {
    var name = style
    // Those of people are a few levels deep.
    for _ in 0..<16 {
      guard let cells = common.cells[name ?? Self.standard] else { return nil }
      if let data = cells.data { return common.looks[data] }
      guard let parent = cells.parent else { return nil }
      name = parent
    }
    return nil
  }

  /// The code of a number of which every three digits are parted.
  static let grouped = "#,##0"

  /// The name of the style of cells without any.
  private static let standard = "Default"
}

/// A length such as 0.5cm in points; nil if it is none.
private func points(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
  let units = ["cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72, "pt": 1, "pc": 12]
  guard text.count <= 32, let unit = units[String(decoding: text.suffix(2), as: UTF8.self)] else {
    return nil
  }
  return Double(String(decoding: text.dropLast(2), as: UTF8.self)).map { $0 * unit }
}

/// The styles in one list of an .ods, as they are read.
struct OpenDocumentStyleList {
  private(set) var cells: [String: (data: String?, parent: String?)] = [:]
  private(set) var looks: [String: OpenDocumentStyles.Look] = [:]
  /// The styles of columns and rows that are too small for anyone to see what is in them.
  private(set) var tooSmall: Set<Sized> = []
  private var current: DataStyle?
  /// The style of a column or row that is being read.
  private var sized: Sized?
  private var isText = false

  private static let codeBytesMax = 4_096
  /// A name that is longer is none.
  private static let nameBytesMax = 256

  private static func word(_ text: UnsafeBufferPointer<UInt8>?) -> String? {
    text.flatMap { $0.count <= nameBytesMax ? $0.string : nil }
  }

  /// Styles of both may have one name.
  struct Sized: Hashable {
    let name: String
    let isOfRows: Bool
  }

  private struct DataStyle {
    let name: String
    let kind: OpenDocumentStyles.Look.Kind
    /// The code in an .xlsx, as far as there is one.
    var code = ""
    var isDrawn = true
  }

  /// Takes an element, whose depth in the list is 1 for a style; false if there are too many.
  mutating func start(
    _ tag: borrowing PartTag, depth: Int, _ names: OpenDocumentNames
  ) -> Bool {
    if depth == 1 {
      current = nil
      sized = nil
      guard let name = Self.word(tag.value(names.name, in: names.style)) else { return true }
      if tag.space == names.number {
        let isOrdered = tag.value(names.automaticOrder, in: names.number)?.isTrue ?? false
        current = DataStyle(name: name, kind: kind(tag.name, names), isDrawn: !isOrdered)
        if tag.name == names.textStyle { current?.code = "General" }
      } else if tag.space == names.style, tag.name == names.styleElement,
        tag.value(names.family, in: names.style)?.elementsEqual("table-cell".utf8) ?? false
      {
        cells[name] = (
          Self.word(tag.value(names.dataStyleName, in: names.style)),
          Self.word(tag.value(names.parentStyleName, in: names.style))
        )
      } else if tag.space == names.style, tag.name == names.styleElement {
        let isOfRows =
          tag.value(names.family, in: names.style)?.elementsEqual("table-row".utf8) ?? false
        sized = Sized(name: name, isOfRows: isOfRows)
      }
      return max(cells.count, looks.count, tooSmall.count) < WorkbookLimits.formatsMax
    }
    if let sized, depth == 2, isTooSmall(tag, names) { tooSmall.insert(sized) }
    guard current != nil else { return true }
    if depth > 2 {
      // A text between the digits, for one.
      current?.isDrawn = false
    } else if tag.space == names.number {
      takePart(tag, names)
    } else if tag.name == names.map {
      current?.isDrawn = false
    }
    return true
  }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isText, let current, current.code.utf8.count <= Self.codeBytesMax else { return }
    for scalar in bytes.string.unicodeScalars { self.current?.code += "\\\(scalar)" }
  }

  /// Ends an element of this depth.
  mutating func end(depth: Int) {
    isText = false
    guard depth == 1, let style = current else { return }
    let isDrawn = style.isDrawn && !style.code.isEmpty && style.code.utf8.count <= Self.codeBytesMax
    looks[style.name] = OpenDocumentStyles.Look(
      kind: style.kind, format: isDrawn ? NumberFormat(code: style.code) : nil)
    current = nil
  }

  /// Nobody sees what is in a narrower column or a lower row; those of an .xlsx have about the same sizes.
  private func isTooSmall(_ tag: borrowing PartTag, _ names: OpenDocumentNames) -> Bool {
    if let width = tag.value(names.columnWidth, in: names.style).flatMap(points) {
      return width < 6
    }
    // Otherwise the program chooses the height.
    guard !(tag.value(names.optimalHeight, in: names.style)?.isTrue ?? false),
      let height = tag.value(names.rowHeight, in: names.style).flatMap(points)
    else { return false }
    return height < 4
  }

  private func kind(
    _ name: PartName, _ names: OpenDocumentNames
  ) -> OpenDocumentStyles.Look.Kind {
    if name == names.numberStyle || name == names.textStyle { return .number }
    return name == names.dateStyle || name == names.timeStyle ? .day : .other
  }

  private mutating func takePart(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    let isLong = tag.value(names.formStyle, in: names.number)?.elementsEqual("long".utf8) ?? false
    if tag.name == names.numberText {
      isText = true
    } else if tag.name == names.textContent {
      // All that a cell of this style shows is its text.
    } else if tag.name == names.numberPart {
      let code = code(ofNumber: tag, names)
      current?.code += code
    } else if tag.name == names.day {
      current?.code += isLong ? "dd" : "d"
    } else if tag.name == names.month,
      !(tag.value(names.textual, in: names.number)?.isTrue ?? false)
    {
      current?.code += isLong ? "mm" : "m"
    } else if tag.name == names.year {
      current?.code += isLong ? "yyyy" : "yy"
    } else {
      current?.code += Self.undrawn
    }
  }

  /// A code that no one draws.
  private static let undrawn = "?/?"

  /// The code of a number as this part shows it.
  private func code(ofNumber tag: borrowing PartTag, _ names: OpenDocumentNames) -> String {
    let least = tag.value(names.integerDigits, in: names.number).map(\.wholeNumber) ?? 1
    // Without this the program chooses, however many digits there are to be.
    guard let places = tag.value(names.decimalPlaces, in: names.number) else { return "General" }
    guard let least, least <= 32, let places = places.wholeNumber, places <= 32,
      tag.value(names.displayFactor, in: names.number) == nil
    else { return Self.undrawn }
    let isGrouped = tag.value(names.grouping, in: names.number)?.isTrue ?? false
    let whole =
      isGrouped
      ? OpenDocumentStyles.grouped : least == 0 ? "#" : String(repeating: "0", count: least)
    return places == 0 ? whole : whole + "." + String(repeating: "0", count: places)
  }
}
