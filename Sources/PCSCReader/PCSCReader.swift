// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// A reader that the PC/SC service drives; it belongs to one thread at a time, with a context of its
/// own at the service.
///
/// A card is held for us alone from the moment it is found until it goes, and left as it is when the
/// reader is closed.
package final class PCSCReader: TagReader {
  private let name: String
  private let slot: any CardSlot
  private var held: HeldCard?
  /// Whether the card must start over before it is spoken to again: a Type 2 tag falls idle after a
  /// refusal, and a smart card keeps what was selected in it.
  private var needsReset = false
  private var isFieldOff = false
  /// How many looks in a row found a card that could not be taken, or did not identify itself.
  private var looksInVain = 0
  /// How long such a card is left alone.
  private let rest: Duration
  /// What led to the last ISO 15693 tag on this reader.
  package private(set) var vicinityAccess: VicinityAccess?

  /// How long one look waits for a card.
  ///
  /// A program that waits for tags looks for one family after the other, and wants to hear of a
  /// wish to stop within a fraction of a second.
  private static let longestLook = Duration.milliseconds(50)
  /// About a second: a program that only looks what is there has left it by then, and a badly
  /// placed card may be heard better.
  private static let mostLooksInVain = 20

  /// Opens the reader of that name; the service must run and know it.
  package convenience init(_ name: PCSCReaderName) throws(ReaderOpeningError) {
    self.init(name: name.description, slot: try PCSCSlot(name), rest: Self.longestLook)
  }

  init(name: String, slot: any CardSlot, rest: Duration = .zero) {
    self.name = name
    self.slot = slot
    self.rest = rest
  }

  deinit {
    letGo(.leave)
  }

  package var identity: ReaderIdentity {
    ReaderIdentity(
      name: name, model: slot.name,
      longestAnswer: held?.longestAnswer ?? ReaderIdentity.longestOfPN532)
  }

  /// How many commands the reader was sent since it was opened, those that it answers itself among them.
  package var commandsSent: Int { slot.commandsSent }

  package func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    guard !isFieldOff else { return nil }
    // A program that waits for tags looks for one family after the other; asking the tag once will
    // do.
    if let known = held?.tag, known.technology.family != family { return nil }
    let found: TagInField?
    do throws(ReaderError) {
      found = try presentTag(wanted: uid)
    } catch {
      beginAnew()
      switch error {
      // The card left in the middle of it, or is badly placed.
      case .silent, .unclear, .corrupted, .refused: try lookInVain(.unknownCard, wanted: uid)
      case .heldElsewhere: try lookInVain(error, wanted: uid)
      default: throw error
      }
      return nil
    }
    guard let tag = found else {
      if held != nil { try lookInVain(.unknownCard, wanted: uid) }
      return nil
    }
    looksInVain = 0
    return tag.technology.family == family && (uid == nil || uid == tag.uid) ? tag : nil
  }

  /// Leaves a card alone for a moment, and has it start over once in a second, when it may say
  /// more.
  ///
  /// A program that waits for any tag is told once what is in its way; one that looks for a certain
  /// tag knows that it does not answer.
  private func lookInVain(_ obstacle: ReaderError, wanted: TagUID?) throws(ReaderError) {
    pause(rest)
    guard wanted == nil else { return }
    looksInVain += 1
    if looksInVain.isMultiple(of: Self.mostLooksInVain) { beginAnew() }
    if looksInVain == Self.mostLooksInVain { throw obstacle }
  }

  /// The service knows one card on a reader at a time.
  package func felicaTags() throws(ReaderError) -> [TagInField] {
    try select(.felica).map { [$0] } ?? []
  }

  package func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard let held, held.tag != nil else { throw .nothingSelected }
    guard !command.isEmpty else { throw .notPossible }
    var isFirstOfCard = false
    if case .smartCard = held.way {
      isFirstOfCard = !needsReset
      needsReset = true
    }
    do throws(ReaderError) {
      let answer = try held.exchange(command, care, on: slot)
      // Another card may have come since the reader said which one it is. What this command selects is
      // lost with its card, so one more question binds the answers that follow to this one.
      if isFirstOfCard, try !held.isStillThere(on: slot) { throw ReaderError.silent }
      return answer
    } catch {
      if error != .notPossible { needsReset = held.beginsAnew == .reset }
      throw error
    }
  }

  /// Only the requests that go out whole name the tag that they are for.
  package func vouch(for tag: TagInField) throws(ReaderError) {
    switch held?.way {
    case .vicinity(let channel) where channel.access == .transparent: return
    case .type2(let channel):
      // A tag that is selected again forgets a password, so its procedure must do that itself.
      guard !channel.surelyShows(tag.uid) else { return }
      needsReset = true
      throw .silent
    default: try reselect(tag)
    }
  }

  /// Does nothing: no reader puts a tag to sleep for PC/SC.
  ///
  /// With two tags on it, a reader finds one of them or none, and the service reports that one.
  package func halt() throws(ReaderError) {
    guard held?.tag != nil else { throw .nothingSelected }
  }

  package func switchField(on: Bool) throws(ReaderError) {
    if !on { letGo(.unpower) }
    isFieldOff = !on
  }

  /// The tag that is there now, connected.
  private func presentTag(wanted: TagUID?) throws(ReaderError) -> TagInField? {
    if let held {
      if !needsReset, try answers(held, wanted) { return held.tag }
      beginAnew()
    }
    do throws(SlotError) {
      guard try slot.hasCard(within: Self.longestLook) else {
        looksInVain = 0
        return nil
      }
    } catch {
      throw ReaderError(error)
    }
    let card = try identify()
    if case .vicinity(let channel) = card.way { vicinityAccess = channel.access }
    held = card
    return card.tag
  }

  private func identify() throws(ReaderError) -> HeldCard {
    let answerToReset = try connect()
    do throws(ReaderError) {
      return try HeldCard.identify(answerToReset, on: slot, trying: vicinityAccess)
    } catch {
      // The last tag may have left and still be there for the service.
      if TagKind(answerToReset: answerToReset) == .vicinity, vicinityAccess == .transparent {
        letGo(.leave)
      }
      throw error
    }
  }

  /// Whether the card that is held answers still; one that can no longer be asked is taken again.
  private func answers(_ held: HeldCard, _ wanted: TagUID?) throws(ReaderError) -> Bool {
    do throws(ReaderError) {
      return try held.isStillThere(on: slot)
    } catch {
      switch error {
      // What is addressed to the tag is not heard by the one that was put next to it.
      case .severalTags(let one, let other) where [one, other].contains(wanted):
        return held.tag?.uid == wanted
      case .readerGone, .cardServiceGone, .readerSilent, .severalTags: throw error
      default: return false
      }
    }
  }

  private func connect() throws(ReaderError) -> [UInt8] {
    do throws(SlotError) {
      return try slot.connect()
    } catch {
      throw error == .heldElsewhere ? .heldElsewhere : ReaderError(error)
    }
  }

  private func beginAnew() { letGo(held?.beginsAnew ?? .reset) }

  private func letGo(_ ending: CardEnding) {
    held?.close()
    held = nil
    needsReset = false
    slot.disconnect(ending)
  }
}
