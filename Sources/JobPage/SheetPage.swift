// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Workbook

/// Some rows of a job's spreadsheet, as a page shows them: with the names of cells that findings have.
struct SheetPage {
  private let window: SheetWindow
  private let name: String

  private static let rowsMax = 500
  fileprivate static let cellCharactersMax = 2_000

  init(
    _ use: SheetUse, _ preflight: Preflight, from: Int, count: Int, onlyFindings: Bool
  ) throws(Failure) {
    name = use.file
    let encoding = preflight.encodings[use.file]
    let found = preflight.findings.findings.filter { $0.file == use.file }.compactMap(\.cell)
      .filter { $0.sheet == use.sheet }
    // The row with the names is shown above all others, wherever it is.
    let header: Int? =
      switch use.header {
      case .missing: nil
      case .row(let row): row
      case nil: 1
      }
    do throws(JobManifest.Finding<Problem>) {
      window = try SheetWindow(
        of: use.file, sheet: use.sheet, encoding: encoding, headingsFrom: header,
        skipping: max(0, from - 1), count: min(max(1, count), Self.rowsMax),
        only: onlyFindings ? Set(found.map(\.row)) : nil)
    } catch {
      throw Failure(error.problem)
    }
  }

  var json: JSONValue {
    let width = max(window.rows.map(\.cells.count).max() ?? 0, window.headings?.cells.count ?? 0)
    return [
      "name": .string(lastName(of: name)), "file": .string(name), "sheet": .optional(window.sheet),
      "columns": .array((0..<width).map { .string(columnName($0 + 1)) }),
      "headings": .array(Self.shown(window.headings?.cells ?? []).map { .string($0) }),
      "headerRow": .integer(window.headings?.number ?? 0), "total": .integer(window.total),
      "shortened": .array(shortenedCells),
      "rows": .array(
        window.rows.map { row in
          [
            "row": .integer(row.number),
            "cells": .array(Self.shown(row.cells).map { .string($0) }),
          ]
        }),
    ]
  }
}

extension SheetPage {
  /// The texts of a row as the page gets them.
  fileprivate static func shown(_ cells: [String]) -> [String] {
    cells.map { shortened($0, to: cellCharactersMax) }
  }

  /// Cells of which only the beginning is shown, so that no one changes them here.
  private var shortenedCells: [JSONValue] {
    ([window.headings].compactMap(\.self) + window.rows).flatMap { row in
      row.cells.enumerated().filter { $0.element.count > Self.cellCharactersMax }.map {
        .string(cellName(column: $0.offset + 1, row: row.number))
      }
    }
  }
}

/// The new text of one cell of a spreadsheet that is text; every other byte of it stays.
struct CellEdit {
  private let path: String
  private let encoding: CSVEncoding?
  private let cell: (row: Int, column: Int)

  private static let byteMax = 64 << 20
  private static let valueBytesMax = 10_000

  init(_ path: String, encoding: CSVEncoding?, cell: String) throws(Failure) {
    let letters = cell.prefix { $0.isASCII && $0.isLetter }.uppercased()
    let column = letters.utf8.reduce(0) { ($0 * 26 + Int($1) - 64) % 1_000_000 }
    guard column > 0, letters.count <= 3, let row = Int(cell.dropFirst(letters.count)), row > 0
    else {
      throw .badRequest("There is no cell of this name.")
    }
    (self.path, self.encoding, self.cell) = (path, encoding, (row, column))
  }

