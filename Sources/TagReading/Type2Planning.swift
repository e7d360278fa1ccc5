// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type2Tag {
  /// Plans everything before the first write, and throws what is impossible.
  ///
  /// Each step is planned for the tag as the previous one will leave it. What a mirror hides is
  /// unknown before it is switched off, so the message may need other pages then.
  /// - Returns: every write in order; none if the tag is right already.
  package func plannedWrites(for order: TagOrder) throws(TagError) -> [PageWrite] {
    let message = order.message
    let secret = try order.secret.map { secret throws(TagError) in try self.secret(secret) }
    let fields = try order.mirrorFields
    // A password and a counter are verified with commands of their own.
    if hasOnlyPages, secret != nil || fields != nil { throw .reader(.notPossible) }
    try read(.writing(messageSize: message.count))
    try refuseForeign(order.permissions)
    if order.touchesSettings || image.mayShowMirror(of: tag.uid.bytes) { try read(.settings) }
    // A mirror that shows the right text makes writing the message and its registers unnecessary.
    var isShown = false
    if let fields {
      isShown = try mirrorShown(fields, in: message) != nil
      // What was read before may have been discarded for a look at what is shown.
      try read(.settings)
    }
    let now = image
    return try planning { () throws(TagMemoryError) in
      var coming = ComingTag(image: now, isAuthenticated: isAuthenticated)
      if order.isBegun, now.configuration != nil { try coming.repair() }
      if !isShown {
        if now.mirror != nil { try coming.switchMirrorOff() }
        try coming.put(message, formatting: order.permissions.contains(.format))
        if let fields { try coming.show(fields, in: message) }
      }
      if let secret {
        try coming.protect(with: secret, instead: accepted, scope: order.scope)
      }
      if order.freeze { try coming.freeze() }
      if order.lock { try coming.lock() }
      if order.locksLater { try coming.image.refuseUnlockable() }
      return coming.writes
    }
  }
}

/// A tag as it will be after the writes that were planned so far.
private struct ComingTag {
  var image: Type2Image
  var isAuthenticated: Bool
  private(set) var writes: [PageWrite] = []

  private mutating func follow(_ planned: [PageWrite]) {
    writes += planned
    image = image.applying(planned)
  }

  mutating func repair() throws(TagMemoryError) {
    follow(try PasswordPlan(repairing: image, authenticated: isAuthenticated).writes)
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
    // An old password is removed first; otherwise, protecting sends the new one to a tag that asks.
    if let old, old != secret { follow(try PasswordPlan(unprotecting: image).writes) }
    let plan = try PasswordPlan(
      protecting: image, password: secret.passwordPage,
      acknowledge: (secret.acknowledge[0], secret.acknowledge[1]), scope: scope,
      authenticated: true)
    // A secret that the tag has already is proven, and not written again.
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
