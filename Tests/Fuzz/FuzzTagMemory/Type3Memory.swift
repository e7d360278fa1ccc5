// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TestSupport

/// Plans a message on a Type 3 tag: which chip, attributes, configuration, and blocks of data.
func checkType3(_ wish: Wish, _ input: inout FuzzInput) {
  let options = input.byte()
  let chip: Type3Chip? = [nil, .felicaLite, .felicaLiteS, nil][Int(options & 3)]
  guard var attributes = AttributeBlock(input.bytes(AttributeBlock.blockSize)) else { return }
  // A sum that fits is the lot of few; so it is chosen.
  if options & 4 != 0 {
    let sum = attributes.bytes.prefix(14).reduce(0) { $0 + Int($1) }
    let summed = attributes.bytes.prefix(14) + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    guard let sound = AttributeBlock(Array(summed)) else { return }
    attributes = sound
  }
  let configuration = input.bytes(AttributeBlock.blockSize)
  let blockCount = chip?.blockCount ?? min(attributes.blockCount, 520)
  let data = memory(input.rest, size: blockCount * AttributeBlock.blockSize)
  var before = [attributes.bytes]
  for block in 0..<blockCount {
    let start = block * AttributeBlock.blockSize
    before.append(Array(data[start..<start + AttributeBlock.blockSize]))
  }
  var image = Type3Image(chip: chip, isFoundAsNDEF: wish.isOther)
  for (number, block) in before.enumerated() { image[number] = block }
  if let number = image.configurationBlock, wish.readsAll { image[number] = configuration }
  _ = (image.content, image.access, image.capacity, try? Type3LockPlan(on: image))
  let message = wish.message(where: image.capacity)
  let plan: Type3WritePlan
  do throws(TagMemoryError) {
    plan = try Type3WritePlan(writing: message, on: image, formatting: wish.mayFormat)
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return
  }
  follow(plan, message, from: before, image, configuration)
}

/// Carries the plan out; a phone looks for a message only where the tag answers as an NDEF tag.
private func follow(
  _ plan: Type3WritePlan, _ message: [UInt8], from before: [[UInt8]], _ image: Type3Image,
  _ configuration: [UInt8]
) {
  var blocks = before
  var isNDEF = image.isNDEF
  let old = isNDEF ? phoneReads(type3: blocks) : .nothing
  for write in plan.writes {
    expect(plan.blocksToVerify.contains(write.block), "\(write) is not read back")
    if write.block == image.configurationBlock {
      // Bits that were cleared are permanently cleared, and the key's blocks are not ours to close.
      let same = zip(configuration, write.new).enumerated().allSatisfy {
        $0.offset == 3 || $0.element.0 == $0.element.1
      }
      expect(same && write.purpose == .format, "\(write) changes more than it must")
      isNDEF = true
    } else {
      expect(blocks.indices.contains(write.block), "\(write) is not there")
      expect(write.old == blocks[write.block], "\(write) replaces something else")
      blocks[write.block] = write.new
    }
    let seen = isNDEF ? phoneReads(type3: blocks) : .nothing
    expect(isHarmless(seen, old: old, new: message), "\(seen) after \(write) of \(plan.writes)")
  }
  let seen = phoneReads(type3: blocks)
  expect(isNDEF && seen == .message(message), "\(seen) after \(plan.writes)")
  for (number, block) in blocks.enumerated() {
    expect(plan.result[number] == block, "block \(number) is foretold wrongly")
  }
  let again = try? Type3WritePlan(writing: message, on: plan.result)
  expect(again?.writes.isEmpty == true, "what is right is written again: \(plan.writes)")
}
