// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type2Tag: WritableTag {
  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? {
    (try? MessagePlace(on: image, formatting: true, evenIfClosed: true))?.capacity
  }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try saying { () throws(Type2Error) in
      try read(.writing(messageSize: size))
      let content = TagState(image).content
      guard case .foreign = content else { return content }
      // A torn header looks foreign until the whole of its message is seen.
      try read(.everything)
      return TagState(image).content
    }
  }

  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? {
    let signature = try saying { () throws(Type2Error) in try readSignature() }
    return signature.map {
      checker.verdict(
        signature: $0, uid: tag.uid.bytes, chip: image.chip.flatMap(SignedChip.init))
    }
  }

  package func authenticate(for order: TagOrder) throws(TagError) {
    try saying { () throws(Type2Error) in
      guard let key = order.key else {
        if order.isBegun, canHavePassword { _ = try authenticateAsDelivered() }
        return
      }
      do throws(Type2Error) {
        try authenticate(try secret(from: key))
      } catch {
        guard error == .passwordRefused, order.isBegun, try authenticateAsDelivered() else {
          throw error
        }
      }
    }
  }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    let writes = try saying { () throws(Type2Error) in
      try prepare(order.message, try wishes(order))
    }
    var plan = TagPlan()
    for write in writes {
      switch write.purpose {
      case .invalidate, .body, .commit, .format, .mirror: plan.message += 1
      case .password, .acknowledge, .access, .protectFrom, .freeze: plan.protection += 1
      case .closeAccess, .lockDynamic, .lockStatic: plan.locks += 1
      }
    }
    return plan
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try saying { () throws(Type2Error) in
      // A tag that a tear has closed is to be open, or gets its password behind the message.
      if order.isBegun, order.key == nil, accepted == .factory { try unprotect() }
      guard let mirror = order.mirror else { return try put(order.message, order.permissions) }
      return try put(order.message, showing: mirror, order.permissions).outcome
    }
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    guard let key = order.key else { return }
    try saying { () throws(Type2Error) in
      try protect(with: try secret(from: key), scope: order.scope)
    }
  }

  package func lock() throws(TagError) -> LockExtent {
    try saying { () throws(Type2Error) in try lockForEver().isEmpty ? .whole : .partly }
  }

  /// The secret of this tag by a key; a UID that has none is a tag that takes none.
  package func secret(from key: PasswordKey) throws(Type2Error) -> Type2Secret {
    guard let password = try? key.tagPassword(uid: tag.uid.bytes),
      let secret = Type2Secret(
        password: password.password, acknowledge: password.acknowledgement)
    else { throw .noPassword }
    return secret
  }

  private func wishes(_ order: TagOrder) throws(Type2Error) -> TagWishes {
    TagWishes(
      permissions: order.permissions, mirror: order.mirror,
      secret: try order.key.map { key throws(Type2Error) in try secret(from: key) },
      scope: order.scope, lock: order.lock, locksLater: order.locksLater)
  }

  func saying<Result>(
    _ body: () throws(Type2Error) -> Result
  ) throws(TagError) -> Result {
    do throws(Type2Error) {
      return try body()
    } catch {
      throw .type2(error)
    }
  }
}

extension TagOrder {
  fileprivate var scope: PasswordPlan.Scope { guardsReading ? .readingAndWriting : .writing }
}

extension SignedChip {
  /// Whose key signs the UIDs of a chip; nil for chips that are not signed.
  package init?(_ chip: Chip) {
    switch chip {
    case .ntag210, .ntag212, .ntag213, .ntag215, .ntag216: self = .ntag21x
    case .ultralightEV1Small, .ultralightEV1Large: self = .ultralightEV1
    case .ntag203, .ultralight, .ultralightC: return nil
    }
  }
}
