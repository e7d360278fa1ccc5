// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

extension DumpFile {
  /// Writes a Type 2 tag as a file of another tool.
  ///
  /// Where a key is not known these formats hold what the chip shows in its place, zeros.
  package static func write(
    _ dump: Type2Dump, as format: SaveFormat
  ) throws(DumpError) -> [UInt8] {
    switch format {
    case .flipper: try dump.flipper
    case .proxmark: try dump.proxmark
    case .raw: try dump.wholeMemory
    case .libnfc: try dump.wholeMemoryOfKnownChip
    }
  }
}

extension Type2Dump {
  /// The pages from 0 on up to the first that was not read, keys included if all others were.
  var knownPages: [Page] {
    get throws(DumpError) {
      let readable = image.readablePages
      guard let missing = readable.first(where: { image[$0] == nil }) else {
        return (0..<image.pageCount).map { image[$0] ?? .zero }
      }
      let isFollowed = (missing..<image.pageCount).contains { image[$0] != nil }
      guard !isFollowed else { throw .gap(page: missing) }
      guard missing > 0 else { throw .incomplete(page: 0) }
      return (0..<missing).map { image[$0] ?? .zero }
    }
  }

  /// All pages: a file of nothing but bytes cannot say which of them are missing.
  fileprivate var wholeMemory: [UInt8] {
    get throws(DumpError) {
      let pages = try knownPages
      guard pages.count == image.pageCount else { throw .incomplete(page: pages.count) }
      return pages.flatMap(\.bytes)
    }
  }

  /// libnfc's tools refuse a file of any other size than the chip's.
  fileprivate var wholeMemoryOfKnownChip: [UInt8] {
    get throws(DumpError) {
      guard image.chip != nil else { throw .chipUnknown }
      return try wholeMemory
    }
  }
}
