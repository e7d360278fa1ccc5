// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF

extension Type5Image {
  /// Whether nothing of a tag without a container is lost when it is formatted, as far as it was read.
  ///
  /// A machine's own data may begin with zeros, so every byte counts. What a torn formatting left is
  /// ours: the message comes first, and half of the container may be there.
  var isBlank: Bool {
    guard let start = bytes(0..<Type5Container.shortSize),
      start.allSatisfy({ $0 == 0 }) || start == Type5Container.torn
    else { return false }
    let rest = Type5Container.shortSize..<memorySize
    if rest.allSatisfy({ (byte($0) ?? 0) == 0 }) { return true }
    let place = blocks(for: Type5Container.shortSize) * blockSize
    guard place < memorySize, (rest.lowerBound..<place).allSatisfy({ byte($0) == TLV.null }) else {
      return false
    }
    let area = place..<memorySize
    return Self.isBegunMessage(
      area.prefix { byte($0) != nil }.compactMap { byte($0) }, room: area.count)
  }

  /// Whether bytes are what has been written of a message up to now: its header, and then its first
  /// record or nothing yet.
  private static func isBegunMessage(_ bytes: [UInt8], room: Int) -> Bool {
    guard bytes.count > 1, bytes[0] == TLV.message else { return false }
    let isLong = bytes[1] == TLV.longLength
    guard bytes.count > (isLong ? 4 : 2) else { return false }
    let length = isLong ? Int(bytes[2]) << 8 | Int(bytes[3]) : Int(bytes[1])
    let value = bytes.dropFirst(isLong ? 4 : 2)
    guard length <= room - (isLong ? 4 : 2) else { return false }
    if length > 0, let flags = value.first, beginsMessage(flags) { return true }
    let isEmpty = length == 0 && value.first == TLV.terminator
    return value.dropFirst(isEmpty ? 1 : 0).allSatisfy { $0 == 0 }
  }

  /// Whether the first byte of a record says that a message begins with it, of a type that there is.
  private static func beginsMessage(_ flags: UInt8) -> Bool {
    flags & 0x80 != 0 && (1...5).contains(flags & 0x07)
  }
}
