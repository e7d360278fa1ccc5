// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where the NDEF message of a Type 5 tag goes, and how much fits there.
///
/// As on Type 2, what comes before a sound message stays, because a header that never moves is what
/// makes a torn write harmless.
struct Type5Place: Hashable {
  /// The address of the tag byte `03`.
  let address: Int
  /// From where on bytes must be written: zeros up to the message, after a new container.
  let start: Int
  /// The end of what may be written.
  let end: Int
  /// Whether an NDEF message TLV is there already, of whatever length.
  let hasMessage: Bool
  /// The container that makes the tag an NDEF tag; nil when it is one.
  let newContainer: Type5Container?

  var capacity: Int { TLV.capacity(ofRoom: end - address) }

  /// Finds the place, or says why nothing can be written.
  init(on image: Type5Image, formatting: Bool) throws(TagMemoryError) {
    switch image.head {
    case .unread(let block): throw image.unknown(block)
    case .missing: try self.init(formatting: image, allowed: formatting)
    case .container(let container):
      guard container.majorVersion == 1 else {
        throw .versionUnsupported(
          major: container.majorVersion, minor: container.minorVersion)
      }
      guard container.readAccess == 0 else { throw .readAccessClosed(container.readAccess) }
      try self.init(on: image, behind: container)
    }
    guard end - address >= TLV.headerSize(forLength: 0) else {
      throw .noRoom(bytes: max(0, end - address))
    }
  }

  private init(
    on image: Type5Image, behind container: Type5Container
  ) throws(TagMemoryError) {
    newContainer = nil
    end = container.writableEnd(of: image.memorySize)
    let area = Type5Area(of: image, container)
    switch (area.content(in: image), area.message) {
    case (.hidden(let block), _): throw image.unknown(block)
    case (.message, let message?), (.empty, let message?):
      address = message.address
      start = message.address
      hasMessage = true
    default:
      hasMessage = false
      address = Self.address(behind: container, on: image)
      let gap = container.bytes.count..<address
      let isFilled = gap.allSatisfy { image.byte($0) == TLV.null }
      start = isFilled ? address : container.bytes.count
    }
  }

  /// The place on a tag that becomes an NDEF tag by this very write.
  private init(
    formatting image: Type5Image, allowed: Bool
  ) throws(TagMemoryError) {
    guard allowed else { throw .notFormatted }
    guard image.isCounted else { throw .sizeUnknown }
    guard
      let container = Type5Container(
        memorySize: image.memorySize, readsSeveral: image.showsSeveral,
        takesLock: image.chip?.takesLock ?? false)
    else { throw .noRoom(bytes: 0) }
    newContainer = container
    address = Self.address(behind: container, on: image)
    start = 0
    end = container.writableEnd(of: image.memorySize)
    hasMessage = false
  }

  /// Where a message begins that has none to follow.
  ///
  /// Readers differ in where the data of a tag with large blocks begins, after the container or at
  /// the next block. With zeros between the two both of them find it, and no write to it touches
  /// the block of the container.
  private static func address(behind container: Type5Container, on image: Type5Image) -> Int {
    image.blocks(for: container.bytes.count) * image.blockSize
  }

  /// The end of a message of this size with its end mark.
  func end(ofMessageOf size: Int) -> Int {
    min(end, address + TLV.headerSize(forLength: size) + max(0, size) + 1)
  }

  /// The bytes from `start` on that make a message; the caller has checked that they fit.
  func draft(of message: [UInt8]) -> [UInt8] {
    var bytes = newContainer?.bytes ?? []
    bytes += [UInt8](repeating: TLV.null, count: max(0, address - start - bytes.count))
    bytes.append(TLV.message)
    if message.count > TLV.longestShortLength {
      bytes += [TLV.longLength, UInt8(truncatingIfNeeded: message.count >> 8)]
    }
    bytes.append(UInt8(truncatingIfNeeded: message.count))
    bytes += message
    // It does not fit when the message ends with the area, and then there is none.
    if start + bytes.count < end { bytes.append(TLV.terminator) }
    return bytes
  }

  /// The bytes that decide whether there is a message, the outermost first; a new container seals all
  /// by being last.
  ///
  /// Where something comes before the place, readers that begin with a block do not see it, and
  /// need a seal of their own.
  var seals: [Seal] {
    if hasMessage { return [Seal(address: address + 1, byte: 0)] }
    let beginnings = start < address ? [start, address] : [address]
    return beginnings.map { Seal(address: $0, byte: TLV.terminator) }
  }
}

extension Type5Image {
  /// Why a block is not known.
  func unknown(_ block: Int) -> TagMemoryError {
    isRefused(block) ? .blockHidden(block) : .blockNotRead(block)
  }
}
