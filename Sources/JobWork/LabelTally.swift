// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
package import JobLedger
internal import Plain
package import PrintedLabels
internal import Provisioning
package import StrictJSON

/// What became of the rows when their labels were made.
package struct LabelTally {
  /// Labels without their copies.
  package var labels = 0
  /// How many of them are of rows whose tag is not finished.
  package var planned = 0
  package var unwritten = 0
  package private(set) var undecided = 0
  package private(set) var knownToTag = 0
  package private(set) var counters = 0
  /// The first rows of those three, as people know them.
  private var named: [PrintedRow: [String]] = [:]
  package var found = FoundOnLabels()
  /// What is to be remembered of labels that are printed before their tags are written.
  package var onPaper: [LabelOnPaper] = []

  private static let namedMax = 10

  /// A row that can have no label for now.
  package mutating func leaveOut(_ row: PlannedRow, as printed: PrintedRow) {
    switch printed {
    case .undecided: undecided += 1
    case .knownToTag: knownToTag += 1
    case .counter: counters += 1
    case .verified, .planned, .unwritten: return
    }
    if named[printed]?.count ?? 0 < Self.namedMax {
      named[printed, default: []].append(visible(row.called))
    }
  }

  private func names(_ printed: PrintedRow, of number: Int) -> String {
    let rows = named[printed] ?? []
    let more = number > rows.count ? " and \(grouped(number - rows.count)) more" : ""
    return "\(number == 1 ? "It is" : "They are") \(rows.joined(separator: ", "))\(more)."
  }

  /// Whether a row that was asked for has no label, or not all of its letters.
  package var lacksSomething: Bool {
    labels == 0 || undecided + knownToTag + counters > 0 || found.hasErrors
  }

  /// What a person must know of it.
  package var remarks: [LabelRemark] {
    var remarks: [LabelRemark] = []
    func say(_ number: Int, _ why: String, _ cure: Cure? = nil) {
      guard number > 0 else { return }
      let rows = count(grouped: number, "row")
      remarks.append(
        LabelRemark(
          whatIsWrong: "\(rows) \(number == 1 ? "has" : "have") no label, because \(why)",
          cure: cure))
    }
    if planned > 0 {
      let whose = planned == 1 ? "is of a row whose tag is" : "are of rows whose tags are"
      remarks.append(
        LabelRemark(
          whatIsWrong: "\(count(grouped: planned, "label")) \(whose) not written and verified yet.")
      )
    }
    say(unwritten, "no tag is written and verified.", .printAll)
    say(
      undecided,
      "the link in the manifest changed after the tag was written. "
        + names(.undecided, of: undecided), .decideChanges())
    say(
      knownToTag,
      "a part of the link is known only when the tag is written. Write first, then print. "
        + names(.knownToTag, of: knownToTag))
    say(
      counters,
      "the chip puts a counter into the link, so it is another link at each tap. A code cannot do that. "
        + names(.counter, of: counters))
    return remarks + found.entries.map { LabelRemark(whatIsWrong: $0.description) }
  }

  package var json: [(key: String, value: JSONValue)] {
    [
      ("labels", .integer(labels)), ("planned", .integer(planned)),
      (
        "left_out",
        [
          "unwritten": .integer(unwritten), "undecided": .integer(undecided),
          "known_to_tag": .integer(knownToTag), "counter": .integer(counters),
        ]
      ),
      (
        "findings",
        .array(
          found.entries.map { entry in
            [
              "rule": .string(entry.finding.rule), "rows": .integer(entry.rows),
              "first_row": .string(entry.firstRow), "message": .string(entry.description),
            ]
          })
      ),
    ]
  }
}

/// What a person must know of labels that were printed.
package struct LabelRemark: Trouble {
  package let whatIsWrong: String
  package var cure: Cure?
}

extension Failure {
  package static func nothingToPrint(_ tally: LabelTally, of job: String) -> Failure {
    let isUnwritten = tally.unwritten > 0
    return Failure(
      name: "nothing-to-print",
      words: isUnwritten
        ? "No tag is written and verified, so there is nothing to print."
        : "There is nothing to print.",
      kind: .differs, cure: isUnwritten ? .writeTags : nil, file: job)
  }
}

/// The ledger that labels are printed from; `all` rows have links as soon as it took the job over, and
/// their labels are remembered in it.
package func ledgerForLabels(of job: String, all: Bool) throws(Failure) -> Ledger {
  do throws(Failure) {
    let ledger = try ledgerToRead(of: job)
    guard all else { return ledger }
    return try orFail { () throws(LedgerError) in
      try Ledger(
        at: ledger.path, job: ledger.job, access: .continuing, register: .ofUser, now: .now)
    }
  } catch {
    guard all, error.cure == .writeFirstTag else { throw error }
    throw Failure(
      name: error.name, words: "The job has no ledger yet, so its links are not settled.",
      kind: error.kind, cure: .settleLinks, file: job)
  }
}
