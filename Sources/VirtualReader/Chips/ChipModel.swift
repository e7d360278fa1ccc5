// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a Type 2 chip is made of, as its data sheet tells it.
///
/// These tables belong to the virtual chips alone. The writer under test has tables of its own, typed
/// a second time, so that a wrong number on either side shows up as a disagreement.
package struct ChipModel: Hashable, Sendable {
  /// The name on the data sheet, which is also the name in a state file.
  package let name: String
  /// All pages of the memory, those that cannot be read included.
  package let pages: Int
  package let userPages: ClosedRange<Int>
  /// The answer to GET_VERSION, or nil for a chip that does not know the command.
  package let version: [UInt8]?
  /// The pages that are not all zero when the chip is delivered, without the UID in pages 0 to 2.
  package let factoryPages: [Int: [UInt8]]
  package let lockPages: [LockPage]
  package let locksHold: LockMoment
  package let protection: ChipProtection
  package let counters: ChipCounters
  package let mirror: MirrorAbility
  /// What the chip says to a command it does not know.
  package let unknownCommand: ChipAnswer

  /// The last page that READ may show; the keys of an Ultralight C lie beyond it.
  var lastReadablePage: Int {
    if case .tripleDES(let settings) = protection { return settings + 1 }
    return pages - 1
  }

  /// The page of CFG0, with CFG1, PWD and PACK after it.
  var configurationPage: Int? {
    if case .password(let configuration) = protection { return configuration }
    return nil
  }

  /// The chips with GET_VERSION are those with FAST_READ and a signature as well.
  var isSecondGeneration: Bool { version != nil }
}

/// When a lock bit that has just been set starts to refuse writes.
package enum LockMoment: Hashable, Sendable {
  case atOnce
  case fromNextActivation
}

/// How a chip guards its memory.
package enum ChipProtection: Hashable, Sendable {
  case none
  /// Four pages: CFG0, CFG1, PWD and PACK.
  case password(configuration: Int)
  /// Six pages: AUTH0, AUTH1 and the two keys of the Ultralight C.
  case tripleDES(settings: Int)
}

/// The counters a chip has.
package enum ChipCounters: Hashable, Sendable {
  case none
  /// Counter 2 of an NTAG21x, which counts presentations on its own.
  case presentations
  /// The three counters that an Ultralight EV1 raises with INCR_CNT.
  case threeOneWay
  /// The sixteen bits of an NTAG203 or Ultralight C, raised by a WRITE to their page.
  case written(page: Int)
}

/// What a chip can put into the memory as text while it is read.
package enum MirrorAbility: Hashable, Sendable {
  case none
  /// NTAG210 and NTAG212: the UID, whenever MIRROR_PAGE names a user page.
  case uid
  /// NTAG213, 215 and 216: MIRROR_CONF chooses the UID, the counter or both.
  case uidAndCounter
}
