// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

extension DumpFile {
  /// Reads a file of bytes: with a header, or a memory alone that must show what it is.
  static func binary(_ bytes: [UInt8], name: String) throws(DumpError) -> DumpFile {
    if let dump = proxmarkBinary(bytes) { return dump }
    let isLibNFC = name.lowercased().hasSuffix(".mfd")
    let format: DumpFormat = isLibNFC ? .libnfc : .raw
    var findings: [DumpFinding] = []
    // The largest memory comes first: the marks of a Classic are those that chance gives least.
    if ClassicDump.sizes.contains(bytes.count), isClassic(bytes) {
      let dump = ClassicDump(bytes)
      return DumpFile(format: format, uid: dump.uid, memory: .classic(dump))
    }
    if isType2(bytes) {
      let dump = Type2Dump(pages: bytes.pages, answers: .init(), noting: &findings)
      return DumpFile(format: format, uid: dump.uid, memory: .type2(dump), findings: findings)
    }
    if VicinityDump.isContainer(bytes), bytes.count <= DumpLimits.areaSize {
      let dump = VicinityDump(bytes)
      return DumpFile(
        format: format, uid: nil, memory: .vicinity(dump), findings: dump.findings)
    }
    // A Classic whose block 0 was overwritten has no marks; then its name must do.
    if isLibNFC, ClassicDump.sizes.contains(bytes.count) {
      return DumpFile(format: format, uid: nil, memory: .classic(ClassicDump(bytes)))
    }
    throw .unrecognised
  }

  /// A check byte in block 0, or access bits in block 3 that agree with their complements.
  private static func isClassic(_ bytes: [UInt8]) -> Bool {
    let (first, second, third) = (bytes[54], bytes[55], bytes[56])
    let isTrailer =
      first & 0x0F == ~second >> 4 & 0x0F && first >> 4 == ~third & 0x0F
      && second & 0x0F == ~third >> 4
    return isTrailer || ClassicDump.hasCheckByte(bytes)
  }

  /// Both check bytes of the serial number, or a container of version 1.
  private static func isType2(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes.count % Page.size == 0,
      bytes.count <= DumpLimits.pageCount * Page.size
    else { return false }
    let isSound =
      SerialNumber(Type2Image(chip: nil, bytes: Array(bytes.prefix(12))))?.isConsistent ?? false
    return isSound || (bytes[12] == 0xE1 && bytes[13] >> 4 == 1)
  }
}
