// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The exact block writes that turn what is on a Type 3 tag into what must be on it.
///
/// The attribute block is the seal: before the first data block changes it says that there is no
/// message and that a write is under way (WriteFlag), and the last write takes that back. On a chip
/// that is not an NDEF tag yet, no one looks for a message before its configuration says so, which
/// comes last.
package struct Type3WritePlan: Hashable, Sendable {
  /// In the order in which they must be sent; writes of the body may share a command.
  package let writes: [BlockWrite]
  /// The tag after the last write.
  package let result: Type3Image
  /// The blocks to read back and compare with `result`.
  package let blocksToVerify: [Int]

  /// Plans a message; no bytes at all make the tag empty.
  package init(
    writing message: [UInt8], on image: Type3Image, formatting: Bool = false
  ) throws(TagMemoryError) {
    guard let found = image[AttributeBlock.number] else {
      throw image.isRefused(AttributeBlock.number)
        ? .blockHidden(AttributeBlock.number) : .blockNotRead(AttributeBlock.number)
    }
    let attributes = try Self.attributes(of: image, formatting: formatting)
    let capacity = image.capacity(by: attributes)
    guard message.count <= capacity else {
      throw .messageTooLarge(size: message.count, capacity: capacity)
    }
    let isSealed = !image.isNDEF || image.soundAttributes == nil
    let body = Self.body(of: message, on: image)
    var writes: [BlockWrite] = []
    var current = found
    if !body.isEmpty, !isSealed, found != attributes.sealed.bytes {
      current = attributes.sealed.bytes
      writes.append(
        BlockWrite(
          block: AttributeBlock.number, old: found, new: current, purpose: .invalidate))
    }
    writes += body
    let whole = attributes.holding(message.count).bytes
    if current != whole {
      writes.append(
        BlockWrite(block: AttributeBlock.number, old: current, new: whole, purpose: .commit))
    }
    var blocks = Array(0...Type3Image.blocks(for: message.count))
    if !image.isNDEF {
      writes.append(try Self.enabling(image))
      blocks.append(LiteConfiguration.number)
    }
    // What is right already may stay on a tag that no one may write.
    guard writes.isEmpty || attributes.isOpen else { throw .readOnly }
    for write in writes {
      if let refusal = image.refusal(toWrite: write.block) { throw refusal }
    }
    self.writes = writes
    result = image.applying(writes)
    blocksToVerify = blocks
  }

  /// The attributes that the tag has, or that its chip must have.
  private static func attributes(
    of image: Type3Image, formatting: Bool
  ) throws(TagMemoryError) -> AttributeBlock {
    let isBlank = image.attributes?.isBlank != false
    guard image.isNDEF, !isBlank || image.chip == nil else {
      guard formatting else { throw .notFormatted }
      guard let chip = image.chip else { throw .attributesSpoilt }
      return chip.attributes
    }
    if let sound = image.soundAttributes { return sound }
    if let attributes = image.attributes, attributes.isIntact, !isBlank {
      throw .versionUnsupported(
        major: attributes.majorVersion, minor: attributes.minorVersion)
    }
    guard let chip = image.chip else { throw .attributesSpoilt }
    return chip.attributes
  }

  /// The blocks of the message that do not hold their part of it yet.
  ///
  /// The last is filled up with zeros; what another writer left there is no reason to write it.
  private static func body(of message: [UInt8], on image: Type3Image) -> [BlockWrite] {
    var writes: [BlockWrite] = []
    for block in 0..<Type3Image.blocks(for: message.count) {
      let part = message.dropFirst(block * AttributeBlock.blockSize)
        .prefix(AttributeBlock.blockSize)
      let padding = [UInt8](repeating: 0, count: AttributeBlock.blockSize - part.count)
      let old = image[block + 1]
      guard old?.starts(with: part) != true else { continue }
      writes.append(
        BlockWrite(block: block + 1, old: old, new: part + padding, purpose: .body))
    }
    return writes
  }

  /// The write that makes the chip an NDEF tag.
  private static func enabling(_ image: Type3Image) throws(TagMemoryError) -> BlockWrite {
    guard let configuration = image.configuration else {
      throw .blockNotRead(LiteConfiguration.number)
    }
    guard configuration.isSystemOpen else { throw .configurationFrozen }
    return BlockWrite(
      block: LiteConfiguration.number, old: configuration.bytes, new: configuration.asNDEF.bytes,
      purpose: .format)
  }
}

/// The writes that make a Type 3 tag permanently read-only.
package struct Type3LockPlan: Hashable, Sendable {
  package let writes: [BlockWrite]

  /// The attributes first: a tag that only says that it is read-only can still be put right.
  package init(on image: Type3Image) throws(TagMemoryError) {
    guard image.chip != nil else { throw .lockUnsupported(.type3) }
    guard let attributes = image.soundAttributes else { throw .attributesSpoilt }
    guard let configuration = image.configuration else {
      throw .blockNotRead(LiteConfiguration.number)
    }
    guard !configuration.isLocked else {
      writes = []
      return
    }
    guard configuration.mayLock || configuration.isMessageLocked else {
      throw .configurationFrozen
    }
    var writes: [BlockWrite] = []
    if attributes.isOpen, !configuration.isMessageLocked {
      writes.append(
        BlockWrite(
          block: AttributeBlock.number, old: attributes.bytes, new: attributes.closed.bytes,
          purpose: .closeAccess))
    }
    if configuration.mayLock || configuration.isSystemOpen {
      writes.append(
        BlockWrite(
          block: LiteConfiguration.number, old: configuration.bytes,
          new: configuration.locked.bytes, purpose: .lock))
    }
    self.writes = writes
  }
}
