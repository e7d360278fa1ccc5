// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// CFG0 and CFG1 of an NTAG21x or an Ultralight EV1, decoded.
package struct ConfigurationPages: Hashable, Sendable {
  /// CFG0.
  package var first: Page
  /// CFG1.
  package var second: Page

  /// AUTH0 of a tag without password protection.
  package static let noProtection: UInt8 = 0xFF

  /// The first page that needs the password (AUTH0).
  package var firstProtectedPage: UInt8 {
    get { first[3] }
    set { first[3] = newValue }
  }

  /// Whether reading needs the password too (PROT).
  package var protectsReading: Bool {
    get { second[0] & 0x80 != 0 }
    set { setAccess(0x80, newValue) }
  }

  /// Whether both pages are permanently frozen (CFGLCK).
  package var isFrozen: Bool {
    get { second[0] & 0x40 != 0 }
    set { setAccess(0x40, newValue) }
  }

  /// Whether taps are counted (NFC_CNT_EN).
  package var countsTaps: Bool {
    get { second[0] & 0x10 != 0 }
    set { setAccess(0x10, newValue) }
  }

  /// Whether the counter is shown only after the password (NFC_CNT_PWD_PROT).
  package var counterNeedsPassword: Bool { second[0] & 0x08 != 0 }

  /// After this many wrong passwords the chip closes permanently; 0 is no limit (AUTHLIM).
  package var attemptLimit: UInt8 {
    get { second[0] & 0x07 }
    set { second[0] = second[0] & ~0x07 | newValue & 0x07 }
  }

  private mutating func setAccess(_ mask: UInt8, _ on: Bool) {
    second[0] = on ? second[0] | mask : second[0] & ~mask
  }
}

extension ConfigurationPages {
  /// The registers with what no one sets there put back as it was delivered.
  ///
  /// A tear leaves noise in a whole page, and of that page only what TagPress sets would be put right.
  /// It shows by bits that are reserved, and by a CFG0 of zeros. On a tag that a job began, another
  /// strength of modulation is taken for a trace of that, too; on any other its owner may want that.
  func repaired(on chip: Chip, isBegun: Bool = false) -> ConfigurationPages {
    guard !isFrozen else { return self }
    let delivered = chip.layout.deliveredConfiguration
    var new = self
    if first == .zero || first[0] & 0x0B != 0 || first[1] != 0 {
      new.first = delivered.first
      new.firstProtectedPage = firstProtectedPage
    } else if isBegun {
      new.first[0] = first[0] & ~0x04 | delivered.first[0]
    }
    if second[0] & 0x20 != 0 || second[2] != 0 || second[3] != 0 {
      new.second = delivered.second
      // What decides who may do what is for the plan.
      new.second[0] = second[0] & 0xC7
    }
    return new
  }
}

/// The text that an NTAG213, 215 or 216 shows in place of what is stored.
package struct MirrorSetting: Hashable, Sendable {
  package enum Content: UInt8, Hashable, Sendable {
    case uid = 1
    case counter = 2
    case uidAndCounter = 3

    /// The characters that are replaced.
    package var length: Int {
      switch self {
      case .uid: 14
      case .counter: 6
      case .uidAndCounter: 21
      }
    }
  }

  package let content: Content
  /// The address of the first replaced byte.
  package let address: Int
}

extension ConfigurationPages {
  // MIRROR: bits 7 and 6 say what, bits 5 and 4 where in the page, the rest is not about the
  // mirror (STRG_MOD_EN) and stays as it is.
  private static let mirrorBits: UInt8 = 0xF0

  /// The mirror of an NTAG213, 215 or 216; do not ask for it on other chips.
  package var mirror: MirrorSetting? {
    get {
      // A page below 4 switches the mirror off, whatever the other bits say.
      guard let content = MirrorSetting.Content(rawValue: first[0] >> 6), first[2] > 3 else {
        return nil
      }
      return MirrorSetting(
        content: content, address: Int(first[2]) * Page.size + Int(first[0] >> 4 & 3))
    }
    set {
      first[0] &= ~Self.mirrorBits
      first[2] = 0
      guard let newValue else { return }
      first[0] |= newValue.content.rawValue << 6
      first[0] |= UInt8(truncatingIfNeeded: newValue.address % Page.size) << 4
      first[2] = UInt8(truncatingIfNeeded: newValue.address / Page.size)
    }
  }
}
