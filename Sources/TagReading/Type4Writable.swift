// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type4Tag: WritableTag {
  package var chipName: String? { chip?.name }
  package var capacity: Int? { file.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read(upTo: file.lengthSize + size)
    try readMessage()
    // Everything is read that the content depends on.
    return file.content ?? .hidden(page: 0)
  }

  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? {
    let signature = try readSignature()
    return signature.map {
      // DESFire has a key for each generation, any of which is right.
      checker.verdict(
        signature: $0, uid: tag.uid.bytes, chip: chip == .ntag424 ? .ntag424DNA : nil)
    }
  }

  /// Nothing on a tag that TagPress can read requires a key.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    try refuse(order)
    let message = try plan(order.message)
    guard order.lock, chip == .ntag424 else { return TagPlan(message: message.count) }
    let locks = try planLock().steps
    // The settings are known now, even of a blank tag that someone closed.
    if !message.isEmpty { try nameRefusal() }
    return TagPlan(message: message.count, locks: locks.count)
  }

  package func plannedSteps(for order: TagOrder) throws(TagError) -> [String] {
    let message = try plan(order.message).map(\.description)
    guard order.lock, chip == .ntag424 else { return message }
    return message + (try planLock().steps.map(\.description))
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try refuse(order)
    if order.lock, chip == .ntag424, try !planLock().steps.isEmpty,
      try !plan(order.message).isEmpty
    {
      try requireFactoryKey()
    }
    return try put(order.message)
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    if order.secret != nil { throw .passwordUnsupported(.type4) }
  }

  package func lock() throws(TagError) -> LockExtent {
    guard chip == .ntag424 else {
      guard isReadOnly else { throw .memory(.lockUnsupported(.type4)) }
      // The container's statement is not binding, and nothing binding is known.
      return .declared
    }
    try lockForEver()
    return .whole
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try readMessage()
    var whole = WholeType4(container: container, file: file)
    whole.chip = chip
    // Only the known chips have the commands that tell more.
    whole.version = chip == nil ? nil : try readVersion()
    whole.settings = try readSettings()
    whole.containerSettings = try readSettings(of: .container)
    whole.signature = try readSignature()
    return .type4(whole)
  }

  /// Whether the tag declares that it is never written again.
  private var isReadOnly: Bool { container.writeAccess == Self.neverWritten }

  /// Refuses what Type 4 chips do only with one of their keys.
  private func refuse(_ order: TagOrder) throws(TagError) {
    try order.refuseSecretsAndTexts(on: .type4)
    if order.lock, chip != .ntag424, !isReadOnly { throw .memory(.lockUnsupported(.type4)) }
  }
}
