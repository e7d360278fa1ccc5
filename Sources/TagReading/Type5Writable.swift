// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type5Tag: WritableTag {
  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try saying { () throws(Type5Error) in
      try read(forMessageOf: size)
      return image.content
    }
  }

  /// Of the chips that are known only a SLIX2 has one, and TagPress does not ask for it.
  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? { nil }

  /// A Type 5 tag asks for nothing; what a key would be for is refused when the order is planned.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    try saying { () throws(Type5Error) in
      let (message, locks) = try plannedWrites(for: order)
      return TagPlan(message: message.count, locks: locks.count)
    }
  }

  /// Every write that an order takes on the tag as it is.
  package func plannedWrites(
    for order: TagOrder
  ) throws(Type5Error) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseUnsupported(order)
    try read(forMessageOf: order.message.count)
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readLocks(Type5LockPlan.blocks(of: image.applying(writes)))
    let coming = image.applying(writes)
    let locks = try planning { () throws(Type5MemoryError) in
      try Type5LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try saying { () throws(Type5Error) in
      try refuseUnsupported(order)
      return try put(order.message, order.permissions)
    }
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    try saying { () throws(Type5Error) in try refuseUnsupported(order) }
  }

  package func lock() throws(TagError) -> LockExtent {
    try saying { () throws(Type5Error) in try lockForEver() }
    return .whole
  }

  private func refuseUnsupported(_ order: TagOrder) throws(Type5Error) {
    if order.key != nil { throw .passwordUnsupported }
    if order.mirror != nil { throw .mirrorUnsupported }
  }

  func saying<Result>(
    _ body: () throws(Type5Error) -> Result
  ) throws(TagError) -> Result {
    do throws(Type5Error) {
      return try body()
    } catch {
      throw .type5(error)
    }
  }
}
