// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// A Type 3 tag on a reader: a FeliCa chip that contains, or may contain, NDEF.
package final class Type3Tag {
  package internal(set) var image: Type3Image
  /// How many blocks have been written since it was selected.
  package internal(set) var pagesWritten = 0
  let felica: FelicaTag
  /// Whether the chip is a transit card too; nil before it was asked.
  private var carriesTransit: Bool?
  /// How many blocks are sent at once; one, after the tag refused more.
  var blocksPerWrite = FelicaCommand.highestBlock

  package var tag: TagInField { felica.tag }

  /// The NDEF system, and the one of a FeliCa Lite, with NDEF or without.
  static let systemOfNDEF: UInt16 = 0x12FC
  static let systemOfLite: UInt16 = 0x88B4
  /// The system of Japanese transit cards, which TagPress never changes.
  static let systemOfTransit: UInt16 = 0x0003
  static let readService: UInt16 = 0x000B
  static let writeService: UInt16 = 0x0009

  /// Identifies a chip by the system that answered, without reading anything.
  package init(_ tag: TagInField, on reader: any TagReader) throws(TagError) {
    guard case .felica(let pmm, let code) = tag.technology, let low = code.last,
      let high = code.first
    else { throw .wrongType(.type3, sak: nil) }
    felica = FelicaTag(tag, on: reader)
    let system = UInt16(high) << 8 | UInt16(low)
    let chip = Type3Chip(pmm: pmm)
    image = Type3Image(chip: chip, isFoundAsNDEF: system == Type3Tag.systemOfNDEF)
    switch system {
    case Type3Tag.systemOfNDEF: break
    case Type3Tag.systemOfLite where chip != nil: break
    default:
      // The reader polls the NDEF system first. Its answer was lost, or there is none.
      if try felica.choose(system: Type3Tag.systemOfNDEF) { throw .reader(.unclear) }
      throw .notNDEF(system: system)
    }
  }

  /// Reads the attributes and the message, and what tells whether the tag can become one.
  package func read() throws(TagError) {
    if image[AttributeBlock.number] == nil, !image.isRefused(AttributeBlock.number) {
      try readFirst()
    }
    felica.blocksPerRead = min(felica.blocksPerRead, image.blocksPerRead)
    guard let blocks = image.messageBlocks else { return }
    try readIntoImage(blocks.filter { image[$0] == nil && !image.isRefused($0) })
  }

  /// Reads the block in which the chip says which blocks are locked, if it has one.
  package func readConfiguration() throws(TagError) {
    guard let block = image.configurationBlock, image[block] == nil, !image.isRefused(block)
    else { return }
    try readIntoImage([block])
  }

  /// Whether the chip is a transit card in addition to NDEF, by the systems that it lists.
  ///
  /// FeliCa Lite and Lite-S have no room for one, and do not support the command.
  package func isTransitCard() throws(TagError) -> Bool {
    guard image.chip == nil else { return false }
    if let carriesTransit { return carriesTransit }
    let found = try felica.systems().contains(Type3Tag.systemOfTransit)
    carriesTransit = found
    return found
  }

  /// The attributes and a short message at once: every chip gives four blocks.
  ///
  /// A chip of the Lite family says in its configuration who may write it, which is needed before
  /// the first write. A tag with fewer blocks refuses them all, and shows only the first.
  private func readFirst() throws(TagError) {
    var blocks = [AttributeBlock.number, 1, 2, 3]
    if let configuration = image.configurationBlock {
      blocks = [AttributeBlock.number, configuration, 1, 2]
    }
    do throws(TagError) {
      let found = try felica.readAtOnce(blocks, of: Type3Tag.readService)
      if found.count < blocks.count { felica.blocksPerRead = 1 }
      for (block, content) in zip(blocks, found) { image[block] = content }
    } catch {
      guard case .hidden(_, .felica(let flags)) = error else { throw error }
      if flags.asksForFewerBlocks { felica.blocksPerRead = 1 }
      try readIntoImage([AttributeBlock.number])
    }
    try readConfiguration()
  }

  /// Reads blocks into the image, and records what the tag does not show.
  private func readIntoImage(_ blocks: [Int]) throws(TagError) {
    do throws(TagError) {
      let found = try felica.read(blocks, of: Type3Tag.readService)
      for (block, content) in zip(blocks, found) { image[block] = content }
    } catch {
      guard case .hidden(.block(let block), _) = error else { throw error }
      image.refuse(block)
    }
  }

  /// Reads those of these blocks that are unknown.
  func read(blocks: Range<Int>) throws(TagError) {
    let missing = blocks.filter { image[$0] == nil && !image.isRefused($0) }
    if !missing.isEmpty { try readIntoImage(missing) }
  }

  /// The current blocks, whatever was known about them.
  func readAgain(_ blocks: [Int]) throws(TagError) -> [[UInt8]] {
    try felica.read(blocks, of: Type3Tag.readService)
  }
}
