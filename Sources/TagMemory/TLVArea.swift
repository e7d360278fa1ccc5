// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The TLV blocks of a data area, followed as a phone follows them: tolerantly, to the first
/// NDEF message.
package struct TLVArea: Hashable, Sendable {
  /// The blocks up to the message, NULLs and terminator left out.
  package private(set) var blocks: [TLVBlock] = []
  /// The NDEF message TLV that counts, which is the first.
  package private(set) var message: TLVBlock?
  package private(set) var terminator: Int?
  package private(set) var findings: [Finding] = []
  /// The page that stopped us because it is not known.
  package private(set) var missingPage: Int?
  private(set) var free: FreeBytes
  private var nulls = 0

  /// Follows the area that a container describes.
  package init(of image: Type2Image, container: CapabilityContainer) {
    let area = image.dataArea(of: container)
    free = FreeBytes(area)
    var address = area.lowerBound
    while let next = follow(image, from: address) {
      address = next
    }
  }

  /// The bytes of the message; nil when there is none, or when its value cannot be read whole.
  package func messageBytes(in image: Type2Image) -> [UInt8]? {
    guard let message, message.isWhole else { return nil }
    return value(image, at: message.valueAddress, length: message.length)
  }

  /// Takes in what starts at an address; nil where a reader stops.
  private mutating func follow(_ image: Type2Image, from address: Int) -> Int? {
    guard let at = free.first(from: address), let tag = known(image, at) else { return nil }
    switch tag {
    case TLV.null:
      nulls += 1
      return at + 1
    case TLV.terminator:
      terminator = at
      return nil
    default:
      guard let block = block(image, tag: tag, at: at) else { return nil }
      blocks.append(block)
      findings += Finding.about(block, chip: image.chip)
      if tag == TLV.message {
        noteMessage(block, image)
        return nil
      }
      if let reserved = block.reserved { free.reserve(reserved) }
      return block.end
    }
  }

  private mutating func block(_ image: Type2Image, tag: UInt8, at address: Int) -> TLVBlock? {
    var cursor = address + 1
    var field: (first: Int, rest: Int, count: Int) = (0, 0, 0)
    repeat {
      guard let at = free.first(from: cursor) else {
        findings.append(.valueOverruns(tag: tag, address: address, length: 0))
        return nil
      }
      guard let byte = known(image, at) else { return nil }
      if field.count == 0 {
        field.first = Int(byte)
      } else {
        field.rest = field.rest << 8 | Int(byte)
      }
      field.count += 1
      cursor = at + 1
    } while field.first == TLV.longLength && field.count < 3
    let isLong = field.count == 3
    let length = isLong ? field.rest : field.first
    let end = end(ofValueAt: cursor, length: length)
    var reserved: Range<Int>?
    if tag == TLV.lockControl || tag == TLV.memoryControl, length == TLV.controlLength, end != nil {
      guard let value = knownValue(image, at: cursor, length: length) else { return nil }
      reserved = TLV.reserved(by: tag, (value[0], value[1], value[2]))
    }
    return TLVBlock(
      tag: tag, address: address, length: length, hasLongLength: isLong, valueAddress: cursor,
      end: end, reserved: reserved)
  }

  private mutating func noteMessage(_ block: TLVBlock, _ image: Type2Image) {
    message = block
    if nulls > 0 { findings.append(.nullsBeforeMessage(count: nulls)) }
    guard let end = block.end else { return }
    guard knownValue(image, at: block.valueAddress, length: block.length) != nil else { return }
    lookForTerminator(image, from: end)
  }

  private mutating func lookForTerminator(_ image: Type2Image, from address: Int) {
    var cursor = address
    while let at = free.first(from: cursor) {
      // A page after the message that no one read is not a flaw of the tag.
      guard let byte = image[byte: at] else { return }
      guard byte == TLV.null else {
        if byte == TLV.terminator {
          terminator = at
        } else {
          findings.append(.terminatorMissing(address: address))
        }
        return
      }
      cursor = at + 1
    }
    // A message that fills the area has none; NULLs up to the end are a forgotten one.
    if cursor != address { findings.append(.terminatorMissing(address: address)) }
  }

  /// The address after a value; nil when the area ends before it does.
  private func end(ofValueAt address: Int, length: Int) -> Int? {
    guard length != TLV.reservedLength, length <= free.range.count else { return nil }
    var cursor = address
    for _ in 0..<length {
      guard let at = free.first(from: cursor) else { return nil }
      cursor = at + 1
    }
    return cursor
  }

  /// The byte at a free address; a page that is not known ends the walk.
  private mutating func known(_ image: Type2Image, _ address: Int) -> UInt8? {
    if let byte = image[byte: address] { return byte }
    missingPage = address / Page.size
    return nil
  }

  /// A value that is inside the area; a page that is not known ends the walk.
  private mutating func knownValue(
    _ image: Type2Image, at address: Int, length: Int
  ) -> [UInt8]? {
    if let value = value(image, at: address, length: length) { return value }
    var cursor = address
    for _ in 0..<length {
      guard let at = free.first(from: cursor), known(image, at) != nil else { break }
      cursor = at + 1
    }
    return nil
  }

  private func value(_ image: Type2Image, at address: Int, length: Int) -> [UInt8]? {
    var value: [UInt8] = []
    value.reserveCapacity(min(length, free.range.count))
    var cursor = address
    while value.count < length {
      guard let at = free.first(from: cursor), let byte = image[byte: at] else { return nil }
      value.append(byte)
      cursor = at + 1
    }
    return value
  }
}
