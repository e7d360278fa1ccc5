// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain

extension TagMemoryError: NamedTrouble {
  package var code: ReasonCode {
    switch self {
    case .pageNotRead: .`page-not-read`
    case .pageRefused: .`page-refused`
    case .blockNotRead: .`block-not-read`
    case .blockHidden: .`block-hidden`
    case .answerSize: .`answer-size`
    case .chipUnknown: .`chip-unknown`
    case .notFormatted: .`not-formatted`
    case .containerSpoilt: .`container-spoilt`
    case .versionUnsupported: .`version-unsupported`
    case .readAccessClosed: .`read-access-closed`
    case .readOnly: .`write-access-closed`
    case .attributesSpoilt: .`attributes-spoilt`
    case .sizeUnknown: .`size-unknown`
    case .containerShort: .`container-short`
    case .containerLimits: .`container-limits`
    case .fileControlUnknown: .`file-control-unknown`
    case .fileImpossible: .`file-impossible`
    case .versionReadOnly: .`version-read-only`
    case .messageTooLarge: .`message-too-large`
    case .noRoom: .`no-room`
    case .pageLocked: .`page-locked`
    case .blockLocked: .`block-locked`
    case .keyNeeded: .`key-needed`
    case .lockUnsupported: .`lock-unsupported`
    case .lockUnknown: .`lock-unknown`
    case .neverLockable: .`never-lockable`
    case .bitsFixed: .`bits-fixed`
    case .passwordRequired: .`password-required`
    case .passwordUnsupported: .`password-unsupported`
    case .configurationFrozen: .`configuration-frozen`
    case .attemptLimited: .`attempt-limited`
    case .freezingUnprotected: .`freezing-unprotected`
    case .mirrorActive: .`mirror-active`
    case .mirrorUnsupported: .`mirror-unsupported`
    case .mirrorFieldsApart: .`mirror-fields-apart`
    case .mirrorFillerMissing: .`mirror-filler-missing`
    case .mirrorTooLate: .`mirror-too-late`
    case .mirrorInterrupted: .`mirror-interrupted`
    case .counterHidden: .`counter-hidden`
    }
  }

  package var whatIsWrong: String {
    switch self {
    case .pageNotRead(let page): "Page \(page) was not read yet."
    case .pageRefused(let page): "The tag does not let page \(page) be read."
    case .blockNotRead(let block): "Block \(block) was not read yet."
    case .blockHidden(let block): "The tag does not show block \(block) without a key."
    case .answerSize(let expected, let got):
      "The tag answered \(got) bytes instead of \(expected)."
    case .chipUnknown: "The chip of this tag is not known."
    case .notFormatted: "The tag is not formatted for NDEF."
    case .containerSpoilt(let found, let intended):
      "Page 3 contains \(found), and its bits can never be cleared to \(intended)."
    case .versionUnsupported(let major, let minor):
      "The tag follows version \(major).\(minor) of its format, which phones do not read."
    case .readAccessClosed(let access):
      "The tag says that reading is restricted (\(upperHex(access)))."
    case .readOnly: "The tag says that it is read-only."
    case .attributesSpoilt:
      "What the tag says about itself is damaged, and the size of its chip is not known."
    case .sizeUnknown: "The tag does not say how large it is, so it cannot be formatted."
    case .containerShort(let count): "What the tag says about itself ends after \(count) bytes."
    case .containerLimits(let read, let write):
      "The tag says that it sends \(read) and takes \(write) bytes at once, which is too little."
    case .fileControlUnknown(let tag, let length):
      """
      The tag does not say where its message is (\(upperHex(tag)) \(upperHex(length)) is there \
      instead).
      """
    case .fileImpossible(let id, let size):
      """
      The tag says that its message is in file \(String(id, radix: 16)) of \(size) bytes, which \
      is impossible.
      """
    case .versionReadOnly(let major, let minor):
      """
      The tag follows version \(major).\(minor) of its format, which is still read but no longer \
      written.
      """
    case .messageTooLarge(let size, let capacity):
      "The message has \(size) bytes, and this tag holds \(capacity)."
    case .noRoom(let bytes): "Only \(bytes) bytes are left for a message on this tag."
    case .pageLocked(let page): "Page \(page) is permanently locked."
    case .blockLocked(let block): "Block \(block) is permanently locked."
    case .keyNeeded(let block): "The tag wants its key before block \(block) is written."
    case .lockUnsupported, .lockUnknown, .neverLockable: lockFault
    case .bitsFixed(let page, let found, let wanted):
      """
      Page \(page) contains \(found), whose bits can never be cleared, and cannot become \
      \(wanted).
      """
    case .passwordRequired(let page): "From page \(page) on, the tag needs its password."
    case .passwordUnsupported(let chip): "\(chip.title) has no password."
    case .configurationFrozen: "The settings of this tag are permanently frozen."
    case .attemptLimited(let limit, let isFrozen):
      """
      \(count(Int(limit), "wrong password")) would close this tag permanently, so none is \
      tried.\(isFrozen ? " Its settings are frozen, so this limit stays." : "")
      """
    case .freezingUnprotected(let page): "The tag is protected only from page \(page) on."
    case .mirrorActive, .mirrorUnsupported, .mirrorFieldsApart, .mirrorFillerMissing,
      .mirrorTooLate, .mirrorInterrupted, .counterHidden:
      mirrorFault
    }
  }