  /// Replaces the value that the person saw, in the row that he saw, and no other one.
  ///
  /// A list that was sorted meanwhile may have the same value in this cell, and another row around it.
  func replace(_ was: String?, in seen: [String], with value: String) throws(Failure) {
    guard value.utf8.count <= Self.valueBytesMax,
      !value.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" })
    else {
      throw .refused(.`bad-value`, "A value is one line of text.")
    }
    let (bytes, row, start) = try place()
    let old = row[cell.column - 1]
    guard was.map({ $0.utf8.elementsEqual(old.utf8) }) ?? true,
      seen.isEmpty || seen == SheetPage.shown(row)
    else { throw .changedMeanwhile }
    var end = start
    var isQuoted = false
    if bytes[safe: start] == UInt8(ascii: "\"") {
      isQuoted = true
      end += 1
      while let byte = bytes[safe: end] {
        end += 1
        guard byte == UInt8(ascii: "\"") else { continue }
        guard bytes[safe: end] == UInt8(ascii: "\"") else { break }
        end += 1
      }
    } else {
      end += old.utf8.count
    }
    // If the file is written in some way that is not understood here, nothing is changed.
    guard end <= bytes.count else { throw Self.elsewhere }
    let raw = String(decoding: bytes[start..<end], as: UTF8.self)
    let read = isQuoted ? String(raw.dropFirst().dropLast().replacing("\"\"", with: "\"")) : raw
    guard read.utf8.elementsEqual(old.utf8) else { throw Self.elsewhere }
    let isPlain = value.utf8.allSatisfy { !",;\t|\"".utf8.contains($0) }
    let text =
      isPlain && !isQuoted && value.first?.isWhitespace != true && value.last?.isWhitespace != true
      ? value : "\"\(value.replacing("\"", with: "\"\""))\""
    let isWritten: Bool
    do throws(FileError) {
      let changed = Array(bytes[..<start]) + Array(text.utf8) + Array(bytes[end...])
      isWritten = try writeFile(path, changed, inPlaceOf: bytes)
    } catch {
      throw Failure(error)
    }
    guard isWritten else { throw .changedMeanwhile }
  }

  /// The whole file, the values of the cell's row, and where the cell begins.
  private func place() throws(Failure) -> (bytes: [UInt8], row: [String], offset: Int) {
    let bytes = try orFail { () throws(FileError) in
      try readFileIfThere(path, limit: Self.byteMax) ?? []
    }
    guard WorkbookKind(bytes.prefix(WorkbookKind.firstBytesCount)) == nil else {
      throw .refused(
        .workbook,
        "This is a workbook. Change the cell in your spreadsheet program, save the file, and look"
          + " again.")
    }
    guard encoding == nil || encoding == .utf8, String(validating: bytes, as: UTF8.self) != nil
    else { throw Self.elsewhere }
    let row = try readRow(of: bytes)
    // A row that is too short has no place for the cell, only the reader fills it up.
    let index = cell.column - 1
    guard let row, row.cells.indices.contains(index),
      index == 0 || row.positions[index] > row.positions[index - 1],
      let offset = offset(of: row.positions[cell.column - 1], in: bytes)
    else { throw Self.elsewhere }
    return (bytes, row.cells, offset)
  }

  /// Read from a copy: whoever saves the list meanwhile would move the places in it.
  private func readRow(of bytes: [UInt8]) throws(Failure) -> SheetWindow.Row? {
    let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
    defer { folder.remove() }
    let copy = "\(folder.path)/\(lastName(of: path))"
    do throws(FileError) { try writeFile(copy, bytes, lasting: false) } catch {
      throw Failure(error)
    }
    do throws(JobManifest.Finding<Problem>) {
      return try SheetWindow(
        of: copy, sheet: nil, encoding: encoding, skipping: 0, count: 1, only: [cell.row]
      ).rows.first
    } catch {
      throw Self.elsewhere
    }
  }

  /// Lines end as they do for the reader of the rows, and columns are characters.
  private func offset(of position: TextPosition, in bytes: [UInt8]) -> Int? {
    var place = TextPosition()
    var offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offset < bytes.count {
      if place == position { return offset }
      if place > position { return nil }
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\r") where bytes[safe: offset] == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        place = TextPosition(line: place.line + 1, column: 1)
      default:
        while let next = bytes[safe: offset], next & 0xC0 == 0x80 { offset += 1 }
        place.column += 1
      }
    }
    return place == position ? offset : nil
  }

  private static var elsewhere: Failure {
    .refused(
      .`cell-elsewhere`,
      "This cell cannot be changed here. Change it in your spreadsheet program, save the file, and"
        + " look again.")
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
