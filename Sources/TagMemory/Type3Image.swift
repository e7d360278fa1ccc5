// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about the blocks of a Type 3 tag.
package struct Type3Image: Hashable, Sendable {
  package let chip: Type3Chip?
  /// Whether the tag answered to NFC's own system code, 12FC.
  package let isFoundAsNDEF: Bool
  private var blocks: [Int: [UInt8]] = [:]
  private var refused: Set<Int> = []

  package init(chip: Type3Chip?, isFoundAsNDEF: Bool) {
    self.chip = chip
    self.isFoundAsNDEF = isFoundAsNDEF
  }

  /// The sixteen bytes of a block, as far as they are known.
  package subscript(block: Int) -> [UInt8]? {
    get { blocks[block] }
    set {
      blocks[block] = newValue?.count == AttributeBlock.blockSize ? newValue : nil
      refused.remove(block)
    }
  }

  package var knownBlocks: [Int] { blocks.keys.sorted() }

  /// Notes that the tag does not show a block to us.
  package mutating func refuse(_ block: Int) {
    blocks[block] = nil
    refused.insert(block)
  }

  package func isRefused(_ block: Int) -> Bool { refused.contains(block) }

  package var attributes: AttributeBlock? {
    self[AttributeBlock.number].flatMap(AttributeBlock.init)
  }

  var configuration: LiteConfiguration? {
    guard chip != nil else { return nil }
    return self[LiteConfiguration.number].flatMap(LiteConfiguration.init)
  }

  /// The block in which a chip says whether it is an NDEF tag, and what of it is permanently
  /// locked.
  package var configurationBlock: Int? { chip == nil ? nil : LiteConfiguration.number }

  /// Whether phones look for a message here.
  ///
  /// One lost answer is no proof that they do not, and the configuration, once it is read, is.
  package var isNDEF: Bool { isFoundAsNDEF || configuration?.isNDEF == true }

  /// The attributes, if they are sound ones that this project can follow.
  var soundAttributes: AttributeBlock? {
    guard let attributes, attributes.isIntact, !attributes.isBlank, attributes.majorVersion == 1
    else { return nil }
    return attributes
  }

  /// The attributes as locking leaves them.
  package var closedAttributes: [UInt8]? { soundAttributes?.closed.bytes }

  /// How many blocks the tag shows and takes at once; one, if it does not say.
  package var blocksPerRead: Int { (soundAttributes ?? chip?.attributes)?.blocksPerRead ?? 1 }
  package var blocksPerWrite: Int { (soundAttributes ?? chip?.attributes)?.blocksPerWrite ?? 1 }

  /// No more of a tag is used, whatever it claims; no message is nearly as large.
  package static let largestSize = 1 << 16

  /// The largest message that the tag holds: what it claims, but never more than its chip has.
  func capacity(by attributes: AttributeBlock) -> Int {
    let claimed = min(attributes.blockCount, chip?.blockCount ?? attributes.blockCount)
    return min(claimed * AttributeBlock.blockSize, Self.largestSize)
  }

  /// The size of the largest message; nil when that is not known.
  package var capacity: Int? {
    (soundAttributes ?? chip?.attributes).map(capacity(by:))
  }

  /// The data blocks of the message that the attributes describe; empty when there is none to read.
  package var messageBlocks: ClosedRange<Int>? {
    guard isNDEF, let attributes = soundAttributes, !attributes.isBeingWritten,
      attributes.length > 0, attributes.length <= capacity(by: attributes)
    else { return nil }
    return 1...Self.blocks(for: attributes.length)
  }

  static func blocks(for size: Int) -> Int {
    (size + AttributeBlock.blockSize - 1) / AttributeBlock.blockSize
  }
}

extension Type3Image {
  /// What is on the tag, judged strictly.
  package var content: TagContent {
    guard let attributes else { return .hidden(page: AttributeBlock.number) }
    guard isNDEF else {
      return attributes.isBlank || soundAttributes != nil ? .unformatted : .foreign
    }
    guard !attributes.isBlank else { return .unformatted }
    guard attributes.isIntact else { return .damaged(.headerTorn(page: AttributeBlock.number)) }
    guard attributes.majorVersion == 1 else {
      return .versionUnsupported(
        major: attributes.majorVersion, minor: attributes.minorVersion)
    }
    guard !attributes.isBeingWritten else { return .damaged(.interrupted) }
    guard attributes.length <= capacity(by: attributes) else {
      return .damaged(.overruns(address: 0, length: attributes.length))
    }
    return message(of: attributes.length)
  }

  private func message(of length: Int) -> TagContent {
    var bytes: [UInt8] = []
    var number = 1
    while bytes.count < length {
      guard let block = self[number] else { return .hidden(page: number) }
      bytes += block.prefix(length - bytes.count)
      number += 1
    }
    return TagContent(holding: bytes)
  }

  /// Why the chip will not take a block, as far as its configuration shows it.
  package func refusal(toWrite block: Int) -> TagMemoryError? {
    guard let configuration, let chip, (0...chip.blockCount).contains(block) else { return nil }
    if configuration.locks(block) { return .blockLocked(block) }
    if chip == .felicaLiteS, configuration.asksForKey(block) { return .keyNeeded(block) }
    return nil
  }

  /// Who may change the tag, as far as that is known.
  ///
  /// A password is what a key of FeliCa is here, and its first block what stands for a page.
  package var access: TagAccess {
    if configuration?.isMessageLocked == true { return .readOnly }
    var locked: [Int] = []
    var closed: [Int] = []
    for block in 0...(chip?.blockCount ?? 0) {
      switch refusal(toWrite: block) {
      case .blockLocked: locked.append(block)
      case .keyNeeded: closed.append(block)
      default: break
      }
    }
    if !locked.isEmpty { return .partlyReadOnly(locked: locked) }
    if let first = closed.first { return .passwordToWrite(from: first) }
    // Only the configuration of a known chip tells what keeps anyone from writing.
    guard configuration != nil, attributes != nil else {
      return .unknown(hiddenFrom: refused.min())
    }
    return saysReadOnly ? .readOnlyInNameOnly : .open
  }

  /// Whether the attributes say that the tag is not to be written.
  package var saysReadOnly: Bool { soundAttributes?.isOpen == false }

  /// The image after writes that all came through.
  package func applying(_ writes: [BlockWrite]) -> Type3Image {
    var image = self
    for write in writes { image[write.block] = write.new }
    return image
  }
}
