// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

extension DumpFile {
  /// Reads a binary file of the Proxmark3 that has a header; nil when it has none.
  static func proxmarkBinary(_ bytes: [UInt8]) -> DumpFile? {
    proxmarkType2(bytes) ?? proxmarkVicinity(bytes)
  }

  private enum Type2Header {
    static let size = 56
    static let version = 0..<8
    /// The number of the last page.
    static let lastPage = 11
    static let signature = 12..<44
    /// Three times a counter of three bytes and a tearing flag.
    static let counters = 44
  }

  private static func proxmarkType2(_ bytes: [UInt8]) -> DumpFile? {
    typealias Header = Type2Header
    guard bytes.count > Header.size,
      bytes.count == Header.size + (Int(bytes[Header.lastPage]) + 1) * Page.size
    else { return nil }
    let pages = Array(bytes.dropFirst(Header.size)).pages
    var answers = Type2Dump.Answers()
    answers.version = Array(bytes[Header.version])
    answers.signature = Array(bytes[Header.signature])
    for index in 0..<Type2Dump.counterCount {
      let at = Header.counters + index * 4
      answers.counters.append(
        Type2Dump.Counter(saved: Int(counter: Array(bytes[at..<at + 3])), tearing: bytes[at + 3]))
    }
    var findings: [DumpFinding] = []
    let dump = Type2Dump(pages: pages, answers: answers, noting: &findings)
    return DumpFile(
      format: .proxmarkBinary, uid: dump.uid, memory: .type2(dump), findings: findings)
  }

  /// Where a version of the tool keeps what it knows about an ISO 15693 tag.
  ///
  /// The file is one structure of fixed size, so its size tells the version.
  private struct VicinityLayout {
    let lockCount: Int
    /// The bytes of the block count, least significant first.
    let countSize: Int

    static let all = [
      VicinityLayout(lockCount: 64, countSize: 1),
      VicinityLayout(lockCount: 160, countSize: 1),
      VicinityLayout(lockCount: 256, countSize: 2),
    ]
    static let blockSize = 12
    static let blockCount = 13
    static let dataSize = 2048
    /// Random number, password, state and flags of the tool's own tag.
    static let tailSize = 12

    /// After the block count is one byte, the chip's reference, then a byte for each lock.
    var data: Int { Self.blockCount + countSize + 1 + lockCount }
    var size: Int { data + Self.dataSize + Self.tailSize }
  }

  private static func proxmarkVicinity(_ bytes: [UInt8]) -> DumpFile? {
    // The UID is first, least significant byte first, and the last byte is always E0.
    guard let layout = VicinityLayout.all.first(where: { $0.size == bytes.count }),
      bytes[7] == 0xE0
    else { return nil }
    var count = Int(bytes[VicinityLayout.blockCount])
    if layout.countSize == 2 { count |= Int(bytes[VicinityLayout.blockCount + 1]) << 8 }
    let size = count * Int(bytes[VicinityLayout.blockSize])
    guard size > 0, size <= VicinityLayout.dataSize else { return nil }
    let dump = VicinityDump(Array(bytes[layout.data..<layout.data + size]))
    return DumpFile(
      format: .proxmarkBinary, uid: bytes.prefix(8).reversed(), memory: .vicinity(dump),
      findings: dump.findings)
  }
}

extension [UInt8] {
  /// Whole pages; bytes after the last of them are none.
  var pages: [Page?] {
    stride(from: 0, to: count - count % Page.size, by: Page.size).map { at in
      Page(self[at], self[at + 1], self[at + 2], self[at + 3])
    }
  }
}
