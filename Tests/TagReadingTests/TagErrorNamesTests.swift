// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing

/// Ledgers and scripts know errors by these names, so none of them ever changes.
@Suite struct TagErrorNamesTests {
  private static let flags = StatusFlags(place: 0x01, reason: 0xA8)
  private static let status = CardStatus(rawValue: 0x6982)
  private static let code = RefusalCode(0x0F)

  /// The name, and whether the tag may hold part of what it is to hold.
  private static let names: [(TagError, String, leftUndone: Bool)] = [
    (.reader(.silent), "tag-silent", false),
    (.memory(.chipUnknown), "chip-unknown", false),
    (.wrongType(.type2, sak: 8), "not-type-2", false),
    (.interrupted(.page(5), .tagGone), "interrupted", true),
    (.refused(.page(5), .nak(5)), "page-refused", false),
    (.differs(.page(5), wanted: Page(1, 2, 3, 4), found: .zero), "page-differs", false),
    (.hidden(.page(5), nil), "page-hidden", false),
    (.mirrorDiffers, "mirror-differs", false),
    (.foreignContent, "foreign-content", false),
    (.passwordRefused, "password-refused", false),
    (.passwordRefusedOnce, "password-refused", false),
    (.noPassword, "no-password", false),
    (.acknowledgeDiffers, "acknowledge-differs", false),

    (.memory(.blockNotRead(1)), "block-not-read", false),
    (.memory(.blockHidden(1)), "block-hidden", false),
    (.memory(.notFormatted), "not-formatted", false),
    (.memory(.attributesSpoilt), "attributes-spoilt", false),
    (.memory(.blockLocked(1)), "block-locked", false),
    (.memory(.keyNeeded(1)), "key-needed", false),
    (.memory(.versionUnsupported(major: 2, minor: 0)), "version-unsupported", false),
    (.memory(.readOnly), "write-access-closed", false),
    (.memory(.messageTooLarge(size: 2, capacity: 1)), "message-too-large", false),
    (.memory(.configurationFrozen), "configuration-frozen", false),
    (.memory(.lockUnsupported(.type3)), "lock-unsupported", false),
    (.wrongType(.type3, sak: nil), "not-type-3", false),
    (.notNDEF(system: 3), "felica-without-ndef", false),
    (.interrupted(.block(3), .tagGone), "interrupted", true),
    (.refused(.block(3), .felica(flags)), "block-refused", false),
    (.hidden(.block(3), .felica(flags)), "block-hidden", false),
    (.differs(.block(3)), "block-differs", false),
    (.foreignContent, "foreign-content", false),
    (.passwordUnsupported(.type3), "password-unsupported", false),
    (.mirrorUnsupported(.type3), "mirror-unsupported", false),

    (.noApplication(status), "no-ndef", false),
    (.fileMissing(0xE103, status), "file-missing", false),
    (.hidden(.byte(2), .card(status)), "read-refused", false),
    (.nothingRead(offset: 2), "nothing-read", false),
    (.interrupted(.byte(0), .silent), "interrupted", true),
    (.refused(.byte(2), .card(status)), "write-refused", false),
    (.differs(.byte(3)), "content-differs", false),
    (.keyNeeded(.nobody), "key-needed", false),
    (.dynamicContent, "dynamic-content", false),
    (.madeUpUID, "random-uid", false),
    (.keyChanged, "key-changed", false),
    (.foreignRights(.message), "rights-changed", false),
    (.noSettings, "no-settings", false),
    (.lockRefused(status), "lock-refused", false),
    (.interrupted(nil, .tagGone), "interrupted", true),
    (.notLocked, "lock-failed", false),
    (.noCipher, "no-cipher", false),
    (.passwordUnsupported(.type4), "no-password", false),
    (.mirrorUnsupported(.type4), "mirror-unsupported", false),
    (.memory(.lockUnsupported(.type4)), "lock-unsupported", false),

    (.memory(.blockNotRead(1)), "block-not-read", false),
    (.memory(.blockHidden(1)), "block-hidden", false),
    (.memory(.notFormatted), "not-formatted", false),
    (.memory(.sizeUnknown), "size-unknown", false),
    (.memory(.readAccessClosed(1)), "read-access-closed", false),
    (.memory(.readOnly), "write-access-closed", false),
    (.memory(.blockLocked(1)), "block-locked", false),
    (.memory(.noRoom(bytes: 1)), "no-room", false),
    (.memory(.lockUnsupported(.type5)), "lock-unsupported", false),
    (.memory(.lockUnknown(1)), "lock-unknown", false),
    (.wrongType(.type5, sak: nil), "not-type-5", false),
    (.strangeBlocks(size: 2), "strange-blocks", false),
    (.interrupted(.block(3), .silent), "interrupted", true),
    (.refused(.block(3), .vicinity(code)), "block-refused", false),
    (.hidden(.block(3), .vicinity(code)), "block-hidden", false),
    (.differs(.block(3)), "block-differs", false),
    (.blockStillOpen(block: 3), "block-still-open", false),
    (.locksUnproven, "locks-unproven", true),
    (.foreignContent, "foreign-content", false),
    (.passwordUnsupported(.type5), "password-unsupported", false),
    (.mirrorUnsupported(.type5), "mirror-unsupported", false),

    (.blocks(.noBlocks), "no-blocks", false),
  ]

  @Test func namesNeverChange() {
    for (error, name, leftUndone) in Self.names {
      #expect(error.machineName == name, "\(error)")
      #expect(error.leftUndone == leftUndone, "\(error)")
    }
  }
}
