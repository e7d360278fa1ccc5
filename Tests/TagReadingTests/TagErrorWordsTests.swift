// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import Testing

@testable import TagReading

struct TagErrorWordsTests {
  private static let flags = StatusFlags(place: 0x01, reason: 0xA8)
  private static let worn = StatusFlags(place: 0xFF, reason: 0x70)
  private static let status = CardStatus(rawValue: 0x6982)
  private static let code = RefusalCode(0x0F)

  private static let names: [(TagError, String)] = [
    (.reader(.silent), "tag-silent"),
    (.memory(.chipUnknown), "chip-unknown"),
    (.wrongType(.type2, sak: 8), "not-type-2"),
    (.interrupted(.page(5), .tagGone), "interrupted"),
    (.refused(.page(5), .nak(5)), "page-refused"),
    (.differs(.page(5), wanted: Page(1, 2, 3, 4), found: .zero), "page-differs"),
    (.hidden(.page(5), nil), "page-hidden"),
    (.mirrorDiffers, "mirror-differs"),
    (.foreignContent, "foreign-content"),
    (.passwordRefused, "password-refused"),
    (.passwordRefusedOnce, "password-refused"),
    (.noPassword, "no-password"),
    (.acknowledgeDiffers, "acknowledge-differs"),

    (.memory(.blockNotRead(1)), "block-not-read"),
    (.memory(.blockHidden(1)), "block-hidden"),
    (.memory(.notFormatted), "not-formatted"),
    (.memory(.attributesSpoilt), "attributes-spoilt"),
    (.memory(.blockLocked(1)), "block-locked"),
    (.memory(.keyNeeded(1)), "key-needed"),
    (.memory(.versionUnsupported(major: 2, minor: 0)), "version-unsupported"),
    (.memory(.readOnly), "write-access-closed"),
    (.memory(.messageTooLarge(size: 2, capacity: 1)), "message-too-large"),
    (.memory(.configurationFrozen), "configuration-frozen"),
    (.memory(.lockUnsupported(.type3)), "lock-unsupported"),
    (.wrongType(.type3, sak: nil), "not-type-3"),
    (.notNDEF(system: 3), "felica-without-ndef"),
    (.interrupted(.block(3), .tagGone), "interrupted"),
    (.refused(.block(3), .felica(flags)), "block-refused"),
    (.hidden(.block(3), .felica(flags)), "block-hidden"),
    (.differs(.block(3)), "block-differs"),
    (.foreignContent, "foreign-content"),
    (.passwordUnsupported(.type3), "password-unsupported"),
    (.mirrorUnsupported(.type3), "mirror-unsupported"),

    (.noApplication(status), "no-ndef"),
    (.fileMissing(0xE103, status), "file-missing"),
    (.hidden(.byte(2), .card(status)), "read-refused"),
    (.nothingRead(offset: 2), "nothing-read"),
    (.interrupted(.byte(0), .silent), "interrupted"),
    (.refused(.byte(2), .card(status)), "write-refused"),
    (.differs(.byte(3)), "content-differs"),
    (.keyNeeded(.nobody), "key-needed"),
    (.dynamicContent, "dynamic-content"),
    (.randomUID, "random-uid"),
    (.keyChanged, "key-changed"),
    (.foreignRights(.message), "rights-changed"),
    (.noSettings, "no-settings"),
    (.lockRefused(status), "lock-refused"),
    (.interrupted(nil, .tagGone), "interrupted"),
    (.notLocked, "lock-failed"),
    (.noCipher, "no-cipher"),
    (.passwordUnsupported(.type4), "no-password"),
    (.mirrorUnsupported(.type4), "mirror-unsupported"),
    (.memory(.lockUnsupported(.type4)), "lock-unsupported"),

    (.memory(.blockNotRead(1)), "block-not-read"),
    (.memory(.blockHidden(1)), "block-hidden"),
    (.memory(.notFormatted), "not-formatted"),
    (.memory(.sizeUnknown), "size-unknown"),
    (.memory(.readAccessClosed(1)), "read-access-closed"),
    (.memory(.readOnly), "write-access-closed"),
    (.memory(.blockLocked(1)), "block-locked"),
    (.memory(.noRoom(bytes: 1)), "no-room"),
    (.memory(.lockUnsupported(.type5)), "lock-unsupported"),
    (.memory(.lockUnknown(1)), "lock-unknown"),
    (.wrongType(.type5, sak: nil), "not-type-5"),
    (.strangeBlocks(size: 2), "strange-blocks"),
    (.interrupted(.block(3), .silent), "interrupted"),
    (.refused(.block(3), .vicinity(code)), "block-refused"),
    (.hidden(.block(3), .vicinity(code)), "block-hidden"),
    (.differs(.block(3)), "block-differs"),
    (.blockStillOpen(block: 3), "block-still-open"),
    (.locksUnproven, "locks-unproven"),
    (.foreignContent, "foreign-content"),
    (.passwordUnsupported(.type5), "password-unsupported"),
    (.mirrorUnsupported(.type5), "mirror-unsupported"),

    (.blocks(.noBlocks), "no-blocks"),
  ]

