// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// One WRITE command of a plan, and why it is there.
package struct PageWrite: Hashable, Sendable {
  package enum Purpose: String, Hashable, Sendable {
    // Writing a message.
    /// Makes the tag read as empty, before anything else changes.
    case invalidate
    case body
    /// Makes the new message valid.
    case commit
    /// Makes the tag an NDEF tag: the one-time-programmable container.
    case format

    // Permanent locking.
    case closeAccess = "close-access"
    case lockDynamic = "lock-dynamic"
    case lockStatic = "lock-static"

    // Password and mirror.
    case password
    case acknowledge
    case access
    case protectFrom = "protect-from"
    case freeze
    case mirror
    /// Puts back what a tear has left in registers.
    case repair
  }

  package let page: UInt8
  /// What was read there; nil for pages that cannot be read.
  package let old: Page?
  /// The four bytes that are sent.
  package let new: Page
  package let purpose: Purpose
  /// What the page must read as afterwards; nil when it cannot be read.
  package let readsAs: Page?

  /// A page that holds afterwards what was sent.
  init(_ page: Int, old: Page?, new: Page, _ purpose: Purpose) {
    self.init(page, old: old, sent: new, readsAs: new, purpose)
  }

  /// A page whose bits are only ever set.
  init(_ page: Int, old: Page, setting bits: Page, _ purpose: Purpose) {
    self.init(page, old: old, sent: bits, readsAs: old.settingBits(of: bits), purpose)
  }

  /// A page that never shows what was written to it.
  init(_ page: Int, secret: Page, _ purpose: Purpose) {
    self.init(page, old: nil, sent: secret, readsAs: nil, purpose)
  }

  /// The write that puts back what was there; nil for bits that stay set and for secrets.
  package var undone: PageWrite? {
    guard let old, readsAs == new, Int(page) > CapabilityContainer.pageNumber else { return nil }
    return PageWrite(Int(page), old: new, new: old, purpose)
  }

  private init(_ page: Int, old: Page?, sent: Page, readsAs: Page?, _ purpose: Purpose) {
    self.page = UInt8(truncatingIfNeeded: page)
    self.old = old
    self.new = sent
    self.purpose = purpose
    self.readsAs = readsAs
  }
}

extension PageWrite: CustomStringConvertible {
  /// One line of a printed plan: `05  34 03 00 FE -> 34 03 29 D1  commit`.
  ///
  /// A page that cannot be read holds a secret, and a plan is printed where people look on.
  package var description: String {
    let change = readsAs == nil ? "** ** ** **" : new.description
    return
      "\(upperHex(page))  \(old?.description ?? "?? ?? ?? ??") -> \(change)  \(purpose.rawValue)"
  }
}
