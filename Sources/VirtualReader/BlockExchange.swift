// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// How the PN532's firmware brings commands to a smart card and answers back, block by block.
///
/// ISO 14443-4, 7.5: it repeats what is lost and grants the time that the card asks for, and the host
/// sees nothing of it.
extension PN532Core {
  /// How often a block is asked for again before the host hears of it; the manual gives no number.
  private static let repeats = 2
  /// A card that asks for time again and again is given up.
  private static let longestPatience = 256

  /// Sends a command, or a part of one when `goesOn`, and gives what fits into one answer.
  mutating func exchangeBlocks(
    _ blocks: inout ReaderBlocks, _ data: [UInt8], goesOn: Bool
  ) -> (Status, [UInt8]) {
    // Without data the host asks for the rest of an answer.
    let asksForRest = data.isEmpty && (!blocks.surplus.isEmpty || blocks.cardHasMore)
    if !asksForRest {
      blocks.surplus = []
      blocks.cardHasMore = false
      var rest = data[...]
      repeat {
        let part = rest.prefix(blocks.room)
        rest = rest.dropFirst(blocks.room)
        let isLast = rest.isEmpty && !goesOn
        let status = send(part, isLast: isLast, with: &blocks)
        guard status == .success else { return (Status(status), []) }
      } while !rest.isEmpty
      if goesOn { return (Status(.success), []) }
    }
    while blocks.cardHasMore, blocks.surplus.count < Self.longestTagAnswer {
      let status = receiveMore(with: &blocks)
      guard status == .success else { return (Status(status), []) }
    }
    let answer = Array(blocks.surplus.prefix(Self.longestTagAnswer))
    blocks.surplus.removeFirst(answer.count)
    let hasMore = blocks.cardHasMore || !blocks.surplus.isEmpty
    return (Status(.success, moreInformation: hasMore), answer)
  }

  /// Asks with an R(NAK) whether the card is still there.
  mutating func isThere(_ blocks: ReaderBlocks) -> Bool {
    (0...Self.repeats).contains { _ in
      antenna.exchange(blocks.block(0xB2 | blocks.number)).frame.flatMap(blocks.content) != nil
    }
  }

  /// S(DESELECT), which puts the card to sleep.
  mutating func deselect(_ blocks: ReaderBlocks) {
    for _ in 0...Self.repeats
    where antenna.exchange(blocks.block(0xC2)).frame.flatMap(blocks.content) != nil {
      return
    }
  }

  /// Sends one I-block until the card has it; the answer to the last one begins to arrive.
  private mutating func send(
    _ part: ArraySlice<UInt8>, isLast: Bool, with blocks: inout ReaderBlocks
  ) -> StatusCode {
    let block = blocks.block(0x02 | (isLast ? 0 : 0x10) | blocks.number, part)
    let again = blocks.block(0xB2 | blocks.number)
    var next = block
    var failures = 0
    for _ in 0..<Self.longestPatience {
      switch hear(next, with: blocks) {
      case .failed(let status):
        failures += 1
        guard failures <= Self.repeats else { return status }
        next = again
      case .block(let control, let content):
        switch control {
        case 0xF2: next = blocks.block(0xF2, content)
        // Rule 6: the card answers R(NAK) by saying that it never had the block.
        case 0xA2 | (blocks.number ^ 1): next = block
        case 0xA2 | blocks.number where !isLast:
          blocks.number ^= 1
          return .success
        case 0x02 | blocks.number where isLast, 0x12 | blocks.number where isLast:
          blocks.number ^= 1
          blocks.surplus += content
          blocks.cardHasMore = control & 0x10 != 0
          return .success
        default: return .protocolViolation
        }
      }
    }
    return .timeout
  }

  /// Acknowledges a block of the card's answer and takes the next one.
  private mutating func receiveMore(with blocks: inout ReaderBlocks) -> StatusCode {
    let acknowledgement = blocks.block(0xA2 | blocks.number)
    var next = acknowledgement
    var failures = 0
    for _ in 0..<Self.longestPatience {
      switch hear(next, with: blocks) {
      case .failed(let status):
        failures += 1
        guard failures <= Self.repeats else { return status }
        // Rule 5: while the card chains, a lost block is asked for by acknowledging again.
        next = acknowledgement
      case .block(0xF2, let content): next = blocks.block(0xF2, content)
      case .block(let control, let content) where control & ~0x10 == 0x02 | blocks.number:
        blocks.number ^= 1
        blocks.surplus += content
        blocks.cardHasMore = control & 0x10 != 0
        return .success
      case .block: return .protocolViolation
      }
    }
    return .timeout
  }

  private enum Heard {
    case block(UInt8, [UInt8])
    case failed(StatusCode)
  }

  private mutating func hear(_ frame: AirFrame, with blocks: ReaderBlocks) -> Heard {
    guard let answer = antenna.exchange(frame).frame else {
      antenna.wait(microseconds: blocks.waitingMicroseconds)
      return .failed(.timeout)
    }
    guard let (control, content) = blocks.content(of: answer) else { return .failed(.wrongCRC) }
    return .block(control, content)
  }
}
