// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The writes that make a tag permanently read-only.
///
/// The container's access byte comes first: it can be read back, together with the message, before
/// the first lock bit is set. The static lock bytes come last because they also lock page 3.
package struct LockPlan: Hashable, Sendable {
  package let writes: [PageWrite]
  package let result: Type2Image
  /// Pages whose lock bit is 0 and frozen: they stay writable forever, whatever is done.
  ///
  /// None of them holds a part of the message.
  package let neverLockable: [ClosedRange<Int>]

  /// Plans all lock and freezing bits of the chip's own table; a lock control TLV is not asked.
  package init(on image: Type2Image, authenticated: Bool = false) throws(TagMemoryError) {
    guard let locks = image.chip?.layout.locks else { throw .chipUnknown }
    guard let container = image.container else {
      throw .pageNotRead(page: CapabilityContainer.pageNumber)
    }
    guard container.isFormatted else { throw .notFormatted }
    neverLockable = image.neverLockable
    try image.refuseUnlockable()

    var writes: [PageWrite] = []
    let access = Page(0, 0, 0, CapabilityContainer.closed)
    let closed = container.page.settingBits(of: access)
    if closed != container.page {
      guard container.writeAccess == 0 else { throw .readOnly }
      // The bytes of the container are sent as they are, so that a chip which does not OR them
      // ends right too.
      writes.append(
        PageWrite(
          CapabilityContainer.pageNumber, old: container.page, setting: closed, .closeAccess))
    }
    if let page = locks.dynamicPage {
      try Self.add(page, .lockDynamic, of: locks, on: image, to: &writes)
    }
    try Self.add(LockMap.staticPage, .lockStatic, of: locks, on: image, to: &writes)
    self.writes = writes
    result = image.applying(writes)
    try image.refuseUnwritable(writes, authenticated: authenticated)
  }

  /// Adds the write of a lock page unless all its bits are set; reserved bits are sent as 0.
  private static func add(
    _ page: Int, _ purpose: PageWrite.Purpose, of locks: LockMap, on image: Type2Image,
    to writes: inout [PageWrite]
  ) throws(TagMemoryError) {
    guard let old = image[page] else { throw image.unknownPage(page) }
    // A frozen bit no longer takes a value; sending and expecting it would look like a fault.
    var bits = locks.allBits(ofPage: page)
    for bit in locks.bits where bit.place.address / Page.size == page {
      if image.isSet(bit.frozenBy) && !image.isSet(bit.place) {
        bits[bit.place.address] &= ~bit.place.mask
      }
    }
    guard old.settingBits(of: bits) != old else { return }
    writes.append(PageWrite(page, old: old, setting: bits, purpose))
  }
}

extension Type2Image {
  /// Pages whose lock bit is 0 and frozen, as far as the lock pages were read.
  fileprivate var neverLockable: [ClosedRange<Int>] {
    lockBits.filter { !isSet($0.place) && isSet($0.frozenBy) }.map(\.pages)
  }

  /// Refuses a tag that can never be made read-only from its container to the end of its message, as
  /// far as its lock pages were read.
  ///
  /// Anyone who set such bits, or got the tag with them, could put another link in place of ours.
  package func refuseUnlockable() throws(TagMemoryError) {
    let container = CapabilityContainer.pageNumber
    let needed = container...(messagePages?.upperBound ?? container)
    let open = neverLockable.filter { $0.overlaps(needed) }.map(\.lowerBound).min()
    if let open { throw .neverLockable(page: max(open, needed.lowerBound)) }
  }
}
