// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// The place of a reader on which a card is: what the PC/SC service does for one reader.
///
/// The commands to the tag are put together above it, so that tests can be the reader.
protocol CardSlot: AnyObject {
  /// The reader's name, as the service has it today.
  var name: String { get }

  /// How many commands were sent, whatever came back.
  var commandsSent: Int { get }

  /// Whether a card is there, or comes within this time.
  func hasCard(within longest: Duration) throws(SlotError) -> Bool

  /// Takes the card for this process alone.
  /// - Returns: its answer to reset.
  func connect() throws(SlotError) -> [UInt8]

  /// Sends one command to the card, or to the reader about it; the answer ends with the status.
  func transmit(_ command: [UInt8]) throws(SlotError) -> [UInt8]

  /// Gives the card back; does nothing when it is not held.
  func disconnect(_ ending: CardEnding)
}

/// What becomes of a card that is given back.
enum CardEnding: Hashable, Sendable {
  /// It stays as it is.
  case leave
  /// It starts over, selected by the reader.
  case reset
  /// It loses its power until it is connected again.
  case unpower
}

/// Why the service did not do what it was told.
enum SlotError: Error, Hashable, Sendable {
  case cardGone
  /// Another program had the card reset.
  case cardReset
  case heldElsewhere
  /// The card was there and nothing came back: what it did is unknown.
  case cardSilent
  /// The service runs, and its cards are not for this user.
  case notPermitted
  case readerGone
  case serviceGone
  case other(code: UInt32)
}

extension ReaderError {
  /// What a procedure is to know: a card that may be gone is looked for before that is said about
  /// it.
  init(_ error: SlotError) {
    switch error {
    case .cardGone, .cardReset, .heldElsewhere, .cardSilent: self = .silent
    case .notPermitted: self = .notPermitted
    case .readerGone: self = .readerGone
    case .serviceGone: self = .cardServiceGone
    case .other: self = .readerSilent
    }
  }
}

extension CardSlot {
  /// Sends a command whose answer has a status; an answer without one is none.
  func ask(_ command: [UInt8]) throws(ReaderError) -> SlotAnswer {
    let bytes: [UInt8]
    do throws(SlotError) {
      bytes = try transmit(command)
    } catch {
      throw ReaderError(error)
    }
    // A card that vanishes in mid-command may leave an answer of no bytes behind, and no error.
    guard let answer = SlotAnswer(bytes) else { throw .silent }
    return answer
  }
}

/// What comes back from a slot: data, and two bytes that say how it went.
struct SlotAnswer: Hashable, Sendable {
  let data: [UInt8]
  let status: UInt16

  /// nil for bytes that are too few to have a status.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    data = Array(bytes.dropLast(2))
    status = bytes.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  var isDone: Bool { status == 0x9000 }
  var low: UInt8 { UInt8(truncatingIfNeeded: status) }

  /// Whether the card did not answer, or the reader does not say what happened.
  var isSilence: Bool { status == 0x6400 || status == 0x6401 }

  /// Whether the reader has one status for a refusal and for silence, and this is it.
  var saysNothing: Bool { status == 0x6300 }

  /// Whether the reader says that it does not know the command.
  var isUnknownToReader: Bool {
    switch status {
    case 0x6A81, 0x6D00, 0x6E00, 0x6800, 0x6881: true
    default: false
    }
  }

  /// What is to be thought of a status that is not a tag's own refusal.
  var error: ReaderError {
    if isSilence { return .silent }
    return isUnknownToReader ? .notPossible : .unclear
  }
}
