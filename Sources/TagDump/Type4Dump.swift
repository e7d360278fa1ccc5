// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The two files of a Type 4 tag (NFC Forum T4T 2.0).
package struct Type4Dump: Hashable, Sendable {
  package let container: [UInt8]
  package let file: [UInt8]

  package var content: DumpedContent {
    guard container.count >= 15, container[7] == 0x04 else { return .unformatted }
    let version = container[2]
    guard version >> 4 == 2 || version >> 4 == 3 else {
      return .versionUnsupported(major: version >> 4, minor: version & 0x0F)
    }
    guard container[13] == 0 else { return .readingRestricted }
    guard file.count >= 2 else { return .hidden(address: file.count) }
    let length = Int(file[0]) << 8 | Int(file[1])
    let size = Int(container[11]) << 8 | Int(container[12])
    guard length + 2 <= size else { return .overruns(address: 0, length: length) }
    guard length + 2 <= file.count else { return .hidden(address: file.count) }
    return TLVBytes.value(file, 2..<2 + length)
  }
}
