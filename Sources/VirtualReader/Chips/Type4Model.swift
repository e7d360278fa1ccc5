// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a Type 4 chip is made of.
///
/// Like the tables of Type 2, these belong to the virtual chips alone.
package struct Type4Model: Hashable, Sendable {
  package let name: String
  package let atqa: [UInt8]
  package let ats: [UInt8]
  /// The name by which the NDEF application is selected; nil for a card that has none.
  var application: [UInt8]? = ndefApplication
  let files: [Type4File]
  let limits: Type4Limits
  var native: NativeAbilities?
  /// EEPROM is programmed in pages of this many bytes.
  let pageSize: Int
  /// A write of at most this many bytes is done as a whole or not at all.
  var wholeWrite = 0
  /// How often the card asks for more time while it programs.
  var waitingTimeExtensions = 0

  /// The name of the NDEF application of mapping version 2.0 and later.
  static let ndefApplication: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
}

/// An elementary file as the factory delivers it.
struct Type4File: Hashable, Sendable {
  let id: UInt16
  let size: Int
  var content: [UInt8] = []
  var isReadable = true
  var isWritable = true

  /// A capability container, which is never written by NDEF's commands.
  static func capabilities(_ content: [UInt8], size: Int? = nil) -> Type4File {
    Type4File(id: 0xE103, size: size ?? content.count, content: content, isWritable: false)
  }
}

/// What a card takes and gives at a time, and how it refuses the rest.
struct Type4Limits: Hashable, Sendable {
  let read: Int
  let write: Int
  var takesExtendedLengths = false
  /// READ and UPDATE BINARY with an offset in an object of its own (mapping version 3.0).
  var takesOffsetObjects = false
  /// Mapping version 1.0 selects files with 00 in P2 and knows no 0C.
  var selectsWithoutAnswer = true
  var behindEnd = StatusWord.offsetOutside
  var tooMuchToWrite = StatusWord.fileTooSmall
  /// What is said with the rest of a file when more was asked for.
  var shortRead = StatusWord.endOfFile
}

/// The commands of NXP's DESFire family in ISO wrapping, class 90.
struct NativeAbilities: Hashable, Sendable {
  /// The first two answers to GET_VERSION: hardware and software.
  let version: [[UInt8]]
  /// What follows the UID in the third answer: batch, week and year of production.
  let production: [UInt8]
  /// The plain answers to GetFileSettings by file number, as the factory leaves them.
  var fileSettings: [UInt8: [UInt8]] = [:]
  /// The identifiers of these files for ISO's commands, by file number.
  var fileIDs: [UInt8: UInt16] = [:]
  /// The keys of the factory by their numbers; none of a chip whose keys are not imitated.
  var keys: [UInt8: [UInt8]] = [:]
  /// Whether the maker signs the UID (READ_SIG).
  var isSigned = false
  /// Application identifiers, least significant byte first; nil for a chip without that command.
  var applications: [[UInt8]]?
}
