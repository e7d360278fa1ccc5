// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// Where the rows of every source end up: counted, compared with each other, and visited.
final class RowDelivery {
  /// What the job calls for each row; false to stop.
  typealias Visit = (borrowing JobRow) -> Bool

  /// Receives a problem of a row, its place and, if that is not enough, its id; without a place it is
  /// only counted.
  typealias NoteDuplicate = (Problem, TextPosition?, String?) -> Void

  /// A job is read once for its rows, and again if some of them look alike.
  enum Pass {
    case rows
    case duplicates
  }

  var pass = Pass.rows
  private(set) var rowCount = 0
  private(set) var isStopped = false
  /// The rows of the manifest and its spreadsheets, wrong ones counted, copies not.
  private(set) var sourceRowCount = 0
  private let tagCountMax: Int
  private let visit: Visit
  private let ids = DuplicateSearch()
  private let links = DuplicateSearch()

  init(tagCountMax: Int = JobLimits.tagCountMax, visit: @escaping Visit) {
    self.tagCountMax = tagCountMax
    self.visit = visit
  }

  /// How many more tags the job may have.
  var tagsLeft: Int { tagCountMax - rowCount }

  func countSourceRow() {
    if pass == .rows { sourceRowCount += 1 }
  }

  /// Passes on a row as many times as it has copies.
  func deliver(_ row: inout JobRow, copies: Int, note: NoteDuplicate) {
    // The link that a row gets when its tag comes is compared by the ledger.
    let comparesLink = !row.mayShareLink && row.inputs == nil && !row.hasUniqueValue
    switch pass {
    case .rows:
      guard copies <= tagsLeft else {
        note(.tooManyTags, row.position, nil)
        isStopped = true
        return
      }
      ids.note(row.id)
      if comparesLink { links.note(row.link) }
      hand(&row, copies: copies)
    case .duplicates: compare(row, comparesLink, note)
    }
  }

  /// Ends the first pass; true if a second is needed.
  func needsSecondPass() -> Bool {
    let sameIDs = ids.findSuspects()
    let sameLinks = links.findSuspects()
    return !isStopped && (sameIDs || sameLinks)
  }

  private func hand(_ row: inout JobRow, copies: Int) {
    guard copies > 1 else {
      rowCount += 1
      if !visit(row) { isStopped = true }
      return
    }
    let length = row.id.count
    for copy in 1...copies {
      row.id.removeSubrange(length...)
      row.id += "/\(copy)".utf8
      rowCount += 1
      guard visit(row) else {
        isStopped = true
        return
      }
    }
  }

  private func compare(
    _ row: borrowing JobRow, _ comparesLink: Bool, _ note: NoteDuplicate
  ) {
    switch ids.match(row.id, of: row) {
    case .same(let first):
      note(.sameID(row.idText, as: first), row.position, row.idBesidePlace)
      // The same row twice has the same link twice, which need not be reported again.
      return
    case .sameButCase(let other, let first):
      note(.sameIDButCase(row.idText, other: other, first), row.position, row.idBesidePlace)
    case .sameButLook(let other, let first):
      note(.sameIDButLook(row.idText, other: other, first), row.position, row.idBesidePlace)
    case .oneOfMany:
      return note(.sameID(row.idText, as: row.asEarlier), nil, nil)
    case nil: break
    }
    guard comparesLink else { return }
    switch links.match(row.link, of: row) {
    case .same(let first):
      note(.sameLink(row.linkText, as: first), row.position, row.idBesidePlace)
    case .sameButCase(let other, let first):
      note(.sameLinkButCase(row.linkText, other: other, first), row.position, row.idBesidePlace)
    // A link has no other letters than those of ASCII.
    case .sameButLook: break
    case .oneOfMany: note(.sameLink(row.linkText, as: row.asEarlier), nil, nil)
    case nil: break
    }
  }
}
