// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension TagMemoryError {
  /// The name for ledgers and programs.
  package var machineName: String {
    switch self {
    case .pageNotRead: "page-not-read"
    case .pageRefused: "page-refused"
    case .blockNotRead: "block-not-read"
    case .blockHidden: "block-hidden"
    case .answerSize: "answer-size"
    case .chipUnknown: "chip-unknown"
    case .notFormatted: "not-formatted"
    case .containerSpoilt: "container-spoilt"
    case .versionUnsupported: "version-unsupported"
    case .readAccessClosed: "read-access-closed"
    case .readOnly: "write-access-closed"
    case .attributesSpoilt: "attributes-spoilt"
    case .sizeUnknown: "size-unknown"
    case .containerShort: "container-short"
    case .containerLimits: "container-limits"
    case .fileControlUnknown: "file-control-unknown"
    case .fileImpossible: "file-impossible"
    case .versionReadOnly: "version-read-only"
    case .messageTooLarge: "message-too-large"
    case .noRoom: "no-room"
    case .pageLocked: "page-locked"
    case .blockLocked: "block-locked"
    case .keyNeeded: "key-needed"
    case .lockUnsupported: "lock-unsupported"
    case .lockUnknown: "lock-unknown"
    case .neverLockable: "never-lockable"
    case .bitsFixed: "bits-fixed"
    case .passwordRequired: "password-required"
    case .passwordUnsupported: "password-unsupported"
    case .configurationFrozen: "configuration-frozen"
    case .attemptLimited: "attempt-limited"
    case .freezingUnprotected: "freezing-unprotected"
    case .mirrorActive: "mirror-active"
    case .mirrorUnsupported: "mirror-unsupported"
    case .mirrorFieldsApart: "mirror-fields-apart"
    case .mirrorFillerMissing: "mirror-filler-missing"
    case .mirrorTooLate: "mirror-too-late"
    case .mirrorInterrupted: "mirror-interrupted"
    case .counterHidden: "counter-hidden"
    }
  }

  /// What is wrong, and the next step.
  package var words: String {
    switch self {
    case .pageNotRead(let page):
      "page \(page) was not read yet; read the tag again."
    case .pageRefused(let page):
      "the tag does not let page \(page) be read; give its key file, or put the tag aside."
    case .blockNotRead(let block):
      "block \(block) was not read yet; read the tag again."
    case .blockHidden(let block):
      "the tag does not show block \(block) without a key; put the tag aside."
    case .answerSize(let expected, let got):
      "the tag answered \(got) bytes instead of \(expected); hold it closer and try again."
    case .chipUnknown:
      "the chip of this tag is not known; use a chip that `tagpress read` names."
    case .notFormatted:
      "the tag is not formatted for NDEF; allow formatting, which cannot be undone."
    case .containerSpoilt(let found, let intended):
      "page 3 contains \(found), and its bits can never be cleared to \(intended); put the tag "
        + "aside."
    case .versionUnsupported(let major, let minor):
      """
      the tag follows version \(major).\(minor) of its format, which phones do not read; put the \
      tag aside.
      """
    case .readAccessClosed(let access):
      "the tag says that reading is restricted (\(upperHex(access))); put the tag aside."
    case .readOnly:
      "the tag says that it is read-only; use another tag."
    case .attributesSpoilt:
      """
      what the tag says about itself is damaged, and the size of its chip is not known; put the \
      tag aside.
      """
    case .sizeUnknown:
      "the tag does not say how large it is, so it cannot be formatted; use another tag."
    case .containerShort(let count):
      "what the tag says about itself ends after \(count) bytes; put the tag aside."
    case .containerLimits(let read, let write):
      """
      the tag says that it sends \(read) and takes \(write) bytes at once, which is too little; \
      put the tag aside.
      """
    case .fileControlUnknown(let tag, let length):
      """
      the tag does not say where its message is (\(upperHex(tag)) \(upperHex(length)) is \
      there instead); put the tag aside.
      """
    case .fileImpossible(let id, let size):
      """
      the tag says that its message is in file \(String(id, radix: 16)) of \(size) bytes, which \
      is impossible; put the tag aside.
      """
    case .versionReadOnly(let major, let minor):
      """
      the tag follows version \(major).\(minor) of its format, which is still read but no longer \
      written; use another tag.
      """
    case .messageTooLarge(let size, let capacity):
      "the message has \(size) bytes and this tag holds \(capacity); shorten it or use a larger "
        + "chip."
    case .noRoom(let bytes):
      "only \(bytes) bytes are left for a message on this tag; use another tag."
    case .pageLocked(let page):
      "page \(page) is permanently locked; use another tag."
    case .blockLocked(let block):
      "block \(block) is permanently locked; use another tag."
    case .keyNeeded(let block):
      "the tag wants its key before block \(block) is written; put the tag aside."
    case .lockUnsupported(.type3):
      "only FeliCa Lite and Lite-S can be locked without their maker's keys; use one of those."
    case .lockUnsupported(.type5):
      "this tag does not let all of its blocks be locked; use an ICODE SLIX, or leave it open."
    case .lockUnsupported:
      """
      locking this smart card needs a key of the card; leave out the lock, or use NTAG424 or \
      NTAG213 for tags that are to be locked permanently.
      """
    case .lockUnknown(let block):
      """
      this tag, or this reader, does not tell whether block \(block) is locked; try another \
      reader, or leave the tag open.
      """
    case .neverLockable(let page):
      """
      page \(page) can never be locked on this tag, so anyone could always change its message; \
      put the tag aside.
      """
    case .bitsFixed(let page, let found, let wanted):
      """
      page \(page) contains \(found), whose bits can never be cleared, and cannot become \
      \(wanted); leave it out.
      """
    case .passwordRequired(let page):
      "from page \(page) on the tag needs its password; give the key file it was protected with."
    case .passwordUnsupported(let chip):
      "\(chip.title) has no password; protect it by locking, or use an NTAG213, 215 or 216."
    case .configurationFrozen:
      "the settings of this tag are permanently frozen; leave it as it is, or use another tag."
    case .attemptLimited(let limit):
      """
      \(count(Int(limit), "wrong password")) would close this tag permanently, so \
      none is tried; put it aside, or have its owner run 'tagpress unlock --despite-limit', which \
      tries the key file once and lifts the limit.
      """
    case .freezingUnprotected(let page):
      "protection starts only at page \(page); protect the tag before its settings are frozen."
    case .mirrorActive(let address):
      "the tag shows other text than it holds from byte \(address) on; switch its mirror off first."
    case .mirrorUnsupported(let chip):
      "\(chip.title) cannot show its number in a link; use an NTAG213, 215 or 216."
    case .mirrorFieldsApart:
      "number and counter must be next to each other with an x between them; move them in the link."
    case .mirrorFillerMissing(let offset):
      "the message has no filler of zeros at byte \(offset); build the link from its template "
        + "again."
    case .mirrorTooLate(let address, let latest):
      "the mirrored text would begin at byte \(address), and \(latest) is the last; shorten the "
        + "link."
    case .mirrorInterrupted(let address):
      "the mirrored text would run into reserved bytes at \(address); use another tag."
    case .counterHidden:
      "the tag shows its counter only after the password; use another tag, or leave out the "
        + "counter."
    }
  }
}

