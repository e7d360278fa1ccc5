// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The memory of an ISO 15693 tag, which is a Type 5 tag when it begins with a container.
package struct VicinityDump: Hashable, Sendable {
  package let bytes: [UInt8?]

  init(_ bytes: [UInt8?]) {
    self.bytes = Array(bytes.prefix(DumpLimits.areaSize))
  }

  /// The blocks as a reader reads them; a dump does not say how large they are, and nearly all have four
  /// bytes.
  package func image(uid: [UInt8]) -> Type5Image? {
    let size = Page.size
    guard var image = Type5Image(uid: uid, blockSize: size, blockCount: bytes.count / size) else {
      return nil
    }
    for block in 0..<min(image.blockCount, bytes.count / size) {
      let found = bytes[block * size..<(block + 1) * size].compactMap(\.self)
      if found.count == size { image[block] = found }
    }
    return image
  }

  /// Whether bytes begin with a container of version 1.
  static func isContainer(_ bytes: [UInt8]) -> Bool {
    bytes.count > Type5Container.longSize && Type5Container(bytes)?.majorVersion == 1
  }

  package var content: DumpedContent {
    switch head {
    case .missing: return .unformatted
    case .hidden(let address): return .hidden(address: address)
    case .container(let container):
      guard container.majorVersion == 1 else {
        return .versionUnsupported(
          major: container.majorVersion, minor: container.minorVersion)
      }
      guard container.readAccess == 0 else { return .readingRestricted }
      let range = container.readableArea(of: bytes.count)
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
    guard case .container(let container) = head else { return [] }
    let (claimed, actual) = (
      container.claimedSize, container.readableArea(of: bytes.count).count
    )
    // Two readings of the size are in use: the area after the container, or all of the memory.
    guard claimed > actual, claimed == bytes.count else { return [] }
    return [.containerCountsItself(claimed: claimed, actual: actual)]
  }

  private enum Head {
    case missing
    /// The first byte that the dump does not have.
    case hidden(Int)
    case container(Type5Container)
  }

  private var head: Head {
    guard bytes.count >= Type5Container.shortSize else { return .missing }
    guard let start = known(Type5Container.shortSize) else { return .hidden(firstHidden) }
    guard let size = Type5Container.size(beginningWith: start) else { return .missing }
    guard let whole = known(size) else { return .hidden(firstHidden) }
    return Type5Container(whole).map { .container($0) } ?? .missing
  }

  /// The first bytes; nil when the dump lacks one of them.
  private func known(_ count: Int) -> [UInt8]? {
    firstHidden < count ? nil : bytes.prefix(count).compactMap { $0 }
  }

  private var firstHidden: Int { bytes.firstIndex(of: nil) ?? bytes.count }
}
