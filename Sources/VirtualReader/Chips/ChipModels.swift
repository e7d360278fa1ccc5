// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Typed from NXP's data sheets: MF0ICU1 rev 3.9, MF0ULX1 rev 3.3, MF0ICU2 rev 3.4, NTAG203 rev 3.0,
// NTAG210/212 rev 3.0 and NTAG213/215/216 rev 3.2. Where a sheet leaves a byte open, the value is the
// one that public dumps of unused chips show, and the line says so.

extension ChipModel {
  package static let allModels: [ChipModel] = [
    ultralight, ultralightC, ultralightEV1Small, ultralightEV1Large,
    ntag203, ntag210, ntag212, ntag213, ntag215, ntag216,
  ]

  package static let ultralight = ChipModel(
    name: "Ultralight MF0ICU1",
    pages: 16,
    userPages: 0x04...0x0F,
    version: nil,
    factoryPages: [:],
    lockPages: [.fixedPlace],
    locksHold: .fromNextActivation,
    protection: .none,
    counters: .none,
    mirror: .none,
    unknownCommand: .silence)

  package static let ultralightC = ChipModel(
    name: "Ultralight C MF0ICU2",
    pages: 48,
    userPages: 0x04...0x27,
    version: nil,
    factoryPages: [
      // The sheet leaves the user memory undefined; unused chips in public dumps hold these bytes.
      0x04: [0x02, 0x00, 0x00, 0x10],
      0x05: [0x00, 0x06, 0x01, 0x10],
      0x06: [0x11, 0xFF, 0x00, 0x00],
      0x2A: [0x30, 0x00, 0x00, 0x00],
      0x2C: [0x42, 0x52, 0x45, 0x41],
      0x2D: [0x4B, 0x4D, 0x45, 0x49],
      0x2E: [0x46, 0x59, 0x4F, 0x55],
      0x2F: [0x43, 0x41, 0x4E, 0x21],
    ],
    lockPages: [.fixedPlace, .ultralightC],
    locksHold: .fromNextActivation,
    protection: .tripleDES(settings: 0x2A),
    counters: .written(page: 0x29),
    mirror: .none,
    // Readers in the field tell this chip from a plain Ultralight by its NAK to GET_VERSION.
    unknownCommand: .refuse(0x0))

  package static let ultralightEV1Small = ChipModel(
    name: "Ultralight EV1 MF0UL11",
    pages: 20,
    userPages: 0x04...0x0F,
    version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0B, 0x03],
    factoryPages: [
      0x10: [0x00, 0x00, 0x00, 0xFF],
      0x11: [0x00, 0x05, 0x00, 0x00],
      0x12: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [.fixedPlace],
    locksHold: .atOnce,
    protection: .password(configuration: 0x10),
    counters: .threeOneWay,
    mirror: .none,
    unknownCommand: .silence)