extension Finding {
  /// The name for ledgers and programs.
  package var machineName: String {
    switch self {
    case .containerLargerThanChip: "container-larger-than-chip"
    case .minorVersion: "minor-version"
    case .nullsBeforeMessage: "nulls-before-message"
    case .controlTLVSkipped: "control-tlv-skipped"
    case .lockControlDisagrees: "lock-control-disagrees"
    case .proprietaryTLV: "proprietary-tlv"
    case .unknownTLV: "unknown-tlv"
    case .longLengthForShortValue: "long-length-for-short-value"
    case .valueOverruns: "value-overruns"
    case .terminatorMissing: "terminator-missing"
    case .checkBytesWrong: "check-bytes-wrong"
    case .makerNotNXP: "maker-not-nxp"
    case .pagesRefused: "pages-refused"
    }
  }

  /// What is odd, and what it means for the tag.
  package var words: String {
    switch self {
    case .containerLargerThanChip(let claimed, let actual):
      "the tag claims \(claimed) bytes, its chip has \(actual); only those are used."
    case .minorVersion(let major, let minor):
      "the tag follows version \(major).\(minor) of its format; it is read like 1.0."
    case .nullsBeforeMessage(let count):
      "\(count) empty bytes are before the message; they are left as they are."
    case .controlTLVSkipped(let address, let length):
      "the control block at byte \(address) is \(length) bytes long, not 3; it is ignored."
    case .lockControlDisagrees(let address, let says, let chipSays?):
      """
      the block at byte \(address) puts the lock bits at byte \(says), the chip has them at \
      \(chipSays); locking follows the chip.
      """
    case .lockControlDisagrees(let address, let says, nil):
      """
      the block at byte \(address) puts lock bits at byte \(says), where the chip has none; \
      locking follows the chip.
      """
    case .proprietaryTLV(let address):
      "data of another program is at byte \(address); it is left as it is."
    case .unknownTLV(let tag, let address):
      "a block of unknown kind \(upperHex(tag)) is at byte \(address); it is skipped."
    case .longLengthForShortValue(let address):
      "the block at byte \(address) has a longer length field than it needs; it is read anyway."
    case .valueOverruns(let tag, let address, let length):
      """
      the block of kind \(upperHex(tag)) at byte \(address) claims \(length) bytes, more than \
      there are; write the tag again.
      """
    case .terminatorMissing(let address):
      "no end mark follows the message at byte \(address); it is read anyway."
    case .checkBytesWrong:
      "the check bytes do not fit the serial number; the chip is likely a copy."
    case .makerNotNXP(let maker):
      "the serial number names maker \(upperHex(maker)), not NXP; the chip is a compatible one."
    case .pagesRefused(let first, let expected):
      """
      from page \(first) on the tag cannot be read, and \(expected) pages were expected; a \
      password hides them, or the chip is a smaller one than it says.
      """
    }
  }
}
