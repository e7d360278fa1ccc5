// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import TagMemory

/// Why a procedure on a tag failed: what happened, where on the tag, and what the tag or the reader
/// said.
package enum TagError: Error, Hashable, Sendable {
  case reader(ReaderError)
  /// Nothing can be planned for the tag as it was read.
  case memory(TagMemoryError)
  /// What was asked for does not suit the tag's blocks.
  case blocks(BlockError)

  // The tag is of another kind.
  /// It does not speak this language; its SAK, if it has one.
  case wrongType(TagType, sak: UInt8?)
  /// A FeliCa card without NDEF; this is the system that it named.
  case notNDEF(system: UInt16)
  /// A smart card that holds no NDEF; what it says to the question for it.
  case noApplication(CardStatus)
  /// A DESFire on which no one has made the files of NDEF.
  case unformatted(CardVersion)
  /// The tag names a file and does not let it be selected.
  case fileMissing(UInt16, CardStatus)
  /// The tag says that its blocks have this many bytes, which blocks cannot have.
  case strangeBlocks(size: Int)
  /// The tag has another UID each time, so no one can know it again.
  case madeUpUID

  // Reading and writing.
  /// The tag went away while this place was being written, or while it was being locked: it may hold
  /// anything there.
  case interrupted(TagPlace?, ReaderError)
  /// The tag refused to write or to lock there.
  case refused(TagPlace, TagRefusal)
  /// The tag does not show what is there; nil when it was shown before.
  case hidden(TagPlace, TagRefusal?)
  /// The tag says that it read, and sends nothing.
  case nothingRead(offset: Int)
  /// The tag said that it wrote, and reads as something else.
  case differs(TagPlace, wanted: Page? = nil, found: Page? = nil)
  /// The chip does not show the text that its registers ask for.
  case mirrorDiffers
  /// The tag holds something that is not NDEF, and no one said that it may be overwritten.
  case foreignContent
  /// The chip puts text of its own into the message.
  case dynamicContent

  // What opens a tag.
  /// The password was refused; it is not tried a second time.
  case passwordRefused
  /// The password was refused, and the one that the tag was to get was not tried: no one knows how
  /// many wrong ones it allows.
  case passwordRefusedOnce
  /// The password was right and the answer to it is not the one of this key.
  case acknowledgeDiffers
  /// No password can be made for a tag with such a UID.
  case noPassword
  /// The chip asks for a key before it is written, or for one that no one has.
  case keyNeeded(NTAG424Settings.Holder)

  // What TagPress does not do on tags of this type.
  case passwordUnsupported(TagType)
  case mirrorUnsupported(TagType)

  // Locking.
  /// Key 0 of a smart card is not the factory's any more.
  case keyChanged
  /// Someone gave the rights to a file away, so key 0 cannot close it.
  case foreignRights(NTAG424Settings.File)
  /// The chip does not tell who may do what.
  case noSettings
  case lockRefused(CardStatus)
  /// The tag said that it took every step, and says now that it did not.
  case notLocked
  /// The tag said that it locked the block, and says now that it is open.
  case blockStillOpen(block: Int)
  /// The tag was told to lock its blocks, and did not say afterwards whether they are.
  case locksUnproven
  /// libcrypto does not encrypt.
  case noCipher
}

/// A place on a tag, in the unit in which it is read and written.
package enum TagPlace: Hashable, Sendable {
  case page(Int)
  case block(Int)
  case byte(Int)
}

/// How a tag says no, in the language of its type.
package enum TagRefusal: Hashable, Sendable {
  /// The four bits of a Type 2 tag.
  case nak(UInt8)
  case felica(StatusFlags)
  case card(CardStatus)
  case vicinity(RefusalCode)

  /// Whether the tag's memory can no longer be relied on.
  var meansWorn: Bool {
    switch self {
    case .nak(let code): code == 5
    case .felica(let flags): flags.meansWorn
    case .card(let status): status == .memoryFailure
    case .vicinity(let code): code.meansWorn
    }
  }
}

extension TagError {
  init(_ error: ReaderError) {
    self = .reader(error)
  }

  /// The trouble between reader and tag that the same tag may be free of next time; nil when the
  /// tag itself is to blame.
  package var passing: ReaderError? {
    switch self {
    // What a tag refuses, it will refuse the next time too; another reader can what this one cannot.
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason): reason
    // It told which blocks were locked before.
    case .locksUnproven: .silent
    default: nil
    }
  }

  /// The trouble after which no one knows what the tag did; it may be asked again.
  var unknown: ReaderError? {
    guard case .reader(let reason) = self, reason.leavesOpen else { return nil }
    return reason
  }

  /// The same for a write that was under way there, or for locking: the tag may hold anything then.
  func interrupting(_ place: TagPlace?) -> TagError {
    if case .reader(let reason) = self { .interrupted(place, reason) } else { self }
  }

  /// Whether the tag says that what was asked for is not there.
  var findsNothing: Bool {
    switch self {
    case .noApplication(let status), .fileMissing(_, let status), .hidden(_, .card(let status)):
      [0x6A82, 0x6A83, 0x6B00].contains(status.rawValue)
    default: false
    }
  }
}

/// Plans something for a tag as it was read.
func planning<Plan>(_ make: () throws(TagMemoryError) -> Plan) throws(TagError) -> Plan {
  try rethrowing(as: TagError.memory, make)
}

/// Asks the reader.
func asking<Answer>(_ ask: () throws(ReaderError) -> Answer) throws(TagError) -> Answer {
  try rethrowing(as: TagError.reader, ask)
}
