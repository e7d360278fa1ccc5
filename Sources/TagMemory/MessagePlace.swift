// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where the NDEF message TLV of a tag goes, and how much fits there.
///
/// Everything that comes before a sound message, or an empty one, stays as it is: control TLVs,
/// because phones obey them, and also NULLs and foreign TLVs, because a header that never moves is
/// what makes a torn write harmless. A tag without a sound message starts over, with the control
/// TLVs of its chip: they share a page with the header, and a tear may have spoilt them. They are left
/// out if the message only fits without them: a tag that had none may have held just that message
/// before a tear, and phones find all of a chip's data without them.
package struct MessagePlace: Hashable, Sendable {
  /// The address of the tag byte `03`.
  package let address: Int
  /// The bytes from there to the end of the data area that are not reserved.
  package let room: Int
  /// The container that must be written to make the tag an NDEF tag; nil when it is one.
  package let newContainer: Page?
  /// The control TLVs that must be written before the message.
  let newFront: [UInt8]
  /// Whether an NDEF message TLV is there already, of whatever length.
  let hasMessage: Bool
  let free: FreeBytes

  /// The largest message, in bytes.
  package var capacity: Int { TLV.capacity(ofRoom: room) }

  /// Finds the place, or says why nothing can be written.
  ///
  /// With `evenIfClosed`, a tag that says it is read-only is not a hindrance: where its message is
  /// must be known to see that nothing needs to be written.
  package init(
    on image: Type2Image, forMessageOf size: Int = 0, formatting: Bool = false,
    evenIfClosed: Bool = false
  ) throws(TagMemoryError) {
    guard let container = image.container else {
      throw .pageNotRead(page: CapabilityContainer.pageNumber)
    }
    guard container.isFormatted else {
      try self.init(formatting: image, from: container, allowed: formatting)
      return
    }
    try Self.refuseUnreadable(container)
    if !evenIfClosed { try container.refuseClosed() }
    let area = TLVArea(of: image, container: container)
    switch (area.content(in: image), area.message) {
    case (.unread(let page), _):
      throw image.unknownPage(page)
    case (.message, let message?), (.empty, let message?):
      self.init(address: message.address, free: area.free, hasMessage: true)
    default:
      self.init(anew: area, on: image, forMessageOf: size)
    }
    guard room >= TLV.headerSize(forLength: 0) else { throw .noRoom(bytes: room) }
  }

  /// The place on a tag without a message that is worth keeping.
  private init(anew area: TLVArea, on image: Type2Image, forMessageOf size: Int) {
    var free = FreeBytes(area.free.range)
    var address = free.range.lowerBound
    if let control = image.chip?.layout.controlTLVs {
      let isThere = control.indices.allSatisfy { image[byte: address + $0] == control[$0] }
      self.init(
        address: address + control.count, free: free, hasMessage: false,
        newFront: isThere ? [] : control)
      if !isThere, size > capacity {
        self.init(address: address, free: free, hasMessage: false)
      }
      return
    }
    // What an unknown chip needs in front is not known either: what is there must do.
    for block in area.blocks {
      guard let reserved = block.reserved, let end = block.end else { break }
      free.reserve(reserved)
      address = end
    }
    self.init(address: free.first(from: address) ?? address, free: free, hasMessage: false)
  }

  private init(
    address: Int, free: FreeBytes, hasMessage: Bool, newContainer: Page? = nil,
    newFront: [UInt8] = []
  ) {
    self.address = address
    self.free = free
    self.hasMessage = hasMessage
    self.newContainer = newContainer
    self.newFront = newFront
    room = free.count(from: address)
  }

  /// The place on a tag that becomes an NDEF tag by this very write.
  private init(
    formatting image: Type2Image, from container: CapabilityContainer, allowed: Bool
  ) throws(TagMemoryError) {
    guard let layout = image.chip?.layout else { throw allowed ? .chipUnknown : .notFormatted }
    // The container is one-time-programmable: what is set stays set, so a wrong bit is permanent. No
    // one is told to allow what cannot be done.
    let result = container.page.settingBits(of: layout.container)
    guard result == layout.container else {
      throw .containerSpoilt(found: container.page, intended: layout.container)
    }
    guard allowed else { throw .notFormatted }
    let start = layout.userBytes.lowerBound
    let free = FreeBytes(image.dataArea(of: CapabilityContainer(layout.container)))
    self.init(
      address: start + layout.controlTLVs.count, free: free, hasMessage: false,
      newContainer: layout.container, newFront: layout.controlTLVs)
  }

  private static func refuseUnreadable(
    _ container: CapabilityContainer
  ) throws(TagMemoryError) {
    guard container.majorVersion == 1 else {
      throw .versionUnsupported(major: container.majorVersion, minor: container.minorVersion)
    }
    guard container.readAccess == 0 else {
      throw .readAccessClosed(container.readAccess)
    }
  }
}

extension CapabilityContainer {
  /// Refuses a tag that says it is read-only.
  func refuseClosed() throws(TagMemoryError) {
    guard writeAccess == 0 else { throw .readOnly }
  }
}
