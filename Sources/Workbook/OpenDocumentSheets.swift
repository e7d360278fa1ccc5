// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The sheets of an .ods.
final class OpenDocumentSheets: SheetSource {
  let sheets: [WorkbookSheet]
  let otherSheets: [String] = []
  let hasMacros: Bool
  private let zip: ZipFile
  private let content: ZipFile.Entry
  private let haveCells: [Bool]
  private let styles: OpenDocumentStyles

  init(_ zip: ZipFile) throws(WorkbookFault) {
    self.zip = zip
    if let manifest = zip.entry("META-INF/manifest.xml") {
      let encryption = EncryptionSearch()
      try zip.parse(manifest, with: encryption)
      if encryption.isFound { throw .encrypted }
    }
    guard let content = zip.entry("content.xml") else {
      throw .damaged("content.xml", .missingPart)
    }
    self.content = content
    // One part has all sheets, so it is read once only to know which there are.
    let list = OpenDocumentList(styles: \.automaticStyles)
    try zip.parse(content, limit: WorkbookLimits.unpackedBytesMax, with: list)
    sheets = list.sheets.map { WorkbookSheet(name: $0.name, isHidden: $0.isHidden) }
    haveCells = list.sheets.map(\.hasCells)
    let common = OpenDocumentList(styles: \.styles)
    if let part = zip.entry("styles.xml") { try zip.parse(part, with: common) }
    styles = OpenDocumentStyles(automatic: list.styles, common: common.styles)
    hasMacros = zip.entries.keys.contains { $0.hasPrefix("basic/") || $0.hasPrefix("scripts/") }
  }

  func hasCells(_ sheet: Int) throws(WorkbookFault) -> Bool { haveCells[sheet] }

  func read(
    _ sheet: Int, visit: @escaping (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks {
    let part = OpenDocumentPart(sheet: sheet, styles: styles, visit: visit)
    try zip.parse(content, limit: WorkbookLimits.unpackedBytesMax, with: part)
    return part.remarks
  }
}

/// Looks whether the list of an .ods' parts says how they are encrypted.
private final class EncryptionSearch: PartTarget {
  private(set) var isFound = false
  private var word: PartName?
  private unowned(unsafe) var parser: PartParser?

  func begin(_ parser: PartParser) {
    self.parser = parser
    word = parser.name("encryption-data")
  }

  func start(_ tag: borrowing PartTag) {
    guard tag.name == word else { return }
    isFound = true
    parser?.stop()
  }

  func end() {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}
