// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Plain
internal import StrictJSON
internal import TagReading

/// Blocks of a tag as they were read, and their output for people and programs.
struct TagBlocks {
  let uid: TagUID
  let title: String
  let chip: String?
  let blockSize: Int
  /// How many blocks the tag has; nil if it does not say.
  let blockCount: Int?
  let blocks: Range<Int>
  let bytes: [UInt8]

  init(
    of tag: any BlockTag, from first: Int, count: Int?, isReversed: Bool
  ) throws(TagError) {
    blocks = try tag.blocks(from: first, count: count)
    let extent = try tag.extent()
    blockCount = extent.isKnown ? extent.count : nil
    blockSize = tag.blockSize
    let stored = try tag.readBlocks(blocks).flatMap { $0 }
    bytes = isReversed ? reversedInBlocks(stored, blockSize: blockSize) : stored
    uid = tag.tag.uid
    title = tag.title
    chip = tag.chipName
  }

  var json: JSONValue {
    [
      "uid": .string(uid.description), "chip": .optional(chip),
      "blockSize": .integer(blockSize), "blockCount": .optional(blockCount),
      "from": .integer(blocks.lowerBound), "content": .string(hex(bytes)),
    ]
  }

  var page: String {
    let size = "blocks of \(count(blockSize, "byte"))"
    let memory = blockCount.map { "\($0) \(size)" } ?? size
    let rows = blocks.enumerated().map { offset, block in
      let row = bytes[offset * blockSize..<(offset + 1) * blockSize]
      return String(block).rightAligned(to: Self.numberWidth) + "  \(spacedHex(row))"
    }
    return (["\(title), UID \(uid): \(memory)", ""] + rows).joined(separator: "\n") + "\n"
  }

  private static let numberWidth = 5
}

/// The bytes with those of each block reversed.
func reversedInBlocks(_ bytes: [UInt8], blockSize: Int) -> [UInt8] {
  stride(from: 0, to: bytes.count, by: max(1, blockSize)).flatMap {
    bytes[$0..<min(bytes.count, $0 + max(1, blockSize))].reversed()
  }
}

/// The blocks of a tag; throws a command's failure if it has none.
func blockTag(_ tag: any WritableTag) throws(Failure) -> any BlockTag {
  guard let blocks = tag as? any BlockTag else {
    throw Failure(.blocks(.noBlocks), tag.tag)
  }
  return blocks
}
