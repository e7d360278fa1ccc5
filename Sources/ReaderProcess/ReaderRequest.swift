// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagReading

/// What the program asks of the process in which a reader's driver runs; there is an answer to each.
package enum ReaderRequest: Hashable, Sendable {
  /// The first one, with the name of the reader.
  case open(String)
  case select(TagFamily, uid: TagUID?)
  case felicaTags
  case exchange([UInt8], Care)
  case vouch(TagInField)
  case confirmAnswers
  case halt
  case switchField(on: Bool)
  /// The last one: the reader is given back as it was, and the process ends.
  case close
}

extension ReaderRequest {
  package var bytes: [UInt8] { parts.bytes }

  private var parts: [WirePart] {
    switch self {
    case .open(let name): [.byte(0), .text(name)]
    case .select(let family, let uid): [.byte(1), family.part, .optional(uid.map { [$0.part] })]
    case .felicaTags: [.byte(2)]
    case .exchange(let command, let care): [.byte(3), .flag(care == .careful), .bytes(command)]
    case .vouch(let tag): [.byte(4)] + tag.parts
    case .confirmAnswers: [.byte(5)]
    case .halt: [.byte(6)]
    case .switchField(let on): [.byte(7), .flag(on)]
    case .close: [.byte(8)]
    }
  }

  /// Takes a message apart; nil when it is none.
  package init?(bytes: [UInt8]) {
    guard let message = WireScan.whole(bytes, ReaderRequest.init(_:)) else { return nil }
    self = message
  }

  private init(_ scan: inout WireScan) throws(NoMessage) {
    switch try scan.byte() {
    case 0: self = .open(try scan.text())
    case 1:
      let family = try scan.family()
      self = .select(
        family, uid: try scan.optional { (scan) throws(NoMessage) in try scan.uid() })
    case 2: self = .felicaTags
    case 3:
      let isCareful = try scan.flag()
      self = .exchange(try scan.bytes(), isCareful ? .careful : .quick)
    case 4: self = .vouch(try scan.tag())
    case 5: self = .confirmAnswers
    case 6: self = .halt
    case 7: self = .switchField(on: try scan.flag())
    case 8: self = .close
    default: throw NoMessage()
    }
  }
}
