// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type5Tag: WritableTag {
  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read(forMessageOf: size)
    return image.content
  }

  /// Of the chips that are known only a SLIX2 has one, and TagPress does not ask for it.
  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? { nil }

  /// A Type 5 tag asks for nothing; what a key would be for is refused when the order is planned.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    let (message, locks) = try plannedWrites(for: order)
    return TagPlan(message: message.count, locks: locks.count)
  }

  /// Every write that an order takes on the tag as it is.
  package func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try order.refuseSecretsAndTexts(on: .type5)
    try read(forMessageOf: order.message.count)
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readLocks(Type5LockPlan.blocks(of: image.applying(writes)))
    let coming = image.applying(writes)
    let locks = try planning { () throws(TagMemoryError) in
      try Type5LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func plannedSteps(for order: TagOrder) throws(TagError) -> [String] {
    let (message, locks) = try plannedWrites(for: order)
    return (message + locks).map(\.description)
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try order.refuseSecretsAndTexts(on: .type5)
    return try put(order.message, order.permissions)
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    try order.refuseSecretsAndTexts(on: .type5)
  }

  package func lock() throws(TagError) -> LockExtent {
    try lockForEver()
    return .whole
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try read()
    try readLocks(image.guardedBlocks)
    return .type5(image)
  }
}
