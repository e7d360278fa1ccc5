// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What the register knows about a job and its ledger does not: the ledger is a copy of an earlier
/// state, or the job went on in a copy.
package struct LaterState: Hashable, Sendable {
  /// Where the job was last written.
  package let path: String
  /// Whether that is also the place of this ledger.
  package let isHere: Bool
  /// The remembered rows that have tags there, and might get second ones here.
  package let rows: [Row]
  /// Whether earlier rows may have been forgotten.
  package let isCut: Bool

  package struct Row: Hashable, Sendable {
    package let id: String
    /// The UID of its tag, in hexadecimal digits.
    package let uid: String
  }

  /// `knows` tells whether the ledger, too, has or had this tag for its row.
  init<E>(
    _ known: RegisterEntry, _ path: String, knows: (RegisterEntry.Tag) throws(E) -> Bool
  ) throws(E) {
    self.path = known.path
    isHere = known.path == FilePlace.absolute(path)
    var rows: [Row] = []
    for tag in known.tags where try !knows(tag) {
      rows.removeAll { $0.id == tag.row }
      rows.append(Row(id: tag.row, uid: tag.uid.uppercased()))
    }
    self.rows = rows
    isCut = known.tags.count >= RegisterEntry.tagsMax
  }
}

extension Database {
  /// If both went on, the same line number is about different tags.
  func laterState(_ known: RegisterEntry, _ path: String) throws(LedgerError) -> LaterState {
    try LaterState(known, path) { (tag) throws(LedgerError) in
      guard let uid = bytes(ofHexDigits: tag.uid.utf8) else { return false }
      return try claim(ofTag: uid)?.rowID == tag.row
    }
  }

  /// Nil if the ledger knows everything.
  func laterState(
    _ known: RegisterEntry?, than summary: WitnessSummary, _ path: String
  ) throws(LedgerError) -> LaterState? {
    guard let known, let end = known.end, !summary.isMet(end.stamp) else { return nil }
    return try laterState(known, path)
  }
}

extension JobRegister {
  /// Refuses to make a ledger for a job that has another one: each row would get a second tag.
  ///
  /// An empty ledger counts while a program has it open.
  package func refuseSecond(
    of job: String, marks: [String], at path: String
  ) throws(LedgerFault) {
    let others = entries(ofJob: job, marks: marks).sorted { $0.lines > $1.lines }
    let other = others.first { $0.lines > 1 || Self.isWritten($0.path) }
    if let other { throw .elsewhere(other.path) }
  }

  /// Refuses to call a job new whose ledger was here and has disappeared.
  package func refuseLost(at path: String) throws(LedgerError) {
    let place = FilePlace.absolute(path)
    guard !entries.contains(where: { $0.path == place && $0.lines > 1 }) else {
      throw LedgerError(path: path, fault: .elsewhere(place))
    }
  }

  private static func isWritten(_ ledger: String) -> Bool {
    (try? Witness(Witness.path(besideLedger: ledger), isReadOnly: true))?.hasWriter() ?? false
  }
}

extension RegisterEntry {
  fileprivate var lines: Int { end?.lines ?? 0 }
}

extension LaterState {
  private static let rowsNamed = 10

  package var words: String { words(naming: Self.rowsNamed) }
  var namesAllRows: Bool { rows.count <= Self.rowsNamed }

  /// All rows are included, so that people can look for them.
  package var allWords: String { words(naming: .max) }

  private func words(naming most: Int) -> String {
    let copy =
      isHere
      ? "It knew more when it was written last, so it is an earlier state of itself, as a backup or a "
        + "snapshot has it."
      : "It is a copy: \(path) knows more."
    guard !rows.isEmpty else { return copy }
    let shown = theFirst(most, of: rows.map { "\"\($0.id)\" (tag \($0.uid))" })
    return copy + " These rows have tags there, and would get second ones: \(shown)."
      + (isCut ? " There may be earlier ones, which are not remembered." : "")
  }
}
