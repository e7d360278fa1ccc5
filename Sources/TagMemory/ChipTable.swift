// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The chip table. Each entry is typed from the chip's own data sheet, never from the GET_VERSION
// size or from a tag in the field; the virtual reader has a second table from the same sheets, and
// a test holds the two against each other.

extension Chip {
  package var layout: ChipLayout {
    switch self {
    case .ultralight: Self.ultralightLayout
    case .ultralightC: Self.ultralightCLayout
    case .ultralightEV1Small: Self.ultralightEV1SmallLayout
    case .ultralightEV1Large: Self.ultralightEV1LargeLayout
    case .ntag203: Self.ntag203Layout
    case .ntag210: Self.ntag210Layout
    case .ntag212: Self.ntag212Layout
    case .ntag213: Self.ntag213Layout
    case .ntag215: Self.ntag215Layout
    case .ntag216: Self.ntag216Layout
    }
  }

  /// An NDEF TLV of length 0 and a terminator: the tag is formatted and empty.
  private static let emptyMessage: [UInt8] = [0x03, 0x00, 0xFE]

  // MF0ICU1 rev 3.9.
  private static let ultralightLayout = ChipLayout(
    pages: 16, user: 4...15,
    delivered: .zero, container: Page(0xE1, 0x10, 0x06, 0x00))

  // MF0ICU2 rev 3.4. Pages 2Ch to 2Fh hold the 3DES key and are never read. AUTH0 and AUTH1 are
  // not the password registers of an NTAG, so there is no configuration page here.
  private static let ultralightCLayout = ChipLayout(
    pages: 48, readable: 44, user: 4...39,
    delivered: .zero, container: Page(0xE1, 0x10, 0x12, 0x00),
    area: [0x01, 0x03, 0xA0, 0x10, 0x44] + emptyMessage,
    control: [0x01, 0x03, 0xA0, 0x10, 0x44],
    locks: DynamicLocks(page: 0x28, arrangement: .ultralightC))

  // MF0ULX1 rev 3.3.
  private static let ultralightEV1SmallLayout = ChipLayout(
    pages: 20, user: 4...15,
    delivered: .zero, container: Page(0xE1, 0x10, 0x06, 0x00),
    configuration: 0x10, features: [.version, .password])

  private static let ultralightEV1LargeLayout = ChipLayout(
    pages: 41, user: 4...35,
    delivered: .zero, container: Page(0xE1, 0x10, 0x10, 0x00),
    locks: DynamicLocks(page: 0x24, arrangement: .ntag(pagesPerBit: 2, pagesPerBlock: 4)),
    configuration: 0x25, features: [.version, .password])

  // NTAG203 rev 3.0. The lock bits of its user pages are those of an Ultralight C.
  private static let ntag203Layout = ChipLayout(
    pages: 42, user: 4...39,
    container: Page(0xE1, 0x10, 0x12, 0x00),
    area: [0x01, 0x03, 0xA0, 0x10, 0x44] + emptyMessage,
    control: [0x01, 0x03, 0xA0, 0x10, 0x44],
    locks: DynamicLocks(page: 0x28, arrangement: .ntag203))

  // NTAG210/212 rev 3.0. Their UID mirror has other registers than that of 213 to 216.
  private static let ntag210Layout = ChipLayout(
    pages: 20, user: 4...15,
    container: Page(0xE1, 0x10, 0x06, 0x00),
    area: emptyMessage,
    configuration: 0x10, features: [.version, .password, .strongModulation])

  private static let ntag212Layout = ChipLayout(
    pages: 41, user: 4...35,
    container: Page(0xE1, 0x10, 0x10, 0x00),
    area: [0x01, 0x03, 0x90, 0x0A, 0x34] + emptyMessage,
    control: [0x01, 0x03, 0x90, 0x0A, 0x34],
    locks: DynamicLocks(page: 0x24, arrangement: .ntag(pagesPerBit: 2, pagesPerBlock: 4)),
    configuration: 0x25, features: [.version, .password, .strongModulation])

  // NTAG213/215/216 rev 3.2. The container of 215 and 216 claims less than the user pages hold.
  private static let ntag213Layout = ChipLayout(
    pages: 45, user: 4...39,
    container: Page(0xE1, 0x10, 0x12, 0x00),
    area: [0x01, 0x03, 0xA0, 0x0C, 0x34] + emptyMessage,
    control: [0x01, 0x03, 0xA0, 0x0C, 0x34],
    locks: DynamicLocks(page: 0x28, arrangement: .ntag(pagesPerBit: 2, pagesPerBlock: 4)),
    configuration: 0x29, features: [.version, .password, .mirror, .strongModulation])

  private static let ntag215Layout = ChipLayout(
    pages: 135, user: 4...129,
    container: Page(0xE1, 0x10, 0x3E, 0x00),
    area: emptyMessage,
    locks: DynamicLocks(page: 0x82, arrangement: .ntag(pagesPerBit: 16, pagesPerBlock: 32)),
    configuration: 0x83, features: [.version, .password, .mirror, .strongModulation])

  private static let ntag216Layout = ChipLayout(
    pages: 231, user: 4...225,
    container: Page(0xE1, 0x10, 0x6D, 0x00),
    area: emptyMessage,
    locks: DynamicLocks(page: 0xE2, arrangement: .ntag(pagesPerBit: 16, pagesPerBlock: 32)),
    configuration: 0xE3, features: [.version, .password, .mirror, .strongModulation])
}
