// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing

/// Ledgers and scripts know errors by these names, so none of them ever changes.
struct TagErrorNamesTests {
  private static let flags = StatusFlags(place: 0x01, reason: 0xA8)
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
    (.madeUpUID, "random-uid"),
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

  @Test func namesNeverChange() {
    for (error, name) in Self.names {
      #expect(error.machineName == name, "\(error)")
    }
  }
}
