// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The sheets of an .xlsx or .xlsm.
final class OpenXMLSheets: SheetSource {
  let sheets: [WorkbookSheet]
  let otherSheets: [String]
  let hasMacros: Bool
  private let zip: ZipFile
  /// The part of each sheet.
  private let parts: [ZipFile.Entry]
  private let textsPart: ZipFile.Entry?
  private let formats = CellFormats()
  private let countsFrom1904: Bool
  private let calculatesAtOpening: Bool
  private var texts: SharedTexts?
  private var notes: [Int: CellNotes] = [:]

  init(_ zip: ZipFile) throws(WorkbookFault) {
    self.zip = zip
    let root = try Relations(of: nil, in: zip).first("officeDocument")?.target ?? "xl/workbook.xml"
    try Self.refuseOthers(root)
    guard let entry = zip.entry(root) else { throw .notAWorkbook(.otherZip) }
    let workbook = WorkbookPart()
    try zip.parse(entry, with: workbook)
    if let other = workbook.otherRoot {
      switch other {
      case "document": throw .notAWorkbook(.textDocument)
      case "presentation": throw .notAWorkbook(.presentation)
      default: throw .notAWorkbook(.otherDocument)
      }
    }
    let relations = try Relations(of: root, in: zip)
    if let styles = relations.first("styles"), let entry = zip.entry(styles.target) {
      try zip.parse(entry, with: formats)
    }
    textsPart = relations.first("sharedStrings").flatMap { zip.entry($0.target) }
    countsFrom1904 = workbook.countsFrom1904
    calculatesAtOpening = workbook.calculatesAtOpening
    hasMacros = zip.entries.keys.contains { $0.hasSuffix("vbaproject.bin") }
    (sheets, parts, otherSheets) = try Self.list(workbook.sheets, relations, zip)
  }

  private static func refuseOthers(_ root: String) throws(WorkbookFault) {
    let name = comparable(root)
    if name.hasSuffix(".bin") { throw .binaryFormat }
    if name.hasPrefix("word/") { throw .notAWorkbook(.textDocument) }
    if name.hasPrefix("ppt/") { throw .notAWorkbook(.presentation) }
  }

  private static func list(
    _ all: [WorkbookPart.Sheet], _ relations: Relations, _ zip: ZipFile
  ) throws(WorkbookFault) -> ([WorkbookSheet], [ZipFile.Entry], others: [String]) {
    var sheets: [WorkbookSheet] = []
    var parts: [ZipFile.Entry] = []
    var others: [String] = []
    for sheet in all {
      guard let relation = relations.all.first(where: { $0.id == sheet.relation }) else {
        throw .damaged(nil, .missingPart)
      }
      guard relation.kind == "worksheet" else {
        others.append(sheet.name)
        continue
      }
      guard let entry = zip.entry(relation.target) else {
        throw .damaged(relation.target, .missingPart)
      }
      sheets.append(WorkbookSheet(name: sheet.name, isHidden: sheet.isHidden))
      parts.append(entry)
    }
    return (sheets, parts, others)
  }

  func hasCells(_ sheet: Int) throws(WorkbookFault) -> Bool {
    var hasCells = false
    // Whether a cell has something in it is also known without the shared texts.
    let part = SheetPart(reading: reading(texts: nil), notes: CellNotes(), addresses: [:]) { _ in
      hasCells = true
      return false
    }
    try zip.parse(parts[sheet], limit: WorkbookLimits.unpackedBytesMax, with: part)
    return hasCells
  }

  func read(
    _ sheet: Int, visit: @escaping (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks {
    let texts = try sharedTexts()
    let notes = try notes(sheet)
    let part = SheetPart(
      reading: reading(texts: texts), notes: notes,
      addresses: notes.hyperlinks.isEmpty ? [:] : try addresses(sheet), visit: visit)
    try zip.parse(parts[sheet], limit: WorkbookLimits.unpackedBytesMax, with: part)
    return part.remarks
  }

  private func reading(texts: SharedTexts?) -> CellReading {
    CellReading(
      texts: texts, formats: formats, countsFrom1904: countsFrom1904,
      calculatesAtOpening: calculatesAtOpening)
  }

  private func sharedTexts() throws(WorkbookFault) -> SharedTexts? {
    if let texts { return texts }
    guard let textsPart else { return nil }
    let part = SharedTextsPart()
    try zip.parse(textsPart, limit: WorkbookLimits.unpackedBytesMax, with: part)
    try part.texts.finish()
    texts = part.texts
    return texts
  }

  /// They come behind the cells that they are about, so they are read before them.
  private func notes(_ sheet: Int) throws(WorkbookFault) -> CellNotes {
    if let known = notes[sheet] { return known }
    let limit = WorkbookLimits.unpackedBytesMax
    // Most sheets have none, and to look for words is much faster than to read XML.
    var searches = CellNotesPart.marks.map { ByteSearch(Array($0.utf8)) }
    var isWide = false
    var isFirst = true
    try zip.unpack(parts[sheet], limit: limit) { piece in
      // In UTF-16 the words look different.
      if isFirst { isWide = piece.prefix(4).contains { $0 == 0 || $0 >= 0xFE } }
      isFirst = false
      for index in searches.indices { searches[index].search(piece) }
      return !searches.contains(where: \.isFound) && !isWide
    }
    let part = CellNotesPart(formats: formats)
    if searches.contains(where: \.isFound) || isWide {
      try zip.parse(parts[sheet], limit: limit, with: part)
    }
    notes[sheet] = part.notes
    return part.notes
  }

  /// Where the hyperlinks of a sheet go, by the ids of their relations.
  private func addresses(_ sheet: Int) throws(WorkbookFault) -> [String: String] {
    try Relations(of: parts[sheet].name, in: zip).outside
  }
}
