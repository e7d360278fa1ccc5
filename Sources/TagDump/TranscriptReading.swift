// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TagMemory

extension DumpFile {
  /// Reads JSON with one hexadecimal string for a memory: `tech`, then `memory` or two files.
  static func transcript(_ document: JSONDocument) throws(DumpError) -> DumpFile {
    let root = document.root
    var findings: [DumpFinding] = []
    switch root["tech"]?.string {
    case "t2":
      guard let pages = root.hex("memory")?.pages.prefix(DumpLimits.pageCount), !pages.isEmpty
      else { throw .noMemory }
      let dump = Type2Dump(pages: Array(pages), answers: .init(), noting: &findings)
      return DumpFile(
        format: .transcript, uid: dump.uid, memory: .type2(dump), findings: findings)
    case "t4":
      guard let container = root.hex("cc"), let file = root.hex("ndef_file") else {
        throw .noMemory
      }
      return DumpFile(
        format: .transcript, uid: nil, memory: .type4(Type4Dump(container: container, file: file)))
    default:
      throw .kindUnsupported
    }
  }
}
