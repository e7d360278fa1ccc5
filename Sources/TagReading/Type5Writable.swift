// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type5Tag: KeylessTag {
  package static var type: TagType { .type5 }

  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read(forMessageOf: size)
    return image.content
  }

  package func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseSecretsAndTexts(order)
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

  package func readWhole() throws(TagError) -> WholeTag {
    try read()
    try readLocks(image.guardedBlocks)
    return .type5(image)
  }
}
