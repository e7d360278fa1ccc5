// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Why a procedure on a Type 4 tag came to no good end.
package enum Type4Error: Error, Hashable, Sendable {
  case reader(ReaderError)
  case memory(TagMemoryError)
  /// A smart card that holds no NDEF; what it says to the question for it.
  case noApplication(CardStatus)
  /// A DESFire on which nobody has made the files of NDEF.
  case unformatted(CardVersion)
  /// The tag names a file and does not let it be selected.
  case fileMissing(UInt16, CardStatus)
  case readRefused(offset: Int, CardStatus)
  /// The tag says that it read, and sends nothing.
  case nothingRead(offset: Int)
  /// The tag went away while bytes from there on were being written: they may be anything.
  case interrupted(offset: Int, ReaderError)
  case writeRefused(offset: Int, CardStatus)
  /// The tag said that it wrote, and reads as something else from there on.
  case differs(offset: Int)
  /// The chip asks for a key before it is written, or for one that nobody has.
  case keyNeeded(NTAG424Settings.Holder)
  /// The chip puts text of its own into the message.
  case dynamicContent
  /// The tag has another UID each time, so that nobody can know it again.
  case madeUpUID

  // What goes wrong while an NTAG 424 is locked.
  /// Key 0 is not the factory's any more.
  case keyChanged
  /// Somebody gave the rights to a file away, so that key 0 cannot close it.
  case foreignRights(NTAG424Settings.File)
  /// The chip does not tell who may do what.
  case noSettings
  case lockRefused(CardStatus)
  /// The tag went away while it was being locked: some steps may be done.
  case lockInterrupted(ReaderError)
  /// The tag said that it took every step, and says now that it did not.
  case notLocked
  /// libcrypto does not encrypt.
  case noCipher

  // What TagPress does not do on Type 4.
  case noPassword
  case noMirror
  case noLock
}

extension Type4Error {
  init(_ error: ReaderError) {
    self = .reader(error)
  }

  /// The trouble between reader and tag that came in between; nil when the tag is to blame.
  package var passing: ReaderError? {
    switch self {
    // What a tag refuses, it will refuse the next time too; another reader can what this one cannot.
    case .reader(.refused): nil
    case .reader(let reason), .interrupted(_, let reason), .lockInterrupted(let reason): reason
    default: nil
    }
  }

  /// The trouble after which nobody knows what the tag did; it may be asked again.
  var unknown: ReaderError? {
    guard case .reader(let reason) = self else { return nil }
    switch reason {
    case .unclear, .silent, .corrupted, .readerSilent: return reason
    default: return nil
    }
  }

  /// Whether the tag says that what was asked for is not there.
  var findsNothing: Bool {
    switch self {
    case .noApplication(let status), .fileMissing(_, let status), .readRefused(_, let status):
      [0x6A82, 0x6A83, 0x6B00].contains(status.rawValue)
    default: false
    }
  }
}
