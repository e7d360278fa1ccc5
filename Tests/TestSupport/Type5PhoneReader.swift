// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What phones make of the memory of a Type 5 tag: plain readings of the specification that share no
/// line with the sources, so that a mistake there is not also made here.
///
/// Phones differ in what the size counts, and in where data begins after large blocks; a tag that
/// is right is right to all four.
package func phonesRead(type5 memory: [UInt8], blockSize: Int) -> [Seen] {
  [false, true].flatMap { countsContainer in
    [false, true].map { beginsWithBlock in
      phoneReads(
        type5: memory, blockSize: blockSize, countsContainer: countsContainer,
        beginsWithBlock: beginsWithBlock)
    }
  }
}

private func phoneReads(
  type5 memory: [UInt8], blockSize: Int, countsContainer: Bool, beginsWithBlock: Bool
) -> Seen {
  guard memory.count >= 8, memory[0] == 0xE1 || memory[0] == 0xE2, memory[1] / 64 == 1,
    memory[1] / 4 % 4 == 0
  else { return .nothing }
  var container = 4
  var size = Int(memory[2]) * 8
  if size == 0 {
    container = 8
    size = (Int(memory[6]) * 256 + Int(memory[7])) * 8
  }
  let end = min(countsContainer ? size : container + size, memory.count)
  var at = container
  if beginsWithBlock { while at % blockSize != 0 { at += 1 } }

  func take() -> UInt8? {
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
    if tag == 3 {
      return at + length <= end ? .message(Array(memory[at..<at + length])) : .broken
    }
    at += length
  }
  return .nothing
}
