// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Glibc
internal import JobReport
internal import Plain
internal import Voices
package import Workbook

/// The file that is made of a list and its tags: a workbook, or a text with separators.
final class OwnSheetTable {
  private let words: LanguageTexts
  private let target: Target
  /// What stands above times.
  private let zone: String
  private var heads: [String]?
  private var sheets = 0
  private var bytes: [UInt8] = []

  private enum Target {
    case book(NewWorkbook)
    case text(separator: Character)
  }

  init(
    _ form: OwnSheet.Form, _ words: LanguageTexts, zone: String, by version: String
  ) throws(Failure) {
    (self.words, self.zone) = (words, zone)
    switch form {
    case .csv(let separator):
      target = .text(separator: separator)
      // Without it, Excel takes UTF-8 for the encoding of its country.
      bytes += "\u{FEFF}".utf8
    case .workbook:
      target = try .book(
        orFail { () throws(NewWorkbookFault) in
          try NewWorkbook(by: "TagPress list \(version)", in: ReportFile.temporaryFolder)
        })
    }
  }

  /// Begins a sheet, unless the one that is begun has these heads.
  func begin(_ heads: [String]) throws(Failure) {
    guard heads != self.heads else { return }
    self.heads = heads
    sheets += 1
    let ours = [
      words("own.tag"), words("own.state"), words("own.link"), words("own.when", ["zone": zone]),
    ]
    switch target {
    case .text(let separator):
      if sheets > 1 { bytes += "\r\n".utf8 }
      bytes += CSVText.line(heads + ours, separator: separator).utf8
    case .book(let book):
      let name = words("own.sheet") + (sheets > 1 ? " \(sheets)" : "")
      let columns =
        heads.map { NewColumn($0, width: 20) } + zip(ours, [24, 24, 44, 30]).map(NewColumn.init)
      try orFail { () throws(NewWorkbookFault) in try book.beginSheet(name, columns) }
    }
  }

  func add(_ texts: [String], _ tag: TagCells) throws(Failure) {
    let width = heads?.count ?? 0
    let own = Array(
      (texts + Array(repeating: "", count: max(0, width - texts.count))).prefix(width))
    let state = words("own.\(tag.state)")
    let time = tag.done.map { LocalTime($0) }
    switch target {
    case .text(let separator):
      let ours = [tag.uid ?? "", state, tag.link ?? "", time?.words ?? ""]
      bytes += CSVText.line(own + ours, separator: separator).utf8
    case .book(let book):
      var cells: [NewCell] = own.map { .text($0) }
      cells += [.text(tag.uid ?? ""), .text(state), .text(tag.link ?? "")]
      cells.append(time.map { .time(day: $0.day, seconds: $0.seconds) } ?? .empty)
      try orFail { () throws(NewWorkbookFault) in try book.add(cells) }
    }
  }

  /// The bytes of the whole file.
  func finish() throws(Failure) -> [UInt8] {
    if case .book(let book) = target {
      try orFail { () throws(NewWorkbookFault) in
        try book.finish { piece in
          bytes += piece
          return true
        }
      }
    }
    return bytes
  }
}

extension NewWorkbookFault: FailureCause {
  package var failure: Failure {
    Failure(name: "no-workbook", words: description, kind: .couldNotRun)
  }
}
