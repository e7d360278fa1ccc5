// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain
internal import TagKeys

/// How far a witness goes: the place after a line, and the hash at the end of that line.
///
/// The hash of a line is the SHA-256 of the previous hash, a tab, and the line; the first one
/// starts from 64 zeros. So anyone who knows one hash can tell whether anything before it was changed.
struct WitnessEnd: Equatable, Sendable {
  var bytes = 0
  var lines = 0
  /// As hexadecimal digits, like in the file.
  var hash = [UInt8](repeating: UInt8(ascii: "0"), count: hashDigits)

  static let hashDigits = 64
  private static let tab = [UInt8(ascii: "\t")]

  /// Appends lines, and returns them as they are in the file.
  mutating func append(_ lines: [WitnessLine]) throws(LedgerFault) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      let line = line.text(number: self.lines + 1)
      guard let hash = line.withUnsafeBytes({ next($0) }) else { throw .noMemory }
      text += line
      text.append(UInt8(ascii: "\t"))
      text += hash
      text.append(UInt8(ascii: "\n"))
      self.hash = hash
      self.lines += 1
    }
    bytes += text.count
    return text
  }

  /// Adds the next line of a file, without its line end; false if it does not belong here.
  mutating func follow(_ line: UnsafeRawBufferPointer) throws(LedgerFault) -> Bool {
    let count = line.count - Self.hashDigits - 1
    guard count > 0, line[count] == UInt8(ascii: "\t") else { return false }
    guard let hash = next(UnsafeRawBufferPointer(rebasing: line[..<count])) else {
      throw .noMemory
    }
    let found = UnsafeRawBufferPointer(rebasing: line[(count + 1)...])
    let isEqual = hash.withUnsafeBytes { digits in
      guard let one = found.baseAddress, let other = digits.baseAddress else { return false }
      return memcmp(one, other, digits.count) == 0
    }
    guard isEqual else { return false }
    self.hash = hash
    lines += 1
    bytes += line.count + 1
    return true
  }

  private func next(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    var digest = Digest()
    digest.update(hash)
    digest.update(Self.tab)
    digest.update(line)
    return digest.finish().map { hexDigits(of: $0) }
  }
}
