// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The memory of a tag by its family, as far as a dump has it.
package enum DumpedMemory: Hashable, Sendable {
  case type1(Type1Dump)
  case type2(Type2Dump)
  case classic(ClassicDump)
  case felica(FeliCaDump)
  case vicinity(VicinityDump)
  case type4(Type4Dump)
  /// A tag that was only selected, or whose content this project does not read.
  case selected(SelectedFamily)

  /// The families of which only the name is taken from a dump.
  package enum SelectedFamily: Hashable, Sendable {
    case iso14443A
    case iso14443B
    case isoDEP
  }

  package var familyName: String {
    switch self {
    case .type1: "Type 1 (Topaz)"
    case .type2: "Type 2"
    case .classic: "MIFARE Classic"
    case .felica: "Type 3 (FeliCa)"
    case .vicinity: "Type 5 / ISO 15693"
    case .type4: "Type 4"
    case .selected(.iso14443A): "ISO 14443-A"
    case .selected(.iso14443B): "ISO 14443-B"
    case .selected(.isoDEP): "ISO-DEP"
    }
  }

  /// What a phone would find.
  package var content: DumpedContent {
    switch self {
    case .type1(let dump): dump.content
    case .type2(let dump): dump.content
    case .classic(let dump): dump.content
    case .felica(let dump): dump.content
    case .vicinity(let dump): dump.content
    case .type4(let dump): dump.content
    case .selected: .noMemory
    }
  }
}

/// The NDEF message of a dump, or why there is none.
package enum DumpedContent: Hashable, Sendable {
  /// The bytes of the message; only those of a Type 2 tag were decoded already.
  case message([UInt8])
  /// Formatted for NDEF, and holding a message of no bytes.
  case empty
  /// Formatted for NDEF, but without a message.
  case blank
  case unformatted
  /// The length goes beyond the data area.
  case overruns(address: Int, length: Int)
  /// Not known, because the dump does not have this byte.
  case hidden(address: Int)
  /// The checksum of the sector directory or of the attribute block is wrong.
  case checksumWrong
  case versionUnsupported(major: UInt8, minor: UInt8)
  case readingRestricted
  /// A write to the tag began and never ended.
  case writeInterrupted
  /// What only the rules of Type 2 can say.
  case type2(TagContent)
  case noMemory

  package var message: [UInt8]? {
    if case .message(let bytes) = self { bytes } else { nil }
  }
}
