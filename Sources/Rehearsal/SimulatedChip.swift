// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory
internal import VirtualReader

/// What a virtual tag can be.
package enum SimulatedChip: String, CaseIterable {
  case ntag203
  case ntag210
  case ntag212
  case ntag213
  case ntag215
  case ntag216
  case ultralight
  case ultralightC = "ultralight-c"
  case ultralightEV1Small = "ultralight-ev1-11"
  case ultralightEV1Large = "ultralight-ev1-21"
  case ntag424 = "ntag424-dna"
  case desfireEV1 = "desfire-ev1-ndef"
  case desfireEV2 = "desfire-ev2-ndef"
  case desfireEV3 = "desfire-ev3-ndef"
  case desfireBlank = "desfire-blank"
  case type4Mapping1 = "type4-1.0"
  case type4Mapping2 = "type4-2.0"
  case type4Small = "type4-2.0-small"
  case type4ReadOnly = "type4-2.0-read-only"
  case type4Mapping3 = "type4-3.0"
  case felicaLite = "felica-lite"
  case felicaLiteS = "felica-lite-s"
  case felicaLiteSBlank = "felica-lite-s-blank"
  case type3Large = "type3-large"
  case transit
  case topaz
  case paymentCard = "payment-card"
  case passport

  /// How many random bytes a new tag takes.
  static let randomCount = 6

  /// A new tag as a state file, with numbers of its own made from random bytes.
  func newTag(_ random: [UInt8]) -> [UInt8] {
    let uid = [0x04] + random
    // 012E begins the IDm of chips that are sold for NFC.
    let idm = [0x01, 0x2E] + random
    let chip: (any VirtualChip)? =
      switch self {
      case .ntag424: VirtualType4Chip(.ntag424, uid: uid)
      case .desfireEV1: VirtualType4Chip(.desfireEV1, uid: uid)
      case .desfireEV2: VirtualType4Chip(.desfireEV2, uid: uid)
      case .desfireEV3: VirtualType4Chip(.desfireEV3, uid: uid)
      case .desfireBlank: VirtualType4Chip(.desfireUnformatted, uid: uid)
      case .type4Mapping1: VirtualType4Chip(.mapping1, uid: uid)
      case .type4Mapping2: VirtualType4Chip(.mapping2, uid: uid)
      case .type4Small: VirtualType4Chip(.mapping2Small, uid: uid)
      case .type4ReadOnly: VirtualType4Chip(.mapping2ReadOnly, uid: uid)
      case .type4Mapping3: VirtualType4Chip(.mapping3, uid: uid)
      case .felicaLite: VirtualFelicaLiteChip(idm: idm, icCode: 0xF0)
      case .felicaLiteS: VirtualFelicaLiteChip(idm: idm)
      case .felicaLiteSBlank: VirtualFelicaLiteChip(idm: idm, isFormatted: false)
      case .type3Large: VirtualFelicaCard.ndef(idm: idm)
      case .transit: Self.transit(idm: idm)
      case .topaz: VirtualTopazChip(uid: Array(random.prefix(4)))
      case .paymentCard: VirtualPaymentCard(seed: 0)
      case .passport: VirtualPassport(seed: 0)
      default: type2.flatMap { VirtualType2Chip($0, uid: uid) }
      }
    return chip?.state ?? []
  }

  /// The chips of Tag Type 2, each as a job names it and as its model.
  private static let type2Chips: [(simulated: SimulatedChip, chip: Chip, model: ChipModel)] = [
    (.ultralight, .ultralight, .ultralight), (.ultralightC, .ultralightC, .ultralightC),
    (.ultralightEV1Small, .ultralightEV1Small, .ultralightEV1Small),
    (.ultralightEV1Large, .ultralightEV1Large, .ultralightEV1Large),
    (.ntag203, .ntag203, .ntag203), (.ntag210, .ntag210, .ntag210),
    (.ntag212, .ntag212, .ntag212), (.ntag213, .ntag213, .ntag213),
    (.ntag215, .ntag215, .ntag215), (.ntag216, .ntag216, .ntag216),
  ]

  init?(_ chip: Chip) {
    guard let found = Self.type2Chips.first(where: { $0.chip == chip }) else { return nil }
    self = found.simulated
  }

  /// The model of a chip of Tag Type 2.
  var type2: ChipModel? { Self.type2Chips.first { $0.simulated == self }?.model }

  /// A card with 2,508 yen after a journey and a purchase, made up for this.
  private static func transit(idm: [UInt8]) -> VirtualFelicaCard? {
    VirtualFelicaCard.transit(
      idm: idm,
      attributes: [0, 0, 0, 0, 0, 0, 0, 0, 0x20, 0x00, 0x00, 0xCC, 0x09, 0x00, 0x00, 0x02],
      history: [
        // A terminal for goods on 17 May 2024, 2,508 yen left; the second entry of the card.
        [0xC7, 0x46, 0x00, 0x00, 0x30, 0xB1, 0x5B, 0x21, 0, 0, 0xCC, 0x09, 0x00, 0x00, 0x02, 0x00],
        // A gate on 16 May 2024, from one station to another, 3,000 yen left.
        [
          0x16, 0x01, 0x00, 0x02, 0x30, 0xB0, 0xE3, 0x0B, 0xE3, 0x3F, 0xB8, 0x0B, 0x00, 0x00, 0x01,
          0x00,
        ],
      ],
      gates: [
        // Out through that gate at 08:41.
        [
          0x20, 0x00, 0xE3, 0x3F, 0x00, 0x00, 0x30, 0xB0, 0x08, 0x41, 0xDC, 0x00, 0x00, 0x00, 0x00,
          0x00,
        ]
      ])
  }
}
