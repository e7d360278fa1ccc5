// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport

@testable import JobLedger

/// One job from a seed: runs that write it, trouble that hits its files, an operator who does what the
/// refusals say, and a judge who knows from outside which tag got which row.
///
/// What the judge convicts: a live claim that no one made or an outcome that is no longer known, a
/// row begun for a second tag, another link than the first one, a refusal without any trouble, and
/// one whose words lead nowhere.
final class FileTrial {
  struct Figures: CustomStringConvertible, Sendable {
    var runs = 0
    var kills = 0
    var troubles = 0
    var refusals: [String: Int] = [:]
    var rebuilt = 0
    var beyondRepair = 0

    mutating func add(_ other: Figures) {
      runs += other.runs
      kills += other.kills
      troubles += other.troubles
      refusals.merge(other.refusals) { $0 + $1 }
      rebuilt += other.rebuilt
      beyondRepair += other.beyondRepair
    }

    var description: String {
      let kinds = refusals.map { "\($0.key) \($0.value)" }.sorted().joined(separator: ", ")
      return "\(runs) runs, \(kills) kills, \(troubles) troubles, refused: \(kinds); "
        + "\(rebuilt) rebuilt, \(beyondRepair) beyond repair"
    }
  }

  /// A tag that may have bytes of a row.
  struct Mark: Equatable {
    var tag: Int
    var isDone: Bool
  }

  struct Conviction: Error { let words: String }
  /// The words said truthfully that no program can continue.
  struct BeyondRepair: Error {}

  static let rowCount = 8

  var random: Splitmix64
  var files: TroubledFiles
  var figures = Figures()
  private(set) var story: [String] = []
  private(set) var mistake: String?
  /// The truth: the tags of the rows, and the link that each row got first.
  private var truth: [String: Mark] = [:]
  private var links: [String: String] = [:]
  /// What a killed program did without having been told that it is durable: both are right.
  private var maybe: (row: String, mark: Mark?)?
  private var nextTag = 1
  private var clock: Int64 = 100

  init(_ seed: UInt64) throws {
    random = Splitmix64(seed: seed)
    files = try TroubledFiles()
  }

  func tell(_ words: String) { story.append(words) }

  func now() -> Moment {
    clock += 1
    return moment(clock)
  }

  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  func go() {
    do {
      for round in 1...3 {
        try run(isLast: false)
        try files.remember()
        if round > 1 || chance(50), chance(85) {
          let troubles = try files.trouble(using: &random)
          figures.troubles += troubles.count
          for trouble in troubles { tell("trouble: \(trouble)") }
        }
      }
      try run(isLast: true)
    } catch is BeyondRepair {
      figures.beyondRepair += 1
      tell("beyond repair")
    } catch let conviction as Conviction {
      mistake = conviction.words
    } catch {
      mistake = "\(error)"
    }
  }

  // MARK: A run

