// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Page 3 of a formatted tag: what the tag claims about itself (NFC Forum T2T 6.1).
package struct CapabilityContainer: Hashable, Sendable {
  package let page: Page

  package static let pageNumber = 3
  static let magic: UInt8 = 0xE1
  /// The write access of a tag that says about itself that it is read-only.
  static let closed: UInt8 = 0x0F

  package init(_ page: Page) {
    self.page = page
  }

  /// Whether page 3 says that the tag holds NDEF in an area that exists.
  ///
  /// An area of 0 bytes is what a torn first half of the container leaves: not formatted yet.
  package var isFormatted: Bool { page[0] == Self.magic && page[2] != 0 }
  package var majorVersion: UInt8 { page[1] >> 4 }
  package var minorVersion: UInt8 { page[1] & 0x0F }
  /// The bytes of the data area, as claimed.
  package var areaSize: Int { Int(page[2]) * 8 }
  package var readAccess: UInt8 { page[3] >> 4 }
  package var writeAccess: UInt8 { page[3] & 0x0F }
}
