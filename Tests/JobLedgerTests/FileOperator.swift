// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import SampleLedgers
import TestSupport

@testable import JobLedger

// The operator, who knows only the words of a refusal and what he did himself with the files.

extension FileTrial {
  /// Opens the ledger, and does what the words say until it opens.
  func opened() throws -> Ledger {
    var says = false
    for _ in 0..<8 {
      do throws(LedgerError) {
        return try Ledger(
          at: files.ledger, job: "spring", moved: says, patience: .milliseconds(50), now: now())
      } catch {
        note(error.fault, "refused")
        guard files.explain(error.fault) else {
          throw Conviction(words: "is refused without a reason: \(error)")
        }
        try obey(error.fault, &says)
      }
    }
    throw Conviction(words: "is still refused after all that the words say")
  }

  private func note(_ fault: LedgerFault, _ what: String) {
    let name = "\(fault)".prefix { $0 != "(" }
    figures.refusals[String(name), default: 0] += 1
    tell("\(what): \(fault)")
  }

  private func obey(_ fault: LedgerFault, _ says: inout Bool) throws {
    let cure = fault.cure(of: files.ledger)
    if cure.bringsFilesBack, try files.bringBack() {
      tell("what was moved away is brought back")
    } else if case .restored = fault {
      // "Find the tags that were written since": no file tells which.
      throw BeyondRepair()
    } else if case .copied = fault {
      try sayMoved(&says)
    } else if cure == .copyFolder {
      // With --moved he would say that no tag was written since.
      if files.areBothHit, files.isLedgerOld { throw BeyondRepair() }
      try files.copy()
      says = true
      tell("the folder is copied")
    } else if cure.rebuilds(files.ledger) {
      // "If it is lost and this is not an old copy".
      if case .noWitness = fault, files.isLedgerOld { throw BeyondRepair() }
      try rebuild(fault, &says)
    } else if cure == .useBackup || cure == .bringBothBack, files.areBothHit {
      throw BeyondRepair()
    } else {
      throw Conviction(words: "the cure leads nowhere: \(cure)")
    }
  }

  private func sayMoved(_ says: inout Bool) throws {
    // "If tags were written after the backup, their rows would be written to second tags." But no
    // one continues elsewhere with a ledger that has lost something here; what its witness knows
    // must come to light.
    if files.isLedgerOld, files.isWitnessHit { throw BeyondRepair() }
    guard !says else { throw Conviction(words: "--moved was said, and is asked for again") }
    says = true
  }

  private func rebuild(_ fault: LedgerFault, _ says: inout Bool) throws {
    do {
      let rebuilt = try Ledger.rebuild(at: files.ledger, moved: says, now: now())
      guard rebuilt != .nothing else {
        throw Conviction(words: "nothing is rebuilt of what is refused as \(fault)")
      }
      figures.rebuilt += 1
      tell("rebuilt: \(rebuilt)")
      switch rebuilt {
      // From here on it knows what the witness does.
      case .ledger: files.ledgerIsNew()
      default: break
      }
    } catch let error as LedgerError {
      note(error.fault, "not rebuilt")
      switch error.fault {
      case .restored: throw BeyondRepair()
      case .copied: try sayMoved(&says)
      case .bothDamaged where try files.bringBack(): tell("what was moved away is brought back")
      case .bothDamaged where files.areBothHit: throw BeyondRepair()
      default: throw Conviction(words: "is not rebuilt: \(error)")
      }
    }
  }
}

extension Cure {
  fileprivate var bringsFilesBack: Bool {
    switch self {
    case .connectDisk, .bringLedgerBack, .bringWitnessBack, .bringBothBack, .bringNewerBack,
      .bringBackOrStartAgain, .useBackup:
      true
    default: false
    }
  }
}