  private static let others: [TagError] = [
    .wrongType(.type2, sak: nil), .interrupted(.page(5), .silent), .refused(.page(5), .nak(0)),
    .interrupted(.block(3), .silent), .refused(.block(3), .felica(worn)),
    .memory(.containerShort(3)), .refused(.byte(2), .card(.memoryFailure)), .keyNeeded(.key(0)),
    .interrupted(.byte(0), .tagGone), .interrupted(nil, .silent),
    .refused(.block(3), .vicinity(RefusalCode(0x13))),
    .refused(.block(3), .vicinity(RefusalCode(0x12))),
  ]

  /// Ledgers and scripts know errors by these names, so none of them ever changes.
  @Test func namesNeverChange() {
    for (error, name) in Self.names { #expect(error.machineName == name, "\(error)") }
    for error in Self.others {
      let isName = error.machineName.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber }
      #expect(isName, "\(error)")
    }
  }

  @Test func everyErrorIsASentenceWithACure() throws {
    let version = try #require(CardVersion([UInt8](repeating: 4, count: 14)))
    for error in Self.names.map(\.0) + Self.others + [.unformatted(version)] {
      #expect(error.whatIsWrong.hasSuffix("."), "\(error)")
      #expect(error.cure != nil, "\(error)")
    }
  }

  @Test func aRefusalSaysWhatItMeans() {
    let differs = TagError.differs(.page(9), wanted: Page(1, 2, 3, 4), found: .zero)
    let sentences: [(TagError, String)] = [
      (.refused(.page(9), .nak(5)), "worn"), (.refused(.page(9), .nak(0)), "locked"),
      (differs, "01 02 03 04 wanted, 00 00 00 00 found"),
      (.refused(.block(3), .felica(Self.worn)), "worn"),
      (.refused(.block(3), .felica(Self.flags)), "refuses"),
      (.refused(.block(3), .vicinity(RefusalCode(0x13))), "worn"),
      (.refused(.block(3), .vicinity(RefusalCode(0x12))), "permanently locked"),
      (.refused(.block(3), .vicinity(Self.code)), "(error 0F)"),
    ]
    for (error, part) in sentences { #expect(error.whatIsWrong.contains(part), "\(error)") }
  }

  @Test func onlyTroubleOnTheWayIsPassing() {
    let cases: [(TagError, ReaderError?)] = [
      (.reader(.silent), .silent), (.interrupted(.block(4), .tagGone), .tagGone),
      (.reader(.notPossible), .notPossible), (.refused(.block(4), .felica(Self.flags)), nil),
      (.refused(.block(4), .vicinity(Self.code)), nil), (.memory(.readOnly), nil),
      (.notNDEF(system: 3), nil),
    ]
    for (error, passing) in cases { #expect(error.passing == passing) }
  }

  @Test func whatATagAnswersIsNamed() {
    let words: [(UInt16, String)] = [
      (0x9000, "9000: done"), (0x6982, "6982: not allowed without a key"),
      (0x6A82, "6A82: not found"), (0x91AE, "91AE: not allowed without a key"),
      (0x0042, "0042"),
    ]
    for (word, text) in words { #expect(CardStatus(rawValue: word).description == text) }
    #expect(StatusFlags(place: 0x02, reason: 0xEE).description == "status 02EE")
    #expect(RefusalCode(0x10).description == "error 10: no such block")
    #expect(RefusalCode(0xA0).description == "error A0")
  }

  @Test func aVersionIsNamed() {
    let titles: [([UInt8], String?)] = [
      ([0x04, 0x01, 0x01, 0x01], "MIFARE DESFire EV1"),
      ([0x04, 0x01, 0x01, 0x12], "MIFARE DESFire EV2"),
      ([0x04, 0x01, 0x01, 0x33], "MIFARE DESFire EV3"), ([0x04, 0x04, 0x02, 0x30], "NTAG 4xx DNA"),
      ([0x05, 0x01, 0x01, 0x01], nil),
    ]
    for (head, title) in titles {
      let bytes = head + [UInt8](repeating: 0, count: 14 - head.count)
      #expect(CardVersion(bytes)?.title == title)
    }
    for count in 0..<14 { #expect(CardVersion([UInt8](repeating: 4, count: count)) == nil) }
  }

  @Test func aSecretIsNeverPrinted() throws {
    let secret = try #require(Type2Secret(password: [1, 2, 3, 4], acknowledge: [5, 6]))
    #expect("\(secret)" == "Type2Secret(not shown)" && String(reflecting: secret) == "\(secret)")
    #expect(Type2Secret(password: [1, 2, 3], acknowledge: [5, 6]) == nil)
    #expect(Type2Secret(password: [1, 2, 3, 4], acknowledge: [5]) == nil)
  }
}
