// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

/// How far a witness had come when it was last on the disk, kept with the file but not in it.
///
/// `cp` of an older copy over ledger and witness does not change it, although the two agree with each
/// other in their old state; only this tells that they once knew more. It is never ahead of the
/// disk. File systems without attributes have none.
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

  /// Whether the file once continued after this place, or was a different one there.
  func isBehind(_ end: WitnessEnd) -> Bool {
    bytes > end.bytes || bytes == end.bytes && self != WitnessStamp(end)
  }

  static func remove(from path: String) { _ = removexattr(path, name) }

  /// An error of the disk here has no consequences.
  func put(on path: String) {
    let value = Array("\(bytes) \(digits)".utf8)
    _ = setxattr(path, Self.name, value, value.count, 0)
  }
}
