// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF

/// Why a message that is there cannot be read.
package enum Damage: Hashable, Sendable {
  /// The length goes beyond the data area.
  case overruns(address: Int, length: Int)
  /// The bytes are there, but they are not an NDEF message.
  case undecodable(NDEFError)
  /// The page with the header of the message holds noise, and a message follows it.
  case headerTorn(page: Int)
  /// The tag itself says that a write to it began and never ended.
  case interrupted
}

/// What a data area holds, judged strictly.
package enum AreaContent: Hashable, Sendable {
  /// No TLV at all, only NULLs or a terminator.
  case blank
  /// An NDEF message TLV of length 0.
  case empty
  case message([UInt8])
  case damaged(Damage)
  /// Something that is not NDEF, or NDEF that follows something unknown and is not sound.
  case foreign
  /// Not decided, because this page is not known.
  case unread(page: Int)
}

extension TLVArea {
  /// Judges the area; `image` is the one that it was read from.
  ///
  /// What looks foreign may be a torn header; only an image of the whole area shows that.
  package func content(in image: Type2Image) -> AreaContent {
    let content = contentAsItStands(in: image)
    guard content == .foreign, let page = image.tornHeaderPage(in: free.range) else {
      return content
    }
    return .damaged(.headerTorn(page: page))
  }

  private func contentAsItStands(in image: Type2Image) -> AreaContent {
    if let missingPage { return .unread(page: missingPage) }
    guard let message else { return blocks.allSatisfy(\.isControl) ? .blank : .foreign }
    guard let bytes = messageBytes(in: image) else {
      return strange ?? .damaged(.overruns(address: message.address, length: message.length))
    }
    if bytes.isEmpty { return strange ?? .empty }
    do throws(NDEFError) {
      _ = try NDEFMessage(decoding: bytes, .strict)
      return .message(bytes)
    } catch {
      return strange ?? .damaged(.undecodable(error))
    }
  }

  /// A tag byte `03` after unknown TLVs proves little: it may be any byte of foreign data.
  private var strange: AreaContent? {
    blocks.dropLast().allSatisfy { $0.isControl || $0.tag == TLV.proprietary } ? nil : .foreign
  }
}

extension TLVBlock {
  /// Whether this is a control TLV that readers obey.
  var isControl: Bool { reserved != nil }
}
