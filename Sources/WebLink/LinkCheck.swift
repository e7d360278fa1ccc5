// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Judges one link after the other, of which nearly all begin alike.
///
/// A job has a million links in their normal form and on one host; this makes no string of them, and
/// looks at scheme, host and port once.
package struct LinkCheck {
  /// A beginning that was found to be normal: scheme, host, port and the slash after them.
  private var known: [UInt8] = []
  private var knownScan: LinkScan?

  package init() {}

  /// What kind a link in UTF-8 is that is in its normal form already; nil when it is not.
  package mutating func kindIfNormal(_ bytes: Span<UInt8>) throws(WebLinkError) -> LinkKind? {
    do throws(LinkFault) {
      if let knownScan, begins(bytes) {
        let scan = try LinkScan(bytes, beginningAs: knownScan)
        return scan.changes.isEmpty ? scan.kind : nil
      }
      let scan = try LinkScan(bytes)
      guard scan.changes.isEmpty else { return nil }
      remember(scan, of: bytes)
      return scan.kind
    } catch {
      let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      throw WebLinkError(error, in: text)
    }
  }

  private func begins(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= known.count else { return false }
    for index in known.indices where bytes[index] != known[index] { return false }
    return true
  }

  private mutating func remember(_ scan: LinkScan, of bytes: Span<UInt8>) {
    let end = scan.parts.pathStart
    // A second slash makes of some hosts a scheme that was written twice.
    guard scan.kind.hasHost, end + 1 < bytes.count, bytes[end] == UInt8(ascii: "/"),
      bytes[end + 1] != UInt8(ascii: "/")
    else { return }
    known = (0...end).map { bytes[$0] }
    knownScan = scan
  }
}
