// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip on the antenna once it has been selected: frames in, answers out.
///
/// The antenna does ISO 14443-3 for it: anticollision, HALT and the CRC.
package protocol VirtualChip: AnyObject {
  var identity: TypeAIdentity { get }

  /// Takes the power away: volatile state (an authentication, half a command) is forgotten.
  func fieldLost()

  /// Selects the chip: rules that count "from the next activation" start to hold here.
  func activated()

  /// Answers a frame that comes without its CRC.
  func answer(to frame: [UInt8], tearing tear: Tear?) -> ChipReply

  /// The whole chip as the bytes of a state file, which is text.
  var state: [UInt8] { get }
}

/// What a Type A chip says about itself before it is selected.
package struct TypeAIdentity: Hashable, Sendable {
  /// Four, seven or ten bytes, most significant first.
  package let uid: [UInt8]
  /// Two bytes in the order in which the PN532 reports them (`00 44` for an NTAG).
  package let atqa: [UInt8]
  package let sak: UInt8
  /// Empty for a chip that does not speak ISO 14443-4.
  package let ats: [UInt8]

  package init(uid: [UInt8], atqa: [UInt8], sak: UInt8, ats: [UInt8] = []) {
    self.uid = uid
    self.atqa = atqa
    self.sak = sak
    self.ats = ats
  }
}

/// A chip's answer, and what it cost the memory.
package struct ChipReply: Hashable, Sendable {
  package var answer: ChipAnswer
  package var programmedPages: Int

  package init(_ answer: ChipAnswer, programmedPages: Int = 0) {
    self.answer = answer
    self.programmedPages = programmedPages
  }
}

package enum ChipAnswer: Hashable, Sendable {
  /// The antenna appends CRC_A.
  case data([UInt8])
  /// Four bits, Ah.
  case acknowledge
  /// A four-bit NAK, after which the chip is back in IDLE or HALT.
  case refuse(UInt8)
  /// An unknown command or nothing to say; the chip is back in IDLE or HALT.
  case silence
  /// Silence that means success, as for the second part of SECTOR SELECT; the chip stays ACTIVE.
  case quiet
}

/// What becomes of a page whose programming is cut short by the field going away.
///
/// The caller removes the power afterwards.
package enum Tear: Hashable, Sendable {
  case pageOld
  case pageNew
  case pageHalf
  case pageNoise(UInt64)
}
