// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension WebLink {
  /// What kind a link in UTF-8 is that is in its normal form already; nil when it is not.
  ///
  /// A job has a million links, nearly all of them normal, and this makes no string of them.
  package static func kindIfNormal(_ bytes: Span<UInt8>) throws(WebLinkError) -> LinkKind? {
    do throws(LinkFault) {
      let scan = try LinkScan(bytes)
      return scan.changes.isEmpty ? scan.kind : nil
    } catch {
      let text = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      throw WebLinkError(error, in: text)
    }
  }
}
