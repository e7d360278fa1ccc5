// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import JobLedger
package import JobManifest
internal import Plain
package import Provisioning
package import StrictJSON
internal import TagKeys

/// Labels on paper that no longer say what their rows' tags have, or will get.
package struct OutdatedLabels: Sendable {
  package struct Row: Sendable {
    package let id: String
    package let label: String?
    package let printed: String
    /// The link of the row now; nil if the list has no such row any more.
    package let now: String?

    package var called: String { rowName(id, label) }
  }

  /// How many labels there are, and how many of them are of rows that the list has no more.
  package private(set) var count = 0
  package private(set) var gone = 0
  /// The first of them.
  package private(set) var rows: [Row] = []
  /// Stands for all of them.
  package private(set) var mark = ""
  /// The ids of those that can be printed again.
  package private(set) var toPrint: Set<String> = []
  /// The labels of rows that the list has no more, as thrown away.
  package private(set) var thrownAway: [LabelOnPaper] = []

  package static let shownMax = 100

  private struct Known {
    let row: PlannedRow
    let printed: String
    let tag: String?
  }

  /// What a ledger remembers of labels, beside the rows that it has, or those of the files of a newer
  /// manifest that it has not taken over.
  package init(in ledger: Ledger, from newer: JobReader? = nil) throws(LedgerError) {
    var known: [Known] = []
    try ledger.forEachLabelOnPaper { row, printed, claim in
      known.append(
        Known(row: row, printed: printed, tag: claim.flatMap { PrintedRow.link(of: $0) }))
      return true
    }
    guard !known.isEmpty else { return }
    guard let newer else {
      judge(known) { each in
        each.row.place == nil ? nil : (each.row.link, each.printed == each.row.link)
      }
      return
    }
    let ids = Set(known.map(\.row.id))
    let printed = Dictionary(known.map { ($0.row.id, $0.printed) }) { first, _ in first }
    var links: [String: (link: String, isSame: Bool)] = [:]
    let outcome = newer.read(
      begin: { _ in },
      visit: { row in
        let id = row.idText
        if ids.contains(id) {
          links[id] = (row.shownLink, printed[id].map { row.canHave($0) } ?? true)
        }
        return true
      })
    // Which rows a list with errors will have in the end, no one knows.
    guard outcome.findings.errorCount == 0 else { return }
    judge(known) { links[$0.row.id] }
  }

  /// A label goes with its tag, whatever the list has for the row now.
  static func isRight(_ printed: String, onTag: String?, isOfRow: Bool) -> Bool {
    onTag.map { $0 == printed } ?? isOfRow
  }

  private mutating func judge(
    _ known: [Known], _ planned: (Known) -> (link: String, isSame: Bool)?
  ) {
    var digest = Digest()
    for each in known {
      let now = planned(each)
      if let now, Self.isRight(each.printed, onTag: each.tag, isOfRow: now.isSame) { continue }
      let row = Row(
        id: each.row.id, label: each.row.label, printed: each.printed,
        now: now.map { each.tag ?? $0.link })
      count += 1
      if row.now == nil {
        gone += 1
        thrownAway.append(LabelOnPaper(row: each.row.key, rowID: row.id, link: nil))
      } else {
        toPrint.insert(row.id)
      }
      if rows.count < Self.shownMax { rows.append(row) }
      for part in [row.id, row.printed, row.now ?? ""] {
        digest.update(Array("\(part.utf8.count) \(part)".utf8))
      }
    }
    mark = digest.finish().map { hex($0) } ?? ""
  }
}

extension OutdatedLabels {
  /// Those of a job as its files were read; nil if no ledger says so, or everything is as printed.
  package init?(of manifest: String, _ preflight: Preflight, outside: Bool) {
    guard let job = preflight.job else { return nil }
    do throws(LedgerError) {
      let ledger = try Ledger(
        at: Ledger.path(besideManifest: manifest), job: job.id, access: .reading, now: .now)
      self = try ledger.atOneMoment { () throws(LedgerError) in
        var isAny = false
        try ledger.forEachLabelOnPaper { _, _, _ in
          isAny = true
          return false
        }
        guard isAny else { return try OutdatedLabels(in: ledger) }
        let files = preflight.hash ?? hashOfFiles(of: manifest, outside).0
        let isNewer = files?.isTaken(as: try ledger.manifests().last?.hash) == false
        return try OutdatedLabels(
          in: ledger,
          from: isNewer ? JobReader(path: manifest, mayLeaveFolder: outside) : nil)
      }
    } catch {
      return nil
    }
    if count == 0 { return nil }
  }

  /// What is the case, in one sentence, for a page and for whoever writes.
  package var fact: Saying {
    Saying(
      "\(Plain.count(grouped: count, "printed label")) \(count == 1 ? "is" : "are") outdated, the first of "
        + "\(visible(rows.first?.called ?? "")).",
      [Told("outdated-labels", ["row": rows.first?.id ?? ""], numbers: ["n": count])])
  }

  private static let namedMax = 10

  /// The same, with each label, for a terminal.
  package func page(_ cures: CureWords) -> String {
    var lines = [
      "\(Plain.count(grouped: count, "printed label")) \(count == 1 ? "is" : "are") outdated:"
    ]
    for row in rows.prefix(Self.namedMax) {
      let now = row.now.map { "now \(visible($0))" } ?? "the list has no such row any more"
      lines.append("  \(visible(row.called)): printed \(visible(row.printed)), \(now)")
    }
    if count > Self.namedMax { lines.append("  and \(grouped(count - Self.namedMax)) more") }
    return (lines + [cures(.printLabelsAgain)]).joined(separator: "\n")
  }

  package var json: JSONValue {
    [
      "count": .integer(count), "gone": .integer(gone), "seen": .string(mark),
      "rows": .array(
        rows.map { row in
          [
            "id": .string(row.id), "label": .optional(row.label), "printed": .string(row.printed),
            "now": .optional(row.now),
          ]
        }),
    ]
  }
}
