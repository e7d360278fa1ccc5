// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import WebLink

/// Where the host of a web link is among its bytes.
///
/// Links in their normal form have it in lower case, but not every link that is asked about has that form.
package struct LinkHost {
  private let bytes: Range<Int>
  /// Where the path, the query or the fragment begins, behind a port.
  package let end: Int

  /// Nil if the link has no host that phones look up on the web.
  package init?(_ link: [UInt8]) {
    guard let start = Self.start(in: link) else { return nil }
    let end = link[start...].firstIndex(where: Self.isEnd) ?? link.count
    bytes = start..<(link[start..<end].firstIndex(of: UInt8(ascii: ":")) ?? end)
    self.end = end
  }

  package func name(in link: [UInt8]) -> String {
    String(decoding: link[bytes], as: UTF8.self).lowercased()
  }

  /// Whether nothing is beside the host, neither a port nor a user.
  package func isAlone(in link: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.upperBound == end && !link[bytes].contains(UInt8(ascii: "@"))
  }

  /// Whether a link is of a host in lower case, for one link of a job after the other.
  static func isHost(_ host: String, of link: [UInt8]) -> Bool {
    guard let start = start(in: link), link.begins(with: host.utf8, at: start) else { return false }
    let end = start + host.utf8.count
    return end == link.count || isEnd(link[end]) || link[end] == UInt8(ascii: ":")
  }

  /// Whether a byte is the first after host and port.
  package static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func start(in link: [UInt8]) -> Int? {
    ["https://", "http://"].first { link.begins(with: $0.utf8, at: 0) }?.utf8.count
  }
}

extension [UInt8] {
  /// Whether lower-case text stands at a place, in whatever case.
  fileprivate func begins(with text: String.UTF8View, at place: Int) -> Bool {
    guard count - place >= text.count else { return false }
    return zip(self[place...], text).allSatisfy { byte, letter in
      (0x41...0x5A).contains(byte) ? byte | 0x20 == letter : byte == letter
    }
  }
}

extension JobRow {
  /// The host of the link, if it has one.
  package var host: String? { (try? WebLink(linkText))?.host.map(String.init) }
}
