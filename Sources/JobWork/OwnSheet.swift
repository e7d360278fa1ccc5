// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
package import JobLedger
internal import JobManifest
internal import JobReport
internal import Plain
package import Voices

/// A list of a job as its owner knows it, with all of its columns, and what became of each row.
///
/// The list is read once, row by row, and the ledger is asked for each of them. If the list changes
/// meanwhile, there is no file.
package struct OwnSheet {
  private let list: JobList
  private let manifest: String
  private let outside: Bool
  /// Rows that have this value in a column; all without one.
  package var filter: Filter?

  package struct Filter: Sendable {
    /// From 0.
    package let column: Int
    /// What stands above it, as a person saw it.
    package let head: String
    package let value: String

    package init(column: Int, head: String, value: String) {
      (self.column, self.head, self.value) = (column, head, value)
    }
  }

  package enum Form: Sendable {
    case workbook
    case csv(separator: Character)
  }

  /// How much was handed over.
  package struct Tally: Sendable {
    /// The rows of the list.
    package fileprivate(set) var rows = 0
    /// The rows behind them, which the list no longer has though tags carry them.
    package fileprivate(set) var gone = 0
  }

  package init(_ list: String?, of manifest: String, outside: Bool) throws(Failure) {
    self.list = try JobList(list, of: manifest, outside: outside)
    (self.manifest, self.outside) = (manifest, outside)
  }

  /// The name for a file that is made of it, without the ending.
  package var name: String { stem(of: list.name) }

  // MARK: What there is to choose from

  package struct Columns: Sendable {
    package fileprivate(set) var heads: [String] = []
    /// The values of one of them with how many rows have each, by their names; not more than are shown.
    package fileprivate(set) var values: [(text: String, count: Int)] = []
    package fileprivate(set) var others = 0
  }

  package static let valuesMax = 100
  /// So many different values are counted; a column with more is none to choose by.
  private static let countedMax = 5_000

  /// The columns of the list, and the values of one.
  package func columns(valuesOf column: Int?) throws(Failure) -> Columns {
    var columns = Columns()
    var counts: [String: Int] = [:]
    var others: Set<Int> = []
    try read { (row) throws(Failure) in
      guard let cells = row.cells, row.file == list.path else { return true }
      if columns.heads.isEmpty { columns.heads = cells.heads }
      guard let column else { return false }
      let value = cells[column]
      if value.isEmpty { return true }
      if counts[value] != nil || counts.count < Self.countedMax {
        counts[value, default: 0] += 1
      } else if others.count < Self.countedMax {
        others.insert(value.hashValue)
      }
      return true
    }
    let sorted = counts.sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }
    columns.values = sorted.prefix(Self.valuesMax).map { ($0.key, $0.value) }
    columns.others = sorted.count - columns.values.count + others.count
    return columns
  }

  // MARK: Handing over

  /// Makes the file of it.
  package func made(
    as form: Form, of ledger: Ledger, saying words: LanguageTexts, by version: String
  ) throws(Failure) -> (bytes: [UInt8], tally: Tally) {
    try orFail { () throws(LedgerError) in try ledger.beginMoment() }
    defer { ledger.endMoment() }
    let table = try OwnSheetTable(form, words, zone: try zone(of: ledger), by: version)
    var tally = Tally()
    // So that tags can be told that the list does not have any more.
    var seen: Set<RowKey> = []
    try read { (row) throws(Failure) in
      let reported = try orFail { () throws(LedgerError) in
        try ledger.reportedRow(id: row.idText)
      }
      if let reported { seen.insert(reported.row.key) }
      guard let cells = row.cells, row.file == list.path else { return true }
      try table.begin(cells.heads)
      guard try passes(cells) else { return true }
      try table.add(cells.texts, TagCells(of: row, reported))
      tally.rows += 1
      return true
    }
    guard tally.rows > 0 else {
      throw .refused("own-value", "No row of the list has this value.")
    }
    // Of rows that are gone, no column is known.
    if filter == nil { tally.gone = try addGone(to: table, of: ledger, beside: seen) }
    return (try table.finish(), tally)
  }

  private func addGone(
    to table: OwnSheetTable, of ledger: Ledger, beside seen: Set<RowKey>
  ) throws(Failure) -> Int {
    var count = 0
    var trouble: Failure?
    func visit(_ reported: ReportedRow) -> Bool {
      guard !seen.contains(reported.row.key), let cells = TagCells(ofGone: reported) else {
        return true
      }
      do throws(Failure) {
        try table.add([], cells)
        count += 1
      } catch {
        trouble = error
      }
      return trouble == nil
    }
    try orFail { () throws(LedgerError) in
      try ledger.forEachRow(visit)
      if trouble == nil { try ledger.forEachRetiredRow(visit) }
    }
    if let trouble { throw trouble }
    return count
  }

  private func passes(_ cells: ListedCells) throws(Failure) -> Bool {
    guard let filter else { return true }
    guard cells.heads.indices.contains(filter.column), cells.heads[filter.column] == filter.head
    else {
      throw .refused("own-columns", "The list has other columns now. Choose again.")
    }
    return cells[filter.column] == filter.value
  }

  private func zone(of ledger: Ledger) throws(Failure) -> String {
    let summary = try orFail { () throws(LedgerError) in try JobSummary(of: ledger) }
    guard let last = summary.last ?? summary.first else { return "UTC" }
    return LocalTime.zones(from: summary.first ?? last, to: last).joined(separator: " / ")
  }

  /// Reads the job's rows once; what was read to the end has to be what is there still.
  private func read(
    _ visit: (borrowing JobRow) throws(Failure) -> Bool
  ) throws(Failure) {
    var reader = JobReader(path: manifest, mayLeaveFolder: outside)
    (reader.isKeepingCells, reader.isHashing) = (true, true)
    var isStopped = false
    var trouble: Failure?
    let outcome = reader.read(
      begin: { _ in },
      visit: { row in
        do throws(Failure) {
          isStopped = try !visit(row)
        } catch {
          (trouble, isStopped) = (error, true)
        }
        return !isStopped
      })
    if let trouble { throw trouble }
    if isStopped { return }
    guard outcome.job != nil, outcome.findings.errorCount == 0 else {
      throw .refused("job-has-errors", "The job has errors. Correct them first.")
    }
    guard let hash = outcome.hash, hash == hashOfFiles(of: manifest, outside).0 else {
      throw Failure(
        name: "files-changed",
        words: "The job's files changed while they were being read. Start again.",
        kind: .couldNotRun)
    }
  }
}

