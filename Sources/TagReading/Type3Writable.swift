// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

extension Type3Tag: WritableTag {
  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try saying { () throws(Type3Error) in
      try read()
      return image.content
    }
  }

  /// FeliCa chips show no signature without a key.
  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? { nil }

  /// A Type 3 tag asks for nothing; what a key would be for is refused when the order is planned.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    try saying { () throws(Type3Error) in
      let (message, locks) = try plannedWrites(for: order)
      return TagPlan(message: message.count, locks: locks.count)
    }
  }

  /// Every write that an order takes on the tag as it is.
  package func plannedWrites(
    for order: TagOrder
  ) throws(Type3Error) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseUnsupported(order)
    try read()
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readConfiguration()
    let coming = image.applying(writes)
    let locks = try planning { () throws(Type3MemoryError) in
      try Type3LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try saying { () throws(Type3Error) in
      try refuseUnsupported(order)
      return try put(order.message, order.permissions)
    }
  }

  package func protect(_ order: TagOrder) throws(TagError) {
    try saying { () throws(Type3Error) in try refuseUnsupported(order) }
  }

  package func lock() throws(TagError) -> LockExtent {
    try saying { () throws(Type3Error) in try lockForEver() }
    return .whole
  }

  private func refuseUnsupported(_ order: TagOrder) throws(Type3Error) {
    if order.key != nil { throw .passwordUnsupported }
    if order.mirror != nil { throw .mirrorUnsupported }
  }

  func saying<Result>(
    _ body: () throws(Type3Error) -> Result
  ) throws(TagError) -> Result {
    do throws(Type3Error) {
      return try body()
    } catch {
      throw .type3(error)
    }
  }
}
