// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import TestSupport
import Testing

@testable import VirtualReader

/// Type 4 tags on the reader of a test.
extension TagStation {
  /// Puts a card as it comes from the factory on the reader, or with this in its NDEF file.
  func lay(_ model: Type4Model, holding message: [UInt8]? = nil) -> LaidCard {
    lay(model, file: message.map { model.ndefContent($0) })
  }

  /// Puts a card with exactly this NDEF file on the reader.
  func lay(_ model: Type4Model, file: [UInt8]?) -> LaidCard {
    lay { card(model, 1, file: file) }
  }

  func lay(_ make: @Sendable () -> VirtualType4Chip) -> LaidCard {
    let held = HeldCard()
    let id = virtual.place {
      let card = make()
      held.card = card
      return card
    }
    return LaidCard(id: id, held: held, station: self)
  }

  /// Takes a card away for good, and lets the reader notice.
  func remove(_ card: LaidCard) throws {
    virtual.discard(card.id)
    _ = try reader.select(.typeA)
  }

  /// Selects the card, which a look without its UID does not wake when it was selected before.
  func selectCard() throws -> Type4Tag {
    let found = try reader.select(.typeA, uid: TagUID(uid(1)))
    return try Type4Tag(#require(try found ?? reader.select(.typeA)), on: reader)
  }
}

/// A new card, with exactly this in its NDEF file if that is wanted.
func card(_ model: Type4Model, _ number: UInt16, file: [UInt8]? = nil) -> VirtualType4Chip {
  guard let new = VirtualType4Chip(model, uid: uid(number)) else {
    fatalError("a UID of the tests has seven bytes")
  }
  guard let file else { return new }
  var files = new.files
  files[model.ndefID] = file
  return VirtualType4Chip(model, uid: uid(number), files: files)
}

/// A card on the virtual reader, seen from inside.
struct LaidCard {
  let id: TagID
  fileprivate let held: HeldCard
  fileprivate let station: TagStation

  /// The whole NDEF file.
  var file: [UInt8] { card.flatMap { $0.files[$0.model.ndefID] } ?? [] }
  var container: [UInt8] { card?.files[0xE103] ?? [] }
  /// Who may do what, by the number of the file.
  var settings: [UInt8: [UInt8]] { card?.settings ?? [:] }
  var failedKeys: Int { card?.failedKeys ?? 0 }

  private var card: VirtualType4Chip? {
    // The reader's thread does nothing while no command is under way, and asking for the tags takes
    // the lock under which it worked last.
    _ = station.virtual.tagsInField
    return held.card
  }
}

/// A card that both the reader's thread and the test know; see `LaidCard.card`.
private final class HeldCard: @unchecked Sendable {
  var card: VirtualType4Chip?
}

extension Type4Model {
  /// The models that hold NDEF and take another message, typed from their sheets.
  static let writable: [Type4Model] = [
    mapping2, mapping2Small, mapping3, ntag424, desfireEV1, desfireEV2, desfireEV3,
  ]

  var ndefID: UInt16 { files.first { $0.id != 0xE103 }?.id ?? 0 }
  private var ndefSize: Int { files.first { $0.id == ndefID }?.size ?? 0 }
  /// Only mapping 3.0 counts its message in four bytes.
  private var lengthSize: Int { self == .mapping3 ? 4 : 2 }
  var capacity: Int { ndefSize - lengthSize }

  /// The file with a message, and zeros after it.
  func ndefContent(_ message: [UInt8]) -> [UInt8] {
    let length = (0..<lengthSize).reversed().map {
      UInt8(truncatingIfNeeded: message.count >> (8 * $0))
    }
    let used = length + message
    return used + [UInt8](repeating: 0, count: ndefSize - used.count)
  }

  /// The file after a message was put over another one: what follows it stays.
  func ndefContent(_ message: [UInt8], over old: [UInt8]) -> [UInt8] {
    let count = lengthSize + message.count
    return Array(ndefContent(message).prefix(count) + old.dropFirst(count))
  }

  /// What a phone reads in a file.
  func phone(reads file: [UInt8]) -> Seen {
    let length = file.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
    guard length <= capacity else { return .nothing }
    return .message(Array(file[lengthSize..<lengthSize + length]))
  }
}
