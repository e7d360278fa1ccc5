// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest

/// Some links of a job, by which a manifest with mostly the same rows is recognised as a copy: the first
/// one, and those with the smallest hashes, which two such manifests have in common.
///
/// A row whose link is made with its tag is recognised by its id.
package struct JobMarks {
  private static let smallestCount = 8

  private var first: String?
  private var smallest: [(hash: UInt64, text: String)] = []

  package init() {}

  package var texts: [String] {
    var texts = smallest.map(\.text)
    if let first, !texts.contains(first) { texts.append(first) }
    return texts
  }

  package mutating func note(_ row: borrowing JobRow) {
    if row.inputs == nil { note(row.link) } else { note(Array("row \(row.idText)".utf8)) }
  }

  private mutating func note(_ text: [UInt8]) {
    if first == nil { first = String(decoding: text, as: UTF8.self) }
    // FNV-1a, because it is the same in every program.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    if smallest.count == Self.smallestCount, let last = smallest.last, hash >= last.hash { return }
    guard !smallest.contains(where: { $0.hash == hash }) else { return }
    let place = smallest.firstIndex { $0.hash > hash } ?? smallest.count
    smallest.insert((hash, String(decoding: text, as: UTF8.self)), at: place)
    if smallest.count > Self.smallestCount { smallest.removeLast() }
  }
}