/// What stands behind the columns of the list: the tag of the row, and what became of it.
struct TagCells {
  let uid: String?
  /// As the texts `own.` of the languages call it.
  let state: String
  let link: String?
  let done: Moment?

  init(of row: borrowing JobRow, _ reported: ReportedRow?) {
    let claim = reported?.liveClaim
    uid = claim.map { pairs(upperHex($0.uid)) }
    done = claim?.done
    if let claim {
      // What a resolver gives is not in the list.
      let isRight = row.inputs != nil || row.canHave(claim.link)
      let finished = claim.lock == nil ? "done" : "locked"
      state = claim.state == .begun ? "begun" : isRight && !claim.isUndecided ? finished : "changed"
      link = claim.link
    } else {
      // A row that the list has again has nothing.
      let name = reported?.stateName ?? "free"
      state = name == "retired" ? "free" : name
      // Random values are drawn when the list is taken over.
      let isOpen = row.inputs != nil || !row.tokens.isEmpty
      link = isOpen ? reported?.row.link : row.plannedLink().text
    }
  }

  /// Of a row that the list does not have any more; nil if it has no tag.
  init?(ofGone reported: ReportedRow) {
    guard let claim = reported.liveClaim else { return nil }
    uid = pairs(upperHex(claim.uid))
    (state, link, done) = ("retired", claim.link, claim.done)
  }
}
