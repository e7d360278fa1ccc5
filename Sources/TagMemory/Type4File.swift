// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The NDEF file of a Type 4 tag, as far as it was read from its beginning: a length, a message.
package struct Type4File: Hashable, Sendable {
  /// The bytes that can be used, the length field included.
  package let size: Int
  package let lengthSize: Int
  /// What is known, from the first byte on.
  package private(set) var bytes: [UInt8] = []

  /// No more of a file is used, whatever a tag claims; no message is nearly as large.
  package static let largestSize = 1 << 18

  package init(_ container: Type4Container, _ limits: Type4Limits) {
    size = min(container.fileSize, limits.end, Self.largestSize)
    lengthSize = container.lengthSize
  }

  /// The largest message that fits, in bytes.
  package var capacity: Int { size - lengthSize }

  /// The length of the message, as the file says; nil when that was not read yet.
  package var length: Int? {
    guard bytes.count >= lengthSize else { return nil }
    return bytes[..<lengthSize].reduce(0) { $0 << 8 | Int($1) }
  }

  /// How much of the file must be known to know the whole of what it holds.
  package var extent: Int {
    guard let length, length <= capacity else { return lengthSize }
    return lengthSize + length
  }

  /// What the file holds; nil when too little of it was read.
  package var content: TagContent? {
    guard let length, bytes.count >= extent else { return nil }
    guard length > 0 else { return .empty }
    guard length <= capacity else { return .damaged(.overruns(address: 0, length: length)) }
    return TagContent(holding: Array(bytes[lengthSize..<lengthSize + length]))
  }

  /// The length field of a message with this many bytes.
  func lengthField(_ count: Int) -> [UInt8] {
    (0..<lengthSize).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  /// Takes what was read after the known bytes.
  package mutating func append(_ more: [UInt8]) {
    bytes += more.prefix(size - bytes.count)
  }

  /// The file after a write that came through.
  package func applying(_ write: Type4Write) -> Type4File {
    var file = self
    let range = write.offset..<write.offset + write.bytes.count
    if range.upperBound <= bytes.count { file.bytes.replaceSubrange(range, with: write.bytes) }
    return file
  }

  /// Whether these bytes are known to be there.
  package func holds(_ wanted: [UInt8], at offset: Int) -> Bool {
    bytes.dropFirst(offset).prefix(wanted.count).elementsEqual(wanted)
  }
}
