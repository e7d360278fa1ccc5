// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

/// How far a witness had come when it was on the disk last, kept with the file and not in it.
///
/// `cp` of an older copy over ledger and witness leaves it where it is, and the two agree with each
/// other as they did then; this alone tells that they knew more once. It is never ahead of what is on
/// the disk. A disk that keeps no such notes has none.
struct WitnessStamp: Equatable {
  let bytes: Int
  /// The first digits of the hash of the line that ended there.
  let digits: String

  private static let name = "user.tagpress.end"
  private static let digitCount = 16
  private static let longest = 64

  init(bytes: Int, digits: String) {
    (self.bytes, self.digits) = (bytes, digits)
  }

  init(_ end: WitnessEnd) {
    bytes = end.bytes
    digits = String(decoding: end.hash.prefix(Self.digitCount), as: UTF8.self)
  }

  /// Nil if the file has none.
  init?(of path: String) {
    var value = [UInt8](repeating: 0, count: Self.longest)
    let count = getxattr(path, Self.name, &value, value.count)
    guard count > 0 else { return nil }
    let parts = String(decoding: value[..<count], as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let bytes = Int(parts[0]) else { return nil }
    (self.bytes, digits) = (bytes, String(parts[1]))
  }

  /// Whether the file once continued after this place, or was another one there.
  func isBehind(_ end: WitnessEnd) -> Bool {
    bytes > end.bytes || bytes == end.bytes && self != WitnessStamp(end)
  }

  static func remove(from path: String) { _ = removexattr(path, name) }

  /// What the disk makes of it is its own affair.
  func put(on path: String) {
    let value = Array("\(bytes) \(digits)".utf8)
    _ = setxattr(path, Self.name, value, value.count, 0)
  }
}
