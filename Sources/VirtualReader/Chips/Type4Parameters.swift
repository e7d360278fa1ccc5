// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a Type 4 tag may choose freely and tells in its capability container.
package struct Type4Parameters: Hashable, Sendable {
  /// The mapping version: 10, 20 or 30.
  package var version: UInt8
  /// MLe and MLc.
  package var read: Int
  package var write: Int
  package var fileID: UInt16
  /// Of the NDEF file, its length field included.
  package var size: Int
  package var isWritable: Bool
  /// The longest frame that the card takes, one of the sizes of ISO 14443-4.
  package var cardFrame: Int
  package var pageSize: Int
  /// A write of at most this many bytes is done as a whole or not at all.
  package var wholeWrite: Int
  package var waitingTimeExtensions: Int

  package init(
    version: UInt8 = 0x20, read: Int, write: Int, fileID: UInt16 = 0xE104, size: Int,
    isWritable: Bool = true, cardFrame: Int = 64, pageSize: Int = 16, wholeWrite: Int = 0,
    waitingTimeExtensions: Int = 0
  ) {
    self.version = version
    self.read = read
    self.write = write
    self.fileID = fileID
    self.size = size
    self.isWritable = isWritable
    self.cardFrame = cardFrame
    self.pageSize = max(1, pageSize)
    self.wholeWrite = wholeWrite
    self.waitingTimeExtensions = waitingTimeExtensions
  }

  /// The capability container (NFC Forum Type 4 Tag, 5.1): 3.0 has a file control of its own, in
  /// which the size takes four bytes.
  var capabilities: [UInt8] {
    let access: [UInt8] = [0x00, isWritable ? 0x00 : 0xFF]
    let control =
      version >> 4 == 3
      ? [0x06, 0x08] + bigEndian(Int(fileID)) + bigEndian(size >> 16) + bigEndian(size) + access
      : [0x04, 0x06] + bigEndian(Int(fileID)) + bigEndian(size) + access
    let rest = [version] + bigEndian(read) + bigEndian(write) + control
    return bigEndian(rest.count + 2) + rest
  }

  private func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
  }
}

extension Type4Model {
  /// A card with these parameters; only those of `allModels` can be read back from a state file.
  package static func ndef(
    _ name: String, _ parameters: Type4Parameters, content: [UInt8] = []
  ) -> Type4Model {
    let code = TagBlocks.frameSizes.firstIndex(of: parameters.cardFrame) ?? 0
    // Everything after the format byte, a waiting time of 38.7 ms, and neither number nor address.
    let ats = [0x05, 0x70 | UInt8(truncatingIfNeeded: code), 0x00, 0x70, 0x00]
    let isMapping1 = parameters.version >> 4 == 1
    return Type4Model(
      name: name, atqa: [0x00, 0x04], ats: ats,
      application: isMapping1 ? ndefApplication.dropLast() + [0x00] : ndefApplication,
      files: [
        .capabilities(parameters.capabilities),
        Type4File(
          id: parameters.fileID, size: parameters.size, content: content,
          isWritable: parameters.isWritable),
      ],
      limits: Type4Limits(
        read: parameters.read, write: parameters.write,
        // A short Le brings 256 bytes at most, a short Lc 255.
        takesExtendedLengths: parameters.read > 256 || parameters.write > 255,
        takesOffsetObjects: parameters.version >> 4 == 3, selectsWithoutAnswer: !isMapping1),
      pageSize: parameters.pageSize, wholeWrite: parameters.wholeWrite,
      waitingTimeExtensions: parameters.waitingTimeExtensions)
  }
}
