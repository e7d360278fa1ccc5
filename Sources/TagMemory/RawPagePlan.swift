// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The writes that put bytes onto pages of a Type 2 tag just as they are, whatever they mean.
package struct RawPagePlan: Hashable, Sendable {
  /// The pages of data that differ.
  package let data: [PageWrite]
  /// The settings, the container and the locks that differ, in this order: what may close the tag is
  /// written when everything else is there.
  package let special: [PageWrite]

  /// Plans pages that were all read.
  ///
  /// Who may write which purpose is for the caller to decide; a number or a secret is never
  /// written.
  package init(
    writing pages: [Page], from first: Int, on image: Type2Image, authenticated: Bool = false
  ) throws(TagMemoryError) {
    if let mirror = image.mirror { throw .mirrorActive(address: mirror.address) }
    var found: [BlockPurpose: [PageWrite]] = [:]
    for (offset, new) in pages.enumerated() {
      let page = first + offset
      guard let old = image[page] else { throw image.unknownPage(page) }
      guard old != new else { continue }
      let purpose = image.purpose(ofPage: page)
      found[purpose, default: []].append(
        try Self.write(page, old: old, new: new, purpose, on: image))
    }
    if found[.settings] != nil, image.configuration?.isFrozen == true {
      throw .configurationFrozen
    }
    data = found[.data] ?? []
    special = [BlockPurpose.settings, .container, .locks].flatMap { found[$0] ?? [] }
    try image.refuseUnwritable(data + special, authenticated: authenticated)
  }

  private static func write(
    _ page: Int, old: Page, new: Page, _ purpose: BlockPurpose, on image: Type2Image
  ) throws(TagMemoryError) -> PageWrite {
    switch purpose {
    case .data: return PageWrite(page, old: old, new: new, .body)
    case .settings: return PageWrite(page, old: old, new: new, .access)
    case .container, .locks:
      // Bits are only ever set, and a lock page has bits that are none of ours. Of a lock page that
      // only a TLV tells about, it is not known which bits are locks.
      let isMapped = purpose == .locks && (image.chip != nil || page == LockMap.staticPage)
      let settable = isMapped ? image.lockMap.allBits(ofPage: page) : Page.full
      let most = old.settingBits(of: settable)
      guard old.settingBits(of: new) == new, most.settingBits(of: new) == most else {
        throw .bitsFixed(page: page, found: old, wanted: new)
      }
      let reason: PageWrite.Purpose =
        switch (purpose, page) {
        case (.container, _): .format
        case (_, LockMap.staticPage): .lockStatic
        default: .lockDynamic
        }
      return PageWrite(page, old: old, setting: new, reason)
    case .number, .secret:
      throw .bitsFixed(page: page, found: old, wanted: new)
    }
  }
}

extension Page {
  fileprivate static let full = Page(0xFF, 0xFF, 0xFF, 0xFF)

  /// nil unless there are four bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Page.size else { return nil }
    self.init(bytes[0], bytes[1], bytes[2], bytes[3])
  }
}
