// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
package import Provisioning
internal import StrictJSON
internal import TagReading
package import Terminal

/// The rows of a job whose tags did not come back, told as they are found.
package struct NeverSeen {
  /// How many are listed for people; programs are told all.
  private static let shownMax = 20

  package private(set) var count = 0

  package init(
    in ledger: Ledger, _ verification: Verification, manifestChanged: Bool, json: Bool,
    on console: Console
  ) throws(LedgerError) {
    var found = 0
    try ledger.forEachRow { reported in
      guard !verification.hasSeen(reported.row.key) else { return true }
      found += 1
      if json {
        console.writeLine(reported.neverSeenJSON)
      } else if found <= NeverSeen.shownMax {
        console.writeLine(reported.neverSeenLine)
      }
      return !console.isClosed
    }
    count = found
    let (right, wrong) = verification.counts
    if json {
      console.writeLine(
        .object([
          ("event", "verified"), ("right", .integer(right)), ("wrong", .integer(wrong)),
          ("neverSeen", .integer(found)), ("manifestChanged", .bool(manifestChanged)),
          ("allRight", .bool(wrong == 0 && found == 0 && !manifestChanged)),
        ]))
      return
    }
    if found > NeverSeen.shownMax {
      console.writeLine("and \(grouped(found - NeverSeen.shownMax)) more rows never seen")
    }
    console.say(
      "\(grouped(right)) right, \(grouped(wrong)) not right; "
        + "\(Plain.count(grouped: found, "row")) never seen.")
  }
}

extension ReportedRow {
  /// The claim of the tag that was to come back, if the row has one.
  private var awaited: Claim? { claim.flatMap { $0.isLive ? $0 : nil } }

  private var tag: String? { awaited.flatMap { TagUID($0.uid)?.description } }

  /// What is on the tag, or what the row plans; the values of a resolver are only on the tag.
  private var link: String { awaited?.link ?? row.link }

  fileprivate var neverSeenJSON: JSONValue {
    .object([
      ("event", "never-seen"), ("row", .string(row.id)), ("uid", .optional(tag)),
      ("link", .string(link)),
    ])
  }

  fileprivate var neverSeenLine: String {
    "NEVER SEEN    \(tag ?? "(no tag)")  \(visible(row.id))  \(visible(link))"
  }
}
