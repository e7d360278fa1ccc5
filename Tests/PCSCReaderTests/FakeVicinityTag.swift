// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// An ISO 15693 tag of the tests: what it says to a raw request.
final class FakeVicinityTag: VicinityAir {
  let uid: [UInt8]
  let blockSize: Int
  private(set) var memory: [UInt8]
  /// READ MULTIPLE BLOCKS is optional.
  let readsSeveral: Bool

  init(
    uid: String, blocks: Int = 28, blockSize: Int = 4, readsSeveral: Bool = true,
    isBlank: Bool = false
  ) {
    self.uid = hex(uid)
    self.blockSize = blockSize
    self.readsSeveral = readsSeveral
    // No two bytes near each other are alike, so that a shifted answer shows.
    memory = (0..<(blocks * blockSize)).map {
      isBlank ? 0 : UInt8(truncatingIfNeeded: $0 * 7 + 1)
    }
  }

  func answer(to request: [UInt8]) -> [UInt8]? {
    guard request.count >= 2 else { return nil }
    if request[0] & 0x04 != 0 { return isCalled(by: request) ? [0, 0] + uid.reversed() : nil }
    var rest = Array(request.dropFirst(2))
    if request[0] & 0x20 != 0 {
      guard rest.count >= 8, Array(rest[..<8].reversed()) == uid else { return nil }
      rest.removeFirst(8)
    }
    switch (request[1], rest.count) {
    case (0x20, 1): return blocks(Int(rest[0]), count: 1)
    case (0x23, 2) where readsSeveral: return blocks(Int(rest[0]), count: Int(rest[1]) + 1)
    case (0x21, 1 + blockSize):
      guard let range = range(Int(rest[0]), count: 1) else { return [0x01, 0x10] }
      memory.replaceSubrange(range, with: rest.dropFirst())
      return [0x00]
    case (0x2B, 0):
      let size = [UInt8(memory.count / blockSize - 1), UInt8(blockSize - 1)]
      return [0x00, 0x0F] + uid.reversed() + [0x00, 0x00] + size + [0x01]
    default: return [0x01, 0x01]
    }
  }

  /// Whether an inventory is for UIDs that end like this one; its bits begin with the last.
  private func isCalled(by request: [UInt8]) -> Bool {
    guard request[1] == 0x01, request.count > 2 else { return false }
    let bits = UInt64(bytesLittleEndian: uid.reversed())
    let called = UInt64(bytesLittleEndian: request.dropFirst(3))
    let mask: UInt64 = (1 << UInt64(request[2])) - 1
    return bits & mask == called
  }

  private func blocks(_ first: Int, count: Int) -> [UInt8] {
    guard let range = range(first, count: count) else { return [0x01, 0x10] }
    return [0x00] + Array(memory[range])
  }

  private func range(_ first: Int, count: Int) -> Range<Int>? {
    let range = (first * blockSize)..<((first + count) * blockSize)
    return range.upperBound <= memory.count ? range : nil
  }
}

extension UInt64 {
  fileprivate init(bytesLittleEndian bytes: some Collection<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
