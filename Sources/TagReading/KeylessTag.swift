// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

/// A tag of Type 3 or 5: blocks that are written without a key, and no content of the chip's own.
package protocol KeylessTag: BlockTag {
  static var type: TagType { get }

  /// A block, as far as it is known.
  func known(block: Int) -> [UInt8]?

  /// Every write that an order requires on the tag now.
  func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite])

  /// Writes a message with as few writes as possible, and reads it back in the same presentation.
  func put(_ message: [UInt8], _ permissions: WritePermissions) throws(TagError) -> MessageOutcome

  /// Makes the tag permanently read-only, and verifies that.
  func lockForEver() throws(TagError)
}

extension KeylessTag {
  package func purpose(ofBlock block: Int) -> BlockPurpose { .data }

  /// FeliCa chips show no signature without a key; of the known chips of Type 5 only a SLIX2 has one,
  /// and TagPress does not ask for it.
  package func signatureVerdict(
    by checker: SignatureChecker
  ) throws(TagError) -> SignatureVerdict? { nil }

  /// The tag asks for nothing; orders that would need a key are refused when planned.
  package func authenticate(for order: TagOrder) throws(TagError) {}
  package var isAuthenticated: Bool { false }

  /// Refuses what only Type 2 tags have.
  func refuseSecretsAndTexts(_ order: TagOrder) throws(TagError) {
    try order.refuseSecretsAndTexts(on: Self.type)
  }

  package func prepare(_ order: TagOrder) throws(TagError) -> TagPlan {
    let (message, locks) = try plannedWrites(for: order)
    return TagPlan(message: message.count, locks: locks.count)
  }

  package func plannedSteps(for order: TagOrder) throws(TagError) -> [String] {
    let (message, locks) = try plannedWrites(for: order)
    return (message + locks).map(\.description)
  }

  package func put(_ order: TagOrder) throws(TagError) -> MessageOutcome {
    try refuseSecretsAndTexts(order)
    return try put(order.message, order.permissions)
  }

  package func protect(_ order: TagOrder) throws(TagError) { try refuseSecretsAndTexts(order) }

  package func lock() throws(TagError) -> LockExtent {
    try lockForEver()
    return .whole
  }

  package func confirmedUnits(of planned: TagImage) -> [TagImage.Hash?] {
    UnitHashes(of: tag).hashes(of: planned.units) { known(block: $0) }
  }

  /// The first blocks after the given steps, after emptying a tag that lies about one of them, and after
  /// locking.
  func plannedImage(
    ofBlocks count: Int, _ steps: [[BlockWrite]], emptying: [BlockWrite], closed: [UInt8]?
  ) -> TagImage? {
    let hashes = UnitHashes(of: tag)
    let before = hashes.hashes(of: 0..<count) { known(block: $0) }.filled
    guard var coming = TagImage(first: 0, before: before) else { return nil }
    func change(_ block: Int, _ new: [UInt8]) -> TagImage.Change {
      TagImage.Change(unit: block, hash: hashes.hash(new, of: block))
    }
    for writes in steps { coming.add(step: writes.map { change($0.block, $0.new) }) }
    for write in emptying { coming.add(exception: change(write.block, write.new)) }
    if let closed { coming.add(exception: change(0, closed)) }
    return coming
  }
}
