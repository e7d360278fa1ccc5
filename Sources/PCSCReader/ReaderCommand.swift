// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Commands that a reader answers itself: the class FF of PC/SC part 3, and what makers added.
enum ReaderCommand {
  /// GET DATA: the UID, in whichever order the reader likes.
  static let uid: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]
  /// GET DATA: the answer to select of a tag of Type A.
  static let answerToSelect: [UInt8] = [0xFF, 0xCA, 0x01, 0x00, 0x00]

  /// READ BINARY from a block or page on; a count of 0 leaves it to the reader.
  static func read(_ block: UInt16, count: UInt8) -> [UInt8] {
    [0xFF, 0xB0] + bytes(block) + [count]
  }

  /// UPDATE BINARY; nil for data that no length byte counts.
  static func update(_ block: UInt16, _ data: [UInt8]) -> [UInt8]? {
    UInt8(exactly: data.count).map { [0xFF, 0xD6] + bytes(block) + [$0] + data }
  }

  /// Identiv's readers: the rest of an ISO 15693 request after flags and UID; one that asks for
  /// data ends with how much, 0 for all.
  static func identiv(_ request: [UInt8], changesTag: Bool = false) -> [UInt8]? {
    UInt8(exactly: request.count).map {
      [0xFF, 0xFC, 0x00, 0x00, $0] + request + (changesTag ? [] : [0x00])
    }
  }

  /// The ACR122U: a command to the PN532 in it.
  static func direct(_ command: [UInt8]) -> [UInt8]? {
    UInt8(exactly: command.count).map { [0xFF, 0x00, 0x00, 0x00, $0] + command }
  }

  /// Transparent exchange (PC/SC part 3, supplemental document): the objects of one function.
  static func transparent(_ function: TransparentFunction, _ objects: [UInt8]) -> [UInt8]? {
    UInt8(exactly: objects.count).map {
      [0xFF, 0xC2, 0x00, function.rawValue, $0] + objects + [0x00]
    }
  }

  private static func bytes(_ block: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: block >> 8), UInt8(truncatingIfNeeded: block)]
  }
}

/// What a transparent command is for, as its last parameter byte says it.
enum TransparentFunction: UInt8, Sendable {
  case session = 0x00
  case exchange = 0x01
  case protocolChange = 0x02
}
