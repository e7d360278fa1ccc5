// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
import TagMemory

extension DumpError {
  /// The name for programs.
  package var machineName: String {
    switch self {
    case .empty: "empty"
    case .tooLarge: "too-large"
    case .unrecognised: "unrecognised"
    case .json: "json"
    case .versionUnsupported: "version-unsupported"
    case .kindUnsupported: "kind-unsupported"
    case .noMemory: "no-memory"
    case .gap: "gap"
    case .incomplete: "incomplete"
    case .chipUnknown: "chip-unknown"
    case .versionUnknown: "version-unknown"
    }
  }

  /// What is wrong, and the next step.
  package var words: String {
    switch self {
    case .empty:
      "The file is empty. Save the dump again."
    case .tooLarge(let size, let limit):
      "The file has \(size) bytes, but a dump has at most \(limit). Give the dump of one tag."
    case .unrecognised:
      "This is not a dump that TagPress knows. Save it as Flipper .nfc, Proxmark3 .json or plain .bin."
    case .json(let finding):
      "The file is not valid JSON. \(finding)"
    case .versionUnsupported(let version):
      "The file has version \(version.map(String.init) ?? "?") of its format, not 2 to 4. "
        + "Save it again with a newer tool."
    case .kindUnsupported:
      "The file is a dump of a tag that TagPress does not read. Give one of an NFC Forum tag."
    case .noMemory:
      "The file has none of the tag's memory. Read the tag again, and save all of it."
    case .gap(let page):
      "Page \(page) was not read, but later pages were. Read the whole tag, then save it."
    case .incomplete(let page):
      "The tag was read only up to page \(page). Read it with its key file, or save it as .nfc."
    case .chipUnknown:
      "The chip is unknown, but this format must name it. Save the dump as .bin or .json."
    case .versionUnknown(let chip):
      "This format names \(chip.title) only by its version, which was not read. Save it as .bin."
    }
  }
}

extension DumpFinding {
  /// What is odd.
  package var words: String {
    switch self {
    case .uidDiffers(let declared, let memory):
      "The file gives the UID \(upperHex(declared)), but its pages contain \(upperHex(memory))."
    case .chipDiffers(let declared, let version):
      "The file names \(declared.title), but the version answer means \(version.title)."
    case .chipGuessed(let chip):
      "Taken for \(chip.title) because of the number of its pages."
    case .pagesMissing(let first, let count):
      "\(count) pages were not read. The first is page \(first)."
    case .pagesLeftOut(let first, let count):
      "\(count) pages from page \(first) on are left out, because the chip has no such pages."
    case .valueMalformed(let line):
      "Line \(line) was not understood and is left out."
    case .containerCountsItself(let claimed, let actual):
      "The container claims that \(claimed) bytes follow it, but there are \(actual)."
    }
  }
}

extension DumpedContent {
  /// The name for programs.
  package var machineName: String {
    switch self {
    case .message: "message"
    case .empty: "empty"
    case .blank: "blank"
    case .unformatted: "unformatted"
    case .overruns: "overruns"
    case .hidden: "hidden"
    case .checksumWrong: "checksum-wrong"
    case .versionUnsupported: "version-unsupported"
    case .readingRestricted: "reading-restricted"
    case .writeInterrupted: "write-interrupted"
    case .type2(let content): content.machineName
    case .noMemory: "no-memory"
    }
  }

  /// Why there is no message, after the word "content"; nil when there is one.
  package var words: String? {
    switch self {
    case .message, .empty: nil
    case .blank: "formatted, but without a message"
    case .unformatted: "not formatted for NDEF"
    case .overruns(let address, let length):
      "the block at byte \(address) claims \(length) bytes, which is more than there are"
    case .hidden(let address): "byte \(address) is not in the dump"
    case .checksumWrong: "the checksum of the directory or of the attributes is wrong"
    case .versionUnsupported(let major, let minor): "version \(major).\(minor) is unknown"
    case .readingRestricted: "the tag says that reading is restricted"
    case .writeInterrupted: "writing the tag began but never ended"
    case .type2(let content): content.machineName
    case .noMemory: "the dump has no memory"
    }
  }
}
