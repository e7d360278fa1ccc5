// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagReading

/// The card on the slot, once it was connected: which one it is, and the way to it.
struct HeldCard {
  /// nil for a card of which procedures know nothing.
  let tag: TagInField?
  let way: Way

  enum Way {
    case vicinity(any VicinityChannel)
    case type2(any Type2Channel)
    /// Commands go to the card as they are.
    case smartCard
    /// No command reaches it.
    case closed
  }

  private static var unknown: HeldCard { HeldCard(tag: nil, way: .closed) }
  /// The answer to select of Type 2 tags, of MIFARE Classic, and of smart cards (AN10833).
  ///
  /// The service tells neither this byte nor the ATQA, so procedures get the ones that say what was
  /// found.
  private static let type2: UInt8 = 0x00
  private static let classic: UInt8 = 0x08
  private static let iso14443Part4: UInt8 = 0x20

  /// Finds out what a connected card is, by its answer to reset and by asking it; nothing is written.
  static func identify(
    _ answerToReset: [UInt8], on slot: any CardSlot, trying access: VicinityAccess?
  ) throws(ReaderError) -> HeldCard {
    switch TagKind(answerToReset: answerToReset) {
    case .vicinity: return try vicinity(on: slot, trying: access)
    case .storageCard(let isClassic): return try storageCard(isClassic: isClassic, on: slot)
    case .smartCard(let count): return try smartCard(historicalCount: count, on: slot)
    case .felica: return try felica(on: slot)
    case .other: return unknown
    }
  }

  private static func vicinity(
    on slot: any CardSlot, trying access: VicinityAccess?
  ) throws(ReaderError) -> HeldCard {
    if let channel = try openVicinityChannel(on: slot, first: access) {
      return HeldCard(tag: channel.tag, way: .vicinity(channel))
    }
    return HeldCard(tag: try vicinityTag(on: slot), way: .closed)
  }

  /// The ISO 15693 tag that the reader names; it does not tell the storage format.
  static func vicinityTag(on slot: any CardSlot) throws(ReaderError) -> TagInField? {
    guard let bytes = try uidBytes(on: slot), let uid = TagUID(vicinity: bytes) else { return nil }
    return TagInField(uid: uid, technology: .vicinity(dsfid: 0))
  }

  /// A tag is of Type 2 when its first pages show its UID, whatever the answer to reset calls it.
  private static func storageCard(
    isClassic: Bool, on slot: any CardSlot
  ) throws(ReaderError) -> HeldCard {
    guard let uid = try uidBytes(on: slot).flatMap({ TagUID($0) }) else { return unknown }
    let closed = HeldCard(
      tag: TagInField(uid: uid, technology: .typeA(atqa: 0, sak: classic, ats: [])),
      way: .closed)
    // Only a UID of seven bytes is in the pages of a Type 2 tag.
    guard !isClassic, uid.bytes.count == 7 else { return closed }
    guard let channel = try openType2Channel(on: slot, uid: uid) else {
      // The pages may have been those of a tag that came meanwhile.
      guard try uidBytes(on: slot) == uid.bytes else { throw .silent }
      return closed
    }
    return HeldCard(
      tag: TagInField(uid: uid, technology: .typeA(atqa: 0, sak: type2, ats: [])),
      way: .type2(channel))
  }

  /// The answer to reset of Type B has always eight bytes from the card, and its UID four.
  private static func smartCard(
    historicalCount: Int, on slot: any CardSlot
  ) throws(ReaderError) -> HeldCard {
    guard let uid = try uidBytes(on: slot).flatMap({ TagUID($0) }) else { return unknown }
    let ats = try answerToSelect(on: slot)
    if ats == nil, historicalCount == 8, uid.bytes.count == 4 {
      return HeldCard(tag: TagInField(uid: uid, technology: .typeB), way: .smartCard)
    }
    return HeldCard(
      tag: TagInField(
        uid: uid, technology: .typeA(atqa: 0, sak: iso14443Part4, ats: ats ?? [])),
      way: .smartCard)
  }

  /// A FeliCa card is recognised and nothing more: no command reaches it.
  private static func felica(on slot: any CardSlot) throws(ReaderError) -> HeldCard {
    guard let uid = try uidBytes(on: slot).flatMap({ TagUID($0) }) else { return unknown }
    let nothingKnown = [UInt8](repeating: 0, count: 8)
    return HeldCard(
      tag: TagInField(
        uid: uid, technology: .felica(pmm: nothingKnown, systemCode: [0xFF, 0xFF])),
      way: .closed)
  }

  /// nil when the reader does not tell UIDs; any other failure is a moment's trouble.
  private static func uidBytes(on slot: any CardSlot) throws(ReaderError) -> [UInt8]? {
    let answer = try slot.ask(ReaderCommand.uid)
    if answer.isDone { return answer.data }
    guard answer.isUnknownToReader else { throw answer.error }
    return nil
  }

  /// The answer to select without its length; nil when the reader gives something else or nothing.
  private static func answerToSelect(on slot: any CardSlot) throws(ReaderError) -> [UInt8]? {
    let answer = try slot.ask(ReaderCommand.answerToSelect)
    guard answer.isDone, let length = answer.data.first, Int(length) == answer.data.count else {
      return nil
    }
    return Array(answer.data.dropFirst())
  }

  /// Whether the same card answers still.
  func isStillThere(on slot: any CardSlot) throws(ReaderError) -> Bool {
    guard let tag else {
      do throws(SlotError) {
        return try slot.hasCard(within: .zero)
      } catch {
        throw ReaderError(error)
      }
    }
    switch way {
    case .vicinity(let channel): return try channel.presentTag()?.uid == tag.uid
    // The tag's own word: a reader may tell the UID of one that was there before.
    case .type2(let channel): return try channel.shows(tag.uid)
    case .smartCard, .closed:
      guard let found = try Self.uidBytes(on: slot) else { return false }
      return found == tag.uid.bytes || TagUID(vicinity: found) == tag.uid
    }
  }

  /// What becomes of it before it is connected again.
  ///
  /// An ISO 15693 tag does not fall idle, and answers raw requests on its own, so its reader need
  /// not look for it. When the card has just left, the service fails to reset it, notes that
  /// nothing is there, and does not see the one that takes its place before its next poll.
  var beginsAnew: CardEnding {
    if case .vicinity(let channel) = way, channel.access == .transparent { return .leave }
    return .reset
  }

  /// The most bytes of the tag that come back in one answer.
  var longestAnswer: Int {
    switch way {
    case .vicinity(let channel): channel.longestAnswer
    case .type2(let channel): channel.longestAnswer
    // A command of the short form, and two bytes of status.
    case .smartCard, .closed: 258
    }
  }

  func exchange(
    _ command: [UInt8], _ care: Care, on slot: any CardSlot
  ) throws(ReaderError) -> [UInt8] {
    switch way {
    case .vicinity(let channel): return try channel.exchange(command)
    case .type2(let channel):
      // The command names no tag, and reaches whichever is there.
      if changesType2Tag(command), let tag, !channel.surelyShows(tag.uid) { throw .silent }
      return try channel.exchange(command, care)
    case .smartCard:
      let answer = try slot.ask(command)
      return answer.data + [UInt8(truncatingIfNeeded: answer.status >> 8), answer.low]
    case .closed: throw .notPossible
    }
  }

  func close() {
    switch way {
    case .vicinity(let channel): channel.close()
    case .type2(let channel): channel.close()
    case .smartCard, .closed: break
    }
  }
}
