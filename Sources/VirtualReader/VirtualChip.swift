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
