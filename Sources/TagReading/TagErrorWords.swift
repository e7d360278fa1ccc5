// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
internal import TagMemory

extension TagPlace: CustomStringConvertible {
  package var description: String {
    switch self {
    case .page(let number): "page \(number)"
    case .block(let number): "block \(number)"
    case .byte(let offset): "byte \(offset)"
    }
  }

  /// At the beginning of a sentence.
  fileprivate var capitalised: String {
    description.prefix(1).uppercased() + description.dropFirst()
  }
}

extension TagRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nak(let code): "NAK \(code)"
    case .felica(let flags): flags.description
    case .card(let status): status.description
    case .vicinity(let code): code.description
    }
  }
}

extension TagError: NamedTrouble {
  package var whatIsWrong: String {
    switch self {
    case .reader(let error): error.whatIsWrong
    case .memory(let error): error.whatIsWrong
    case .blocks(let error): error.whatIsWrong
    case .wrongType(.type2, let sak?) where TagError.isClassic(sak):
      "This is a MIFARE Classic, which an iPhone cannot read, so TagPress does not write to it."
    case .wrongType(.type3, _): "This tag does not speak FeliCa."
    case .wrongType(.type5, _): "This tag does not speak ISO 15693."
    case .wrongType: "This tag does not speak the language of NTAG and Ultralight."
    case .notNDEF(Type3Tag.systemOfTransit):
      "This FeliCa card is a transit card (system 0003), to which TagPress never writes."
    case .notNDEF(let system):
      """
      This FeliCa card (system \(upperHex(system))) is not a tag that phones read links from.
      """
    case .noApplication(let status):
      """
      This is a smart card without NDEF, such as a payment card or a passport (it says \
      \(status)).
      """
    case .unformatted(let version):
      """
      This \(version.title ?? "smart card") was not formatted for NDEF, which needs its master key.
      """
    case .fileMissing(let file, let status):
      "The tag does not open its file \(upperHex(file)) (\(status)), though it must have one."
    case .strangeBlocks(let size):
      "The tag says that its blocks have \(size) bytes, which TagPress does not write."
    case .randomUID:
      "This tag has a different UID each time (a random UID), so no row can be kept for it."
    case .interrupted, .refused, .hidden, .nothingRead, .differs, .mirrorDiffers: accessFault
    case .foreignContent: "The tag contains something that is not NDEF."
    case .dynamicContent: "This chip is set up to put a code of its own into its link (SDM)."
    case .passwordRefused, .passwordRefusedOnce, .acknowledgeDiffers, .noPassword, .keyNeeded,
      .passwordUnsupported, .mirrorUnsupported:
      secretFault
    case .keyChanged, .foreignRights, .noSettings, .lockRefused, .notLocked, .blockStillOpen,
      .locksUnproven, .noCipher:
      lockFault
    }
  }

  /// Errors of reading and writing.
  private var accessFault: String {
    switch self {
    case .interrupted(nil, .tagGone), .interrupted(nil, .tagSwapped):
      "The tag was taken away while it was being locked."
    case .interrupted(nil, let reason): "The tag may not be locked yet. \(reason.whatIsWrong)"
    case .interrupted(let place?, .tagSwapped(let found)):
      """
      Another tag (\(found)) is on the reader now, and \(place) of the first one may not have \
      been written.
      """
    case .interrupted(let place?, .tagGone):
      "The tag was taken away while \(place) was being written."
    case .interrupted(let place?, let reason):
      "\(place.capitalised) may not have been written. \(reason.whatIsWrong)"
    case .refused(let place, let refusal) where refusal.meansWorn:
      "\(place.capitalised) could not be written: the tag's memory is worn."
    case .refused(let place, .vicinity(let code)) where code.meansLocked:
      "\(place.capitalised) is permanently locked."
    case .refused(let place, .nak(let code)):
      """
      The tag refuses to write \(place) (NAK \(code)): it is locked or password-protected.
      """
    case .refused(let place, .vicinity(let code)):
      "The tag refuses to write \(place) (\(code)). It may need a password."
    case .refused(let place, let refusal): "The tag refuses to write \(place) (\(refusal))."
    case .hidden(let place, nil):
      "\(place.capitalised) cannot be read back, so it cannot be verified."
    case .hidden(let place, .vicinity(let code)?):
      "The tag does not show \(place) (\(code)). It may need a password."
    case .hidden(let place, let refusal?): "The tag does not show \(place) (\(refusal))."
    case .nothingRead(let offset):
      "The tag sends nothing from byte \(offset) on, though it must hold more."
    case .differs(let place, let wanted?, let found?):
      """
      \(place.capitalised) did not take its value (\(wanted) wanted, \(found) found): the tag is \
      worn or a bad copy.
      """
    case .differs(let place, _, _):
      "\(place.capitalised) did not take its value: the tag is worn or a bad copy."
    default:
      "The tag does not show its UID or counter in the link as it was told to: it is a bad copy."
    }
  }

  /// Errors of opening a tag.
  private var secretFault: String {
    switch self {
    case .passwordRefused: "The tag refuses this password."
    case .passwordRefusedOnce:
      """
      The tag refuses its password, and does not show how many wrong ones it allows, so the new \
      one was not tried.
      """
    case .noPassword: "A tag with a UID of another length than 7 bytes takes no password."
    case .keyNeeded(.key(let key)):
      "The owner of this tag has closed it: its key \(key) is needed to write to it."
    case .keyNeeded: "This tag is permanently closed and can never be written again."
    case .passwordUnsupported(.type3): "A FeliCa tag has no password that TagPress sets."
    case .passwordUnsupported(.type4): "Smart cards have keys of their own instead of a password."
    case .passwordUnsupported: "A Type 5 tag has no password that TagPress sets."
    case .mirrorUnsupported(.type3): "A FeliCa tag cannot show its number in a link."
    case .mirrorUnsupported(.type4): "This tag cannot show its number in the link by itself."
    case .mirrorUnsupported: "A Type 5 tag cannot show its number in a link."
    default:
      """
      The tag accepts the password but answers it wrongly: it is another tag, a copy, or one that \
      was left half changed.
      """
    }
  }

