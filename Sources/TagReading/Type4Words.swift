// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type4Error: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .reader(let error): error.description
    case .memory(let error): error.words
    case .noApplication(let status):
      """
      This is a smart card without NDEF, such as a payment card or a passport (it says \
      \(status)). Use NTAG213 or NTAG424.
      """
    case .unformatted(let version):
      """
      This \(version.title ?? "smart card") was not formatted for NDEF, which takes its master \
      key. Have it formatted first, or use NTAG424.
      """
    case .fileMissing(let file, let status):
      """
      The tag does not open its file \(hexadecimal(file)) (\(status)), though it must have one. Put it \
      aside.
      """
    case .readRefused(let offset, let status):
      "The tag does not let byte \(offset) be read (\(status)). Put it aside."
    case .nothingRead(let offset):
      "The tag sends nothing from byte \(offset) on, though it must hold more. Put it aside."
    case .interrupted(let offset, .tagGone), .interrupted(let offset, .tagSwapped):
      """
      The tag was taken away while it was written from byte \(offset) on. Lay the same tag on the \
      reader again: it will be put right.
      """
    case .interrupted(let offset, let reason):
      "Bytes from \(offset) on may not have been written. \(reason)"
    case .writeRefused(let offset, .memoryFailure):
      "Byte \(offset) could not be written: the tag's memory is worn. Put the tag aside."
    case .writeRefused(let offset, let status):
      "The tag refuses to write byte \(offset) (\(status)). Put it aside."
    case .differs(let offset):
      """
      Byte \(offset) did not take its value: the tag is worn or a bad copy. Put it aside.
      """
    case .keyNeeded(.key(let key)):
      """
      Whoever owns this tag has closed it: its key \(key) is needed to write it. Put it aside, or \
      have them open it.
      """
    case .keyNeeded: "This tag was closed for ever; nobody can write it. Put it aside."
    case .dynamicContent:
      """
      This chip puts a code of its own into its link (SDM), which somebody has set up. Put it \
      aside, or have that switched off.
      """
    case .madeUpUID:
      """
      This tag has another number each time (a random UID), so no row can be kept for it. Use \
      another tag.
      """
    case .keyChanged:
      """
      This tag has a key 0 of somebody else, without which it is not locked. Have whoever gave it \
      that key lock it, or use another tag.
      """
    case .foreignRights(let file):
      """
      Somebody has changed who may write file \(file.rawValue) of this tag, so it cannot be locked. \
      Put it aside, or have them lock it.
      """
    case .noSettings:
      "The tag does not say who may write it, so it was not locked. Put it aside."
    case .lockRefused(let status):
      "The tag refuses to be locked (\(status)). Put it aside."
    case .lockInterrupted(.tagGone), .lockInterrupted(.tagSwapped):
      """
      The tag was taken away while it was being locked. Lay the same tag on the reader again: what \
      is missing will be done.
      """
    case .lockInterrupted(let reason): "The tag may not be locked yet. \(reason)"
    case .notLocked:
      """
      The tag said that it is locked, and is not: it is worn or a bad copy. Put it aside.
      """
    case .noCipher:
      """
      libcrypto does not encrypt with AES, which locking this tag takes. Look at the installation of \
      OpenSSL, with which `tagpress doctor` helps.
      """
    case .noPassword:
      """
      Smart cards have keys of their own in place of this password. Use NTAG213 for tags with a \
      password.
      """
    case .noMirror:
      """
      This tag cannot show its number in the link by itself. Write {tag.uid}, which TagPress fills \
      in, or use NTAG213.
      """
    case .noLock:
      """
      Locking this smart card takes a key of the card. Leave the lock out, or use NTAG424 or \
      NTAG213 for tags that are locked for ever.
      """
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .reader(let error): error.machineName
    case .memory(let error): error.machineName
    case .noApplication: "no-ndef"
    case .unformatted: "card-unformatted"
    case .fileMissing: "file-missing"
    case .readRefused: "read-refused"
    case .nothingRead: "nothing-read"
    case .interrupted, .lockInterrupted: "interrupted"
    case .writeRefused: "write-refused"
    case .differs: "content-differs"
    case .keyNeeded: "key-needed"
    case .dynamicContent: "dynamic-content"
    case .madeUpUID: "random-uid"
    case .keyChanged: "key-changed"
    case .foreignRights: "rights-changed"
    case .noSettings: "no-settings"
    case .lockRefused: "lock-refused"
    case .notLocked: "lock-failed"
    case .noCipher: "no-cipher"
    case .noPassword: "no-password"
    case .noMirror: "mirror-unsupported"
    case .noLock: "lock-unsupported"
    }
  }
}

extension CardStatus: CustomStringConvertible {
  /// The status word and what ISO 7816-4 or NXP's chips mean by it.
  package var description: String {
    let text = hexadecimal(rawValue)
    return meaning.map { "\(text): \($0)" } ?? text
  }

  private var meaning: String? {
    switch rawValue {
    case 0x9000, 0x9100, 0x9190: "done"
    case 0x6282: "the file ends there"
    case 0x6283: "switched off"
    case 0x6581: "the memory failed"
    case 0x6700: "a wrong length"
    case 0x6982: "not allowed without a key"
    case 0x6985: "not possible now"
    case 0x6986: "no file is selected"
    case 0x6A80: "wrong data"
    case 0x6A81: "not supported"
    case 0x6A82: "not found"
    case 0x6A84: "too little room in the file"
    case 0x6A86: "wrong parameters"
    case 0x6A87: "a length that does not fit the parameters"
    case 0x6B00: "outside the file"
    case 0x6D00: "an unknown command"
    case 0x6E00: "an unknown kind of command"
    case 0x911C: "an unknown command"
    case 0x911E: "a code that does not fit"
    case 0x9140: "no such key"
    case 0x917E: "a wrong length"
    case 0x919D: "not allowed"
    case 0x919E: "wrong parameters"
    case 0x91A0: "no such application"
    case 0x91AD: "it makes everybody wait after wrong keys"
    case 0x91AE: "not allowed without a key"
    case 0x91BE: "outside the file"
    case 0x91EE: "the memory failed"
    case 0x91F0: "no such file"
    default: nil
    }
  }
}
