// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type3Tag: KeylessTag {
  package static var type: TagType { .type3 }

  package var chipName: String? { image.chip?.rawValue }

  package var capacity: Int? { image.capacity }

  package func content(forMessageOf size: Int) throws(TagError) -> TagContent {
    try read()
    return image.content
  }

  package func plannedWrites(
    for order: TagOrder
  ) throws(TagError) -> (message: [BlockWrite], locks: [BlockWrite]) {
    try refuseSecretsAndTexts(order)
    try read()
    let writes = try plan(order.message, order.permissions).writes
    guard order.lock else { return (writes, []) }
    try readConfiguration()
    let coming = image.applying(writes)
    let locks = try planning { () throws(TagMemoryError) in
      try Type3LockPlan(on: coming).writes
    }
    return (writes, locks)
  }

  package func readWhole() throws(TagError) -> WholeTag {
    try read()
    try readConfiguration()
    return .type3(image, carriesTransit: try isTransitCard())
  }
}
