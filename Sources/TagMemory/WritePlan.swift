// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The exact page writes that turn what is on a tag into what must be on it.
///
/// The order makes a torn write harmless. Whatever page was the last to be written, the tag reads
/// as the old message, as empty or as the new message, because a *seal* comes before the body while
/// it changes: a length of 0 in the message TLV that is there, or a terminator in place of the
/// first byte that is new. The commit replaces the seal, and nothing but the seal.
package struct WritePlan: Hashable, Sendable {
  /// In the order in which they must be sent; empty when the tag is right already.
  package let writes: [PageWrite]
  /// The tag after the last write.
  package let result: Type2Image
  /// The pages to read back and compare with `result`.
  ///
  /// They are all that the message touches, the container when it is new, and what comes before it
  /// although it is not written: on a copy with less memory than it says, a page that it does not
  /// have is one of the first again.
  package let pagesToVerify: ClosedRange<Int>
  package let place: MessagePlace

  /// Plans a message; no bytes at all make the tag empty.
  ///
  /// With `formatting`, a tag that is not formatted permanently gets its container. `authenticated`
  /// says that the password was given in this presentation of the tag. A tag that holds the message
  /// needs no write, so it does not matter then whether it could be written.
  package init(
    writing message: [UInt8], on image: Type2Image, formatting: Bool = false,
    authenticated: Bool = false
  ) throws(TagMemoryError) {
    if let mirror = image.mirror { throw .mirrorActive(address: mirror.address) }
    place = try MessagePlace(
      on: image, forMessageOf: message.count, formatting: formatting, evenIfClosed: true)
    guard message.count <= place.capacity else {
      if place.newContainer == nil { try image.container?.refuseClosed() }
      throw .messageTooLarge(size: message.count, capacity: place.capacity)
    }
    let draft = MessageDraft(of: message, at: place)
    let changes = try draft.changes(to: image)
    writes = Self.ordered(changes, seal: draft.seal(of: place), on: image, place)
    result = image.applying(writes)
    let first =
      place.newContainer == nil ? Type2Image.firstAreaPage : CapabilityContainer.pageNumber
    pagesToVerify = first...max(first, draft.lastPage)
    guard !writes.isEmpty else { return }
    if place.newContainer == nil { try image.container?.refuseClosed() }
    try image.refuseUnwritable(writes, authenticated: authenticated)
  }

  private static func ordered(
    _ changes: [PageChange], seal: Seal, on image: Type2Image, _ place: MessagePlace
  ) -> [PageWrite] {
    let sealPage = seal.address / Page.size
    var writes: [PageWrite] = []
    writes.reserveCapacity(changes.count + 1)
    var last = changes.first { $0.page == sealPage }
    if changes.contains(where: { $0.page != sealPage }), image[byte: seal.address] != seal.byte,
      let old = image[sealPage]
    {
      var sealed = last?.new ?? old
      let committed = sealed
      sealed[seal.address] = seal.byte
      writes.append(PageWrite(sealPage, old: old, new: sealed, .invalidate))
      last = committed == sealed ? nil : PageChange(page: sealPage, old: sealed, new: committed)
    }
    for change in changes where change.page != sealPage {
      writes.append(PageWrite(change.page, old: change.old, new: change.new, .body))
    }
    if let last {
      writes.append(PageWrite(sealPage, old: last.old, new: last.new, .commit))
    }
    // Without a container no one looks for a message, so it comes last. The seal is there all the
    // same: a reader that says wrongly that there is none has not shown what the body replaces.
    if let container = place.newContainer {
      let old = image.container?.page ?? .zero
      writes.append(
        PageWrite(CapabilityContainer.pageNumber, old: old, setting: container, .format))
    }
    return writes
  }
}

extension WritePlan: CustomStringConvertible {
  /// One line for each write.
  package var description: String {
    writes.map(\.description).joined(separator: "\n")
  }
}
