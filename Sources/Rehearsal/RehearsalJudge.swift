// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import TagReading

/// Judges a rehearsal by the memories of its tags, whatever reader, engine and ledger say about
/// them.
package struct RehearsalJudge {
  enum Problem: Hashable {
    /// The tag was called OK, or it shows some other link.
    case otherLink(TagUID, row: String?, shown: String?)
    case onTwoTags(row: String, second: TagUID)
    case ledgerDiffers(done: Int, right: Int)
  }

  /// The first problems; more of them tell no one more.
  private(set) var problems: [Problem] = []
  private(set) var problemCount = 0
  /// The tags that were called OK, and read their row's link.
  package private(set) var rightTags = 0
  /// Whether some tag shows the link of the row, by the row's place; a byte a row, however many.
  private var isCarried: [Bool]

  private static let problemsMax = 20

  init(rows: Int) {
    isCarried = [Bool](repeating: false, count: rows)
  }

  /// Judges a tag that does not come back, by the last word about it.
  mutating func judge(_ result: TagResult, reading shown: String?) {
    let isGood = result.word == .ok || result.word == .alreadyDone
    let uid = result.uid
    guard let row = result.row, let place = row.place, isCarried.indices.contains(place - 1),
      let shown, PlannedLink(row.link).of(uid: uid.description).matches(shown)
    else {
      // A tag that was put aside may show nothing, but never what belongs to others; only one that
      // may be someone else's is not touched.
      let isUntouched = result.reason?.code == Obstacle.possibleCopy(row: "").machineName
      if isGood || (shown != nil && !isUntouched) {
        note(.otherLink(uid, row: result.row?.id, shown: shown))
      }
      return
    }
    if isCarried[place - 1] { note(.onTwoTags(row: row.id, second: uid)) }
    isCarried[place - 1] = true
    if isGood { rightTags += 1 }
  }

  /// Forgets the tag of a row, which was thrown away.
  mutating func giveUp(_ row: PlannedRow) {
    if let place = row.place, isCarried.indices.contains(place - 1) {
      isCarried[place - 1] = false
    }
  }

  mutating func compare(with ledger: LedgerCounts) {
    if ledger.done != rightTags { note(.ledgerDiffers(done: ledger.done, right: rightTags)) }
  }

  private mutating func note(_ problem: Problem) {
    problemCount += 1
    if problems.count < Self.problemsMax { problems.append(problem) }
  }
}

extension RehearsalJudge.Problem {
  var words: String {
    switch self {
    case .otherLink(let uid, let row, let shown):
      "\(uid), \(row.map { "the tag of row \($0)" } ?? "a tag without a row"), reads "
        + (shown ?? "no link") + "."
    case .onTwoTags(let row, let second):
      "Row \(row) is on two tags; the second is \(second)."
    case .ledgerDiffers(let done, let right):
      "The ledger has \(count(done, "row")) done, and \(count(right, "tag")) right."
    }
  }
}