  /// Errors of locking.
  private var lockFault: String {
    switch self {
    case .keyChanged:
      "Key 0 of this tag was set by someone else, and it cannot be locked without that key."
    case .foreignRights(let file):
      "Who may write file \(file.rawValue) of this tag was changed, so it cannot be locked."
    case .noSettings: "The tag does not say who may write it, so it was not locked."
    case .lockRefused(let status): "The tag refuses to be locked (\(status))."
    case .blockStillOpen(let block):
      "Block \(block) is still open, though the tag said that it locked it."
    case .locksUnproven:
      """
      The tag was told to lock its blocks, but did not say afterwards whether they are locked.
      """
    case .noCipher: "libcrypto does not encrypt with AES, which is needed to lock this tag."
    default: "The tag says that it is locked, but it is not: it is worn or a bad copy."
    }
  }

  package var cure: Cure? {
    switch self {
    case .reader(let error): error.cure
    case .memory(let error): error.cure
    case .blocks(let error): error.cure
    case .wrongType(.type2, let sak?) where TagError.isClassic(sak):
      .useChips(["NTAG", "Ultralight"])
    case .wrongType(.type3, _), .notNDEF: .useChips(["FeliCa Lite-S", "NTAG213"])
    case .wrongType(.type5, _): .useChips(["ICODE SLIX", "ST25DV"])
    case .wrongType: .useChips(["NTAG", "Ultralight"])
    case .noApplication: .useChips(["NTAG213", "NTAG424"])
    case .unformatted: .formatElsewhere(insteadUse: ["NTAG424"])
    case .randomUID: .useAnotherTag
    case .interrupted(_, .tagGone), .interrupted(nil, .tagSwapped), .locksUnproven:
      .putBackToFinish
    case .interrupted(_, .tagSwapped): .putFirstBack
    case .interrupted(_, let reason): reason.cure
    case .refused(_, let refusal) where refusal.meansWorn: .putAside
    case .refused(_, .vicinity(let code)) where code.meansLocked: .useAnotherTag
    case .refused(_, .nak): .unlock
    case .fileMissing, .strangeBlocks, .refused, .hidden, .nothingRead, .differs, .mirrorDiffers,
      .noPassword, .noSettings, .lockRefused, .notLocked, .blockStillOpen:
      .putAside
    case .foreignContent: .allowOverwriting
    case .dynamicContent: .switchDynamicOff
    case .passwordRefused: .checkKey
    case .passwordRefusedOnce: .giveNewKey
    case .acknowledgeDiffers: .acceptAnyAnswer
    case .keyNeeded(.key): .ownerOpens
    case .keyNeeded: .putAside
    case .passwordUnsupported(.type4): .useChips(["NTAG213"])
    case .passwordUnsupported: .leaveUnprotected(orUse: TagMemoryError.passwordChips)
    case .mirrorUnsupported: .letTagPressFillIn(orUse: TagMemoryError.passwordChips)
    case .keyChanged, .foreignRights: .ownerLocks
    case .noCipher: .checkOpenSSL
    }
  }

  /// Whether a select acknowledge is that of a MIFARE Classic: bit 3 says so (NXP AN10833).
  private static func isClassic(_ sak: UInt8) -> Bool { sak & 0x08 != 0 }

  package var code: ReasonCode {
    switch self {
    case .reader(let error): error.code
    case .memory(let error): error.code
    case .blocks(let error): error.code
    case .wrongType(.type2, _): .`not-type-2`
    case .wrongType(.type3, _): .`not-type-3`
    case .wrongType(.type4, _): .`not-type-4`
    case .wrongType(.type5, _): .`not-type-5`
    case .notNDEF: .`felica-without-ndef`
    case .noApplication: .`no-ndef`
    case .unformatted: .`card-unformatted`
    case .fileMissing: .`file-missing`
    case .strangeBlocks: .`strange-blocks`
    case .randomUID: .`random-uid`
    case .interrupted: .interrupted
    case .refused(.page, _): .`page-refused`
    case .refused(.block, _): .`block-refused`
    case .refused(.byte, _): .`write-refused`
    case .hidden(.page, _): .`page-hidden`
    case .hidden(.block, _): .`block-hidden`
    case .hidden(.byte, _): .`read-refused`
    case .nothingRead: .`nothing-read`
    case .differs(.page, _, _): .`page-differs`
    case .differs(.block, _, _): .`block-differs`
    case .differs(.byte, _, _): .`content-differs`
    case .mirrorDiffers: .`mirror-differs`
    case .foreignContent: .`foreign-content`
    case .dynamicContent: .`dynamic-content`
    case .passwordRefused, .passwordRefusedOnce: .`password-refused`
    case .acknowledgeDiffers: .`acknowledge-differs`
    case .noPassword, .passwordUnsupported(.type4): .`no-password`
    case .keyNeeded: .`key-needed`
    case .passwordUnsupported: .`password-unsupported`
    case .mirrorUnsupported: .`mirror-unsupported`
    case .keyChanged: .`key-changed`
    case .foreignRights: .`rights-changed`
    case .noSettings: .`no-settings`
    case .lockRefused: .`lock-refused`
    case .notLocked: .`lock-failed`
    case .blockStillOpen: .`block-still-open`
    case .locksUnproven: .`locks-unproven`
    case .noCipher: .`no-cipher`
    }
  }
}
