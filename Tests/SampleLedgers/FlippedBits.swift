// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Which bits of a job's files are changed.
package enum FlippedBits: Sendable {
  case all
  /// All bits of what carries a promise, and one of each other byte; of a ledger that has a log the
  /// former alone, as the same bytes are tried in the folded one.
  case needed
  /// One in this many.
  case every(Int)

  func places(in sample: FlipSample, _ name: String) -> [Int] {
    let bytes = sample.files[name] ?? []
    switch self {
    case .all: return Array(0..<(bytes.count * 8))
    case .every(let stride):
      return Array(Swift.stride(from: bytes.count % 7, to: bytes.count * 8, by: stride))
    case .needed:
      let carries = promises(of: sample, name)
      let isTriedElsewhere = name == FlipSample.ledger && sample.files[FlipSample.log] != nil
      return bytes.indices.flatMap { byte in
        if carries[byte] { return Array(byte * 8..<byte * 8 + 8) }
        return isTriedElsewhere ? [] : [byte * 8 + byte % 8]
      }
    }
  }

  /// Which bytes carry a promise: the witness, the heads of the files, and what is used of the pages
  /// on which manifests, rows, live claims and their indexes are.
  private func promises(of sample: FlipSample, _ name: String) -> [Bool] {
    let bytes = sample.files[name] ?? []
    var carries = [Bool](repeating: name == FlipSample.witness, count: bytes.count)
    func mark(_ range: Range<Int>) {
      for byte in range.clamped(to: bytes.indices) { carries[byte] = true }
    }
    func markPage(_ page: Int, at start: Int) {
      guard sample.pages.contains(page) else { return }
      mark(start..<start + Self.pageBytes)
      // A page of a table or index: its head, its cells' places, what is free, its cells.
      let cells = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      let content = Int(bytes[start + 5]) << 8 | Int(bytes[start + 6])
      let free = start + 12 + 2 * cells
      for byte in free..<max(free, start + content) { carries[byte] = false }
    }
    switch name {
    case FlipSample.ledger:
      mark(0..<100)
      for page in 0..<bytes.count / Self.pageBytes { markPage(page + 1, at: page * Self.pageBytes) }
    case FlipSample.log:
      mark(0..<32)
      for frame in stride(from: 32, to: bytes.count, by: 24 + Self.pageBytes) {
        mark(frame..<frame + 24)
        let page = bytes[frame..<frame + 4].reduce(0) { $0 << 8 | Int($1) }
        markPage(page, at: frame + 24)
      }
    default: break
    }
    return carries
  }

  /// SQLite's own size, which a ledger has.
  private static let pageBytes = 4096
}
