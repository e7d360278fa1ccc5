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
      "the file is empty; save the dump again."
    case .tooLarge(let size, let limit):
      "the file has \(size) bytes and a dump at most \(limit); give the dump of one tag."
    case .unrecognised:
      "this is no dump that tagpress knows; save it as Flipper .nfc, Proxmark3 .json or plain .bin."
    case .json(let finding):
      "the file is not sound JSON: \(finding)"
    case .versionUnsupported(let version):
      "the file follows version \(version.map(String.init) ?? "?") of its format, not 2 to 4; "
        + "save it again with a newer tool."
    case .kindUnsupported:
      "the file is a dump of a tag that tagpress does not read; give one of an NFC Forum tag."
    case .noMemory:
      "the file holds nothing of the tag's memory; read the tag again and save all of it."
    case .gap(let page):
      "page \(page) was not read and pages behind it were; read the whole tag, then save."
    case .incomplete(let page):
      "the tag was read only up to page \(page); read it with its key file, or save as .nfc."
    case .chipUnknown:
      "the chip is not known, and this format names it; save as .bin or .json."
    case .versionUnknown(let chip):
      "this format names \(chip.title) only by its version, which was not read; save as .bin."
    }
  }
}

extension DumpFinding {
  /// What is odd.
  package var words: String {
    switch self {
    case .uidDiffers(let declared, let memory):
      "the file says UID \(upperHex(declared)), its pages say \(upperHex(memory))"
    case .chipDiffers(let declared, let version):
      "the file says \(declared.title), the version answer says \(version.title)"
    case .chipGuessed(let chip):
      "taken for \(chip.title) by the number of its pages"
    case .pagesMissing(let first, let count):
      "\(count) pages were not read, the first is page \(first)"
    case .pagesLeftOut(let first, let count):
      "\(count) pages from page \(first) on are left out, because the chip has no such pages"
    case .valueMalformed(let line):
      "line \(line) is not understood and left out"
    case .containerCountsItself(let claimed, let actual):
      "the container claims \(claimed) bytes behind itself, there are \(actual)"
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

  /// Why there is no message; nil when there is one.
  package var words: String? {
    switch self {
    case .message, .empty: nil
    case .blank: "formatted, but without a message"
    case .unformatted: "not formatted for NDEF"
    case .overruns(let address, let length):
      "the block at byte \(address) claims \(length) bytes, more than there are"
    case .hidden(let address): "byte \(address) is not in the dump"
    case .checksumWrong: "the checksum of the directory or of the attributes is wrong"
    case .versionUnsupported(let major, let minor): "version \(major).\(minor) is not known"
    case .readingRestricted: "the tag says that reading is restricted"
    case .writeInterrupted: "a write to the tag began and never ended"
    case .type2(let content): content.machineName
    case .noMemory: "the dump has no memory"
    }
  }
}
