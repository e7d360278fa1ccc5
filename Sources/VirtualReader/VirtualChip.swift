// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip that is on the antenna and keeps a memory.
package protocol VirtualChip: AnyObject {
  /// In which of the radio's languages readers reach the chip.
  var technology: Technology { get }

  /// Takes the power away: volatile state (an authentication, a selected file) is forgotten.
  func fieldLost()

  /// The whole chip as the bytes of a state file, which is text.
  var state: [UInt8] { get }
}

/// The languages of the radio that the antenna knows, each with what a chip must know about it.
package enum Technology {
  case typeA(any TypeAChip)
  case typeB(TypeBIdentity, any SmartCard)
  case felica(any FelicaChip)
  case topaz(any TopazChip)
}

/// A Type A chip once it has been selected: frames in, answers out.
///
/// The antenna does ISO 14443-3 for it: anticollision, HALT and the CRC.
package protocol TypeAChip: VirtualChip {
  var identity: TypeAIdentity { get }

  /// Selects the chip: rules that count "from the next activation" start to hold here.
  func activated()

  /// Answers a frame that comes without its CRC.
  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply
}

extension TypeAChip {
  package var technology: Technology { .typeA(self) }
}

/// What a Type A chip says about itself before it is selected.
package struct TypeAIdentity: Hashable, Sendable {
  /// Four, seven or ten bytes, most significant first.
  package let uid: [UInt8]
  /// Two bytes in the order in which the PN532 reports them (`00 44` for an NTAG).
  package let atqa: [UInt8]
  package let sak: UInt8
  /// With its own length byte first; empty for a chip that does not speak ISO 14443-4.
  package let ats: [UInt8]

  package init(uid: [UInt8], atqa: [UInt8], sak: UInt8, ats: [UInt8] = []) {
    self.uid = uid
    self.atqa = atqa
    self.sak = sak
    self.ats = ats
  }
}

/// A FeliCa chip: packets without their length byte and CRC in and out.
package protocol FelicaChip: VirtualChip {
  /// Whether a packet with this IDm is meant for the chip.
  func isMeant(by idm: ArraySlice<UInt8>) -> Bool

  /// Answers a packet; nil is silence.
  func answer(to packet: [UInt8], tearing tear: Tear?) -> FelicaReply?
}

extension FelicaChip {
  package var technology: Technology { .felica(self) }
}

/// The answer of a FeliCa chip, and what it cost its memory.
package struct FelicaReply: Hashable, Sendable {
  package var packet: [UInt8]
  package var programmedBlocks: Int

  package init(_ packet: [UInt8], programmedBlocks: Int = 0) {
    self.packet = packet
    self.programmedBlocks = programmedBlocks
  }
}

/// A chip of Tag Type 1, which has no anticollision.
package protocol TopazChip: VirtualChip {
  /// The answer to RID: two bytes that name the chip, four of its UID.
  var identification: [UInt8] { get }

  /// Answers a frame that comes without its CRC; nil is silence.
  func answer(to frame: [UInt8]) -> [UInt8]?
}

extension TopazChip {
  package var technology: Technology { .topaz(self) }
}

/// A MIFARE Classic on the antenna.
///
/// The reader chip and the card agree on a key by Crypto-1, which this room does not imitate: the
/// virtual reader asks the chip directly whether the key is right. After that, frames are plain.
package protocol ClassicChip: TypeAChip {
  /// Opens the sector of a block, or closes all of them for a wrong key.
  func authenticate(block: Int, withKeyA: Bool, key: [UInt8], uid: [UInt8]) -> Bool
}
