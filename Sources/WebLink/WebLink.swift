// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A link as it is written on a tag: ASCII only, in its normal form.
///
/// Phones are not asked to guess. Scheme and host are in lower case (but `X-HM` in upper case, as
/// HomeKit prints it), the host is in Punycode, what a URI cannot hold is percent-encoded as UTF-8,
/// and dot segments are resolved. All else stays as it was written: escapes, ports, slashes, order.
package struct WebLink: Sendable {
  /// The longest link that is read or written, in bytes; the largest tag of a job holds less.
  package static let byteCountMax = 8192

  package let text: String
  package let kind: LinkKind
  /// What was done to what was typed, in the order of the link.
  package let changes: [LinkChange]
  private let parts: LinkParts

  package init(_ typed: String) throws(WebLinkError) {
    do throws(LinkFault) {
      let scan = try LinkScan(typed.utf8.span)
      changes = scan.changes.list
      if scan.changes.isEmpty {
        text = typed
        kind = scan.kind
        parts = scan.parts
      } else {
        let rewritten = try scan.rewritten(typed.utf8.span)
        text = String(decoding: rewritten, as: UTF8.self)
        // The rewritten host may be another one altogether, so all that was found is found again.
        let normal = try scan.rescanned(rewritten.span)
        kind = normal.kind
        parts = normal.parts
      }
    } catch {
      throw WebLinkError(error, in: typed)
    }
  }
}

extension WebLink: Hashable {
  package static func == (left: WebLink, right: WebLink) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension WebLink {
  package var scheme: Substring { part(0..<parts.schemeEnd) }

  /// The host of a web link; an IPv6 address is in brackets.
  package var host: Substring? { kind.hasHost ? part(parts.host) : nil }

  package var port: Int? {
    kind.hasHost ? Int(part(parts.host.upperBound..<parts.pathStart).dropFirst()) : nil
  }

  /// What follows the host, or in a link without a host the scheme.
  package var path: Substring { part(parts.pathStart..<parts.queryStart) }

  /// What follows the question mark.
  package var query: Substring? {
    parts.queryStart < parts.fragmentStart ? part(parts.queryStart + 1..<parts.fragmentStart) : nil
  }

  /// What follows the hash.
  package var fragment: Substring? {
    parts.fragmentStart < parts.end ? part(parts.fragmentStart + 1..<parts.end) : nil
  }

  private func part(_ range: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return text[start..<utf8.index(start, offsetBy: range.count)]
  }
}

/// One thing that was done to a link to bring it into its normal form.
package enum LinkChange: String, CaseIterable, Sendable {
  case schemeCase = "scheme-case"
  case hostCase = "host-case"
  /// The host was written in other than ASCII letters.
  case punycode
  /// Spaces and other characters that a URI cannot hold.
  case percentEncoded = "percent-encoded"
  /// Every `#` of a number that is dialled: a code such as `#31#`, not the start of a fragment.
  case hashes
  case dotSegments = "dot-segments"
}
