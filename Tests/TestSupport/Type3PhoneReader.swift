// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a phone makes of the blocks of a Type 3 tag: a second, plain reading of the specification
/// that shares no line with the sources, so that a mistake there is not also made here.
package func phoneReads(type3 blocks: [[UInt8]]) -> Seen {
  guard let head = blocks.first, head[0] / 16 == 1 else { return .nothing }
  var sum = 0
  for byte in head[..<14] { sum += Int(byte) }
  guard sum == Int(head[14]) * 256 + Int(head[15]) else { return .nothing }
  // A write is under way.
  guard head[9] == 0 else { return .nothing }
  let most = (Int(head[3]) * 256 + Int(head[4])) * 16
  let length = Int(head[11]) * 65536 + Int(head[12]) * 256 + Int(head[13])
  let memory = blocks.dropFirst().flatMap(\.self)
  guard length <= most, length <= memory.count else { return .broken }
  return .message(Array(memory[..<length]))
}
