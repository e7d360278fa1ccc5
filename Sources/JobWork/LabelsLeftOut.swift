// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagKeys

/// The rows that get no label before they are written, and those whose label lacks a name: a person
/// sees them before anything is printed.
package struct LabelsLeftOut {
  package enum Why: String, CaseIterable {
    /// Only the tag, when it is on a reader, knows a part of the link.
    case uid
    /// The chip shows another link at each tap.
    case counter
    /// A program gives the link when the tag is on a reader.
    case program
    /// The tag has one link and the list another, and nobody has said which is right.
    case undecided
    /// It has a label, but not the name that others have.
    case nameless
  }

  fileprivate struct Part {
    var count = 0
    var rows: [PlannedRow] = []
    var variable: String?

    mutating func add(_ row: PlannedRow) {
      count += 1
      if rows.count < LabelsLeftOut.shownMax { rows.append(row) }
      variable =
        variable ?? ReservedVariable.allCases.map(\.inBraces).first { row.link.contains($0) }
    }
  }

  private var parts: [Why: Part] = [:]
  /// How many rows get a label.
  package private(set) var labels = 0
  /// Stands for all rows in it.
  package private(set) var mark = ""

  package var isEmpty: Bool { parts.isEmpty }

  fileprivate static let shownMax = 20

  package init(
    of ledger: Ledger, asked: (PlannedRow) -> Bool
  ) throws(LedgerError) {
    let hasNames = try ledger.hasLabels()
    var (parts, labels): ([Why: Part], Int) = ([:], 0)
    var digest = Digest()
    try ledger.forEachRow { reported in
      guard asked(reported.row) else { return true }
      let why: Why?
      switch PrintedRow(reported, all: true) {
      case .verified, .planned, .unwritten:
        labels += 1
        why = hasNames && reported.row.label == nil ? .nameless : nil
      case .undecided: why = .undecided
      case .counter: why = .counter
      case .knownToTag: why = reported.row.inputs == nil ? .uid : .program
      }
      guard let why else { return true }
      parts[why, default: Part()].add(reported.row)
      digest.update(Array("\(why.rawValue) \(reported.row.id.utf8.count) \(reported.row.id)".utf8))
      return true
    }
    (self.parts, self.labels) = (parts, labels)
    mark = digest.finish().map { hex($0) } ?? ""
  }
}

extension Failure {
  /// Says, before anything is printed, for which rows nothing will be.
  package static func leftOut(_ rows: LabelsLeftOut) -> Failure {
    Failure(
      name: "labels-left-out", words: "Not every row gets a label, or not one with a name.",
      kind: .differs, details: rows.members)
  }
}

extension LabelsLeftOut {
  fileprivate var members: [(key: String, value: JSONValue)] {
    [
      ("labels", .integer(labels)), ("leftSeen", .string(mark)),
      (
        "left",
        .array(
          Why.allCases.compactMap { why in
            parts[why].map { part in
              [
                "why": .string(why.rawValue), "count": .integer(part.count),
                "part": .optional(part.variable),
                "rows": .array(
                  part.rows.map { ["id": .string($0.id), "label": .optional($0.label)] }),
              ]
            }
          })
      ),
    ]
  }
}

extension OpenJob {
  /// Refuses labels for tags that might not be written as the job is now.
  package func requirePrintable(
    isDemo: Bool, for client: some WriteClient
  ) throws(Failure) {
    let order = WriteOrder()
    if !isDemo { try order.requireWebsites(in: self) }
    try order.requireApproval(of: self, for: client)
    try order.requireConfirmedWarnings(in: self, for: client)
  }
}

/// Refuses labels of links that someone has to approve first.
package func requireApprovedLabels(of manifest: String) throws(Failure) {
  let desk = JobDesk(outside: true)
  let seen = desk.preflight(of: manifest)
  guard seen.job?.needsApproval == true,
    desk.ledger(of: manifest, seen: seen)?.isApproved != true
  else { return }
  throw Failure(
    name: "not-approved",
    words: "No one has approved the links of this job as they are now, so nothing was printed.",
    kind: .differs, cure: .approve(withResolver: false), file: manifest)
}
