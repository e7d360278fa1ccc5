// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger

/// The rows that `--rows` asks for: all, those from one number to another, or some by their ids.
enum AskedRows {
  case all
  case places(ClosedRange<Int>)
  case ids(Set<String>)

  init(_ texts: [String], in ledger: Ledger) throws(Failure) {
    self = texts.isEmpty ? .all : .ids(Set(texts))
    for text in texts where try AskedRows.row(text, in: ledger) == nil {
      // Two numbers with a hyphen are places, unless a row has just that id.
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count == 2, let first = ends[0], let last = ends[1] else {
        throw .noSuchRow("The job has no row \"\(text)\".")
      }
      guard texts.count == 1 else {
        let words = "--rows takes either one range or ids; '\(text)' is a range."
        throw Failure(name: "usage", words: words, code: .usage)
      }
      let count: Int
      do throws(LedgerError) {
        count = try ledger.counts().rows
      } catch {
        throw Failure(error)
      }
      guard 1 <= first, first <= last, first <= count else {
        throw .noSuchRow("There are no rows \(text); the job has rows 1-\(count).")
      }
      self = .places(first...last)
    }
  }

  func contains(_ row: PlannedRow) -> Bool {
    switch self {
    case .all: true
    case .places(let places): row.place.map(places.contains) ?? false
    case .ids(let ids): ids.contains(row.id)
    }
  }

  private static func row(_ id: String, in ledger: Ledger) throws(Failure) -> PlannedRow? {
    do throws(LedgerError) {
      return try ledger.row(id: id)
    } catch {
      throw Failure(error)
    }
  }
}
