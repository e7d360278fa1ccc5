// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip that a job can name, whatever its tag type.
package enum TagChip: Hashable, Sendable, CaseIterable {
  case type2(Chip)
  case type3(Type3Chip)
  case type5(Type5Chip)
  /// NTAG 424 DNA, with or without its contact for broken seals.
  case ntag424
  /// MIFARE DESFire of any generation, formatted for NDEF.
  case desfire

  package static let allCases: [TagChip] =
    Chip.allCases.map(TagChip.type2) + Type3Chip.allCases.map(TagChip.type3)
    + Type5Chip.allCases.map(TagChip.type5) + [ntag424, desfire]

  package init?(name: String) {
    guard let chip = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = chip
  }

  /// The name in job manifests and in the ledger.
  package var name: String {
    switch self {
    case .type2(let chip): chip.rawValue
    case .type3(let chip): chip.rawValue
    case .type5(let chip): chip.rawValue
    case .ntag424: "NTAG424"
    case .desfire: "DESFire"
    }
  }

  /// What a message finds on a new chip; nil for one whose file is made as large as one likes.
  package var room: ChipRoom? {
    switch self {
    case .type2(let chip): ChipRoom(chip)
    case .type3(let chip): ChipRoom(capacity: chip.capacity)
    case .type5(let chip): ChipRoom(capacity: chip.capacity)
    // A file of 256 bytes, two for the length.
    case .ntag424: ChipRoom(capacity: 254)
    case .desfire: nil
    }
  }

  package var takesPassword: Bool { has(.password) }
  package var showsMirror: Bool { has(.mirror) }

  /// Whether TagPress can make it permanently read-only; a DESFire wants a key that only its owner
  /// has.
  package var takesLock: Bool {
    switch self {
    case .type2, .type3, .ntag424: true
    case .type5(let chip): chip.takesLock
    case .desfire: false
    }
  }

  /// Whether it shows a signature of its maker over its UID.
  package var isSigned: Bool {
    switch self {
    // READ_SIG came with GET_VERSION.
    case .type2(let chip): chip.layout.features.contains(.version)
    case .ntag424, .desfire: true
    case .type3, .type5: false
    }
  }

  /// Whether it must be formatted before the first message, and TagPress can do that.
  package var needsFormatting: Bool {
    switch self {
    case .type2(let chip): chip.layout.deliveredContainer != chip.layout.container
    case .type5: true
    case .type3, .ntag424, .desfire: false
    }
  }

  private func has(_ feature: ChipLayout.Features) -> Bool {
    if case .type2(let chip) = self { chip.layout.features.contains(feature) } else { false }
  }
}

extension TagChip {
  /// The chip of a smart card with this answer to select and this container, if it is known.
  ///
  /// NXP gives one answer to select to several chips, but only one of them this container. The
  /// generations of DESFire are alike in both; telling them apart would take three commands.
  package init?(ats: [UInt8], _ container: Type4Container) {
    switch ats {
    case [0x77, 0x77, 0x71, 0x02, 0x80]:
      guard container.size == 0x17, container.version == 0x20, container.readMax == 256,
        container.writeMax == 255, container.fileID == 0xE104, container.fileSize == 256
      else { return nil }
      self = .ntag424
    case [0x75, 0x77, 0x81, 0x02, 0x80]: self = .desfire
    default: return nil
    }
  }

  /// How many bytes one write changes as a whole or not at all, torn or not (NT4H2421Gx, 10.2).
  package var wholeWrite: Int { self == .ntag424 ? 128 : 0 }
}
