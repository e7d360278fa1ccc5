// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import JobManifest
package import Provisioning
internal import TagMemory
internal import TagReading
package import VirtualReader

/// The hand of an operator who obeys every word, at any number of virtual readers.
package final class RehearsalHand: BatchObserver {
  package private(set) var judge: RehearsalJudge
  /// How many rows are to get a tag.
  package let wanted: Int
  /// The tags that were taken out of the box.
  package private(set) var tagCount = 0
  /// Why no tag could be made, if that ever happens.
  package private(set) var failure: ChipStateError?
  private let virtuals: [VirtualReader]
  private let chips: [SimulatedChip]
  private let display: any BatchObserver
  private let commands: BatchCommands
  private var held: [ReaderNumber: HeldTag] = [:]
  /// How many runs in a row brought no right tag.
  private var idleRuns = 0

  /// After so many, faults are so frequent that looking after them again is of no use.
  private static let idleRunsMax = 10

  /// A tag on a reader, or in the hand because it is to be put back.
  private struct HeldTag {
    let tag: TagID
    let uid: TagUID?
    var last: TagResult?
  }

  package init(
    at virtuals: [VirtualReader], for job: Job, rows: Int, tags: Int?,
    obeying commands: BatchCommands, behind display: any BatchObserver
  ) {
    self.virtuals = virtuals
    // The largest holds what any other chip holds.
    let taken = Self.chips(of: job)
    chips = taken.isEmpty ? [.ntag216] : taken
    self.commands = commands
    self.display = display
    judge = RehearsalJudge(rows: rows)
    wanted = min(tags ?? rows, rows)
  }

  /// The chips of a job that a virtual reader reaches.
  package static func chips(of job: Job) -> [SimulatedChip] {
    job.tags.chips.compactMap { TagChip(name: $0.value).flatMap { SimulatedChip($0) } }
  }

  package func receive(_ event: BatchEvent) {
    display.receive(event)
    switch event {
    case .ready(let reader, _), .waitingForSame(let reader, _),
      .waitingForUnfinished(let reader, _):
      if let tag = held[reader]?.tag {
        virtuals[reader].putBack(tag)
      } else if case .ready = event {
        layNewTag(on: reader)
      } else if held.isEmpty {
        // It was told to put them aside, and has no right ones.
        commands.giveUpUnfinished()
      }
    case .finished(let result, _): takeAway(result)
    default: break
    }
  }

  package func rest() { display.rest() }

  private func layNewTag(on reader: ReaderNumber) {
    let chip = chips[tagCount % chips.count]
    let number = UInt32(truncatingIfNeeded: tagCount)
    tagCount += 1
    // Numbered, so no two are alike.
    let bytes: [UInt8] =
      [0x54, 0x50] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    let state = chip.newTag(bytes)
    do throws(ChipStateError) {
      let tag = try virtuals[reader].place { () throws(ChipStateError) in
        try VirtualChipFile.read(state)
      }
      let chip = try VirtualChipFile.read(state)
      held[reader] = HeldTag(tag: tag, uid: chip.readNumber.flatMap(TagUID.init))
    } catch {
      failure = error
      commands.stop()
    }
  }

  private func takeAway(_ result: TagResult) {
    // A reader that hears nothing of a tag for a moment takes it for gone. What it says about it
    // then may come when the next one is on the reader already.
    guard var tag = held[result.reader], tag.uid == result.uid else { return }
    virtuals[result.reader].lift(tag.tag)
    tag.last = result
    held[result.reader] = tag
    if result.word != .again { putAway(result.reader) }
  }

  /// Judges a tag, and forgets it: a box of a million tags needs no more memory than one.
  private func putAway(_ reader: ReaderNumber) {
    guard let tag = held.removeValue(forKey: reader), let last = tag.last else { return }
    let state = virtuals[reader].state(of: tag.tag) ?? []
    judge.judge(last, reading: linkInMemory(ofState: state))
    virtuals[reader].discard(tag.tag)
  }

  /// Whether the operator continues after a run, like someone who has found out why so many tags
  /// failed.
  ///
  /// The rows of tags that were put aside unfinished are given to other tags first.
  package func goesOn(after end: BatchEnd, with ledger: Ledger) throws(LedgerError) -> Bool {
    switch end.cause {
    case .tooManyFailures, .noRowLeft, .enough: break
    case .stopped, .noReader, .manifestChanged, .ledger: return false
    }
    idleRuns = end.counts.ok > 0 ? 0 : idleRuns + 1
    guard judge.rightTags < wanted, idleRuns < Self.idleRunsMax, !commands.stopFlag.isRaised else {
      return false
    }
    let inHand = held.values.compactMap { $0.last?.uid.bytes }
    var lost: [Claim] = []
    try ledger.forEachClaim(in: .begun) { claim in
      if !inHand.contains(claim.uid) { lost.append(claim) }
      return true
    }
    for claim in lost {
      try ledger.void(row: claim.rowID, why: "put aside and thrown away", at: .now)
      if let row = try ledger.row(claim.row) { judge.giveUp(row) }
    }
    return true
  }

  /// Judges what is still there when the rehearsal is over.
  package func finish(with ledger: Ledger) throws(LedgerError) {
    for reader in held.keys.sorted() { putAway(reader) }
    judge.compare(with: try ledger.counts())
  }

  /// What all readers together were asked, and what went wrong with them.
  package var counters: Counters { virtuals.map(\.counters).reduce(Counters(), +) }
}

extension VirtualChip {
  /// The number by which readers find the chips that jobs can name.
  fileprivate var readNumber: [UInt8]? {
    switch technology {
    case .typeA(let chip): chip.identity.uid
    case .felica: (self as? VirtualFelicaLiteChip)?.idm
    case .typeB, .topaz: nil
    }
  }
}
