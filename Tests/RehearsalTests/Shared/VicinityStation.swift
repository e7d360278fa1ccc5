// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// The Type 5 tags of these tests: what their sheets say about them, typed a second time.
enum Type5Sheet: String, CaseIterable, Sendable {
  case slix
  case st25dv04k
  /// 64 blocks of eight bytes, and writes that want the option flag.
  case wide
  /// 64 blocks of four bytes, shown one at a time.
  case single
  /// 16 blocks of 32 bytes.
  case widest

  var model: VicinityModel {
    switch self {
    case .slix: .slix
    case .st25dv04k: .st25dv04k
    case .wide: .wide
    case .single: .single
    case .widest: .widest
    }
  }

  /// E0 first, as it is printed.
  var uid: [UInt8] {
    switch self {
    case .slix: [0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0x78]
    case .st25dv04k: [0xE0, 0x02, 0x24, 0x11, 0x22, 0x33, 0x44, 0x55]
    case .wide: [0xE0, 0x7E, 0x01, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]
    case .single: [0xE0, 0x7E, 0x02, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5]
    case .widest: [0xE0, 0x7E, 0x03, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5]
    }
  }

  var blockSize: Int {
    switch self {
    case .slix, .st25dv04k, .single: 4
    case .wide: 8
    case .widest: 32
    }
  }

  var memorySize: Int {
    switch self {
    case .slix: 112
    case .single: 256
    case .st25dv04k, .wide, .widest: 512
    }
  }

  /// What formatting makes of the chip: the bytes after these four, divided by eight.
  var container: [UInt8] {
    switch self {
    case .slix: [0xE1, 0x40, 0x0D, 0x09]
    case .single: [0xE1, 0x40, 0x1F, 0x00]
    case .st25dv04k, .wide, .widest: [0xE1, 0x40, 0x3F, 0x01]
    }
  }

  /// Where the message begins, and where what may be written ends.
  var start: Int { max(4, blockSize) }
  var end: Int { Int(container[2]) * 8 }

  /// The largest message.
  var capacity: Int {
    switch self {
    case .slix: 98
    case .st25dv04k: 496
    case .wide: 492
    case .single: 242
    case .widest: 468
    }
  }

  /// The memory of the formatted chip with these bytes where data begins.
  func memory(data: [UInt8]) -> [UInt8] {
    let head = container + [UInt8](repeating: 0, count: start - 4)
    let tail = [UInt8](repeating: 0, count: memorySize - start - data.count)
    return head + data + tail
  }

  /// The memory with a message and nothing else on it; the end mark is left out where it has no room.
  func memory(holding message: [UInt8]) -> [UInt8] {
    memory(data: Array(tlv(message).prefix(end - start)))
  }

  func chip(_ memory: [UInt8], locked: Set<Int> = []) throws -> VirtualVicinityChip {
    try #require(VirtualVicinityChip(model, uid: uid, memory: memory, locked: locked))
  }

  func blank() throws -> VirtualVicinityChip {
    try chip([UInt8](repeating: 0, count: memorySize))
  }
}

/// A reader that sends raw requests into the virtual field, as a good PC/SC reader does.
final class VicinityStation: TagReader {
  let identity: ReaderIdentity
  let field: VicinityField
  /// What the next look finds in place of a tag.
  var obstacle: ReaderError?
  /// The requests, by their codes, that the reader does not pass on.
  var cannot: [UInt8] = []
  private let send: ([UInt8]) -> VicinityField.Heard

  convenience init(_ faults: FaultPlan = .none, longestAnswer: Int = 262) {
    let field = VicinityField(faults)
    self.init(field, longestAnswer: longestAnswer) { field.send($0) }
  }

  /// A reader whose requests go through someone else's hands into the field.
  init(
    _ field: VicinityField, longestAnswer: Int = 262,
    send: @escaping ([UInt8]) -> VicinityField.Heard
  ) {
    self.field = field
    self.send = send
    identity = ReaderIdentity(
      name: "field", model: "a reader of the tests", longestAnswer: longestAnswer)
  }

  /// How often a reader calls before it says that nothing is there.
  private static let calls = 2

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    if let error = obstacle {
      obstacle = nil
      throw error
    }
    guard family == .vicinity else { return nil }
    for _ in 0..<Self.calls {
      // One slot, no bits that the UID must end with.
      guard case .answer(let answer) = send([0x26, 0x01, 0x00]), answer.count == 10,
        let found = TagUID(vicinity: Array(answer[2...]))
      else { continue }
      guard uid == nil || uid == found else { return nil }
      return TagInField(uid: found, technology: .vicinity(dsfid: answer[1]))
    }
    return nil
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard !cannot.contains(command[1]) else { throw .notPossible }
    switch send(command) {
    case .nothing: throw .silent
    case .damaged: throw .corrupted
    case .answer(let answer): return answer
    }
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) { if !on { field.interruptPower() } }

  /// The tag in the field, opened.
  func open() throws -> Type5Tag {
    guard let found = try select(.vicinity) else { throw ReaderError.nothingSelected }
    return try Type5Tag(found, on: self)
  }
}
