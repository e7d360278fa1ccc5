// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TestSupport

/// Plans a message on a Type 5 tag: a size of blocks, how many, a number of the tag, and its memory.
func checkType5(_ wish: Wish, _ input: inout FuzzInput) {
  let blockSize = 4 + Int(input.byte()) % 29
  // One block may be too small for a container of eight bytes, which the phones here want to see.
  let blockCount = 2 + Int(input.byte())
  let options = input.byte()
  let uid = uids[Int(options & 3)]
  let before = memory(input.rest, size: blockCount * blockSize)
  guard
    var image = Type5Image(
      uid: uid, blockSize: blockSize, blockCount: wish.isOther ? nil : blockCount)
  else { return expect(false, "no image of \(blockCount) blocks of \(blockSize) bytes") }
  image.showsSeveral = options & 4 != 0
  let chipBlocks = min(image.blockCount, blockCount)
  func take(_ blocks: Range<Int>) {
    for block in blocks {
      if block < chipBlocks {
        image[block] = Array(before[block * blockSize..<(block + 1) * blockSize])
      } else {
        image.refuse(block)
      }
    }
  }
  let empty = image
  take(0..<image.blockCount)
  let message = wish.message(where: image.capacity)
  if !wish.readsAll { image = empty }
  var reads = 0
  while let blocks = image.unread(forMessageOf: message.count) {
    reads += 1
    expect(reads <= 2 * Type5Image.mostBlocks, "reading goes on for ever at \(blocks)")
    take(blocks)
  }
  let locked = options & 8 != 0 ? Int(options >> 4) : nil
  if let locked { image.setLocked(locked, true) }
  _ = (image.content, image.access, image.capacity, try? Type5LockPlan(on: image))
  let plan: Type5WritePlan
  do throws(TagMemoryError) {
    plan = try Type5WritePlan(writing: message, on: image, formatting: wish.mayFormat)
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return
  }
  for write in plan.writes {
    expect(write.block != locked, "\(write) is locked")
    expect(plan.blocksToVerify.contains(write.block), "\(write) is not read back")
    expect(write.block < chipBlocks && write.new.count == blockSize, "\(write) is not there")
  }
  follow(plan, message, from: before, image)
  // An empty message after something unknown proves little, and a tag with it starts over.
  guard plan.result.content != .foreign else { return }
  let again = try? Type5WritePlan(writing: message, on: plan.result)
  expect(again?.writes.isEmpty == true, "what is right is written again: \(plan.writes)")
}

/// An ICODE SLIX, an ICODE SLIX2, an ST25DV04K, and a tag of another maker.
private let uids: [[UInt8]] = [
  [0xE0, 0x04, 0x01, 0x10, 1, 2, 3, 4], [0xE0, 0x04, 0x01, 0x08, 1, 2, 3, 4],
  [0xE0, 0x02, 0x24, 0x00, 1, 2, 3, 4], [0xE0, 0x16, 0, 0, 1, 2, 3, 4],
]

/// Carries the plan out, forwards and back, next to phones of each kind.
private func follow(
  _ plan: Type5WritePlan, _ message: [UInt8], from before: [UInt8], _ image: Type5Image
) {
  let size = image.blockSize
  var memory = before
  func write(_ write: BlockWrite) {
    let place = write.block * size..<(write.block + 1) * size
    expect(write.old == Array(memory[place]), "\(write) replaces something else in \(plan.writes)")
    memory.replaceSubrange(place, with: write.new)
  }
  var steps = [memory]
  for step in plan.writes {
    write(step)
    steps.append(memory)
  }
  let after = phonesRead(type5: memory, blockSize: size)
  expect(after[0] == .message(message), "\(after[0]) after \(plan.writes)")
  for block in 0..<image.blockCount {
    guard let foretold = plan.result[block] else { continue }
    let place = block * size..<(block + 1) * size
    expect(foretold == Array(memory[place]), "block \(block) is foretold wrongly")
  }
  for step in plan.writes.reversed() {
    guard let undone = step.undone else { return expect(false, "\(step) has no way back") }
    write(undone)
    steps.append(memory)
  }
  expect(memory == before, "the way back led elsewhere: \(plan.writes)")

  let old = phonesRead(type5: before, blockSize: size)
  for (number, step) in steps.enumerated() {
    let seen = phonesRead(type5: step, blockSize: size)
    // Phones that look for messages elsewhere see what they like in one that another writer put
    // there.
    for phone in seen.indices where phone == 0 || after[phone] == .message(message) {
      expect(
        isHarmless(seen[phone], old: old[phone], new: message),
        "\(seen[phone]) to phone \(phone) after step \(number) of \(plan.writes)")
    }
  }
}
