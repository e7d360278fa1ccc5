// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF

extension Type2Image {
  /// The page of the message header, when it is the one thing that keeps the area from being sound.
  ///
  /// A tear in that page, the one that every write touches, leaves noise that looks like foreign
  /// data. What follows it gives it away: with the chip's own control TLVs in front and a right
  /// header in that page, a whole message of a type that phones know would end just where an end
  /// mark is. Foreign data does not do that.
  func tornHeaderPage(in area: Range<Int>) -> Int? {
    guard let control = chip?.layout.controlTLVs else { return nil }
    let page = (area.lowerBound + control.count) / Page.size
    let pageStart = page * Page.size
    let inFront = area.lowerBound..<max(area.lowerBound, pageStart)
    guard inFront.allSatisfy({ self[byte: $0] == control[$0 - area.lowerBound] }) else {
      return nil
    }
    // What of the torn page is after tag byte and short length belongs to the message.
    let lost = Page.size - (control.count - inFront.count) - TLV.headerSize(forLength: 0)
    let body = known(from: pageStart + Page.size, to: area.upperBound)
    let isWhole = pageStart + Page.size + body.count == area.upperBound
    return TornHeader.isInFront(of: body, lost: lost, upToEnd: isWhole) ? page : nil
  }

  /// Whether the tag may be taken for one with foreign data once this page holds noise.
  ///
  /// A page of the body is damage at worst. One before it is known again only where the header is after
  /// the chip's own control TLVs, and a message follows that ends where an end mark is.
  package func looksForeign(tornAt page: Int) -> Bool {
    guard self[page] != nil, let container, container.isFormatted else { return false }
    var torn = self
    torn[page] = Page(0x80, 0x80, 0x80, 0x80)
    let area = TLVArea(of: torn, container: container)
    guard torn.tornHeaderPage(in: dataArea(of: container)) != page else { return false }
    switch area.content(in: torn) {
    case .foreign, .unread: return true
    case .blank, .empty, .message, .damaged: return false
    }
  }

  /// The bytes from an address on, up to the first page that is not known.
  private func known(from start: Int, to end: Int) -> [UInt8] {
    var found: [UInt8] = []
    for address in start..<max(start, end) {
      guard let byte = self[byte: address] else { break }
      found.append(byte)
    }
    return found
  }
}

/// The header of a message that a tear took, judged by what follows it.
enum TornHeader {
  /// Whether a message begins before these bytes, this many of its own bytes lost with the header.
  ///
  /// It ends where an end mark is, or with the data area when the bytes go up to its end.
  static func isInFront(of body: [UInt8], lost: Int, upToEnd: Bool) -> Bool {
    for (count, byte) in (body + [TLV.terminator]).enumerated() where byte == TLV.terminator {
      guard count < body.count || upToEnd else { continue }
      let value = body[..<count]
      // A long length takes the whole page, and then nothing of the message is lost.
      if value.count + lost > TLV.longestShortLength {
        if isKnownMessage(Array(value)) { return true }
      } else if starts(lost).contains(where: { isKnownMessage($0 + value) }) {
        return true
      }
    }
    return false
  }

  /// What may have been at the start of a message of which this many bytes are lost: the flags of a
  /// record of a well-known type, then the length of its type.
  private static func starts(_ count: Int) -> [[UInt8]] {
    let flags: [UInt8] = [0xD1, 0xC1, 0x91, 0x81, 0xD9, 0xC9, 0x99, 0x89]
    return flags.flatMap { flag in [1, 2].map { Array([flag, $0].prefix(max(0, count))) } }
  }

  /// Whether bytes are, strictly, a message that begins with a link, a text or a smart poster.
  private static func isKnownMessage(_ bytes: [UInt8]) -> Bool {
    guard let first = try? NDEFMessage(decoding: bytes, .strict).records.first else { return false }
    return first.tnf == .wellKnown && [[0x55], [0x54], [0x53, 0x70]].contains(first.type)
  }
}
