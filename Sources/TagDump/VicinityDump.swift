// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The memory of an ISO 15693 tag, which is a Type 5 tag when it begins with a container.
package struct VicinityDump: Hashable, Sendable {
  package let bytes: [UInt8?]

  static let largestBlock = 32
  private static let magic: [UInt8] = [0xE1, 0xE2]
  /// A container whose size byte is 0 has the size in two bytes more.
  private static let longContainer = 8

  init(_ bytes: [UInt8?]) {
    self.bytes = Array(bytes.prefix(DumpLimits.areaSize))
  }

  /// Whether bytes begin with a container of version 1.
  static func isContainer(_ bytes: [UInt8]) -> Bool {
    bytes.count > longContainer && magic.contains(bytes[0]) && bytes[1] >> 6 == 1
  }

  package var content: DumpedContent {
    guard let area else { return .unformatted }
    switch area {
    case .failure(let content): return content
    case .success(let range):
      let content = TLVBytes.content(of: Array(bytes[range]))
      return switch content {
      case .hidden(let address): .hidden(address: address + range.lowerBound)
      case .overruns(let address, let length):
        .overruns(address: address + range.lowerBound, length: length)
      default: content
      }
    }
  }

  /// What is odd about the container.
  var findings: [DumpFinding] {
    guard case .success(let range) = area, let claimed = claimedSize else { return [] }
    // Two readings of the size are in use: the area behind the container, or all of the memory.
    guard claimed > range.count, claimed == bytes.count else { return [] }
    return [.containerCountsItself(claimed: claimed, actual: range.count)]
  }

  private enum Area {
    case success(Range<Int>)
    case failure(DumpedContent)
  }

  /// The data area, or why it is not read; nil without a container.
  private var area: Area? {
    guard bytes.count >= 4 else { return nil }
    guard let first = bytes[0], let access = bytes[1], let size = bytes[2] else {
      return .failure(.hidden(address: 0))
    }
    guard Self.magic.contains(first) else { return nil }
    guard access >> 6 == 1 else {
      return .failure(.versionUnsupported(major: access >> 6, minor: access >> 4 & 3))
    }
    guard access >> 2 & 3 == 0 else { return .failure(.readingRestricted) }
    let start = size == 0 ? Self.longContainer : 4
    guard let claimed = claimedSize, bytes.count >= start else {
      return .failure(.hidden(address: 6))
    }
    return .success(start..<min(start + claimed, bytes.count))
  }

  private var claimedSize: Int? {
    guard bytes.count >= 4, let size = bytes[2] else { return nil }
    guard size == 0 else { return Int(size) * 8 }
    guard bytes.count >= Self.longContainer, let high = bytes[6], let low = bytes[7] else {
      return nil
    }
    return (Int(high) << 8 | Int(low)) * 8
  }
}
