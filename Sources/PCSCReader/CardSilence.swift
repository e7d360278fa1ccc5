// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Since when nothing has come back from the card that the service shows: it may have left, and the
/// service not have noticed yet.
///
/// A card that is away when it is told to start over stays away for the service for good, when it
/// or another one is there again before the service looks. One that is silent for longer, and still
/// there, is another matter.
struct CardSilence: Sendable {
  private var since: ContinuousClock.Instant?

  /// The service looks every 0.4 s which of its readers have cards.
  private static let timeToNotice = Duration.seconds(1)

  /// What may be done to the card when this was meant to be.
  func allows(_ ending: CardEnding) -> CardEnding {
    since.map { .now - $0 < Self.timeToNotice } == true ? .leave : ending
  }

  /// Takes what came back from a card of this kind; nil when the service ended the command itself.
  ///
  /// Some readers say that a Type 2 tag is silent when it refuses. It falls idle then, and nothing but
  /// a new beginning wakes it; an ISO 15693 tag needs none.
  mutating func note(_ answer: [UInt8]?, from kind: TagKind) {
    let answer = answer.flatMap(SlotAnswer.init)
    let isSilence = answer.map { kind == .vicinity && $0.isSilence } ?? true
    since = isSilence ? since ?? .now : nil
  }

  /// The service has noticed that the card is gone.
  mutating func end() { since = nil }
}
