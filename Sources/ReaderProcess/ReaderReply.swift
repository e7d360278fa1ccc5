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
  package var bytes: [UInt8] {
    var writer: WireWriter
    switch self {
    case .done: writer = WireWriter(code: 0)
    case .opened(let identity, let families):
      writer = WireWriter(code: 1)
      writer.add(identity.name)
      writer.add(identity.model)
      writer.add(Int32(clamping: identity.longestAnswer))
      writer.add(families) { $0.add($1) }
    case .tag(let tag):
      writer = WireWriter(code: 2)
      writer.add(tag) { $0.add($1) }
    case .tags(let tags):
      writer = WireWriter(code: 3)
      writer.add(tags) { $0.add($1) }
    case .answer(let answer):
      writer = WireWriter(code: 4)
      writer.add(answer)
    case .failed(let error):
      writer = WireWriter(code: 5)
      writer.add(error)
    case .notOpened(let error):
      writer = WireWriter(code: 6)
      writer.add(error)
    }
    return writer.bytes
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
