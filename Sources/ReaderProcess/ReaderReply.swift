// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// What the process of a reader's driver answers.
package enum ReaderReply: Hashable, Sendable {
  /// It is done, and there is nothing to say about it.
  case done
  /// The reader is open; the families that it finds are in its driver's words.
  case opened(ReaderIdentity, families: [String])
  case tag(TagInField?)
  case tags([TagInField])
  case answer([UInt8])
  case failed(ReaderError)
  case notOpened(ReaderOpeningError)
}

extension ReaderReply {
  package var bytes: [UInt8] { parts.bytes }

  private var parts: [WirePart] {
    switch self {
    case .done: [.byte(0)]
    case .opened(let identity, let families):
      [
        .byte(1), .text(identity.name), .text(identity.model), .number(identity.longestAnswer),
        .texts(families),
      ]
    case .tag(let tag): [.byte(2), .optional(tag?.parts)]
    case .tags(let tags): [.byte(3), .list(tags.map(\.parts))]
    case .answer(let answer): [.byte(4), .bytes(answer)]
    case .failed(let error): [.byte(5)] + error.parts
    case .notOpened(let error): [.byte(6)] + error.parts
    }
  }

  /// What a reader may say about the longest answer that it hands on.
  private static let longestAnswers = 64...0xFFFF

  /// Takes a message apart; nil when it is none.
  package init?(bytes: [UInt8]) {
    guard let message = WireScan.whole(bytes, ReaderReply.init(_:)) else { return nil }
    self = message
  }

  private init(_ scan: inout WireScan) throws(NoMessage) {
    switch try scan.byte() {
    case 0: self = .done
    case 1:
      let identity = ReaderIdentity(
        name: try scan.text(), model: try scan.text(), longestAnswer: Int(try scan.number()))
      // With less, reading in pieces of it would never end.
      guard Self.longestAnswers ~= identity.longestAnswer else { throw NoMessage() }
      self = .opened(identity, families: try scan.texts())
    case 2:
      self = .tag(try scan.optional { (scan) throws(NoMessage) in try scan.tag() })
    case 3: self = .tags(try scan.list { (scan) throws(NoMessage) in try scan.tag() })
    case 4: self = .answer(try scan.bytes())
    case 5: self = .failed(try scan.readerError())
    case 6: self = .notOpened(try scan.openingError())
    default: throw NoMessage()
    }
  }
}