  package static let ultralightEV1Large = ChipModel(
    name: "Ultralight EV1 MF0UL21",
    pages: 41,
    userPages: 0x04...0x23,
    version: [0x00, 0x04, 0x03, 0x01, 0x01, 0x00, 0x0E, 0x03],
    factoryPages: [
      0x24: [0x00, 0x00, 0x00, 0xBD],
      0x25: [0x00, 0x00, 0x00, 0xFF],
      0x26: [0x00, 0x05, 0x00, 0x00],
      0x27: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [
      .fixedPlace, .behindUserMemory(page: 0x24, bits: 10, each: 2, lastUserPage: 0x23),
    ],
    locksHold: .atOnce,
    protection: .password(configuration: 0x25),
    counters: .threeOneWay,
    mirror: .none,
    unknownCommand: .silence)

  package static let ntag203 = ChipModel(
    name: "NTAG203",
    pages: 42,
    userPages: 0x04...0x27,
    version: nil,
    factoryPages: [
      0x03: [0xE1, 0x10, 0x12, 0x00],
      0x04: [0x01, 0x03, 0xA0, 0x10],
      0x05: [0x44, 0x03, 0x00, 0xFE],
    ],
    lockPages: [.fixedPlace, .ntag203],
    locksHold: .fromNextActivation,
    protection: .none,
    counters: .written(page: 0x29),
    mirror: .none,
    unknownCommand: .silence)

  package static let ntag210 = ChipModel(
    name: "NTAG210",
    pages: 20,
    userPages: 0x04...0x0F,
    version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0B, 0x03],
    factoryPages: [
      0x03: [0xE1, 0x10, 0x06, 0x00],
      0x04: [0x03, 0x00, 0xFE, 0x00],
      0x10: [0x04, 0x00, 0x00, 0xFF],
      0x11: [0x00, 0x05, 0x00, 0x00],
      0x12: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [.fixedPlace],
    locksHold: .atOnce,
    protection: .password(configuration: 0x10),
    counters: .none,
    mirror: .uid,
    unknownCommand: .silence)

  package static let ntag212 = ChipModel(
    name: "NTAG212",
    pages: 41,
    userPages: 0x04...0x23,
    version: [0x00, 0x04, 0x04, 0x01, 0x01, 0x00, 0x0E, 0x03],
    factoryPages: [
      0x03: [0xE1, 0x10, 0x10, 0x00],
      0x04: [0x01, 0x03, 0x90, 0x0A],
      0x05: [0x34, 0x03, 0x00, 0xFE],
      0x24: [0x00, 0x00, 0x00, 0xBD],
      0x25: [0x04, 0x00, 0x00, 0xFF],
      0x26: [0x00, 0x05, 0x00, 0x00],
      0x27: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [
      .fixedPlace, .behindUserMemory(page: 0x24, bits: 10, each: 2, lastUserPage: 0x23),
    ],
    locksHold: .atOnce,
    protection: .password(configuration: 0x25),
    counters: .none,
    mirror: .uid,
    unknownCommand: .silence)

  package static let ntag213 = ChipModel(
    name: "NTAG213",
    pages: 45,
    userPages: 0x04...0x27,
    version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03],
    factoryPages: [
      0x03: [0xE1, 0x10, 0x12, 0x00],
      0x04: [0x01, 0x03, 0xA0, 0x0C],
      0x05: [0x34, 0x03, 0x00, 0xFE],
      0x28: [0x00, 0x00, 0x00, 0xBD],
      0x29: [0x04, 0x00, 0x00, 0xFF],
      // The 05 is in a reserved byte; every unused NTAG21x in public dumps has it.
      0x2A: [0x00, 0x05, 0x00, 0x00],
      0x2B: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [
      .fixedPlace, .behindUserMemory(page: 0x28, bits: 12, each: 2, lastUserPage: 0x27),
    ],
    locksHold: .atOnce,
    protection: .password(configuration: 0x29),
    counters: .presentations,
    mirror: .uidAndCounter,
    unknownCommand: .silence)

  package static let ntag215 = ChipModel(
    name: "NTAG215",
    pages: 135,
    userPages: 0x04...0x81,
    version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x11, 0x03],
    factoryPages: [
      0x03: [0xE1, 0x10, 0x3E, 0x00],
      0x04: [0x03, 0x00, 0xFE, 0x00],
      0x82: [0x00, 0x00, 0x00, 0xBD],
      0x83: [0x04, 0x00, 0x00, 0xFF],
      0x84: [0x00, 0x05, 0x00, 0x00],
      0x85: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [
      .fixedPlace, .behindUserMemory(page: 0x82, bits: 8, each: 16, lastUserPage: 0x81),
    ],
    locksHold: .atOnce,
    protection: .password(configuration: 0x83),
    counters: .presentations,
    mirror: .uidAndCounter,
    unknownCommand: .silence)

  package static let ntag216 = ChipModel(
    name: "NTAG216",
    pages: 231,
    userPages: 0x04...0xE1,
    version: [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x13, 0x03],
    factoryPages: [
      0x03: [0xE1, 0x10, 0x6D, 0x00],
      0x04: [0x03, 0x00, 0xFE, 0x00],
      0xE2: [0x00, 0x00, 0x00, 0xBD],
      0xE3: [0x04, 0x00, 0x00, 0xFF],
      0xE4: [0x00, 0x05, 0x00, 0x00],
      0xE5: [0xFF, 0xFF, 0xFF, 0xFF],
    ],
    lockPages: [
      .fixedPlace, .behindUserMemory(page: 0xE2, bits: 14, each: 16, lastUserPage: 0xE1),
    ],
    locksHold: .atOnce,
    protection: .password(configuration: 0xE3),
    counters: .presentations,
    mirror: .uidAndCounter,
    unknownCommand: .silence)
}
