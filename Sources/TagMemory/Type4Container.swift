// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a Type 4 tag says about itself in its capability container (NFC Forum T4T 2.0, 4.3).
package struct Type4Container: Hashable, Sendable {
  /// The mapping version, two nibbles: 20 is 2.0.
  package let version: UInt8
  /// The length of the container in bytes, as it says itself.
  package let size: Int
  /// MLe: how many bytes one answer may bring.
  package let readMax: Int
  /// MLc: how many bytes one command may bring.
  package let writeMax: Int
  /// The file with the message.
  package let fileID: UInt16
  /// The bytes of that file, as claimed, those of its length field included.
  package let fileSize: Int
  /// How many bytes the length takes before the message: two, or four in a large file.
  package let lengthSize: Int
  package let readAccess: UInt8
  package let writeAccess: UInt8

  /// The file that holds the container itself.
  package static let ownFileID: UInt16 = 0xE103
  /// A container with a file of two length bytes; every tag has as many.
  package static let smallestSize = 15
  /// A container with a file of four length bytes.
  private static let largeSize = 17
  /// The least that a tag may be able to send at once (MLe 000F).
  private static let readMaxLeast = 0x0F
  /// Length field and the smallest message, a record without type and payload.
  private static let fileSizeLeast = 5

  /// How long the container is, by its first bytes.
  package static func size(beginningWith head: [UInt8]) -> Int {
    head.count > 7 && head[7] == FileControl.large.tag ? largeSize : smallestSize
  }

  package init(_ bytes: [UInt8]) throws(TagMemoryError) {
    guard bytes.count >= Self.smallestSize else { throw .containerShort(bytes.count) }
    func number(_ places: Range<Int>) -> Int { bytes[places].reduce(0) { $0 << 8 | Int($1) } }
    version = bytes[2]
    size = number(0..<2)
    readMax = number(3..<5)
    writeMax = number(5..<7)
    guard (1...3).contains(version >> 4) else {
      throw .versionUnsupported(major: version >> 4, minor: version & 0x0F)
    }
    guard readMax >= Self.readMaxLeast, writeMax > 0 else {
      throw .containerLimits(read: readMax, write: writeMax)
    }
    let control: FileControl
    switch (bytes[7], bytes[8]) {
    case (FileControl.small.tag, FileControl.small.length): control = .small
    case (FileControl.large.tag, FileControl.large.length) where version >> 4 == 3: control = .large
    default: throw .fileControlUnknown(tag: bytes[7], length: bytes[8])
    }
    let access = 11 + control.sizeLength
    guard bytes.count >= access + 2, size >= access + 2 else { throw .containerShort(bytes.count) }
    fileID = UInt16(truncatingIfNeeded: number(9..<11))
    fileSize = number(11..<access)
    lengthSize = control.sizeLength
    readAccess = bytes[access]
    writeAccess = bytes[access + 1]
    guard fileSize >= Self.fileSizeLeast, !Self.reservedIDs.contains(fileID) else {
      throw .fileImpossible(id: fileID, size: fileSize)
    }
    guard readAccess == 0 else { throw .readAccessClosed(readAccess) }
  }

  /// Identifiers that no NDEF file may have (T4T 2.0, table 5): root, container, and ISO's own.
  private static let reservedIDs: [UInt16] = [0x0000, 0xE102, ownFileID, 0x3F00, 0x3FFF, 0xFFFF]

  package var majorVersion: UInt8 { version >> 4 }
  package var minorVersion: UInt8 { version & 0x0F }

  /// The TLV that describes the file: its tag and length, and how many bytes its size takes.
  private struct FileControl {
    let tag: UInt8
    let length: UInt8
    let sizeLength: Int

    static let small = FileControl(tag: 0x04, length: 6, sizeLength: 2)
    /// Mapping version 3.0, for files of more than 64 KiB.
    static let large = FileControl(tag: 0x06, length: 8, sizeLength: 4)
  }
}
