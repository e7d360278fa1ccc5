// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
package import Provisioning
package import StrictJSON
internal import TagReading
package import Terminal

/// The rows of a job whose tags did not come back, told as they are found.
package struct NeverSeen {
  /// How many of each kind are listed for people; programs are told all.
  private static let shownMax = 20

  /// By kind, in the order of its cases.
  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  package var isEmpty: Bool { total == 0 }
  private var total: Int { counts.reduce(0, +) }

  /// What a row has instead of a tag that was seen.
  fileprivate enum Kind: Int, CaseIterable {
    /// A finished tag, which is somewhere.
    case neverSeen
    /// A tag that was begun.
    case unfinished
    case noTag
  }

  private let (right, wrong): (Int, Int)
  private let manifestChanged: Bool

  /// Hands over each row whose tag was not seen, until no more are taken.
  package init(
    in ledger: Ledger, _ verification: Verification, manifestChanged: Bool,
    _ visit: (Row) -> Bool
  ) throws(LedgerError) {
    var counts = counts
    try ledger.forEachRow { reported in
      guard !verification.hasSeen(reported.row.key) else { return true }
      let row = Row(reported: reported, kind: reported.kind)
      counts[row.kind.rawValue] += 1
      return visit(row)
    }
    self.counts = counts
    (right, wrong) = verification.counts
    self.manifestChanged = manifestChanged
  }

  /// A row whose tag was not seen.
  package struct Row {
    fileprivate let reported: ReportedRow
    fileprivate let kind: Kind

    package var json: JSONValue { reported.neverSeenJSON }
  }

  /// All of it in numbers.
  package var json: JSONValue {
    .object([
      ("event", "verified"), ("right", .integer(right)), ("wrong", .integer(wrong)),
      ("neverSeen", .integer(total)), ("manifestChanged", .bool(manifestChanged)),
      ("allRight", .bool(wrong == 0 && isEmpty && !manifestChanged)),
      ("unfinished", .integer(count(of: .unfinished))),
      ("withoutTag", .integer(count(of: .noTag))),
    ])
  }

  package init(
    in ledger: Ledger, _ verification: Verification, manifestChanged: Bool, json: Bool,
    on console: Console
  ) throws(LedgerError) {
    var listed = [Int](repeating: 0, count: Kind.allCases.count)
    try self.init(in: ledger, verification, manifestChanged: manifestChanged) { row in
      listed[row.kind.rawValue] += 1
      if json {
        console.writeLine(row.json)
      } else if listed[row.kind.rawValue] <= NeverSeen.shownMax {
        console.writeLine(row.reported.neverSeenLine)
      }
      return !console.isClosed
    }
    if json {
      console.writeLine(self.json)
      return
    }
    for kind in Kind.allCases where count(of: kind) > NeverSeen.shownMax {
      console.writeLine("and \(kind.words(ofFurther: count(of: kind) - NeverSeen.shownMax))")
    }
    let missing = Kind.allCases.filter { count(of: $0) > 0 }.map { $0.words(of: count(of: $0)) }
    console.say(
      (["\(grouped(right)) right, \(grouped(wrong)) not right"] + missing).joined(separator: "; ")
        + ".")
  }

  private func count(of kind: Kind) -> Int { counts[kind.rawValue] }
}

extension NeverSeen.Kind {
  fileprivate func words(of number: Int) -> String {
    switch self {
    case .neverSeen: "\(count(grouped: number, "finished tag")) never seen"
    case .unfinished: "\(count(grouped: number, "tag")) not finished"
    case .noTag: "\(count(grouped: number, "row")) \(number == 1 ? "has" : "have") no tag"
    }
  }

  /// Of those that are not listed.
  fileprivate func words(ofFurther number: Int) -> String {
    switch self {
    case .neverSeen: "\(count(grouped: number, "more finished tag")) never seen"
    case .unfinished: "\(count(grouped: number, "more tag")) not finished"
    case .noTag: "\(count(grouped: number, "more row")) without a tag"
    }
  }

  /// As the words for tags that were seen, to the width of their column.
  fileprivate var word: String {
    switch self {
    case .neverSeen: "NEVER SEEN    "
    case .unfinished: "NOT FINISHED  "
    case .noTag: "NOT WRITTEN   "
    }
  }

  /// For programs; the name never changes.
  fileprivate var name: String {
    switch self {
    case .neverSeen: "finished"
    case .unfinished: "unfinished"
    case .noTag: "none"
    }
  }
}

extension ReportedRow {
  fileprivate var kind: NeverSeen.Kind {
    switch liveClaim?.state {
    case .done: .neverSeen
    case nil: .noTag
    default: .unfinished
    }
  }

  /// The tag that was to come back, if the row has one.
  private var tag: String? { liveClaim.flatMap { TagUID($0.uid)?.description } }

  /// What is on the tag, or what the row plans; the values of a resolver are only on the tag.
  private var link: String { liveClaim?.link ?? row.link }

  fileprivate var neverSeenJSON: JSONValue {
    .object(
      [("event", "never-seen"), ("row", .string(row.id))] + row.names.members + [
        ("uid", .optional(tag)), ("link", .string(link)), ("tag", .string(kind.name)),
      ])
  }

  fileprivate var neverSeenLine: String {
    let place = [tag, visible(row.id), row.label.map(visible), visible(link)].compactMap(\.self)
      .joined(separator: "  ")
    return kind.word + place
  }
}
