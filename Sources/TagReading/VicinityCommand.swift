// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A request of ISO 15693-3 to one tag, as far as TagPress sends them.
enum VicinityCommand: Hashable {
  case systemInformation
  case read(Int)
  case readSeveral(Range<Int>)
  case write(Int, [UInt8])
  case lock(Int)
  case lockStates(Range<Int>)

  /// High data rate, and the UID of the addressed tag.
  private static let addressed: UInt8 = 0x22
  private static let option: UInt8 = 0x40

  /// The request without its CRC; nil for block numbers longer than one byte.
  ///
  /// The UID's last byte comes first.
  func request(for uid: TagUID, withOption: Bool = false) -> [UInt8]? {
    parameters.map {
      [Self.addressed | (withOption ? Self.option : 0), code] + uid.bytes.reversed() + $0
    }
  }

  private var code: UInt8 {
    switch self {
    case .read: 0x20
    case .write: 0x21
    case .lock: 0x22
    case .readSeveral: 0x23
    case .systemInformation: 0x2B
    case .lockStates: 0x2C
    }
  }

  private var parameters: [UInt8]? {
    switch self {
    case .systemInformation: []
    case .read(let block), .lock(let block): UInt8(exactly: block).map { [$0] }
    case .write(let block, let content): UInt8(exactly: block).map { [$0] + content }
    case .readSeveral(let blocks), .lockStates(let blocks):
      // One less than the number of blocks.
      if let first = UInt8(exactly: blocks.lowerBound), let more = UInt8(exactly: blocks.count - 1)
      {
        [first, more]
      } else {
        nil
      }
    }
  }
}

/// What an ISO 15693 tag answered: data, or a refusal.
enum VicinityAnswer: Hashable {
  case data([UInt8])
  case refused(RefusalCode)

  private static let error: UInt8 = 0x01

  /// Nil for an answer without its flags, or a refusal without its code.
  init?(_ bytes: [UInt8]) {
    guard let flags = bytes.first else { return nil }
    guard flags & Self.error != 0 else {
      self = .data(Array(bytes.dropFirst()))
      return
    }
    guard bytes.count == 2 else { return nil }
    self = .refused(RefusalCode(bytes[1]))
  }
}

/// Why an ISO 15693 tag refuses, by the number that it gives (ISO 15693-3, 7.4.2).
package struct RefusalCode: Hashable, Sendable {
  package let code: UInt8

  package init(_ code: UInt8) {
    self.code = code
  }

  /// "Error with no information given", which also stands for a missing code.
  static let withoutReason = RefusalCode(0x0F)

  /// Whether the tag does not support the request at all.
  var meansUnknownRequest: Bool { code == 0x01 || code == 0x02 }
  /// Whether the tag expects the option flag, or expects it not to be set.
  var meansOption: Bool { code == 0x03 }
  var meansLocked: Bool { code == 0x11 || code == 0x12 }
  var meansWorn: Bool { code == 0x13 || code == 0x14 }
}

/// What an ISO 15693 tag answers about its memory to Get System Information.
struct VicinityMemory: Hashable {
  let blockCount: Int
  let blockSize: Int

  private static let hasKind: UInt8 = 0x01
  private static let hasFamily: UInt8 = 0x02
  private static let hasMemory: UInt8 = 0x04
  private static let sizeBits: UInt8 = 0x1F
  private static let headSize = 9

  /// Whether this is a complete answer of the tag with that UID.
  static func isWhole(_ data: [UInt8], from uid: TagUID) -> Bool {
    guard data.count >= headSize,
      data[1..<headSize].elementsEqual(uid.bytes.reversed())
    else { return false }
    return data[0] & hasMemory == 0 || data.count >= start(data[0]) + 2
  }

  /// Nil if the tag omits its memory, as tags with two-byte block numbers do.
  init?(_ data: [UInt8]) {
    guard let flags = data.first, flags & Self.hasMemory != 0,
      data.count >= Self.start(flags) + 2
    else { return nil }
    blockCount = Int(data[Self.start(flags)]) + 1
    blockSize = Int(data[Self.start(flags) + 1] & Self.sizeBits) + 1
  }

  /// Where the two bytes of the memory size are: after flags, UID and the optional fields.
  private static func start(_ flags: UInt8) -> Int {
    headSize + (flags & hasKind == 0 ? 0 : 1) + (flags & hasFamily == 0 ? 0 : 1)
  }
}
