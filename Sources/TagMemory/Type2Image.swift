// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known about the memory of one Type 2 tag: pages read, pages refused, pages not asked
/// for.
package struct Type2Image: Hashable, Sendable {
  /// The chip, when it was identified; without one only the generic rules of Type 2 hold.
  package let chip: Chip?
  package private(set) var pageCount: Int
  /// The pages one after another; zeros where a page was not read.
  package private(set) var bytes: [UInt8]
  private var knowledge: [Knowledge]

  private enum Knowledge: UInt8 { case unread, read, refused }

  /// A page number is one byte, and sectors of larger tags are not selected.
  package static let mostPages = 256
  /// Serial number, locks and container come first; then begins the data area.
  static let firstAreaPage = 4

  /// An image of which nothing was read yet.
  package init(chip: Chip?) {
    self.init(chip: chip, pageCount: chip?.layout.pageCount ?? Self.mostPages)
  }

  private init(chip: Chip?, pageCount: Int) {
    self.chip = chip
    self.pageCount = pageCount
    bytes = [UInt8](repeating: 0, count: pageCount * Page.size)
    knowledge = [Knowledge](repeating: .unread, count: pageCount)
  }

  /// An image of which the first pages are known, as from a dump; bytes after the chip are ignored.
  package init(chip: Chip?, bytes: [UInt8]) {
    let given = min(bytes.count / Page.size, Self.mostPages)
    self.init(chip: chip, pageCount: chip?.layout.pageCount ?? given)
    for page in 0..<min(given, pageCount) {
      let at = page * Page.size
      self[page] = Page(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3])
    }
  }

  /// The chip as it leaves the factory, with a serial number of zeros.
  package init(delivered chip: Chip) {
    self.init(chip: chip)
    let layout = chip.layout
    for page in 0..<layout.readablePageCount {
      self[page] = .zero
    }
    self[CapabilityContainer.pageNumber] = layout.deliveredContainer
    for (offset, byte) in layout.deliveredArea.enumerated() {
      bytes[layout.userBytes.lowerBound + offset] = byte
    }
    if let first = layout.configurationPage {
      self[first] = layout.deliveredConfiguration.first
      self[first + 1] = layout.deliveredConfiguration.second
    }
    if let first = layout.locks.authenticationPage {
      self[first] = Page(UInt8(clamping: layout.pageCount), 0, 0, 0)
    }
  }

  /// A page, or nil when it was not read or is not there.
  ///
  /// Setting it makes it known.
  package subscript(page: Int) -> Page? {
    get {
      guard knowledge.indices.contains(page), knowledge[page] == .read else { return nil }
      let at = page * Page.size
      return Page(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3])
    }
    set {
      guard knowledge.indices.contains(page) else { return }
      knowledge[page] = newValue == nil ? .unread : .read
      let content = newValue ?? .zero
      for index in 0..<Page.size {
        bytes[page * Page.size + index] = content[index]
      }
    }
  }

  /// The byte at an address; nil as for a page.
  package subscript(byte address: Int) -> UInt8? {
    guard address >= 0, knowledge.indices.contains(address / Page.size),
      knowledge[address / Page.size] == .read
    else { return nil }
    return bytes[address]
  }

  /// Whether the tag refused to read the page.
  package func isRefused(_ page: Int) -> Bool {
    knowledge.indices.contains(page) && knowledge[page] == .refused
  }

  /// Notes that the tag refused this page; whatever refuses one page refuses all after it.
  mutating func noteRefused(from page: Int) {
    for page in max(page, 0)..<max(pageCount, page) where knowledge[page] != .read {
      knowledge[page] = .refused
    }
  }

  /// Notes where the memory of a chip that is not known ends.
  mutating func noteEnd(at page: Int) {
    guard chip == nil, page >= 0, page < pageCount else { return }
    pageCount = page
    bytes.removeLast(bytes.count - page * Page.size)
    knowledge.removeLast(knowledge.count - page)
  }
}

extension Type2Image {
  package var container: CapabilityContainer? {
    self[CapabilityContainer.pageNumber].map(CapabilityContainer.init)
  }

  /// CFG0 and CFG1, when the chip has them and both were read.
  package var configuration: ConfigurationPages? {
    guard let at = chip?.layout.configurationPage, let first = self[at], let second = self[at + 1]
    else { return nil }
    return ConfigurationPages(first: first, second: second)
  }

  /// The mirror that is switched on, on chips that have one.
  package var mirror: MirrorSetting? {
    guard let chip, chip.layout.features.contains(.mirror) else { return nil }
    return configuration?.mirror
  }

  /// The pages from the first of the data area to the last one of the message; nil when that is not
  /// known.
  package var messagePages: ClosedRange<Int>? {
    guard let container, container.isFormatted,
      let end = TLVArea(of: self, container: container).message?.end
    else { return nil }
    return Self.firstAreaPage...max(Self.firstAreaPage, (end - 1) / Page.size)
  }

  /// Whether the chip shows a text of its own on some of this page.
  package func isMirrored(_ page: Int) -> Bool {
    mirroredBytes?.overlaps(page * Page.size..<(page + 1) * Page.size) ?? false
  }

  /// Where the chip shows a text of its own in place of what it stores.
  private var mirroredBytes: Range<Int>? {
    mirror.map { $0.address..<$0.address + $0.content.length }
  }

  /// Whether another look at the tag found the same, but for the text that the chip puts in.
  package func isConfirmed(by other: Type2Image) -> Bool {
    bytes.indices.allSatisfy { address in
      guard let byte = self[byte: address], let seen = other[byte: address] else { return true }
      return byte == seen || mirroredBytes?.contains(address) == true
    }
  }

  /// The bytes that can hold TLVs: what the container claims, but no more than the chip has.
  func dataArea(of container: CapabilityContainer) -> Range<Int> {
    let start = Self.firstAreaPage * Page.size
    let end = chip?.layout.userBytes.upperBound ?? bytes.count
    return start..<max(start, min(start + container.areaSize, end))
  }
}
