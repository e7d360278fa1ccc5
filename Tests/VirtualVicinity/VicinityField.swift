// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import VirtualReader

/// Chips of ISO 15693 at a reader's antenna, and what the air does to the requests.
///
/// Code that acts as a reader asks here in the chips' own language, without the CRC, which is the
/// reader's task.
package final class VicinityField {
  /// What a reader hears after a request.
  package enum Heard: Hashable, Sendable {
    case nothing
    /// An answer whose CRC is wrong, or several at once.
    case damaged
    case answer([UInt8])
  }

  package private(set) var chips: [VirtualVicinityChip] = []
  /// A chip that comes in place of all others just before the request with this number.
  package var swaps: [Int: VirtualVicinityChip] = [:]
  package private(set) var requests = 0
  package private(set) var programmedBlocks = 0
  package private(set) var faults = 0

  private let plan: FaultPlan
  private var airtime = Airtime()
  private var away: [VirtualVicinityChip] = []
  private var requestsUntilReturn = 0
  private var writes = 0
  private var isSilent = false

  package init(_ plan: FaultPlan = .none) {
    self.plan = plan
  }

  /// How long it all takes on the air and in the chips, by the model; what a reader adds is not in it.
  package var modelled: Duration {
    var airtime = airtime
    airtime.programmedPages = programmedBlocks
    return TimeModel().onTheAir(airtime)
  }

  package func place(_ chip: VirtualVicinityChip) { chips.append(chip) }

  /// Takes every chip away for good.
  package func clear() {
    for chip in chips { chip.fieldLost() }
    chips = []
    away = []
  }

  /// The power goes for a moment.
  package func interruptPower() {
    for chip in chips { chip.fieldLost() }
  }

  package func send(_ request: [UInt8]) -> Heard {
    let number = requests
    requests += 1
    bringBack()
    if let other = swaps.removeValue(forKey: number) {
      clear()
      place(other)
    }
    let trouble = trouble(at: number)
    if trouble != .none { faults += 1 }
    let answers = trouble == .unheard ? [] : answers(to: request)
    airtime.exchange(request, answers.first)
    switch trouble {
    case .none where answers.count > 1: return .damaged
    case .none: return answers.first.map { .answer($0) } ?? .nothing
    case .damaged: return answers.isEmpty ? .nothing : .damaged
    case .lost, .unheard: return .nothing
    }
  }

  private enum Trouble {
    case none
    case unheard
    case lost
    case damaged
  }

  /// What the plan has for a request; what it has for a cable between host and reader is as good as
  /// the same trouble on the air here, and a reader that fails is not the field's affair.
  private func trouble(at number: Int) -> Trouble {
    switch plan.atFrame[number] {
    case .frameLost: return .unheard
    case .answerLost, .allAnswersLost: return .lost
    case .answerCorrupted: return .damaged
    case nil: break
    }
    switch plan.fault(atExchange: number) {
    case .commandLost, .tagMissesFrame: return .unheard
    case .answerLost, .tagAnswerLost, .tagUnheard: return .lost
    case .answerCorrupted, .tagAnswerCorrupted: return .damaged
    case .tagLeaves(let exchanges):
      takeAway(for: exchanges)
      return .unheard
    case .tagFallsSilent:
      isSilent = true
      return .unheard
    case .readerFallsSilent, .readerUnplugged, .targetsForgotten, .answers, .answerMutated,
      .promisesMoreForEver, .answerLate, .previousAnswer, .answersOutOfStep, .readerSays, .chipMute,
      .readerReset, nil:
      return .none
    }
  }

  private func answers(to request: [UInt8]) -> [[UInt8]] {
    guard !isSilent else { return [] }
    var answers: [[UInt8]] = []
    var isTorn = false
    for chip in chips {
      let tear = plan.tear(atWrite: writes)
      guard let reply = chip.answer(to: request, tearing: tear) else { continue }
      if reply.programmedBlocks > 0 {
        writes += 1
        programmedBlocks += reply.programmedBlocks
        isTorn = isTorn || tear != nil
      }
      answers.append(reply.answer)
    }
    guard isTorn else { return answers }
    faults += 1
    takeAway(for: plan.tornTagReturns)
    return []
  }

  /// Takes every chip away; nil: no one brings them back.
  private func takeAway(for exchanges: Int?) {
    for chip in chips { chip.fieldLost() }
    if let exchanges {
      away += chips
      requestsUntilReturn = exchanges
    }
    chips = []
  }

  private func bringBack() {
    guard !away.isEmpty else { return }
    requestsUntilReturn -= 1
    guard requestsUntilReturn <= 0 else { return }
    chips += away
    away = []
  }
}
