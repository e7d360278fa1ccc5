// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning
package import Workbook

/// A report as a workbook for people: a sheet with a line for each row, and one with the summary.
///
/// Ids, UIDs and links are texts, so that nothing is taken for a number or a formula; times are
/// times.
package struct ReportWorkbook {
  private let summary: JobSummary
  private let ledger: Ledger
  private let program: String
  /// What stands above local times, such as `CET (UTC+01:00)`.
  private let zones: String

  package static let mark = NewWorkbook.mark(of: name)
  private static let name = "TagPress report"

  package init(_ summary: JobSummary, of ledger: Ledger, by version: String) {
    (self.summary, self.ledger) = (summary, ledger)
    program = "\(Self.name) \(version)"
    let (first, last) = (summary.first ?? summary.last, summary.last ?? summary.first)
    zones =
      if let first, let last {
        LocalTime.zones(from: first, to: last).joined(separator: " or ")
      } else {
        "UTC"
      }
  }

  /// Hands the workbook over piece by piece; its parts wait in the folder until all are there.
  ///
  /// - Returns: what kept it from being made, if it was not the ledger.
  package func write(
    waitingIn folder: String, _ put: ([UInt8]) -> Bool
  ) throws(LedgerError) -> NewWorkbookFault? {
    let names = NameColumns(
      try NameColumns.Found(in: ledger), beside: [first.head] + others.map(\.head))
    let book: NewWorkbook
    do throws(NewWorkbookFault) {
      book = try NewWorkbook(by: program, in: folder)
      let named = names.heads.map { NewColumn($0, width: $0 == "label" ? 32 : 20) }
      try book.beginSheet("Rows", [first] + named + others)
    } catch {
      return error
    }
    if let fault = try addRows(to: book, names) { return fault }
    do throws(NewWorkbookFault) {
      try addSummary(to: book)
      try book.finish(put)
    } catch {
      return error
    }
    return nil
  }

  private let first = NewColumn("row", width: 16)

  /// What comes behind the names of the row.
  private var others: [NewColumn] {
    [
      NewColumn("state", width: 10), NewColumn("link", width: 48),
      NewColumn("uid", width: 22), NewColumn("chip", width: 12),
      NewColumn("done, \(zones)", width: 26), NewColumn("done UTC", width: 20),
      NewColumn("begun, \(zones)", width: 26), NewColumn("begun UTC", width: 20),
      NewColumn("protection", width: 16), NewColumn("signature", width: 12),
      NewColumn("bytes", width: 8), NewColumn("capacity", width: 10),
      NewColumn("attempts", width: 10), NewColumn("station", width: 12),
      NewColumn("reader", width: 20), NewColumn("why", width: 40),
      NewColumn("manifest", width: 20),
    ]
  }

  private func addRows(
    to book: NewWorkbook, _ names: NameColumns
  ) throws(LedgerError) -> NewWorkbookFault? {
    var fault: NewWorkbookFault?
    try ledger.forEachFact { row in
      do throws(NewWorkbookFault) {
        let named = names.cells(of: row.names).map { NewCell.text($0) }
        try book.add([.text(row.id)] + named + cells(of: row))
      } catch {
        fault = error
      }
      return fault == nil
    }
    return fault
  }

  private func cells(of row: RowFacts) -> [NewCell] {
    [
      .text(row.state.rawValue), .text(row.link), text(row.uid.map(pairs)),
      text(row.chip), local(row.done), utc(row.done), local(row.begun), utc(row.begun),
      text(row.protection), text(row.signature), number(row.messageSize), number(row.capacity),
      .number(row.attempts), text(row.station), text(row.reader), text(row.why),
      text(row.manifest),
    ]
  }

  private func addSummary(to book: NewWorkbook) throws(NewWorkbookFault) {
    try book.beginSheet("Summary", [NewColumn("what", width: 28), NewColumn("value", width: 70)])
    var lines: [(String, NewCell)] = [("job", .text(summary.job)), ("title", text(summary.title))]
    let counts = summary.counts
    lines += [
      ("rows", .number(counts.rows)), ("done", .number(counts.done)),
      ("begun", .number(counts.begun)), ("free", .number(counts.free)),
      ("undecided", .number(counts.undecided)), ("failed tags", .number(counts.failed)),
      ("void tags", .number(counts.void)), ("refused tags", .number(summary.refused)),
      ("retired rows", .number(counts.retired)), ("attempts", .number(counts.attempts)),
      ("yield", text(summary.yieldWords)), ("speed", text(summary.speedWords)),
    ]
    lines += summary.confirmed.map { ($0.name, .text($0.words)) }
    for (name, moment) in [("first tag", summary.first), ("last entry", summary.last)] {
      guard let moment else { continue }
      lines += [
        ("\(name), \(LocalTime(moment).zone)", local(moment)), ("\(name) UTC", utc(moment)),
      ]
    }
    for (name, tally) in [
      ("chip", summary.chips), ("protection", summary.protections),
      ("signature", summary.signatures),
    ] {
      lines += tally.counts.map { ("\(name): \($0.name)", .number($0.count)) }
    }
    for reason in summary.reasons {
      lines.append(("\(reason.result.words): \(reasonName(reason.code))", .number(reason.count)))
    }
    lines += summary.manifests.map { ("SHA-256 of the files, \($0.number)", .text(hex($0.hash))) }
    if let witness = summary.witness {
      lines.append(("witness, line \(witness.lines)", .text(witness.hash)))
    }
    for (name, value) in lines { try book.add([.text(name), value]) }
  }
}

private func text(_ text: String?) -> NewCell { text.map { .text($0) } ?? .empty }

private func number(_ number: Int?) -> NewCell { number.map { .number($0) } ?? .empty }

private func local(_ moment: Moment?) -> NewCell {
  guard let time = moment.map({ LocalTime($0) }) else { return .empty }
  return .time(day: time.day, seconds: time.seconds)
}

private func utc(_ moment: Moment?) -> NewCell {
  guard let moment else { return .empty }
  let seconds = Int(moment.microseconds / 1_000_000)
  let ofDay = (seconds % 86_400 + 86_400) % 86_400
  return .time(day: (seconds - ofDay) / 86_400, seconds: ofDay)
}
