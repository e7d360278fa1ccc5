// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

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

  /// As the beginning of a sentence.
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

extension TagError: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .reader(let error): error.description
    case .memory(let error): error.words
    case .blocks(let error): error.description
    case .wrongType(.type2, let sak?) where TagError.isClassic(sak):
      """
      This is a MIFARE Classic, which an iPhone cannot read, so TagPress does not write it. Put it \
      aside, and use NTAG or Ultralight tags.
      """
    case .wrongType(.type3, _):
      "This tag does not speak FeliCa. Use an NTAG or a FeliCa Lite-S."
    case .wrongType(.type5, _):
      "This tag does not speak ISO 15693. Use an ICODE SLIX or an ST25DV."
    case .wrongType:
      "This tag does not speak the language of NTAG and Ultralight. Use one of those."
    case .notNDEF(Type3Tag.systemOfTransit):
      """
      This FeliCa card is a transit card (system 0003), to which TagPress never writes. Use \
      FeliCa Lite-S or NTAG213.
      """
    case .notNDEF(let system):
      """
      This FeliCa card (system \(upperHex(system))) is not a tag that phones read links from. Use \
      FeliCa Lite-S or NTAG213.
      """
    case .noApplication(let status):
      """
      This is a smart card without NDEF, such as a payment card or a passport (it says \
      \(status)). Use NTAG213 or NTAG424.
      """
    case .unformatted(let version):
      """
      This \(version.title ?? "smart card") was not formatted for NDEF, which needs its master \
      key. Have it formatted first, or use NTAG424.
      """
    case .fileMissing(let file, let status):
      """
      The tag does not open its file \(upperHex(file)) (\(status)), though it must have one. Put \
      it aside.
      """
    case .strangeBlocks(let size):
      "The tag says that its blocks have \(size) bytes, which TagPress does not write. Put it "
        + "aside."
    case .madeUpUID:
      """
      This tag has a different UID each time (a random UID), so no row can be kept for it. Use \
      another tag.
      """
    case .interrupted, .refused, .hidden, .nothingRead, .differs, .mirrorDiffers: accessWords
    case .foreignContent:
      """
      The tag contains something that is not NDEF. Put it aside, or add --overwrite if that may be \
      lost.
      """
    case .dynamicContent:
      """
      This chip is set up to put a code of its own into its link (SDM). Put it \
      aside, or have that switched off.
      """
    case .passwordRefused, .passwordRefusedOnce, .acknowledgeDiffers, .noPassword, .keyNeeded,
      .passwordUnsupported, .mirrorUnsupported:
      secretWords
    case .keyChanged, .foreignRights, .noSettings, .lockRefused, .notLocked, .blockStillOpen,
      .locksUnproven, .noCipher:
      lockWords
    }
  }

  /// What reading and writing met.
  private var accessWords: String {
    switch self {
    case .interrupted(nil, .tagGone), .interrupted(nil, .tagSwapped):
      """
      The tag was taken away while it was being locked. Put the same tag on the reader again: the \
      rest will be done then.
      """
    case .interrupted(nil, let reason): "The tag may not be locked yet. \(reason)"
    case .interrupted(let place?, .tagSwapped(let found)):
      """
      Another tag (\(found)) is on the reader now, and \(place) of the first one may not have \
      been written. Put the first one back: it will be put right.
      """
    case .interrupted(let place?, .tagGone):
      """
      The tag was taken away while \(place) was being written. Put the same tag on the reader \
      again: it will be put right.
      """
    case .interrupted(let place?, let reason):
      "\(place.capitalised) may not have been written. \(reason)"
    case .refused(let place, let refusal) where refusal.meansWorn:
      "\(place.capitalised) could not be written: the tag's memory is worn. Put the tag aside."
    case .refused(let place, .vicinity(let code)) where code.meansLocked:
      "\(place.capitalised) is permanently locked. Use another tag."
    case .refused(let place, .nak(let code)):
      """
      The tag refuses to write \(place) (NAK \(code)): it is locked or password-protected. Put it \
      aside, or unlock it first.
      """
    case .refused(let place, .vicinity(let code)):
      "The tag refuses to write \(place) (\(code)). It may need a password; put it aside."
    case .refused(let place, let refusal):
      "The tag refuses to write \(place) (\(refusal)). Put it aside."
    case .hidden(let place, nil):
      "\(place.capitalised) cannot be read back, so it cannot be verified. Put the tag aside."
    case .hidden(let place, .vicinity(let code)?):
      "The tag does not show \(place) (\(code)). It may need a password; put it aside."
    case .hidden(let place, let refusal?):
      "The tag does not show \(place) (\(refusal)). Put it aside."
    case .nothingRead(let offset):
      "The tag sends nothing from byte \(offset) on, though it must hold more. Put it aside."
    case .differs(let place, let wanted?, let found?):
      """
      \(place.capitalised) did not take its value (\(wanted) wanted, \(found) found): the tag is \
      worn or a bad copy. Put it aside.
      """
    case .differs(let place, _, _):
      """
      \(place.capitalised) did not take its value: the tag is worn or a bad copy. Put it aside.
      """
    default:
      """
      The tag does not show its UID or counter in the link as it was told to: it is a bad copy. \
      Put it aside.
      """
    }
  }

  /// What is to open a tag, or cannot.
  private var secretWords: String {
    switch self {
    case .passwordRefused:
      "The tag refuses this password. Is it the right key file? It is not tried again."
    case .passwordRefusedOnce:
      """
      The tag refuses the password of --key, and does not show how many wrong ones it allows, so \
      that of --protect was not tried. If the tag was taken away while its password was being \
      changed, it has the new one: use the new key file with --key too.
      """
    case .noPassword:
      "A tag with a UID of another length than 7 bytes takes no password. Put it aside."
    case .keyNeeded(.key(let key)):
      """
      The owner of this tag has closed it: its key \(key) is needed to write to it. Put it aside, \
      or have the owner open it.
      """
    case .keyNeeded: "This tag is permanently closed and can never be written again. Put it aside."
    case .passwordUnsupported(.type3):
      "A FeliCa tag has no password that TagPress sets. Lock it, or use NTAG213, 215 or 216."
    case .passwordUnsupported(.type4):
      """
      Smart cards have keys of their own instead of this password. Use NTAG213 for tags with a \
      password.
      """
    case .passwordUnsupported:
      "A Type 5 tag has no password that TagPress sets. Lock it, or use NTAG213, 215 or 216."
    case .mirrorUnsupported(.type3):
      "A FeliCa tag cannot show its number in a link. Use NTAG213, 215 or 216."
    case .mirrorUnsupported(.type4):
      """
      This tag cannot show its number in the link by itself. Write {tag.uid}, which TagPress fills \
      in, or use NTAG213.
      """
    case .mirrorUnsupported:
      "A Type 5 tag cannot show its number in a link. Use NTAG213, 215 or 216."
    default:
      """
      The tag accepts the password but answers it wrongly: it is another tag, a copy, or one that \
      was left half changed. Put it aside. If you are certain that it is yours, 'tagpress unlock \
      --any-answer' opens it.
      """
    }
  }

  /// What keeps a tag from being locked.
  private var lockWords: String {
    switch self {
    case .keyChanged:
      """
      Key 0 of this tag was set by someone else, and it cannot be locked without that key. Have \
      the owner of the key lock it, or use another tag.
      """
    case .foreignRights(let file):
      """
      Who may write file \(file.rawValue) of this tag was changed, so it cannot be locked. Put \
      it aside, or have its owner lock it.
      """
    case .noSettings:
      "The tag does not say who may write it, so it was not locked. Put it aside."
    case .lockRefused(let status):
      "The tag refuses to be locked (\(status)). Put it aside."
    case .blockStillOpen(let block):
      "Block \(block) is still open, though the tag said that it locked it. Put the tag aside."
    case .locksUnproven:
      """
      The tag was told to lock its blocks, but did not say afterwards whether they are locked. Put \
      it on the reader again: it will be asked once more.
      """
    case .noCipher:
      """
      libcrypto does not encrypt with AES, which is needed to lock this tag. Check the \
      installation of OpenSSL; `tagpress doctor` helps.
      """
    default:
      """
      The tag says that it is locked, but it is not: it is worn or a bad copy. Put it aside.
      """
    }
  }

  /// Whether a select acknowledge is that of a MIFARE Classic: bit 3 says so (NXP AN10833).
  private static func isClassic(_ sak: UInt8) -> Bool { sak & 0x08 != 0 }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .reader(let error): error.machineName
    case .memory(let error): error.machineName
    case .blocks(let error): error.machineName
    case .wrongType(let type, _): "not-type-\(type.rawValue)"
    case .notNDEF: "felica-without-ndef"
    case .noApplication: "no-ndef"
    case .unformatted: "card-unformatted"
    case .fileMissing: "file-missing"
    case .strangeBlocks: "strange-blocks"
    case .madeUpUID: "random-uid"
    case .interrupted: "interrupted"
    case .refused(.page, _): "page-refused"
    case .refused(.block, _): "block-refused"
    case .refused(.byte, _): "write-refused"
    case .hidden(.page, _): "page-hidden"
    case .hidden(.block, _): "block-hidden"
    case .hidden(.byte, _): "read-refused"
    case .nothingRead: "nothing-read"
    case .differs(.page, _, _): "page-differs"
    case .differs(.block, _, _): "block-differs"
    case .differs(.byte, _, _): "content-differs"
    case .mirrorDiffers: "mirror-differs"
    case .foreignContent: "foreign-content"
    case .dynamicContent: "dynamic-content"
    case .passwordRefused, .passwordRefusedOnce: "password-refused"
    case .acknowledgeDiffers: "acknowledge-differs"
    case .noPassword, .passwordUnsupported(.type4): "no-password"
    case .keyNeeded: "key-needed"
    case .passwordUnsupported: "password-unsupported"
    case .mirrorUnsupported: "mirror-unsupported"
    case .keyChanged: "key-changed"
    case .foreignRights: "rights-changed"
    case .noSettings: "no-settings"
    case .lockRefused: "lock-refused"
    case .notLocked: "lock-failed"
    case .blockStillOpen: "block-still-open"
    case .locksUnproven: "locks-unproven"
    case .noCipher: "no-cipher"
    }
  }
}
