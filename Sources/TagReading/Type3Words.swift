// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagMemory

extension Type3Error: CustomStringConvertible {
  /// What happened to the tag and what to do with it, for a person at the reader.
  package var description: String {
    switch self {
    case .reader(let error): error.description
    case .memory(let error): error.words
    case .notType3: "This tag does not speak FeliCa. Use an NTAG or a FeliCa Lite-S."
    case .notNDEF(Type3Tag.systemOfTransit):
      """
      This FeliCa card is a transit card (system 0003), to which TagPress never writes. Use \
      FeliCa Lite-S or NTAG213.
      """
    case .notNDEF(let system):
      """
      This FeliCa card (system \(hexadecimal(system))) is no tag that phones read links from. Use \
      FeliCa Lite-S or NTAG213.
      """
    case .interrupted(let block, .tagGone), .interrupted(let block, .tagSwapped):
      """
      The tag was taken away while block \(block) was being written. Lay the same tag on the \
      reader again: it will be put right.
      """
    case .interrupted(let block, let reason):
      "Block \(block) may not have been written. \(reason)"
    case .blockRefused(let block, let flags) where flags.meansWorn:
      "Block \(block) could not be written: the tag's memory is worn. Put the tag aside."
    case .blockRefused(let block, let flags):
      "The tag refuses to write block \(block) (\(flags)). Put it aside."
    case .blockHidden(let block, let flags):
      "The tag does not show block \(block) (\(flags)). Put it aside."
    case .blockDiffers(let block):
      "Block \(block) did not take its value: the tag is worn or a bad copy. Put it aside."
    case .foreignContent:
      """
      The tag holds something that is not NDEF. Put it aside, or say --overwrite if that may be \
      lost.
      """
    case .passwordUnsupported:
      "A FeliCa tag has no password that TagPress sets. Lock it, or use NTAG213, 215 or 216."
    case .mirrorUnsupported:
      "A FeliCa tag cannot show its number in a link. Use NTAG213, 215 or 216."
    }
  }

  /// The name that ledgers and scripts know the error by; it never changes.
  package var machineName: String {
    switch self {
    case .reader(let error): error.machineName
    case .memory(let error): error.machineName
    case .notType3: "not-type-3"
    case .notNDEF: "felica-without-ndef"
    case .interrupted: "interrupted"
    case .blockRefused: "block-refused"
    case .blockHidden: "block-hidden"
    case .blockDiffers: "block-differs"
    case .foreignContent: "foreign-content"
    case .passwordUnsupported: "password-unsupported"
    case .mirrorUnsupported: "mirror-unsupported"
    }
  }
}

extension StatusFlags: CustomStringConvertible {
  /// The two bytes, and what the second says (Sony, FeliCa Card User's Manual, status flags).
  package var description: String {
    let bytes = hexadecimal(UInt16(place) << 8 | UInt16(reason))
    return meaning.map { "status \(bytes): \($0)" } ?? "status \(bytes)"
  }

  private var meaning: String? {
    switch reason {
    case 0x01: "the purse would fall below zero or overflow"
    case 0x02: "more was to be paid back than was taken"
    case 0x70: "the memory failed"
    case 0x71: "the memory was written too often"
    case 0xA1: "wrong number of services"
    case 0xA2: "wrong number of blocks"
    case 0xA3: "a block of a service that was not named"
    case 0xA4: "a service of another kind"
    case 0xA5: "not allowed"
    case 0xA6: "no such service, or not without a key"
    case 0xA7: "wrong access mode"
    case 0xA8: "no such block, or it is read-only"
    case 0xA9: "the write failed"
    case 0xAA: "the key could not be changed"
    case 0xB1: "a key is needed first"
    case 0xB2: "the proof of the key is wrong"
    default: nil
    }
  }
}

/// Four upper-case digits, as system codes, files and status words are written.
func hexadecimal(_ code: UInt16) -> String {
  let digits = String(code, radix: 16, uppercase: true)
  return String(repeating: "0", count: 4 - digits.count) + digits
}
