// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import TagKeys

// What the witness says about claims and outcomes.

extension WitnessLine {
  /// A row now belongs to a tag, or gives it other content.
  static func claim(
    _ row: PlannedRow, on tag: Presentation, _ content: TagContent, kind: Kind
  ) -> WitnessLine {
    claim(
      row.id, on: tag, content, kind: kind,
      plan: plan(link: row.link, further: row.further, inputs: row.inputs))
  }

  static func claim(
    _ row: String, on tag: Presentation, _ content: TagContent, kind: Kind = .claim, plan: String?
  ) -> WitnessLine {
    WitnessLine(
      kind, at: tag.began,
      [
        "row": row, "uid": upperHex(tag.uid), "link": content.link,
        "message": hex(content.messageHash),
        "size": content.messageSize.map { "\($0)" }, "capacity": content.capacity.map { "\($0)" },
        "chip": tag.chip, "signature": tag.signature, "reader": tag.reader,
        "station": tag.station, "plan": plan,
      ])
  }

  /// Stands for what a manifest wants of a row, to see whether a later one differs.
  static func plan(link: String, further: [UInt8]?, inputs: String?) -> String? {
    var digest = Digest()
    for bytes in [Array(link.utf8), further, inputs.map { Array($0.utf8) }] {
      digest.update(Array("\(bytes?.count ?? -1) ".utf8))
      if let bytes { digest.update(bytes) }
    }
    return digest.finish().map { hex($0.prefix(8)) }
  }
}

extension Ledger {
  /// A claim's row, tag and content, from its line.
  func line(
    _ kind: WitnessLine.Kind, of claim: ClaimID, at moment: Moment,
    _ parts: KeyValuePairs<String, String?> = [:]
  ) throws(LedgerError) -> WitnessLine {
    WitnessLine(kind, of: try knownClaim(claim), at: moment, parts)
  }

  func line(
    of outcome: Outcome, _ claim: ClaimID, wasBegun: Bool, _ effort: Effort,
    _ proven: [ProtectionStep], at moment: Moment
  ) throws(LedgerError) -> WitnessLine {
    let kind: WitnessLine.Kind
    var lock: String?
    switch outcome {
    case .done(let extent): (kind, lock) = (.done, extent)
    case .again: kind = .again
    case .failed: kind = wasBegun ? .failed : .putAside
    case .putAside: kind = .putAside
    }
    let found = try knownClaim(claim)
    let isFirst = kind == .done && wasBegun
    return WitnessLine(
      kind, of: found, at: moment,
      [
        "message": isFirst
          ? hex(found.messageHash) : nil,
        "lock": lock,
        "steps": proven.isEmpty ? nil : proven.map(\.rawValue).joined(separator: ","),
        "reason": outcome.reason?.code, "words": outcome.reason?.words,
        "pages": "\(effort.pages)", "exchanges": "\(effort.exchanges)",
      ])
  }
}

extension WitnessLine {
  init(
    _ kind: Kind, of claim: Claim, at moment: Moment, _ parts: KeyValuePairs<String, String?>
  ) {
    self.init(kind, at: moment, ["row": claim.rowID, "uid": upperHex(claim.uid)])
    for (name, value) in parts { add(name, value) }
  }

  /// A tag is given up; with its message if it was done.
  static func void(
    _ claim: Claim, wasDone: Bool? = nil, why: String, at moment: Moment
  ) -> WitnessLine {
    WitnessLine(
      .void, of: claim, at: moment,
      [
        "message": wasDone ?? (claim.state == .done)
          ? hex(claim.messageHash) : nil,
        "why": why,
      ])
  }
}

extension Outcome {
  var result: RecordedAttempt.Result {
    switch self {
    case .done: .done
    case .again: .again
    case .failed: .failed
    case .putAside: .putAside
    }
  }

  var reason: Reason? {
    switch self {
    case .done: nil
    case .again(let reason), .failed(let reason), .putAside(let reason): reason
    }
  }
}

extension WitnessLine {
  /// What a person said.
  init(_ said: JobStatement) {
    let kind: Kind =
      switch said.kind {
      case .confirmed: .confirmed
      case .unconfirmed: .unconfirmed
      case .approved: .approved
      }
    self.init(
      kind, at: said.at,
      ["hash": hex(said.hash), "count": "\(said.count)", "by": said.person])
  }
}
