// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is where on one chip, as its data sheet says.
package struct ChipLayout: Hashable, Sendable {
  /// All pages, those that cannot be read included.
  package let pageCount: Int
  /// The pages from 0 on that READ answers; what follows holds keys.
  package let readablePageCount: Int
  package let userPages: ClosedRange<Int>
  /// Page 3 when the chip leaves the factory.
  package let deliveredContainer: Page
  /// Page 3 of the chip as an NDEF tag.
  package let container: Page
  /// What is at page 4 when the chip leaves the factory; zeros follow.
  package let deliveredArea: [UInt8]
  /// The control TLVs that belong before the message.
  package let controlTLVs: [UInt8]
  package let locks: LockMap
  /// CFG0; CFG1, PWD and PACK are the three pages after it.
  package let configurationPage: Int?
  package let features: Features

  /// What a chip can do beyond READ and WRITE.
  package struct Features: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// GET_VERSION, and with it FAST_READ and READ_SIG, which came with the same generation.
    package static let version = Features(rawValue: 1)
    /// PWD_AUTH with a 32-bit password.
    package static let password = Features(rawValue: 2)
    /// A tap counter and the ASCII mirror of UID and counter.
    package static let mirror = Features(rawValue: 4)
    /// STRG_MOD_EN is set when the chip is delivered.
    package static let strongModulation = Features(rawValue: 8)
  }

  /// The user pages as byte addresses.
  var userBytes: Range<Int> {
    userPages.lowerBound * Page.size..<(userPages.upperBound + 1) * Page.size
  }

  /// CFG0 and CFG1 when the chip leaves the factory.
  var deliveredConfiguration: ConfigurationPages {
    let modulation: UInt8 = features.contains(.strongModulation) ? 0x04 : 0
    return ConfigurationPages(
      first: Page(modulation, 0, 0, ConfigurationPages.noProtection), second: Page(0, 5, 0, 0))
  }

  /// The page that holds PWD; the next one holds PACK.
  package var passwordPage: Int? { configurationPage.map { $0 + 2 } }
}

extension ChipLayout {
  /// Fills in what follows from the rest, so that the table stays a table.
  init(
    pages: Int, readable: Int? = nil, user: ClosedRange<Int>,
    delivered: Page? = nil, container: Page,
    area: [UInt8] = [], control: [UInt8] = [],
    locks: DynamicLocks? = nil, configuration: Int? = nil, features: Features = []
  ) {
    pageCount = pages
    readablePageCount = readable ?? pages
    userPages = user
    deliveredContainer = delivered ?? container
    self.container = container
    deliveredArea = area
    controlTLVs = control
    self.locks = LockMap(dynamic: locks, userPages: user)
    configurationPage = configuration
    self.features = features
  }
}
