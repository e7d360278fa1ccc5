// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What one frame on the serial line between a host and a PN532 says (UM0701-02, 6.2.1).
package enum Frame: Hashable, Sendable {
  /// The frame before was understood; from the host it also ends a running command.
  case acknowledge
  /// The host could not read the last answer and asks for it again.
  case notAcknowledge
  /// The PN532 found no sense in a command ("syntax error", 7F).
  case refusal
  /// A command of the host, from its code on.
  case command([UInt8])
  /// An answer of the PN532, from its code on.
  case answer([UInt8])

  /// The most bytes after the direction byte that a PN532 can take or give in one frame.
  package static let longestContent = 264

  /// The longest frame that fits one length byte, direction byte included.
  static let longestNormal = 255
  static let refusalMark: UInt8 = 0x7F
  static let toReader: UInt8 = 0xD4
  static let toHost: UInt8 = 0xD5
}

/// A frame was to carry more than the chip's buffer holds.
package struct FrameTooLong: Error, Hashable {
  package let count: Int
}

extension Frame {
  /// Returns the frame as it goes over the line, checksums and preamble included.
  package func bytes() throws(FrameTooLong) -> [UInt8] {
    switch self {
    case .acknowledge: [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
    case .notAcknowledge: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
    case .refusal: Self.wrapped([Self.refusalMark])
    case .command(let content): try Self.wrapped(Self.toReader, content)
    case .answer(let content): try Self.wrapped(Self.toHost, content)
    }
  }

  private static func wrapped(
    _ direction: UInt8, _ content: [UInt8]
  ) throws(FrameTooLong) -> [UInt8] {
    guard content.count <= longestContent else { throw FrameTooLong(count: content.count) }
    return wrapped([direction] + content)
  }

  private static func wrapped(_ body: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [0x00, 0x00, 0xFF]
    if body.count <= longestNormal {
      let length = UInt8(truncatingIfNeeded: body.count)
      frame += [length, 0 &- length]
    } else {
      let high = UInt8(truncatingIfNeeded: body.count >> 8)
      let low = UInt8(truncatingIfNeeded: body.count)
      frame += [0xFF, 0xFF, high, low, 0 &- (high &+ low)]
    }
    return frame + body + [0 &- sum(body[...]), 0x00]
  }

  /// Both checksums are chosen so that everything they cover adds up to zero.
  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0, &+)
  }
}
