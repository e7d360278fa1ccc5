// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The blocks of a FeliCa tag that a dump has, by their numbers.
package struct FeliCaDump: Hashable, Sendable {
  package let blocks: [Int: [UInt8]]
  /// What the chip answered to Polling in addition to its IDm, according to the file.
  private let declaredPMm: [UInt8]?

  /// The services that an NDEF tag has, for reading and for both.
  static let services = [0x000B, 0x0009]

  /// Block 83h (D_ID) of a FeliCa Lite: its IDm, then its PMm.
  private static let deviceID = 0x83

  init(blocks: [Int: [UInt8]], declaredPMm: [UInt8]? = nil) {
    self.declaredPMm = declaredPMm
    self.blocks = blocks.filter {
      $0.value.count == AttributeBlock.blockSize && (0..<DumpLimits.blockCount).contains($0.key)
    }
  }

  /// The tag for code that judges it like one on a reader.
  ///
  /// A chip says in its configuration whether phones look for a message on it; where a dump does not
  /// have that block, it is taken to be an NDEF tag.
  package var image: Type3Image {
    let chip =
      blocks[Self.deviceID].flatMap { Type3Chip(pmm: Array($0.dropFirst(8))) }
      ?? declaredPMm.flatMap(Type3Chip.init(pmm:))
    var image = Type3Image(chip: chip, isFoundAsNDEF: false)
    let isSilent = image.configurationBlock.flatMap { blocks[$0] } == nil
    if isSilent { image = Type3Image(chip: chip, isFoundAsNDEF: true) }
    for (number, content) in blocks { image[number] = content }
    return image
  }

  /// The message that the attribute block describes (NFC Forum T3T 6.1).
  package var content: DumpedContent {
    guard let attributes = blocks[AttributeBlock.number].flatMap(AttributeBlock.init) else {
      return .hidden(address: 0)
    }
    guard !attributes.isBlank else { return .unformatted }
    guard attributes.isIntact else { return .checksumWrong }
    guard attributes.majorVersion == 1 else {
      return .versionUnsupported(
        major: attributes.majorVersion, minor: attributes.minorVersion)
    }
    guard !attributes.isBeingWritten else { return .writeInterrupted }
    guard attributes.length <= attributes.blockCount * AttributeBlock.blockSize else {
      return .overruns(address: 0, length: attributes.length)
    }
    return message(length: attributes.length)
  }

  private func message(length: Int) -> DumpedContent {
    if length == 0 { return .empty }
    var bytes: [UInt8] = []
    var number = 1
    // The length is the tag's own claim, so nothing is set aside for it.
    while bytes.count < length {
      guard let block = blocks[number] else {
        return .hidden(address: number * AttributeBlock.blockSize)
      }
      bytes += block.prefix(length - bytes.count)
      number += 1
    }
    return .message(bytes)
  }
}
