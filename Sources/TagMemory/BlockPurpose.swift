// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a block of a tag's memory is for, as far as a writer of plain bytes must know.
package enum BlockPurpose: String, Hashable, Sendable {
  case data
  /// The serial number, which a genuine chip lets no one change.
  case number
  /// Bits that make other blocks permanently read-only.
  case locks
  /// Bits that make the tag an NDEF tag; once set they stay.
  case container
  /// Registers that decide who may read and write, some of them permanently.
  case settings
  /// A password or a key, which is written and never read back.
  case secret
}

extension Type2Image {
  /// What a page is for, by the sheet of its chip.
  package func purpose(ofPage page: Int) -> BlockPurpose {
    switch page {
    case ..<LockMap.staticPage: return .number
    case LockMap.staticPage: return .locks
    case CapabilityContainer.pageNumber: return .container
    default: break
    }
    guard let layout = chip?.layout else { return purposeByContainer(ofPage: page) }
    if layout.userPages.contains(page) { return .data }
    if layout.locks.dynamicPage == page { return .locks }
    if page >= layout.readablePageCount { return .secret }
    // PWD, and PACK after it, read as zeros.
    if let password = layout.passwordPage, page >= password { return .secret }
    return .settings
  }

  /// What follows the data of a chip that is not known may be anything that closes it, and so may
  /// what TLVs reserve within the data.
  private func purposeByContainer(ofPage page: Int) -> BlockPurpose {
    guard let container, container.isFormatted,
      page < dataArea(of: container).upperBound / Page.size
    else { return .settings }
    let area = TLVArea(of: self, container: container)
    guard area.missingPage == nil else { return .settings }
    let bytes = page * Page.size..<(page + 1) * Page.size
    let reserving = area.blocks.filter { $0.reserved?.overlaps(bytes) == true }
    if reserving.contains(where: { $0.tag == TLV.lockControl }) { return .locks }
    return reserving.isEmpty ? .data : .settings
  }
}