  private var lockFault: String {
    switch self {
    case .lockUnsupported(.type3):
      "Only FeliCa Lite and Lite-S can be locked without their maker's keys."
    case .lockUnsupported(.type5): "This tag does not let all of its blocks be locked."
    case .lockUnsupported: "Locking this smart card needs a key of the card."
    case .lockUnknown(let block):
      "This tag, or this reader, does not tell whether block \(block) is locked."
    case .neverLockable(let page):
      "Page \(page) can never be locked on this tag, so anyone could always change its message."
    default: ""
    }
  }

  private var mirrorFault: String {
    switch self {
    case .mirrorActive(let address):
      "The tag shows other text than it holds from byte \(address) on, because its mirror is on."
    case .mirrorUnsupported(let chip): "\(chip.title) cannot show its number in a link."
    case .mirrorFieldsApart: "The chip shows UID and counter only side by side."
    case .mirrorFillerMissing(let offset):
      "The message has no filler of zeros at byte \(offset), where the chip would show its number."
    case .mirrorTooLate(let address, let latest):
      "The mirrored text would begin at byte \(address), and \(latest) is the last possible one."
    case .mirrorInterrupted(let address):
      "The mirrored text would run into reserved bytes at \(address)."
    case .counterHidden: "The tag shows its counter only after its password."
    default: ""
    }
  }

  package var cure: Cure? {
    switch self {
    case .pageNotRead, .blockNotRead, .answerSize: .putBack
    case .pageRefused, .passwordRequired: .giveKey
    case .blockHidden, .containerSpoilt, .versionUnsupported, .readAccessClosed, .attributesSpoilt,
      .containerShort, .containerLimits, .fileControlUnknown, .fileImpossible, .keyNeeded,
      .neverLockable:
      .putAside
    case .sizeUnknown, .readOnly, .versionReadOnly, .noRoom, .pageLocked, .blockLocked,
      .configurationFrozen, .mirrorInterrupted:
      .useAnotherTag
    case .chipUnknown: .useChips(TagMemoryError.passwordChips)
    case .notFormatted: .allowFormatting
    case .messageTooLarge, .mirrorTooLate: .shortenLink
    case .lockUnsupported(.type3): .leaveOpen(insteadUse: ["FeliCa Lite", "FeliCa Lite-S"])
    case .lockUnsupported(.type5): .leaveOpen(insteadUse: ["ICODE SLIX"])
    case .lockUnsupported: .leaveOpen(insteadUse: ["NTAG424", "NTAG213"])
    case .lockUnknown: .tryAnotherReader
    case .bitsFixed: .leaveBlocksOut
    case .passwordUnsupported: .leaveUnprotected(orUse: TagMemoryError.passwordChips)
    case .attemptLimited(_, isFrozen: true): .putAside
    case .attemptLimited: .despiteLimit
    case .freezingUnprotected: .setPassword
    case .mirrorActive: .switchMirrorOff
    case .mirrorUnsupported: .letTagPressFillIn(orUse: TagMemoryError.passwordChips)
    case .mirrorFieldsApart: .putMirrorsTogether
    // The message was made for another place than the one it was planned for.
    case .mirrorFillerMissing: nil
    case .counterHidden: .leaveCounterOut
    }
  }

  /// The chips with passwords, which have mirrors too.
  package static let passwordChips = ["NTAG213", "NTAG215", "NTAG216"]
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
      "The tag claims \(claimed) bytes, but its chip has \(actual). Only those are used."
    case .minorVersion(let major, let minor):
      "The tag follows version \(major).\(minor) of its format. It is read like 1.0."
    case .nullsBeforeMessage(let count):
      "\(count) empty bytes are before the message. They are left as they are."
    case .controlTLVSkipped(let address, let length):
      "The control block at byte \(address) is \(length) bytes long, not 3. It is ignored."
    case .lockControlDisagrees(let address, let says, let chipSays?):
      """
      The block at byte \(address) puts the lock bits at byte \(says), but the chip has them at \
      \(chipSays). Locking follows the chip.
      """
    case .lockControlDisagrees(let address, let says, nil):
      """
      The block at byte \(address) puts lock bits at byte \(says), where the chip has none. \
      Locking follows the chip.
      """
    case .proprietaryTLV(let address):
      "Data of another program is at byte \(address). It is left as it is."
    case .unknownTLV(let tag, let address):
      "A block of unknown kind \(upperHex(tag)) is at byte \(address). It is skipped."
    case .longLengthForShortValue(let address):
      "The block at byte \(address) has a longer length field than it needs. It is read anyway."
    case .valueOverruns(let tag, let address, let length):
      """
      The block of kind \(upperHex(tag)) at byte \(address) claims \(length) bytes, more than \
      there are. Write the tag again.
      """
    case .terminatorMissing(let address):
      "No end mark follows the message at byte \(address). It is read anyway."
    case .checkBytesWrong:
      "The check bytes do not fit the serial number. The chip is likely a copy."
    case .makerNotNXP(let maker):
      "The serial number names maker \(upperHex(maker)), not NXP. The chip is a compatible one."
    case .pagesRefused(let first, let expected):
      """
      From page \(first) on, the tag cannot be read, although it says that it has \(expected) pages. \
      If a password hides the rest, its key shows it. Otherwise the chip is smaller than it says.
      """
    }
  }
}
