// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol

/// InAutoPoll (UM0701-02, 7.3.13), which looks for several kinds of tags in turn.
extension PN532Core {
  mutating func autoPoll(polls: UInt8, period: UInt8, types: [UInt8]) -> Outcome {
    antenna.switchOn()
    registers.prepare(mode: 0x80)
    if let answer = polled(types) { return .answer(answer) }
    waiting = .autoPoll(types: types)
    // FF polls forever; otherwise each period of so many times 150 ms is for one type.
    guard polls != 0xFF else { return .waiting() }
    return .waiting(atMost: .milliseconds(150) * Int(polls) * Int(period) * types.count)
  }

  mutating func polled(_ types: [UInt8]) -> Answer? {
    for type in types {
      guard let search = Self.search(type) else { continue }
      registers.prepare(mode: search.mode)
      guard let target = look(for: search, tries: 2).first else { continue }
      guard Self.isOf(type, target) else {
        // The search for the next type must find the tag again.
        antenna.restart()
        continue
      }
      waiting = nil
      let bytes = target.listed.bytes
      return Answer(
        to: .inAutoPoll,
        [1, Self.named(type, target), UInt8(truncatingIfNeeded: bytes.count)] + bytes)
    }
    return nil
  }

  /// The types for peers find no one on this antenna.
  private static func search(_ type: UInt8) -> Search? {
    switch type {
    case 0x00, 0x10, 0x20: .typeA(maximum: 1, uid: nil)
    case 0x01, 0x11: .felica(maximum: 1, polling: [0x00, 0xFF, 0xFF, 0x01, 0x00], .felica212)
    case 0x02, 0x12: .felica(maximum: 1, polling: [0x00, 0xFF, 0xFF, 0x01, 0x00], .felica424)
    case 0x03, 0x23: .typeB(family: 0)
    case 0x04: .jewel
    default: nil
    }
  }

  private static func isOf(_ type: UInt8, _ target: Target) -> Bool {
    switch type {
    case 0x10: target.blocks == nil
    case 0x20: target.blocks != nil
    default: true
    }
  }

  /// The generic types are answered with the kind that was found.
  private static func named(_ type: UInt8, _ target: Target) -> UInt8 {
    switch type {
    case 0x00: target.blocks == nil ? 0x10 : 0x20
    case 0x01, 0x02: type | 0x10
    case 0x03: 0x23
    default: type
    }
  }
}
