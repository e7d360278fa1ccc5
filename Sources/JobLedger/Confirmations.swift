// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys

/// What a person said about a job before its tags were written.
package struct JobStatement: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// The warnings were shown, and the job is to be written all the same.
    case confirmed
    /// The warnings were shown without a question: tags were written before there was one.
    case unconfirmed
    /// The list of links was looked at, and is right.
    case approved
  }

  package let kind: Kind
  /// Identifies what was seen: a SHA-256 over the warnings, or over the whole plan.
  package let hash: [UInt8]
  /// How many warnings or links there were.
  package let count: Int
  /// Who it was, by their own statement or by the machine's user name; nothing proves it.
  package let person: String
  package let at: Moment

  package init(_ kind: Kind, hash: [UInt8], count: Int, person: String, at: Moment) {
    (self.kind, self.hash, self.count) = (kind, hash, count)
    (self.person, self.at) = (person, at)
  }

  /// Whether it is about warnings.
  package var isAboutWarnings: Bool { kind != .approved }
}

extension Ledger {
  /// Everything that was said, the oldest first.
  package func confirmations() throws(LedgerError) -> [JobStatement] {
    var all: [JobStatement] = []
    try database.visitConfirmations { (said) throws(LedgerError) in all.append(said) }
    return all
  }

  /// Stores what a person said, durably, before anything is done because of it.
  package func record(_ confirmations: [JobStatement]) throws(LedgerError) {
    guard !confirmations.isEmpty else { return }
    try record(.writing, .both) { lines throws(LedgerError) in
      for said in confirmations {
        try database.insert(said)
        lines.append(WitnessLine(said))
      }
    }
  }

  /// Whether a tag was claimed by an earlier TagPress, which did not ask about warnings.
  package func wasBegunUnasked() throws(LedgerError) -> Bool {
    try database.number(.claimBeforeConfirmations) > 0
  }

  private static let digestBytes = 1 << 16

  /// A SHA-256 over what is planned for each row in order, after the caller's own prefix; links have
  /// places for what only the tag knows.
  package func planHash(behind head: [UInt8]) throws(LedgerError) -> [UInt8] {
    var digest = Digest()
    digest.update(Array("\(head.count) ".utf8) + head)
    var rows: [UInt8] = []
    try database.visit(.presentPlan) { columns throws(LedgerError) in
      for column in Int32(0)..<4 {
        guard !columns.isNull(column) else {
          rows += "-1 ".utf8
          continue
        }
        columns.withBytes(column) { bytes in
          rows += String(bytes.count).utf8
          rows.append(UInt8(ascii: " "))
          rows += bytes
        }
      }
      // A digest has a price for each part, so it gets many rows at a time.
      if rows.count >= Self.digestBytes {
        digest.update(rows)
        rows.removeAll(keepingCapacity: true)
      }
      return true
    }
    digest.update(rows)
    guard let hash = digest.finish() else { throw error(.noMemory) }
    return hash
  }
}

extension Ledger {
  /// Every row of the current manifest with its planned link, in order.
  package func forEachPlannedLink(
    _ visit: (_ id: String, _ link: String) -> Void
  ) throws(LedgerError) {
    try database.visit(.presentPlan) { columns throws(LedgerError) in
      visit(columns.text(0), columns.text(1))
      return true
    }
  }
}

/// The sum of all that was said, to compare a ledger with its witness.
struct ConfirmationSum: Equatable {
  private var count = 0
  private var sum: UInt64 = 0

  mutating func add(_ said: JobStatement) {
    var hasher = Hasher()
    hasher.combine(said)
    count += 1
    sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension JobStatement {
  init(_ columns: Columns) throws(LedgerError) {
    guard let kind = Kind(rawValue: columns.text(0)), let at = columns.moment(4) else {
      throw columns.damage
    }
    self.init(
      kind, hash: columns.bytes(1), count: columns.number(2), person: columns.text(3), at: at)
  }

  /// Nil for a line about something else.
  init?(_ line: WitnessLine) {
    guard let kind = Kind(rawValue: line.kind.rawValue), let hash = line.bytes("hash"),
      let count = line.number("count"), let person = line["by"]
    else { return nil }
    self.init(kind, hash: hash, count: count, person: person, at: line.at)
  }
}

extension Database {
  func visitConfirmations(
    _ visit: (JobStatement) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try self.visit(.confirmations) { columns throws(LedgerError) in
      try visit(try JobStatement(columns))
      return true
    }
  }

  func confirmationSum() throws(LedgerError) -> ConfirmationSum {
    var sum = ConfirmationSum()
    try visitConfirmations { (said) throws(LedgerError) in sum.add(said) }
    return sum
  }

  func insert(_ said: JobStatement) throws(LedgerError) {
    try run(
      .insertConfirmation,
      [
        .text(said.kind.rawValue), .blob(said.hash), .number(said.count), .text(said.person),
        .moment(said.at),
      ])
  }
}
