// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Which exchanges, writes and tags go wrong and how: the same seed makes the same run.
///
/// Each decision depends on the seed and on the number of the exchange, write or tag alone, never on
/// the decisions before it, so that a run that is cut short still agrees with the longer one.
package struct FaultPlan: Hashable, Sendable, CustomStringConvertible {
  package let seed: UInt64
  package var odds: FaultOdds
  /// Faults that a test wants at exactly this exchange, counted from 0.
  package var atExchange: [Int: Fault] = [:]
  /// Faults that a test wants at exactly this command of those with the same code, counted from 0.
  package var atCommand: [UInt8: [Int: Fault]] = [:]
  /// What a test wants to happen to exactly this frame to a chosen tag, counted from 0.
  package var atFrame: [Int: Disturbance] = [:]
  /// Tears that a test wants at exactly this write, counted from 0.
  package var atWrite: [Int: Tear] = [:]
  /// After how many exchanges a tag is back that a torn write took away; nil: never on its own.
  package var tornTagReturns: Int? = 6

  package init(seed: UInt64, odds: FaultOdds = FaultOdds()) {
    self.seed = seed
    self.odds = odds
  }

  package static let none = FaultPlan(seed: 0)

  package var description: String { "FaultPlan(seed: 0x\(String(seed, radix: 16)))" }

  /// The reader is without its cable long enough for a host to notice.
  private static let unpluggedFor = Duration.milliseconds(50)
  /// The streams that keep decisions about different things independent.
  private enum Stream: UInt64 {
    case exchange = 1
    case write = 2
    case tag = 3
    case bit = 4
    case mutation = 5
  }

  package func fault(atExchange index: Int) -> Fault? {
    if let wanted = atExchange[index] { return wanted }
    var random = draws(.exchange, index)
    let away = Int(random.next() % 8) + 2
    let table: [(Ratio, Fault)] = [
      (odds.commandLost, .commandLost),
      (odds.answerLost, .answerLost),
      (odds.answerCorrupted, .answerCorrupted),
      (odds.tagMissesFrame, .tagMissesFrame),
      (odds.tagAnswerLost, .tagAnswerLost),
      (odds.tagAnswerCorrupted, .tagAnswerCorrupted),
      (odds.tagLeaves, .tagLeaves(exchanges: away)),
      (odds.tagFallsSilent, .tagFallsSilent),
      (odds.readerFallsSilent, .readerFallsSilent),
      (odds.readerUnplugged, .readerUnplugged(Self.unpluggedFor)),
      (odds.tagUnheard, .tagUnheard(afterFrames: away - 2)),
      (odds.answerMutated, .answerMutated),
      // Up to a fifth of a second more than a driver waits for an answer.
      (odds.answerLate, .answerLate(.milliseconds(away * 37))),
      (odds.previousAnswer, .previousAnswer),
      (odds.answersOutOfStep, .answersOutOfStep),
      (odds.readerSays, .readerSays(away % 2 == 0 ? 0x6300 : 0x637F, isDone: away % 4 < 2)),
      (odds.chipMute, .chipMute),
      (odds.readerReset, .readerReset),
    ]
    // Every line draws, so that changing the odds of one leaves the others where they were.
    return table.map { ($0.draws(random.next()), $1) }.first { $0.0 }?.1
  }

  package func tear(atWrite index: Int) -> Tear? {
    if let wanted = atWrite[index] { return wanted }
    var random = draws(.write, index)
    guard odds.tornWrite.draws(random.next()) else { return nil }
    switch random.next() % 4 {
    case 0: return .pageOld
    case 1: return .pageNew
    case 2: return .pageHalf
    default: return .pageNoise(random.next())
    }
  }

  func defect(ofTag index: Int) -> Defect? {
    var random = draws(.tag, index)
    let isWorn = odds.wornPage.draws(random.next())
    let isShort = odds.missingPages.draws(random.next())
    // Pages of user memory that even the smallest Type 2 chip has.
    let page = 5 + UInt8(random.next() % 8)
    if isWorn { return .wornPage(page) }
    return isShort ? .missingPages(from: page) : nil
  }

  /// Which of this many bits is wrong in a corrupted answer.
  func corruptedBit(atExchange index: Int, of count: Int) -> Int {
    var random = draws(.bit, index)
    return count > 0 ? Int(random.next() % UInt64(count)) : 0
  }

  /// What comes in place of an answer: the contents of whole frames, from their codes on.
  func mutation(of answer: [UInt8], atExchange index: Int) -> [[UInt8]] {
    var random = draws(.mutation, index)
    return AnswerMutation(answer, &random).contents
  }

  private func draws(_ stream: Stream, _ index: Int) -> Noise {
    var scatter = Noise(seed: seed &+ stream.rawValue)
    return Noise(seed: scatter.next() ^ UInt64(bitPattern: Int64(index)))
  }
}
