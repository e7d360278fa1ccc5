// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a phone makes of a Type 2 memory: a second, plain reading of the specification that shares
/// no line with the sources, so that a mistake there is not also made here.
package enum Seen: Equatable, Sendable {
  case nothing
  case message([UInt8])
  /// A message TLV whose value is not all there.
  case broken
}

package func phoneReads(_ memory: [UInt8], userEnd: Int) -> Seen {
  guard memory.count >= 16, memory[12] == 0xE1, memory[13] >> 4 == 1 else { return .nothing }
  let end = min(16 + Int(memory[14]) * 8, userEnd, memory.count)
  var jumped: Set<Int> = []
  var at = 16

  func take() -> UInt8? {
    while at < end && jumped.contains(at) { at += 1 }
    guard at < end else { return nil }
    at += 1
    return memory[at - 1]
  }

  while let tag = take() {
    if tag == 0 { continue }
    if tag == 0xFE { return .nothing }
    guard let short = take() else { return .nothing }
    var length = Int(short)
    if short == 0xFF {
      guard let high = take(), let low = take() else { return .nothing }
      length = Int(high) * 256 + Int(low)
    }
    var value: [UInt8] = []
    while value.count < length, let byte = take() { value.append(byte) }
    if tag == 3 { return value.count == length ? .message(value) : .broken }
    if value.count < length { return .nothing }
    guard tag < 3, length == 3 else { continue }
    var first = Int(value[0] / 16)
    for _ in 0..<(value[2] % 16) { first *= 2 }
    first += Int(value[0] % 16)
    let size = value[1] == 0 ? 256 : Int(value[1])
    for byte in first..<first + (tag == 1 ? (size + 7) / 8 : size) { jumped.insert(byte) }
  }
  return .nothing
}
