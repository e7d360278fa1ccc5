// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type4Tag: WritableTag {
  package var chipName: String? { chip?.name }
  package var capacity: Int? { file.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try saying { () throws(Type4Error) in
      try read(upTo: file.lengthSize + size)
      try readMessage()
      // Everything is read that the content depends on.
      return file.content ?? .hidden(page: 0)
    }
  }

  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? {
    let signature = try saying { () throws(Type4Error) in try readSignature() }
    return signature.map {
      // DESFire has a key for each generation, and any of them will do.
      checker.verdict(
        signature: $0, uid: tag.uid.bytes, chip: chip == .ntag424 ? .ntag424DNA : nil)
    }
  }

  /// Nothing on a tag that TagPress can read asks for a key.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    try saying { () throws(Type4Error) in
      try refuse(order)
      let message = try plan(order.message)
      guard order.lock, chip == .ntag424 else { return TagPlan(message: message.count) }
      let locks = try planLock().steps
      // The settings are known now, also of a blank tag that somebody closed.
      if !message.isEmpty { try nameRefusal() }
      return TagPlan(message: message.count, locks: locks.count)
    }
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try saying { () throws(Type4Error) in
      try refuse(order)
      if order.lock, chip == .ntag424, try !planLock().steps.isEmpty,
        try !plan(order.message).isEmpty
      {
        try requireFactoryKey()
      }
      return try put(order.message)
    }
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    if order.key != nil { throw .type4(.noPassword) }
  }

  package func lock() throws(TagError) -> LockExtent {
    try saying { () throws(Type4Error) in
      guard chip == .ntag424 else {
        guard isReadOnly else { throw .noLock }
        // What the container says binds nobody, and what would is not known.
        return .declared
      }
      try lockForEver()
      return .whole
    }
  }

  /// Whether the tag says that it is never written again.
  private var isReadOnly: Bool { container.writeAccess == Self.neverWritten }

  /// Refuses what Type 4 chips only do for whoever proves a key of theirs.
  private func refuse(_ order: TagOrder) throws(Type4Error) {
    if order.key != nil { throw .noPassword }
    if order.mirror != nil { throw .noMirror }
    if order.lock, chip != .ntag424, !isReadOnly { throw .noLock }
  }

  func saying<Result>(
    _ body: () throws(Type4Error) -> Result
  ) throws(TagError) -> Result {
    do throws(Type4Error) {
      return try body()
    } catch {
      throw .type4(error)
    }
  }
}
