// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import ReaderProcess
import TagReading
import TestSupport

/// Every kind of message, with every kind of what one can carry.
enum Samples {
  static func requests() -> [ReaderRequest] {
    tags().map { .vouch($0) }
      + TagFamily.allCases.flatMap { [.select($0, uid: nil), .select($0, uid: uid(4))] }
      + [
        .open(""), .open("pn532_uart:/dev/ttyUSB0"), .open("pn532_uart:/dev/Gerät"), .felicaTags,
        .exchange([], .quick), .exchange([0x30, 4], .careful),
        .exchange([UInt8](repeating: 0xA2, count: 300), .quick), .confirmAnswers, .halt,
        .switchField(on: true), .switchField(on: false), .close,
      ]
  }

  static func replies() -> [ReaderReply] {
    let identity = ReaderIdentity(name: "usb:1-2", model: "PN532 v1.6", longestAnswer: 262)
    return tags().map { .tag($0) } + readerErrors().map { .failed($0) }
      + openingErrors().map { .notOpened($0) }
      + [
        .done, .opened(identity, families: []),
        .opened(identity, families: ["ISO/IEC 14443A (106 kbps)", "FeliCa (212 kbps)"]),
        .tag(nil), .tags([]), .tags(tags()), .answer([]), .answer(Array(0...0xFF)),
        .answer([UInt8](repeating: 7, count: 264)),
      ]
  }

  static func tags() -> [TagInField] {
    [
      TagTechnology.typeA(atqa: 0x0044, sak: 0, ats: []),
      .typeA(atqa: 0x0344, sak: 0x20, ats: [0x75, 0x77, 0x81, 0x02, 0x80]),
      .felica(pmm: [1, 2, 3, 4, 5, 6, 7, 8], systemCode: [0x12, 0xFC]), .typeB, .topaz,
      .vicinity(dsfid: 7),
    ].enumerated().map { TagInField(uid: uid($0.offset + 1), technology: $0.element) }
  }

  static func readerErrors() -> [ReaderError] {
    [
      .silent, .refused(5), .corrupted, .unclear, .tagGone, .tagSwapped(found: uid(7)),
      .severalTags(uid(4), uid(10)), .nothingSelected, .unknownCard, .heldElsewhere, .notPermitted,
      .readerSilent, .readerGone, .cardServiceGone, .notPossible, .cancelled,
    ] + ends.map { .driverLost($0) }
  }

  static func openingErrors() -> [ReaderOpeningError] {
    [
      .unknownName("x"), .noSuchPort("/dev/ttyUSB9"), .notATerminal("/dev/null"),
      .notPermitted("/dev/ttyUSB0", group: nil), .notPermitted("/dev/ttyUSB0", group: "dialout"),
      .inUse("/dev/ttyUSB0", by: nil),
      .inUse("/dev/ttyUSB0", by: PortHolder(process: 4711, program: "minicom")),
      .noAnswer("/dev/ttyUSB0", speeds: [115_200, 460_800]), .unknownSpeed(-1),
      .notReady("usb:1-2"),
      .noReaderFound, .severalReaders(["usb:1-2", "usb:1-3"]), .noCardLibrary, .noCardService,
      .cardServiceRefuses, .noSuchCardReader("ACS", known: ["Identiv"]),
      .driverNotStarted(code: 12),
    ] + ends.map { .driverLost("usb:1-2", $0) }
  }

  private static let ends: [DriverEnd] = [
    .signal(11), .code(-1), .stuck(seconds: 5), .nonsense, .unknown,
  ]

  private static func uid(_ count: Int) -> TagUID {
    guard let uid = TagUID((0..<count).map { UInt8(0xE0 + $0) }) else {
      fatalError("a UID of the tests has one to ten bytes")
    }
    return uid
  }
}
