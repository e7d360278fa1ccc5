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
  /// The request does not suit the tag's blocks.
  case blocks(BlockError)

  // The tag is of another kind.
  /// It does not speak this language; its SAK, if it has one.
  case wrongType(TagType, sak: UInt8?)
  /// A FeliCa card without NDEF; the system that it has.
  case notNDEF(system: UInt16)
  /// A smart card without NDEF; its answer when asked for it.
  case noApplication(CardStatus)
  /// A DESFire without NDEF files.
  case unformatted(CardVersion)
  /// The tag names a file that cannot be selected.
  case fileMissing(UInt16, CardStatus)
  /// The tag claims an impossible size of its blocks.
  case strangeBlocks(size: Int)
  /// The tag has another UID each time, so it can never be recognised.
  case randomUID

  // Reading and writing.
  /// The tag went away while this place was being written, or while it was being locked: it may
  /// contain anything there.
  case interrupted(TagPlace?, ReaderError)
  /// The tag refused to write or lock that place.
  case refused(TagPlace, TagRefusal)
  /// The tag does not show that place; nil if it was shown before.
  case hidden(TagPlace, TagRefusal?)
  /// The tag reports success but sends nothing.
  case nothingRead(offset: Int)
  /// The tag reported a successful write, but has something else.
  case differs(TagPlace, wanted: Page? = nil, found: Page? = nil)
  /// The chip does not show the text that its registers ask for.
  case mirrorDiffers
  /// The tag has data that is not NDEF, which may not be overwritten.
  case foreignContent
  /// The chip inserts text of its own into the message.
  case dynamicContent

  // What opens a tag.
  /// The password was refused; it is not tried a second time.
  case passwordRefused
  /// The password was refused, and the new one was not tried, because nobody knows how many wrong
  /// ones the tag allows.
  case passwordRefusedOnce
  /// The password was right, but its acknowledge is not the one of this key.
  case acknowledgeDiffers
  /// No password can be made for a tag with such a UID.
  case noPassword
  /// The chip requires a key for writing, or one that nobody has.
  case keyNeeded(NTAG424Settings.Holder)

  // What TagPress does not support on tags of this type.
  case passwordUnsupported(TagType)
  case mirrorUnsupported(TagType)

  // Locking.
  /// Key 0 of a smart card is no longer the factory's.
  case keyChanged
  /// Someone gave away the rights to a file, so key 0 cannot close it.
  case foreignRights(NTAG424Settings.File)
  /// The chip does not say who may do what.
  case noSettings
  case lockRefused(CardStatus)
  /// The tag accepted every step, but says now that they were not done.
  case notLocked
  /// The tag accepted the lock, but says now that the block is open.
  case blockStillOpen(block: Int)
  /// The tag was told to lock its blocks, and does not say whether they are locked.
  case locksUnproven
  /// libcrypto cannot encrypt.
  case noCipher
}

/// A place on a tag, in the unit in which it is read and written.
package enum TagPlace: Hashable, Sendable {
  case page(Int)
  case block(Int)
  case byte(Int)
}

/// How a tag refuses, in the language of its type.
package enum TagRefusal: Hashable, Sendable {
  /// The four bits of a Type 2 tag.
  case nak(UInt8)
  case felica(StatusFlags)
  case card(CardStatus)
  case vicinity(RefusalCode)

  /// Whether the tag's memory is no longer reliable.
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

  /// The error between reader and tag that may not happen next time; nil if the tag itself is to
  /// blame.
  package var passing: ReaderError? {
    switch self {
    // The tag will refuse next time too, but another reader may be able to do this.
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason): reason
    // It did tell which blocks were locked before.
    case .locksUnproven: .silent
    default: nil
    }
  }

  /// The error after which nobody knows what the tag did; it may be asked again.
  var unknown: ReaderError? {
    guard case .reader(let reason) = self, reason.leavesOpen else { return nil }
    return reason
  }

  /// The same during a write there, or during locking: the tag may contain anything then.
  func interrupting(_ place: TagPlace?) -> TagError {
    if case .reader(let reason) = self { .interrupted(place, reason) } else { self }
  }

  /// Whether the tag says that the requested thing does not exist.
  var findsNothing: Bool {
    switch self {
    case .noApplication(let status), .fileMissing(_, let status), .hidden(_, .card(let status)):
      [0x6A82, 0x6A83, 0x6B00].contains(status.rawValue)
    // Of a reader that is one answer behind, it is the answer to a write.
    case .nothingRead: true
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
