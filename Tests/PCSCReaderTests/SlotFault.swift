// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

@testable import PCSCReader
@testable import VirtualReader

/// What goes wrong with one command to a slot of the tests.
enum SlotFault: Hashable, Sendable {
  /// The tag hears nothing of it.
  case unheard(Ending)
  /// The tag does what it is told, and this is what comes of it.
  case carriedOut(Ending)
  /// The card leaves before the command, and is back after this many commands and looks.
  case cardLeaves(Int)

  /// How the service ends a command.
  enum Ending: Hashable, Sendable {
    case error(SlotError)
    /// Nothing but these: none at all, or a status.
    case bytes([UInt8])
  }

  /// What readers say in place of the truth: all that our code has a meaning for, and some more.
  static let statuses: [[UInt8]] = [
    "6300", "6400", "6401", "6581", "6700", "6800", "6881", "6900", "6982", "6A81", "6A82", "6A83",
    "6B00", "6C04", "6C08", "6C10", "6D00", "6E00", "6F00",
  ].map(hex)

  private static let endings: [Ending] =
    [SlotError.cardSilent, .cardGone, .cardReset, .readerGone, .other(code: 0x8010_0001)]
    .map { .error($0) } + [.bytes([])] + statuses.map { .bytes($0) }

  /// Everything that can go wrong at one command.
  static let all: [SlotFault] =
    endings.map { .unheard($0) } + endings.map { .carriedOut($0) }
    + (1...4).map { .cardLeaves($0) }

  /// What a plan has for the command with this number; nil when all is well.
  init?(_ plan: FaultPlan, at number: Int) {
    func status() -> Ending {
      .bytes(Self.statuses[plan.corruptedBit(atExchange: number, of: Self.statuses.count)])
    }
    switch plan.fault(atExchange: number) {
    case .commandLost: self = .unheard(.error(.cardSilent))
    case .answerLost: self = .carriedOut(.error(.cardSilent))
    case .answerCorrupted: self = .carriedOut(status())
    case .tagMissesFrame: self = .unheard(status())
    case .tagAnswerLost: self = .carriedOut(.bytes([]))
    case .tagAnswerCorrupted: self = .carriedOut(.error(.cardReset))
    case .tagUnheard: self = .unheard(.bytes([]))
    case .targetsForgotten: self = .unheard(.error(.cardReset))
    case .tagLeaves(let exchanges): self = .cardLeaves(exchanges)
    case .tagFallsSilent: self = .cardLeaves(.max)
    case .readerFallsSilent: self = .carriedOut(.error(.other(code: 0x8010_0001)))
    case .readerUnplugged: self = .carriedOut(.error(.readerGone))
    // What only a PN532 can say, or what is between it and USB.
    case .answers, .answerMutated, .promisesMoreForEver, .answerLate, .previousAnswer,
      .answersOutOfStep, .readerSays, .chipMute, .readerReset, nil:
      return nil
    }
  }
}
