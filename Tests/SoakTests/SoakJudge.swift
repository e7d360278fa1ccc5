// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TestSupport
import VirtualReader

/// What the program said about a tag.
struct Told: Hashable {
  let word: String
  let uid: String
  let row: String?
  let reason: String?
}

/// Judges a job that says it is done by the memories of all tags that were near it, and by the file
/// of its ledger.
struct SoakJudge {
  let job: SoakJob
  let key: PasswordKey?
  let tags: [BoxedTag]
  let told: [Told]
  let record: LedgerRecord
  /// Whether readers say what no reader says.
  var readersLie = false

  func mistakes() throws -> [String] {
    var mistakes = record.health == "ok" ? [] : ["the ledger is damaged: \(record.health)"]
    if record.rows != job.rowIDs { mistakes.append("the ledger has the rows \(record.rows)") }
    for row in job.rowIDs {
      let states = record.claims.filter { $0.row == row && $0.isLive }.map(\.state)
      if states != ["done"] { mistakes.append("row \(row) has the claims \(states)") }
    }
    for claim in record.claims where claim.state == "done" {
      if !claim.isProven { mistakes.append("\(claim.uid): a step of its protection is not proven") }
      if !tags.contains(where: { $0.uid == claim.uid }) {
        mistakes.append("\(claim.uid): no such tag exists")
      }
    }
    for (uid, same) in Dictionary(grouping: tags, by: \.uid) {
      let found = try same.map(judge)
      // Of copies one alone is the tag that the ledger means, and which one is no one's to say.
      let isKnown = record.claims.contains { $0.uid == uid }
      let isRight = same.count > 1 && isKnown && found.contains([])
      if !isRight { mistakes += found.joined().map { "\(uid): \($0)" } }
    }
    return mistakes + judgeWords()
  }

  /// What the cells of one tag must be by the claims that it had.
  private func judge(_ tag: BoxedTag) throws -> [String] {
    let chip = try tag.chip()
    let cells = tag.sheet.cells(of: chip)
    let seen = tag.sheet.phone(reads: cells)
    let claims = record.claims.filter { $0.uid == tag.uid }
    if claims.isEmpty {
      guard cells != tag.cellsAtFirst, !isOfGhost(seen) else { return [] }
      return ["was changed without a claim"]
    }
    if let done = claims.first(where: { $0.state == "done" }) {
      let message = job.message(ofRow: done.row, uid: tag.uid)
      guard seen == .message(message) else {
        return ["is done for row \(done.row) and shows \(seen)"]
      }
      // Only a reader that lies makes lock bits look frozen: no tag here has such bits.
      let isPartly = readersLie && done.isLockedPartly
      let kept = isPartly ? tag.sheet.pages(ofMessage: message.count) : nil
      let fault = try tag.sheet.faultOfProtection(job.kind, of: chip, by: key, kept: kept)
      return fault.map { ["is done for row \(done.row), and \($0)"] } ?? []
    }
    // Someone threw this tag away. It may show what was on it before, or nothing; the link of its
    // own row only if the operator was asked to say that it is lost. A register that was torn off
    // may show the UID anywhere, so the cells count and not the mirror.
    let kept = tag.sheet.phone(isShown: cells)
    guard case .message(let message) = kept, let link = firstLink(in: message) else { return [] }
    if tag.sheet.phone(isShown: tag.cellsAtFirst) == kept { return [] }
    // A worn page that confirms a write shows what it kept, until it is read back; this tag was taken
    // away before.
    let forgetful = chip.worn.filter { $0.value == .keepsOldValue }.keys
    if tag.sheet.pages(ofMessage: message.count).contains(where: forgetful.contains) { return [] }
    let given = claims.filter { $0.state == "void" }
      .map { job.unfinishedLink(ofRow: $0.row, uid: tag.uid) }
    return given.contains(link)
      ? [] : ["was put aside and shows \(link.debugDescription) (claims \(claims))"]
  }

  /// Whether a tag shows the link of a row that was begun on a UID that no tag has: a reader that
  /// lies may say another UID than the tag's, and the tag is written until it is asked for its own.
  private func isOfGhost(_ seen: Seen) -> Bool {
    guard readersLie, case .message(let message) = seen, let link = firstLink(in: message) else {
      return false
    }
    return record.claims.contains { claim in
      claim.state != "done" && !tags.contains { $0.uid == claim.uid }
        && job.unfinishedLink(ofRow: claim.row, uid: claim.uid) == link
    }
  }

  /// The rows that were called OK on two tags although the first was not given up.
  static func doubled(_ told: [Told]) -> [String] {
    var tags: [String: String] = [:]
    return told.filter { $0.word == "OK" }.compactMap { told in
      guard let row = told.row, let other = tags.updateValue(told.uid, forKey: row),
        other != told.uid
      else { return nil }
      return "row \(row) was called OK on \(other) and on \(told.uid)"
    }
  }

  /// Whether what was said about the tags agrees with what became of them.
  private func judgeWords() -> [String] {
    var mistakes = Self.doubled(told)
    var called: Set<String> = []
    for told in told {
      let done = record.claims.first { $0.uid == told.uid && $0.state == "done" }
      switch told.word {
      case "OK":
        if !called.insert(told.uid).inserted { mistakes.append("\(told.uid) was called OK twice") }
        fallthrough
      case "ALREADY DONE":
        if done == nil || done?.row != told.row {
          mistakes.append("\(told.uid) was called \(told.word) for \(told.row ?? "no row")")
        }
      case "PUT ASIDE":
        let isCopied = tags.contains { $0.uid == told.uid && $0.isClone }
        if done != nil, !isCopied {
          mistakes.append("\(told.uid) is done and was PUT ASIDE (\(told.reason ?? ""))")
        }
      default: break
      }
    }
    return mistakes
  }
}
