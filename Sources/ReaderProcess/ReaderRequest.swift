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
  case halt
  case switchField(on: Bool)
  /// The last one: the reader is given back as it was, and the process ends.
  case close
}

extension ReaderRequest {
  package var bytes: [UInt8] {
    var writer: WireWriter
    switch self {
    case .open(let name):
      writer = WireWriter(code: 0)
      writer.add(name)
    case .select(let family, let uid):
      writer = WireWriter(code: 1)
      writer.add(family)
      writer.add(uid) { $0.add($1) }
    case .felicaTags: writer = WireWriter(code: 2)
    case .exchange(let command, let care):
      writer = WireWriter(code: 3)
      writer.add(care == .careful)
      writer.add(command)
    case .vouch(let tag):
      writer = WireWriter(code: 4)
      writer.add(tag)
    case .halt: writer = WireWriter(code: 5)
    case .switchField(let on):
      writer = WireWriter(code: 6)
      writer.add(on)
    case .close: writer = WireWriter(code: 7)
    }
    return writer.bytes
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
    case 5: self = .halt
    case 6: self = .switchField(on: try scan.flag())
    case 7: self = .close
    default: throw NoMessage()
    }
  }
}
