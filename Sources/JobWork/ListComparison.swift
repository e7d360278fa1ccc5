// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
package import JobLedger
package import JobManifest
internal import Plain
internal import TagKeys

/// What is different between the rows of a job and those that it would have with a newer list.
///
/// Memory does not grow with the rows, except for two hashes of each.
package struct ListComparison: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Another link, or other records after it.
    case changed
    case gone
    case added
    /// Only what people see with the row is another text.
    case renamed
  }

  /// What is on the tag of a row that is different.
  package enum Tag: String, CaseIterable, Sendable {
    /// The link of the earlier list.
    case old
    /// The link of the new list, because it was written with that one.
    case right
    /// It was begun and is not finished.
    case begun
    /// The row's link stays as it is, or there is no such row any more.
    case stays
  }

  package struct Row: Sendable {
    package let id: String
    package var label: String?
    package var formerLabel: String?
    package var old: String?
    package var new: String?
    package var tag: Tag?
    /// Whether a label of it is on paper, with a link that it has no more.
    package var isPrinted = false
  }

  /// The rows of a kind: how many there are, and the first of them, those with tags before the others.
  package struct Part: Sendable {
    package fileprivate(set) var count = 0
    package fileprivate(set) var tags = 0
    fileprivate var tagged: [Row] = []
    fileprivate var others: [Row] = []

    package static let shownMax = 100

    package var rows: [Row] { Array((tagged + others).prefix(Self.shownMax)) }

    /// Whether the row is one of those that are kept.
    @discardableResult
    fileprivate mutating func add(_ row: Row) -> Bool {
      count += 1
      if row.tag != nil || row.isPrinted {
        tags += 1
        guard tagged.count < Self.shownMax else { return false }
        tagged.append(row)
      } else {
        guard others.count < Self.shownMax else { return false }
        others.append(row)
      }
      return true
    }
  }

  package private(set) var parts: [Kind: Part] = [:]
  /// Rows in which nothing is different.
  package private(set) var same = 0
  /// The rows that the job would have.
  package private(set) var rowCount = 0
  package private(set) var errorCount = 0
  /// The first error in the new list.
  package private(set) var trouble: JobManifest.Finding<Problem>?

  package subscript(_ kind: Kind) -> Part { parts[kind] ?? Part() }

  /// With more rows than this, a list is not compared.
  private static let rowsMax = 2_000_000
  package private(set) var isTooLarge = false

  /// How many rows would have another link than the one that was written on their tags.
  package private(set) var oldTags = 0

  /// How many labels on paper would be outdated: as many as the job counts with the new list.
  package private(set) var outdatedLabels = 0

  /// How many rows had another number before, of a list whose rows have only their numbers.
  package private(set) var moved = 0

  /// Reads the job as it is and as it would be.
  package init(
    from old: JobReader, to new: JobReader, tags: WrittenTags, isNumbered: Bool = false
  ) {
    var known: [UInt64: (content: UInt64, names: UInt64)] = [:]
    var contents: Set<UInt64> = []
    var labels = tags.labels
    _ = old.read(
      begin: { _ in },
      visit: { row in
        let content = row.contentHash
        known[WrittenTags.key(row.id)] = (content, row.namesHash)
        if isNumbered { contents.insert(content) }
        return known.count < Self.rowsMax
      })
    isTooLarge = known.count >= Self.rowsMax
    guard !isTooLarge else { return }
    // Of changed rows, what was there before is filled in when the old list is read once more.
    var former: [UInt64: Row] = [:]
    let outcome = new.read(
      begin: { _ in },
      visit: { row in
        let key = WrittenTags.key(row.id)
        let tag = tags[key]
        var shown = Row(id: row.idText, label: row.label, new: row.linkText)
        let before = known.removeValue(forKey: key)
        let content = row.contentHash
        if let label = labels.removeValue(forKey: key), !label.isRight(for: row) { note(&shown) }
        if before?.content != content, contents.contains(content) { moved += 1 }
        if let before, before == (content, row.namesHash) {
          same += 1
          return true
        }
        if let before, before.content == content {
          shown.tag = tag.map { _ in .stays }
          add(shown, .renamed, key, &former)
          return true
        }
        shown.tag = tag.map { tag in
          tag.isDone ? row.canHave(tag.link) ? .right : .old : .begun
        }
        if shown.tag == .old { oldTags += 1 }
        add(shown, before == nil ? .added : .changed, key, &former)
        return true
      })
    rowCount = outcome.rowCount
    errorCount = outcome.findings.errorCount
    trouble = outcome.findings.findings.first { $0.problem.isError }
    outdatedLabels += labels.count
    guard !known.isEmpty || !former.isEmpty else { return }
    _ = old.read(
      begin: { _ in },
      visit: { row in
        let key = WrittenTags.key(row.id)
        if former[key] != nil {
          former[key]?.old = row.linkText
          former[key]?.formerLabel = row.label
        } else if known[key] != nil {
          var shown = Row(
            id: row.idText, label: row.label, old: row.linkText,
            tag: tags[key].map { $0.isDone ? .stays : .begun })
          shown.isPrinted = tags.labels[key] != nil
          parts[.gone, default: Part()].add(shown)
        }
        return true
      })
    for kind in [Kind.changed, .renamed] { parts[kind]?.fill(from: former) }
  }

  private mutating func note(_ row: inout Row) {
    row.isPrinted = true
    outdatedLabels += 1
  }

  private mutating func add(
    _ row: Row, _ kind: Kind, _ key: UInt64, _ former: inout [UInt64: Row]
  ) {
    let isKept = parts[kind, default: Part()].add(row)
    if isKept, kind != .added { former[key] = row }
  }
}

