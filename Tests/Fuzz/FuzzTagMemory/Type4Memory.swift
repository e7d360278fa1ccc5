// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TagMemory
import TestSupport

/// Plans a message in the file of a Type 4 tag: what one command carries, a container, and the file.
func checkType4(_ wish: Wish, _ input: inout FuzzInput) {
  let frame = 2 + Int(input.byte())
  let head = input.bytes(8)
  let size = Type4Container.size(beginningWith: head)
  let container: Type4Container
  do throws(TagMemoryError) {
    container = try Type4Container(head + input.bytes(size - head.count))
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return
  }
  let limits = Type4Limits(container, frame: frame)
  var file = Type4File(container, limits)
  expect(file.lengthSize < file.size && file.size <= Type4File.largestSize, "\(file.size) bytes")
  let before = memory(input.rest, size: file.size)
  let message = wish.message(where: file.capacity)
  file.append(Array(before.prefix(file.lengthSize)))
  let needed = max(file.extent, file.lengthSize + message.count)
  file.append(Array(before[..<min(needed, file.size)].dropFirst(file.lengthSize)))
  expect(file.content != nil, "the message that is there was not read whole")
  let plan: Type4Plan
  do throws(TagMemoryError) {
    plan = try Type4Plan(
      writing: message, on: file, container, limits, wholeWrite: wish.isOther ? 128 : 0)
  } catch {
    expect(error.words { "\($0)." }.hasSuffix("."), "\(error)")
    return
  }
  follow(plan, message, from: before, file, limits)
}

/// Carries the plan out, forwards and back.
private func follow(
  _ plan: Type4Plan, _ message: [UInt8], from before: [UInt8], _ file: Type4File,
  _ limits: Type4Limits
) {
  let old = phoneReads(file: before, lengthSize: file.lengthSize)
  var memory = before
  func write(_ write: Type4Write) {
    let place = write.offset..<write.offset + write.bytes.count
    expect(place.upperBound <= memory.count && !place.isEmpty, "\(write) is behind the end")
    expect(place.count <= limits.write(at: write.offset), "\(write) is more than a command takes")
    expect(write.replaced == Array(memory[place]), "\(write) replaces something else")
    memory.replaceSubrange(place, with: write.bytes)
    let seen = phoneReads(file: memory, lengthSize: file.lengthSize)
    expect(isHarmless(seen, old: old, new: message), "\(seen) after \(write) of \(plan.writes)")
  }
  for step in plan.writes { write(step) }
  let seen = phoneReads(file: memory, lengthSize: file.lengthSize)
  expect(seen == .message(message), "\(seen) after \(plan.writes)")
  let behind = file.lengthSize + message.count
  expect(memory[behind...] == before[behind...], "bytes behind the message changed")
  for step in plan.writes.reversed() { write(step.undone) }
  expect(memory == before, "the way back led elsewhere: \(plan.writes)")
}

/// What a phone makes of a file: a length, and this many bytes.
private func phoneReads(file: [UInt8], lengthSize: Int) -> Seen {
  var length = 0
  for byte in file[..<lengthSize] { length = length * 256 + Int(byte) }
  guard lengthSize + length <= file.count else { return .broken }
  return .message(Array(file[lengthSize..<lengthSize + length]))
}
