// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a function of libpcsclite comes back with; its numbers are 32 bits in a wider one.
struct PCSCCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(_ returned: Int) {
    rawValue = UInt32(truncatingIfNeeded: returned)
  }

  static let done = PCSCCode(rawValue: 0)
  static let invalidHandle = PCSCCode(rawValue: 0x8010_0003)
  static let unknownReader = PCSCCode(rawValue: 0x8010_0009)
  static let timeOut = PCSCCode(rawValue: 0x8010_000A)
  static let sharingViolation = PCSCCode(rawValue: 0x8010_000B)
  static let noCard = PCSCCode(rawValue: 0x8010_000C)
  static let communication = PCSCCode(rawValue: 0x8010_0013)
  static let protocolMismatch = PCSCCode(rawValue: 0x8010_000F)
  static let notTransacted = PCSCCode(rawValue: 0x8010_0016)
  static let readerUnavailable = PCSCCode(rawValue: 0x8010_0017)
  static let noService = PCSCCode(rawValue: 0x8010_001D)
  static let serviceStopped = PCSCCode(rawValue: 0x8010_001E)
  static let noReaders = PCSCCode(rawValue: 0x8010_002E)
  static let unsupportedCard = PCSCCode(rawValue: 0x8010_0065)
  static let unresponsive = PCSCCode(rawValue: 0x8010_0066)
  static let unpowered = PCSCCode(rawValue: 0x8010_0067)
  static let reset = PCSCCode(rawValue: 0x8010_0068)
  static let removed = PCSCCode(rawValue: 0x8010_0069)
  static let securityViolation = PCSCCode(rawValue: 0x8010_006A)
}

extension SlotError {
  init(_ code: PCSCCode) {
    switch code {
    case .noCard, .removed: self = .cardGone
    case .reset: self = .cardReset
    case .sharingViolation: self = .heldElsewhere
    // A badly placed card may be heard in part.
    case .notTransacted, .timeOut, .unresponsive, .unpowered, .unsupportedCard, .protocolMismatch:
      self = .cardSilent
    case .securityViolation: self = .notPermitted
    case .unknownReader, .readerUnavailable: self = .readerGone
    // A handle is no longer known when the service was restarted.
    case .invalidHandle, .communication, .noService, .serviceStopped: self = .serviceGone
    default: self = .other(code: code.rawValue)
    }
  }
}

/// What the service says about a reader, with a counter of its cards in the upper half.
struct PCSCState: OptionSet, Sendable {
  let rawValue: UInt

  static let ignored = PCSCState(rawValue: 0x01)
  static let changed = PCSCState(rawValue: 0x02)
  static let unknown = PCSCState(rawValue: 0x04)
  static let unavailable = PCSCState(rawValue: 0x08)
  static let present = PCSCState(rawValue: 0x20)
  /// Another program has the card for itself alone.
  static let exclusive = PCSCState(rawValue: 0x80)
  /// Another program shares the card.
  static let inUse = PCSCState(rawValue: 0x100)
  /// The card does not answer.
  static let mute = PCSCState(rawValue: 0x200)
}
