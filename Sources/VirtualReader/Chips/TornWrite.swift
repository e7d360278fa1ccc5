// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the field going away leaves of a write that spans several pages of a memory.
///
/// ISO 7816 and the Type 4 specification promise nothing: neither which pages are reached nor in
/// which order. So noise writes them in any order and spoils the one it was at.
enum TornWrite {
  /// The bytes of the write's range afterwards; `offset` is where in the memory the range begins.
  static func result(
    _ old: [UInt8], into new: [UInt8], at offset: Int, pageSize: Int, by tear: Tear?
  ) -> [UInt8] {
    let pieces = pieces(of: new.count, at: offset, pageSize: pageSize)
    switch tear {
    case nil, .pageNew: return new
    case .pageOld: return old
    case .pageHalf: return stopped(old, new, pieces, after: pieces.count / 2)
    case .pagesWritten(let count): return stopped(old, new, pieces, after: count)
    case .pageNoise(let seed): return scattered(old, new, pieces, Noise(seed: seed))
    }
  }

  /// How many pages a write touches.
  static func pageCount(of count: Int, at offset: Int, pageSize: Int) -> Int {
    pieces(of: count, at: offset, pageSize: pageSize).count
  }

  /// The parts of the range that lie in one page each.
  private static func pieces(of count: Int, at offset: Int, pageSize: Int) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = min(count, start + pageSize - (offset + start) % pageSize)
      pieces.append(start..<end)
      start = end
    }
    return pieces
  }

  private static func stopped(
    _ old: [UInt8], _ new: [UInt8], _ pieces: [Range<Int>], after count: Int
  ) -> [UInt8] {
    guard count >= 0, count < pieces.count else { return count < 0 ? old : new }
    let piece = pieces[count]
    let end = piece.lowerBound + piece.count / 2
    return Array(new[..<end] + old[end...])
  }

  private static func scattered(
    _ old: [UInt8], _ new: [UInt8], _ pieces: [Range<Int>], _ given: Noise
  ) -> [UInt8] {
    var noise = given
    var left = pieces
    var result = old
    let written = Int(noise.next() % UInt64(pieces.count + 1))
    for step in 0...written where !left.isEmpty {
      let piece = left.remove(at: Int(noise.next() % UInt64(left.count)))
      let content = step < written ? Array(new[piece]) : noise.bytes(piece.count)
      result.replaceSubrange(piece, with: content)
    }
    return result
  }
}