extension ListComparison.Part {
  fileprivate mutating func fill(from former: [UInt64: ListComparison.Row]) {
    func filled(_ row: ListComparison.Row) -> ListComparison.Row {
      former[WrittenTags.key(Array(row.id.utf8))] ?? row
    }
    (tagged, others) = (tagged.map(filled), others.map(filled))
  }
}

/// The tags of a job that are written or begun, by the ids of their rows.
package struct WrittenTags: Sendable {
  fileprivate struct Tag {
    let isDone: Bool
    let link: String
  }

  fileprivate struct Label {
    /// The link in its code.
    let printed: String
    let onTag: String?

    func isRight(for row: borrowing JobRow) -> Bool {
      OutdatedLabels.isRight(printed, onTag: onTag, isOfRow: row.canHave(printed))
    }
  }

  private var tags: [UInt64: Tag] = [:]
  fileprivate private(set) var labels: [UInt64: Label] = [:]
  /// Stands for all of them as they are now.
  package let mark: String

  /// None of a job without a ledger.
  package init(_ ledger: Ledger?) throws(LedgerError) {
    var digest = Digest()
    var found: [UInt64: Tag] = [:]
    var labels: [UInt64: Label] = [:]
    try ledger?.atOneMoment { () throws(LedgerError) in
      for state in [Claim.State.begun, .done] {
        try ledger?.forEachClaim(in: state) { claim in
          found[Self.key(Array(claim.rowID.utf8))] = Tag(isDone: state == .done, link: claim.link)
          digest.update(Array("\(claim.id.number) \(state.rawValue) \(claim.link)\n".utf8))
          return true
        }
      }
      try ledger?.forEachLabelOnPaper { row, printed, claim in
        labels[Self.key(Array(row.id.utf8))] = Label(
          printed: printed, onTag: claim.flatMap { PrintedRow.link(of: $0) })
        digest.update(Array("label \(row.key.number) \(printed)\n".utf8))
        return true
      }
    }
    (tags, self.labels) = (found, labels)
    mark = digest.finish().map { hex($0) } ?? ""
  }

  fileprivate subscript(_ key: UInt64) -> Tag? { tags[key] }

  /// Seeded anew in each program, so nobody can make two ids of one key.
  fileprivate static func key(_ id: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(id)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension JobRow {
  /// Of what is on its tag.
  fileprivate var contentHash: UInt64 {
    var hasher = Hasher()
    hasher.combine(link)
    hasher.combine((try? furtherMessage()) ?? [])
    hasher.combine(inputs)
    for token in tokens {
      hasher.combine(token.name)
      hasher.combine(token.length)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Of what people see with it.
  fileprivate var namesHash: UInt64 {
    var hasher = Hasher()
    hasher.combine(label)
    hasher.combine(shown)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
