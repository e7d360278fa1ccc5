// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A page that does not hold yet what it must hold.
struct PageChange: Hashable, Sendable {
  let page: Int
  let old: Page
  let new: Page
}

/// One byte that keeps readers away from the body while it changes.
struct Seal: Hashable, Sendable {
  let address: Int
  let byte: UInt8
}

/// The bytes of a message TLV and where each of them goes.
struct MessageDraft {
  private var bytes: [(address: Int, byte: UInt8)] = []
  private let frontCount: Int

  /// Lays out front, header, value and terminator; the caller has checked that they fit.
  init(of message: [UInt8], at place: MessagePlace) {
    frontCount = place.newFront.count
    bytes.reserveCapacity(frontCount + message.count + 5)
    var address = place.address - frontCount
    func put(_ byte: UInt8, _ bytes: inout [(address: Int, byte: UInt8)]) {
      guard let at = place.free.first(from: address) else { return }
      bytes.append((at, byte))
      address = at + 1
    }
    for byte in place.newFront { put(byte, &bytes) }
    put(TLV.message, &bytes)
    if message.count > TLV.longestShortLength {
      put(TLV.longLength, &bytes)
      put(UInt8(truncatingIfNeeded: message.count >> 8), &bytes)
    }
    put(UInt8(truncatingIfNeeded: message.count), &bytes)
    for byte in message { put(byte, &bytes) }
    // It does not fit when the message ends with the area, and then there is none.
    put(TLV.terminator, &bytes)
  }

  /// The page of the terminator, or of the last byte where there is none.
  var lastPage: Int { (bytes.last?.address ?? 0) / Page.size }

  /// The byte that decides whether there is a message: its length where a sound one is already, and
  /// otherwise the first byte of all, because nothing after a terminator counts.
  func seal(of place: MessagePlace) -> Seal {
    let header = bytes.dropFirst(frontCount)
    if place.hasMessage, let length = header.dropFirst().first {
      return Seal(address: length.address, byte: 0)
    }
    return Seal(address: bytes.first?.address ?? place.address, byte: TLV.terminator)
  }

  /// The pages that differ from the image, in ascending order.
  func changes(to image: Type2Image) throws(TagMemoryError) -> [PageChange] {
    var changes: [PageChange] = []
    var index = 0
    while index < bytes.count {
      let page = bytes[index].address / Page.size
      guard let old = image[page] else { throw image.unknownPage(page) }
      var new = old
      while index < bytes.count, bytes[index].address / Page.size == page {
        new[bytes[index].address] = bytes[index].byte
        index += 1
      }
      if new != old { changes.append(PageChange(page: page, old: old, new: new)) }
    }
    return changes
  }
}
