// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning

/// Three tags, two rows, a ledger that survives crashes, and an operator who puts tags on the
/// reader until every row is done.
final class Model {
  private final class Tag {
    enum Content: Equatable {
      case blank
      case torn
      case row(Int)
    }

    var content = Content.blank
    var protected: Set<ProtectionStep> = []
    var isWorn = false
    var isPutAside = false
    var wasToldOK = false
  }

  private struct Claim {
    enum State {
      case begun
      case done
      case failed
    }

    let row: Int
    let tag: Int
    var state: State
    var begun: Set<ProtectionStep> = []

    var isLive: Bool { state != .failed }
  }

  private static let rows = 2
  /// Each mishap costs a presentation, and a tag that is put aside costs a tag.
  private static let presentationsMax = 14

  private let steps: [ProtectionStep]
  private let tags = (0..<6).map { _ in Tag() }
  private var claims: [Claim] = []
  private var row: Int?
  private(set) var faults: [String] = []

  init(steps: [ProtectionStep]) {
    self.steps = steps
  }

  /// The operator's work: a tag that is not finished is put on the reader again, one put aside is
  /// not.
  func work(_ course: inout Course) {
    for presentation in 0..<Self.presentationsMax where !isFinished {
      guard let number = tags.firstIndex(where: { !$0.wasToldOK && !$0.isPutAside }) else { break }
      // Every third time the operator mixes tags up and puts a later one on the reader first.
      let mixedUp = presentation % 3 == 2 ? number + 1 : number
      present(tags.indices.contains(mixedUp) ? mixedUp : number, &course)
    }
    let kept = claims.filter { $0.state == .begun && tags[$0.tag].isPutAside }
    for row in 0..<Self.rows {
      let holders = tags.filter { $0.content == .row(row) }
      let isKept = kept.contains { $0.row == row }
      if holders.count > 1 { faults.append("row \(row) is on \(holders.count) tags") }
      if holders.isEmpty, !isKept { faults.append("row \(row) is lost") }
    }
  }

  private var isFinished: Bool {
    (0..<Self.rows).allSatisfy { row in claims.contains { $0.row == row && $0.state == .done } }
  }

  /// One presentation, or the part of it before a crash.
  private func present(_ number: Int, _ course: inout Course) {
    let tag = tags[number]
    var attempt = Attempt(steps: steps)
    row = nil
    var action = attempt.first
    while true {
      if case .tell(let ending) = action {
        return tell(ending, tag, number)
      }
      let mishap = course.decide(possible(action, tag))
      if mishap == .crashBefore { return }
      let event = answer(action, tag, number, mishap)
      checkLedger()
      if mishap == .crashAfter { return }
      action = attempt.next(event)
    }
  }

  private func possible(_ action: Attempt.Action, _ tag: Tag) -> [Mishap] {
    switch action {
    case .lookUp, .chooseRow: [.crashBefore, .ledgerFails]
    case .examine: tag.isWorn ? [.crashBefore] : [.crashBefore, .passingBefore, .lastingBefore]
    case .claim(let finishing):
      finishing
        ? [.crashBefore, .crashAfter, .ledgerFails]
        : [.crashBefore, .crashAfter, .ledgerFails, .rowTaken]
    case .write, .perform:
      [
        .crashBefore, .crashAfter, .passingBefore, .passingTorn, .passingAfter, .lastingBefore,
        .lastingTorn,
      ]
    case .look: [.crashBefore, .passingBefore, .lastingBefore]
    case .beginStep, .store: [.crashBefore, .crashAfter, .ledgerFails]
    case .tell: []
    }
  }

