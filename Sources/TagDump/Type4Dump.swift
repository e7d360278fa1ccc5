// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

/// The two files of a Type 4 tag (NFC Forum T4T 2.0).
package struct Type4Dump: Hashable, Sendable {
  package let container: [UInt8]
  package let file: [UInt8]

  package var content: DumpedContent {
    let container: Type4Container
    do throws(TagMemoryError) {
      container = try Type4Container(self.container)
    } catch {
      return switch error {
      case .versionUnsupported(let major, let minor):
        .versionUnsupported(major: major, minor: minor)
      case .readAccessClosed: .readingRestricted
      default: .unformatted
      }
    }
    let start = container.lengthSize
    guard file.count >= start else { return .hidden(address: file.count) }
    let length = file[..<start].reduce(0) { $0 << 8 | Int($1) }
    guard start + length <= container.fileSize else { return .overruns(address: 0, length: length) }
    guard start + length <= file.count else { return .hidden(address: file.count) }
    return TLVBytes.value(file, start..<start + length)
  }
}
