// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// Everything that is to be done to one tag besides the message itself.
package struct TagWishes: Sendable {
  package var permissions: WritePermissions
  /// The text that the chip puts into the message.
  package var mirror: MirrorFields?
  /// The password that the tag gets.
  package var secret: Type2Secret?
  package var scope: PasswordPlan.Scope
  /// Freeze the protection for ever.
  package var freeze: Bool
  /// Make the tag read-only for ever.
  package var lock: Bool
  /// The tag will be locked another day, so one that shows that it cannot be is refused now.
  package var locksLater: Bool

  package init(
    permissions: WritePermissions = [], mirror: MirrorFields? = nil, secret: Type2Secret? = nil,
    scope: PasswordPlan.Scope = .writing, freeze: Bool = false, lock: Bool = false,
    locksLater: Bool = false
  ) {
    self.permissions = permissions
    self.mirror = mirror
    self.secret = secret
    self.scope = scope
    self.freeze = freeze
    self.lock = lock
    self.locksLater = locksLater
  }

  /// Whether anything beyond the user pages is touched, and must be read first.
  var touchesSettings: Bool { mirror != nil || secret != nil || freeze || lock }
}

extension Type2Tag {
  /// Plans everything before the first write, and says what of it is impossible.
  ///
  /// Each step is planned on the tag as the one before will leave it. What a mirror hides is not
  /// known before it is switched off, so the message may take other pages then.
  /// - Returns: every write in its order; none when the tag is right already.
  package func prepare(
    _ message: [UInt8], _ wishes: TagWishes
  ) throws(Type2Error) -> [PageWrite] {
    // A password and a counter are proven by commands of their own.
    if hasOnlyPages, wishes.secret != nil || wishes.mirror != nil { throw .reader(.notPossible) }
    try read(.writing(messageSize: message.count))
    try refuseForeign(wishes.permissions)
    if wishes.touchesSettings || image.mayShowMirror(of: tag.uid.bytes) { try read(.settings) }
    // A mirror that shows the right text needs neither the message nor its registers written.
    var isShown = false
    if let fields = wishes.mirror, try mirrorShown(fields, in: message) != nil {
      isShown = true
      try read(.settings)
    }
    let now = image
    return try planning { () throws(TagMemoryError) in
      var coming = ComingTag(image: now, isAuthenticated: isAuthenticated)
      if !isShown {
        if now.mirror != nil { try coming.switchMirrorOff() }
        try coming.put(message, formatting: wishes.permissions.contains(.format))
        if let fields = wishes.mirror { try coming.show(fields, in: message) }
      }
      if let secret = wishes.secret {
        try coming.protect(with: secret, instead: accepted, scope: wishes.scope)
      }
      if wishes.freeze { try coming.freeze() }
      if wishes.lock { try coming.lock() }
      if wishes.locksLater { try coming.image.refuseUnlockable() }
      return coming.writes
    }
  }
}

/// A tag as it will be after the writes that were planned so far.
private struct ComingTag {
  var image: Type2Image
  var isAuthenticated: Bool
  private(set) var writes: [PageWrite] = []

  init(image: Type2Image, isAuthenticated: Bool) {
    self.image = image
    self.isAuthenticated = isAuthenticated
  }

  private mutating func follow(_ planned: [PageWrite]) {
    writes += planned
    image = image.applying(planned)
  }

  mutating func switchMirrorOff() throws(TagMemoryError) {
    follow(try MirrorPlan(switchingOff: image, authenticated: isAuthenticated).writes)
  }

  mutating func put(_ message: [UInt8], formatting: Bool) throws(TagMemoryError) {
    let plan = try WritePlan(
      writing: message, on: image, formatting: formatting, authenticated: isAuthenticated)
    follow(plan.writes)
  }

  mutating func show(_ fields: MirrorFields, in message: [UInt8]) throws(TagMemoryError) {
    let plan = try MirrorPlan(
      showing: fields, in: message, at: try MessagePlace(on: image, evenIfClosed: true), on: image,
      authenticated: isAuthenticated)
    follow(plan.writes)
  }

  mutating func protect(
    with secret: Type2Secret, instead old: Type2Secret?, scope: PasswordPlan.Scope
  ) throws(TagMemoryError) {
    // An old password goes first; without one, protecting gives the new one to a tag that asks.
    if let old, old != secret { follow(try PasswordPlan(unprotecting: image).writes) }
    let plan = try PasswordPlan(
      protecting: image, password: secret.passwordPage,
      acknowledge: (secret.acknowledge[0], secret.acknowledge[1]), scope: scope,
      authenticated: true)
    // The tool proves the secret to a tag that asks for one, and does not write it again.
    let isThere = old == secret || (old == nil && image.firstProtectedPage != nil)
    follow(isThere ? plan.writes.filter { $0.readsAs != nil } : plan.writes)
    isAuthenticated = true
  }

  mutating func freeze() throws(TagMemoryError) {
    follow(try PasswordPlan(freezing: image, authenticated: isAuthenticated).writes)
  }

  mutating func lock() throws(TagMemoryError) {
    follow(try LockPlan(on: image, authenticated: isAuthenticated).writes)
  }
}