  private func answer(
    _ action: Attempt.Action, _ tag: Tag, _ number: Int, _ mishap: Mishap?
  ) -> Attempt.Event {
    if mishap == .ledgerFails { return .ledgerFailed }
    switch action {
    case .lookUp:
      guard let claim = claims.first(where: { $0.tag == number && $0.isLive }) else {
        return .isKnown(.stranger)
      }
      row = claim.row
      return .isKnown(claim.state == .done ? .done : .begun)
    case .chooseRow:
      row = (0..<Self.rows).first { row in !claims.contains { $0.row == row && $0.isLive } }
      return row == nil ? .noRowLeft : .rowChosen
    case .examine(let finishing):
      if mishap == .passingBefore { return .failed(.passing) }
      if mishap == .lastingBefore || tag.isWorn { return .failed(.lasting) }
      return finishing || tag.content == .blank ? .fits : .failed(.lasting)
    case .claim(let finishing): return claim(number, finishing, mishap)
    case .write:
      return change(mishap, .written) { isWhole in
        tag.content = isWhole ? .row(row ?? -1) : .torn
        if mishap == .lastingTorn { tag.isWorn = true }
      }
    case .beginStep(let step): return edit(number, .stepBegun) { $0.begun.insert(step) }
    case .perform(let step):
      if claims.last(where: { $0.tag == number })?.begun.contains(step) != true {
        faults.append("\(step) was not announced")
      }
      return change(mishap, .stepDone) { if $0 { tag.protected.insert(step) } }
    case .look: return look(tag, mishap)
    case .store(let ending):
      return edit(number, .stored) { claim in
        if ending == .ok { claim.state = .done }
        if ending == .putAside(.givenUp) { claim.state = .failed }
      }
    case .tell: return .stored
    }
  }

  private func claim(_ number: Int, _ finishing: Bool, _ mishap: Mishap?) -> Attempt.Event {
    guard !finishing, let row else { return .claimed }
    if mishap == .rowTaken {
      // Another process wrote the row onto a tag of its own.
      let other = tags.count - 1
      if claims.contains(where: { $0.tag == other }) || tags[other].content != .blank {
        return .rowTaken
      }
      claims.append(Claim(row: row, tag: other, state: .done))
      tags[other].content = .row(row)
      tags[other].wasToldOK = true
      return .rowTaken
    }
    if claims.contains(where: { $0.row == row && $0.isLive }) { return .rowTaken }
    claims.append(Claim(row: row, tag: number, state: .begun))
    return .claimed
  }

  /// A change of the tag that arrives whole, torn or not at all.
  private func change(
    _ mishap: Mishap?, _ event: Attempt.Event, _ apply: (_ isWhole: Bool) -> Void
  ) -> Attempt.Event {
    switch mishap {
    case .passingBefore: return .failed(.passing)
    case .lastingBefore: return .failed(.lasting)
    case .passingTorn, .lastingTorn: apply(false)
    default: apply(true)
    }
    switch mishap {
    case .passingTorn, .passingAfter: return .failed(.passing)
    case .lastingTorn: return .failed(.lasting)
    default: return event
    }
  }

  private func look(_ tag: Tag, _ mishap: Mishap?) -> Attempt.Event {
    if mishap == .passingBefore { return .failed(.passing) }
    if mishap == .lastingBefore { return .failed(.lasting) }
    switch tag.content {
    case .blank: return .shows(.otherContent)
    case .torn: return tag.isWorn ? .shows(.otherContent) : .shows(.unknown)
    case .row(let shown): return .shows(shown == row ? .link : .otherContent)
    }
  }

  private func edit(
    _ number: Int, _ event: Attempt.Event, _ change: (inout Claim) -> Void
  ) -> Attempt.Event {
    if let index = claims.lastIndex(where: { $0.tag == number && $0.isLive }) {
      change(&claims[index])
    }
    return event
  }

  private func tell(_ ending: Attempt.Ending, _ tag: Tag, _ number: Int) {
    switch ending {
    case .ok, .alreadyDone:
      tag.wasToldOK = true
      let claim = claims.last { $0.tag == number && $0.isLive }
      if claim?.state != .done { faults.append("OK was told before it was stored") }
      if claim.map({ tag.content == .row($0.row) }) != true { faults.append("OK without the link") }
      if tag.protected != Set(steps), number < tags.count - 1 {
        faults.append("OK without protection")
      }
    case .putAside: tag.isPutAside = true
    case .again, .noRowLeft, .ledgerFailed: break
    }
  }

  /// What the database enforces must never come to its enforcing.
  private func checkLedger() {
    let live = claims.filter(\.isLive)
    if Set(live.map(\.row)).count != live.count { faults.append("a row has two live tags") }
    if Set(live.map(\.tag)).count != live.count { faults.append("a tag has two live rows") }
  }
}
