// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type5Error: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .reader(let error): error.description
    case .memory(let error): error.words
    case .notType5: "This tag does not speak ISO 15693. Use an ICODE SLIX or an ST25DV."
    case .strangeBlocks(let size):
      "The tag says that its blocks have \(size) bytes, which TagPress does not write. Put it aside."
    case .interrupted(let block, .tagSwapped(let found)):
      """
      Another tag (\(found)) lies on the reader now, and block \(block) of the first one may not have \
      been written. Lay the first one back: it will be put right.
      """
    case .interrupted(let block, .tagGone):
      """
      The tag was taken away while block \(block) was being written. Lay the same tag on the \
      reader again: it will be put right.
      """
    case .interrupted(let block, let reason):
      "Block \(block) may not have been written. \(reason)"
    case .blockRefused(let block, let code) where code.meansWorn:
      "Block \(block) could not be written: the tag's memory is worn. Put the tag aside."
    case .blockRefused(let block, let code) where code.meansLocked:
      "Block \(block) is locked for ever. Take another tag."
    case .blockRefused(let block, let code):
      "The tag refuses to write block \(block) (\(code)). It may need a password; put it aside."
    case .blockHidden(let block, let code):
      "The tag does not show block \(block) (\(code)). It may need a password; put it aside."
    case .blockDiffers(let block):
      "Block \(block) did not take its value: the tag is worn or a bad copy. Put it aside."
    case .blockStillOpen(let block):
      "Block \(block) is still open, though the tag said that it locked it. Put the tag aside."
    case .locksUnproven:
      """
      The tag was told to lock its blocks, and did not say afterwards whether they are. Lay it on \
      the reader again: it is asked once more.
      """
    case .foreignContent:
      """
      The tag holds something that is not NDEF. Put it aside, or say --overwrite if that may be \
      lost.
      """
    case .passwordUnsupported:
      "A Type 5 tag has no password that TagPress sets. Lock it, or use NTAG213, 215 or 216."
    case .mirrorUnsupported:
      "A Type 5 tag cannot show its number in a link. Use NTAG213, 215 or 216."
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .reader(let error): error.machineName
    case .memory(let error): error.machineName
    case .notType5: "not-type-5"
    case .strangeBlocks: "strange-blocks"
    case .interrupted: "interrupted"
    case .blockRefused: "block-refused"
    case .blockHidden: "block-hidden"
    case .blockDiffers: "block-differs"
    case .blockStillOpen: "block-still-open"
    case .locksUnproven: "locks-unproven"
    case .foreignContent: "foreign-content"
    case .passwordUnsupported: "password-unsupported"
    case .mirrorUnsupported: "mirror-unsupported"
    }
  }
}

extension RefusalCode: CustomStringConvertible {
  /// The number, and what it says (ISO 15693-3, 7.4.2).
  package var description: String {
    let digits = String(code, radix: 16, uppercase: true)
    let number = "error " + (digits.count == 1 ? "0" + digits : digits)
    return meaning.map { "\(number): \($0)" } ?? number
  }

  private var meaning: String? {
    switch code {
    case 0x01: "not supported"
    case 0x02: "not recognised"
    case 0x03: "the option is not supported"
    case 0x10: "no such block"
    case 0x11: "locked already"
    case 0x12: "the block is locked"
    case 0x13: "the write failed"
    case 0x14: "locking failed"
    default: nil
    }
  }
}
