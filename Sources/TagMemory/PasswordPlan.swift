// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The writes that put a tag under a password, take it off, or freeze how it is protected.
///
/// The container is never touched: its access bits can not be taken back, and a tag that claims to
/// be read-only is read-only for phones forever.
package struct PasswordPlan: Hashable, Sendable {
  package let writes: [PageWrite]
  package let result: Type2Image

  /// What the password is asked for.
  package enum Scope: Hashable, Sendable {
    case writing
    /// Phones cannot read such a tag.
    case readingAndWriting
  }

  /// The first user page: everything from here on is protected, the configuration included.
  package static let firstProtectedPage: UInt8 = 4
  package static let factoryPassword = Page(0xFF, 0xFF, 0xFF, 0xFF)
  package static let factoryAcknowledge = Page.zero

  /// Sets password and acknowledge, then the scope, then the page from which they count.
  ///
  /// AUTH0 comes last, so that a tag torn in between is still open. The caller has the secrets on
  /// disk before the first write.
  package init(
    protecting image: Type2Image, password: Page, acknowledge: (UInt8, UInt8), scope: Scope,
    authenticated: Bool = false, repairing: Bool = false
  ) throws(TagMemoryError) {
    let (chip, first, old) = try Self.settings(of: image)
    guard old.attemptLimit == 0 else { throw .attemptLimited(old.attemptLimit) }
    var new = old
    func set() {
      new.protectsReading = scope == .readingAndWriting
      new.firstProtectedPage = Self.firstProtectedPage
    }
    set()
    // A tag that only has to be as planned is, whatever else is there.
    if repairing || new != old {
      new = old.repaired(on: chip)
      set()
    }
    // A tag that is frozen as it is to be needs no more than its password.
    guard !old.isFrozen || new == old else { throw .configurationFrozen }
    var writes = [
      PageWrite(first + 2, secret: password, .password),
      PageWrite(
        first + 3, secret: Page(acknowledge.0, acknowledge.1, 0, 0), .acknowledge),
    ]
    if new.second != old.second {
      writes.append(PageWrite(first + 1, old: old.second, new: new.second, .access))
    }
    if new.first != old.first {
      writes.append(PageWrite(first, old: old.first, new: new.first, .protectFrom))
    }
    try self.init(writes, on: image, authenticated)
  }

  /// Opens the tag: AUTH0 first, then the scope and a limit of wrong passwords, then the secrets back
  /// to what the factory wrote.
  ///
  /// The secrets are written even on an open tag: no one can read whether an earlier try got there.
  package init(
    unprotecting image: Type2Image, authenticated: Bool = true
  ) throws(TagMemoryError) {
    let (chip, first, old) = try Self.settings(of: image)
    guard !old.isFrozen else { throw .configurationFrozen }
    var new = old.repaired(on: chip)
    new.attemptLimit = 0
    new.protectsReading = false
    new.firstProtectedPage = ConfigurationPages.noProtection
    var writes: [PageWrite] = []
    if new.first != old.first {
      writes.append(PageWrite(first, old: old.first, new: new.first, .protectFrom))
    }
    if new.second != old.second {
      writes.append(PageWrite(first + 1, old: old.second, new: new.second, .access))
    }
    writes += [
      PageWrite(first + 2, secret: Self.factoryPassword, .password),
      PageWrite(first + 3, secret: Self.factoryAcknowledge, .acknowledge),
    ]
    try self.init(writes, on: image, authenticated)
  }

  /// Puts back what a tear has left in the registers of a tag that a job began.
  package init(
    repairing image: Type2Image, authenticated: Bool = false
  ) throws(TagMemoryError) {
    let (chip, first, old) = try Self.settings(of: image)
    let new = old.repaired(on: chip, isBegun: true)
    var writes: [PageWrite] = []
    if new.second != old.second {
      writes.append(PageWrite(first + 1, old: old.second, new: new.second, .repair))
    }
    if new.first != old.first {
      writes.append(PageWrite(first, old: old.first, new: new.first, .repair))
    }
    try self.init(writes, on: image, authenticated)
  }

  /// Permanently freezes the configuration of a protected tag (CFGLCK).
  ///
  /// A plan of its own, after the protection was proven: frozen in the same go, a tag torn before
  /// AUTH0 could never be protected again.
  package init(
    freezing image: Type2Image, authenticated: Bool = true
  ) throws(TagMemoryError) {
    let (_, first, old) = try Self.settings(of: image)
    guard old.attemptLimit == 0 else { throw .attemptLimited(old.attemptLimit) }
    guard Int(old.firstProtectedPage) <= first + 2 else {
      throw .freezingUnprotected(from: Int(old.firstProtectedPage))
    }
    var new = old
    new.isFrozen = true
    let writes =
      new == old ? [] : [PageWrite(first + 1, old: old.second, new: new.second, .freeze)]
    try self.init(writes, on: image, authenticated)
  }

  private init(
    _ writes: [PageWrite], on image: Type2Image, _ authenticated: Bool
  ) throws(TagMemoryError) {
    self.writes = writes
    result = image.applying(writes)
    try image.refuseUnwritable(writes, authenticated: authenticated)
  }

  private static func settings(
    of image: Type2Image
  ) throws(TagMemoryError) -> (chip: Chip, page: Int, pages: ConfigurationPages) {
    guard let chip = image.chip else { throw .chipUnknown }
    guard chip.layout.features.contains(.password), let page = chip.layout.configurationPage else {
      throw .passwordUnsupported(chip)
    }
    return (chip, page, try image.knownConfiguration(at: page))
  }
}

extension Type2Image {
  func knownConfiguration(at page: Int) throws(TagMemoryError) -> ConfigurationPages {
    guard let configuration else {
      throw self[page] == nil ? unknownPage(page) : unknownPage(page + 1)
    }
    return configuration
  }

  /// The configuration, when it is known and not frozen.
  func changeableConfiguration(at page: Int) throws(TagMemoryError) -> ConfigurationPages {
    let configuration = try knownConfiguration(at: page)
    guard !configuration.isFrozen else { throw .configurationFrozen }
    return configuration
  }
}