  private func run(isLast: Bool) throws {
    figures.runs += 1
    let ledger = try opened()
    try takeOver(in: ledger)
    try judge(ledger)
    files.areWell()
    var ledgers = [ledger]
    if !isLast, chance(20) {
      ledgers.append(try Ledger(at: files.ledger, job: "spring", now: now()))
      tell("a second program")
    }
    if isLast { return try finishAll(in: ledger) }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let ledger = ledgers[Int.random(in: 0..<ledgers.count, using: &random)]
      if chance(12) { return try kill(ledger) }
      try step(in: ledger)
    }
    for ledger in ledgers { try judge(ledger) }
    if chance(25) {
      try files.leaveAsACrash()
      figures.kills += 1
      tell("killed between two entries")
    } else {
      ledgers = []
    }
  }

  private func step(in ledger: Ledger) throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      guard let (row, mark) = aRow(where: { _ in true }) else { return }
      try ledger.void(row: row, why: "lost", at: now())
      truth[row] = nil
      tell("\(row) gives up tag \(mark.tag)")
    case 1...3:
      guard let (row, mark) = aRow(where: { !$0.isDone }) else { return }
      if let attempt = try resume(row, mark, in: ledger) { try end(attempt, row, mark, in: ledger) }
    default:
      guard let (row, attempt) = try begin(in: ledger), let mark = truth[row] else { return }
      // What has no end here was taken away, or its program was killed.
      if chance(75) { try end(attempt, row, mark, in: ledger) }
    }
  }

  private func aRow(where isWanted: (Mark) -> Bool) -> (String, Mark)? {
    let rows = truth.filter { isWanted($0.value) }.sorted { $0.key < $1.key }
    guard let (row, mark) = rows.randomElement(using: &random) else { return nil }
    return (row, mark)
  }

  private func begin(in ledger: Ledger) throws -> (String, AttemptID)? {
    guard let row = try ledger.nextRow(after: 0) else { return nil }
    guard row.link == links[row.id] else { throw Conviction(words: "\(row.id) gets \(row.link)") }
    nextTag += 1
    let beginning = try ledger.begin(
      row, on: tag(nextTag, at: now().microseconds / 1_000_000), content: content(row.link))
    guard case .begun(_, let attempt) = beginning else {
      throw Conviction(words: "\(row.id), which is offered, cannot be begun: \(beginning)")
    }
    if let mark = truth[row.id] {
      throw Conviction(words: "\(row.id) is begun for tag \(nextTag), and on tag \(mark.tag)")
    }
    truth[row.id] = Mark(tag: nextTag, isDone: false)
    tell("\(row.id) is begun for tag \(nextTag)")
    return (row.id, attempt)
  }

  /// Nil if another program has the tag just now.
  private func resume(_ row: String, _ mark: Mark, in ledger: Ledger) throws -> AttemptID? {
    guard let claim = try ledger.claim(ofTag: uid(mark.tag)), claim.isLive, claim.rowID == row
    else {
      throw Conviction(words: "tag \(mark.tag) of \(row) is not known again")
    }
    do {
      return try ledger.resume(claim.id, row: row, mark.tag)
    } catch let error as LedgerError where error.fault == .runsElsewhere {
      return nil
    }
  }

  private func end(_ attempt: AttemptID, _ row: String, _ mark: Mark, in ledger: Ledger) throws {
    let reason = Reason("torn", "page 5")
    let outcome: Outcome =
      switch Int.random(in: 0..<10, using: &random) {
      case 0: .again(reason)
      case 1: .putAside(reason)
      case 2: .failed(reason)
      default: .done(lock: nil)
      }
    try ledger.finish(attempt, outcome, at: now())
    truth[row] = Self.mark(mark, after: outcome)
    tell("tag \(mark.tag) of \(row): \(outcome)")
  }

  private static func mark(_ mark: Mark, after outcome: Outcome) -> Mark? {
    switch outcome {
    case .done: Mark(tag: mark.tag, isDone: true)
    case .failed: nil
    case .again, .putAside: mark
    }
  }

  /// Ends the program inside a call: one of the two files is as it was before, and no one was told.
  private func kill(_ ledger: Ledger) throws {
    figures.kills += 1
    let told = truth
    if chance(50) {
      // The line of the claim is in the witness, and the ledger did not come to know it.
      let before = try files.contents()
      guard let (row, _) = try begin(in: ledger) else { return }
      try files.leaveAsACrash(before, witnessOfNow: true)
      maybe = (row, truth[row])
      tell("killed before the claim of \(row) was committed")
    } else {
      // The outcome is in the ledger, and its line did not get into the witness.
      guard let (row, mark) = aRow(where: { !$0.isDone }),
        let attempt = try resume(row, mark, in: ledger)
      else { return }
      let before = try files.contents()
      try ledger.finish(attempt, .done(lock: nil), at: now())
      try files.leaveAsACrash(before, witnessOfNow: false)
      maybe = (row, Mark(tag: mark.tag, isDone: true))
      tell("killed before the outcome of \(row) was told")
    }
    truth = told
  }

  private func finishAll(in ledger: Ledger) throws {
    while let (row, mark) = aRow(where: { !$0.isDone }) {
      guard let attempt = try resume(row, mark, in: ledger) else {
        throw Conviction(words: "\(row) is said to run elsewhere, and nothing runs")
      }
      try ledger.finish(attempt, .done(lock: nil), at: now())
      truth[row]?.isDone = true
    }
    while let (row, attempt) = try begin(in: ledger) {
      try ledger.finish(attempt, .done(lock: nil), at: now())
      truth[row]?.isDone = true
    }
    try judge(ledger)
    guard truth.count == Self.rowCount else {
      throw Conviction(words: "\(truth.count) rows are done in the end")
    }
    let damages = try ledger.health(full: true).damages
    guard damages == [] else {
      throw Conviction(words: "all are done, in a damaged ledger: \(damages ?? [])")
    }
  }

  // MARK: The manifest, and the judge

  private func takeOver(in ledger: Ledger) throws {
    guard let manifest = try ledger.importRows(of: hash(1), at: now()) else { return }
    for number in 1...Self.rowCount {
      let row = ImportedRow(id: "n\(number)", tokens: [WantedToken(name: "code", length: 6)])
      let text = String(
        UInt64.random(in: 0..<2_000_000_000, using: &random) + 100_000_000, radix: 36)
      try manifest.add(row, drawToken: { _ in text }, link: { "https://go.example.com/\($0[0])" })
    }
    _ = try manifest.commit()
  }

  private func judge(_ ledger: Ledger) throws {
    var found: [String: Mark] = [:]
    try ledger.forEachClaim {
      guard $0.isLive else { return true }
      let number = $0.uid.dropFirst().reduce(0) { $0 << 8 | Int($1) }
      found[$0.rowID] = Mark(tag: number, isDone: $0.state == .done)
      return true
    }
    if let (row, mark) = maybe, found[row] == mark { truth[row] = mark }
    maybe = nil
    for row in (1...Self.rowCount).map({ "n\($0)" }) where found[row] != truth[row] {
      throw Conviction(
        words: "\(row) is \(words(truth[row])), and in the ledger \(words(found[row]))")
    }
    for row in (1...Self.rowCount).map({ "n\($0)" }) {
      let link = try ledger.row(id: row)?.link
      if links[row] == nil { links[row] = link }
      guard let link, links[row] == link else {
        throw Conviction(
          words: "\(row) has the link \(link ?? "-") instead of \(links[row] ?? "-")")
      }
    }
  }

  private func words(_ mark: Mark?) -> String {
    mark.map { "\($0.isDone ? "done" : "begun") on tag \($0.tag)" } ?? "free"
  }
}
