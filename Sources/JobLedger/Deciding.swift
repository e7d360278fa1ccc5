// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Decisions that only a person can make: to give up a tag, and what a changed manifest means for
// finished tags.

extension Ledger {
  /// What happens to finished tags that have another link in the manifest now.
  package enum Decision: Sendable {
    /// The tags stay as they are, and their rows stay done.
    case keep
    /// The claims become void; the rows are free for other tags.
    case redo
  }

  /// How many done rows a changed manifest has with another link, further records or inputs.
  ///
  /// While there are any, no tag is begun.
  package func undecidedCount() throws(LedgerError) -> Int {
    try database.number(.undecidedCount)
  }

  /// Those rows as they are on their tags and as they are planned now, in the manifest's order;
  /// `false` stops.
  package func forEachUndecided(_ visit: (Claim, PlannedRow) -> Bool) throws(LedgerError) {
    try database.visit(.undecidedRows) { columns throws(LedgerError) in
      visit(try Claim(columns.behind(10)), PlannedRow(columns))
    }
  }

  /// Those rows, as shown to a person.
  package func undecidedRows() throws(LedgerError) -> SeenTags {
    var seen = SeenTags.Maker()
    try forEachUndecided { claim, row in
      seen.add(claim, row.link, row.further, row.inputs)
      return true
    }
    return seen.finish()
  }

  /// Decides about all of them, and returns how many there were.
  ///
  /// A decision covers only the rows that the person was shown.
  @discardableResult
  package func decide(
    _ decision: Decision, seen: SeenTags? = nil, at moment: Moment
  ) throws(LedgerError) -> Int {
    try record(.writing, .both) { lines throws(LedgerError) in
      try requireTaken()
      if let seen {
        let now = try undecidedRows()
        guard now == seen else { throw error(.seenOtherwise(now: now.count)) }
      }
      try forEachUndecided { claim, row in
        switch decision {
        case .keep:
          let plan = WitnessLine.plan(link: row.link, further: row.further, inputs: row.inputs)
          lines.append(WitnessLine(.keep, of: claim, at: moment, ["plan": plan]))
        case .redo:
          lines.append(.void(claim, why: RecordedWhy.changed.words, at: moment))
        }
        return true
      }
      guard decision == .redo else { return try database.run(.keepUndecided) }
      return try database.run(
        .voidUndecided, [.moment(moment), .text(RecordedWhy.changed.words)])
    }
  }

  /// Gives up the live claim of a row, which is then free; returns the claim as it was.
  ///
  /// If a person was shown a tag, only that one is given up.
  @discardableResult
  package func void(
    row id: String, tag seen: ShownTag? = nil, why: String, at moment: Moment
  ) throws(LedgerError) -> Claim {
    guard !why.isEmpty else { throw error(.noReason) }
    return try record(.writing, .both) { lines throws(LedgerError) in
      guard let row = try row(id: id) else { throw error(.noRow(id: id)) }
      guard let claim = try claim(ofRow: row.key), claim.isLive else {
        throw error(.nothingToVoid(id: id))
      }
      guard seen.map({ $0.isTag(of: claim) }) ?? true else {
        throw error(.otherTagNow(id: id, uid: claim.uid))
      }
      try database.run(.voidClaim, [.integer(claim.id.number), .moment(moment), .text(why)])
      lines.append(.void(claim, why: why, at: moment))
      return claim
    }
  }

  /// Gives up a begun tag of which a person says that it is lost: this tag of this row and no other, and
  /// only as long as it is unfinished and no program is working on it.
  package func lose(
    row id: String, tag uid: [UInt8], at moment: Moment
  ) throws(LedgerError) -> Claim {
    try record(.writing, .both) { lines throws(LedgerError) in
      guard let row = try row(id: id) else { throw error(.noRow(id: id)) }
      guard let claim = try claim(ofRow: row.key), claim.isLive else {
        throw error(.nothingToVoid(id: id))
      }
      guard claim.uid == uid else { throw error(.otherTagNow(id: id, uid: claim.uid)) }
      guard claim.state == .begun else { throw error(.finishedElsewhere) }
      try requireFree(claim.id)
      let why = RecordedWhy.lost.words
      try database.run(.voidClaim, [.integer(claim.id.number), .moment(moment), .text(why)])
      lines.append(.void(claim, why: why, at: moment))
      return claim
    }
  }

  /// Whether a tag was given up for a row.
  package func wasGivenUp(_ uid: [UInt8], for row: RowKey) throws(LedgerError) -> Bool {
    try database.first(.voidClaimOfBoth, [.blob(uid), .integer(row.number)]) { _ in true } == true
  }

  /// Whether a person said that a tag is lost before it was finished for a row.
  package func wasLost(_ uid: [UInt8], for row: RowKey) throws(LedgerError) -> Bool {
    try database.first(.lostClaimOfBoth, [.blob(uid), .integer(row.number)]) { _ in true } == true
  }

  /// Gives up the tag of a finished row, so that the row gets another; nil if it has no tag.
  ///
  /// A begun tag may show the link already, or be getting it from another process: an operator who
  /// thinks that it is lost has to say so. If a person was shown a tag, only that one is given up.
  package func redo(
    row id: String, tag seen: ShownTag? = nil, why: String, at moment: Moment
  ) throws(LedgerError) -> Claim? {
    guard !why.isEmpty else { throw error(.noReason) }
    return try record(.writing, .both) { (lines) throws(LedgerError) -> Claim? in
      try requireTaken()
      guard let row = try row(id: id) else { throw error(.noRow(id: id)) }
      guard let claim = try claim(ofRow: row.key), claim.isLive else {
        guard seen == nil else { throw error(.nothingToVoid(id: id)) }
        return nil
      }
      guard seen.map({ $0.isTag(of: claim) }) ?? true else {
        throw error(.otherTagNow(id: id, uid: claim.uid))
      }
      guard claim.state == .done else { throw error(.unfinished(id: id, uid: claim.uid)) }
      try database.run(.voidClaim, [.integer(claim.id.number), .moment(moment), .text(why)])
      lines.append(.void(claim, why: why, at: moment))
      return claim
    }
  }

  /// Gives up every begun claim whose last attempt has ended; returns how many.
  ///
  /// An attempt without an end may be running in another process, which must not lose its claim.
  @discardableResult
  package func voidUnfinished(why: String, at moment: Moment) throws(LedgerError) -> Int {
    guard !why.isEmpty else { throw error(.noReason) }
    return try record(.writing, .both) { lines throws(LedgerError) in
      try requireTaken()
      var begun: [Claim] = []
      try forEachClaim(in: .begun) {
        begun.append($0)
        return true
      }
      for claim in begun where try lastAttempt(of: claim.id)?.ended != nil {
        try database.run(.voidClaim, [.integer(claim.id.number), .moment(moment), .text(why)])
        lines.append(.void(claim, why: why, at: moment))
      }
      return lines.count
    }
  }
}

/// The tag of a row as a person was shown it.
package struct ShownTag: Hashable, Sendable {
  private let uid: [UInt8]
  private let link: String

  package init(uid: [UInt8], link: String) {
    (self.uid, self.link) = (uid, link)
  }

  /// A tag that was given up and written anew has the same UID, and perhaps another link.
  fileprivate func isTag(of claim: Claim) -> Bool {
    uid == claim.uid && link.utf8.elementsEqual(claim.link.utf8)
  }
}
