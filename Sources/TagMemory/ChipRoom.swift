// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a message takes on a tag.
package struct MessageExtent: Hashable, Sendable {
  package let size: Int
  /// The bytes from the TLV's tag to the end of the text that the chip's mirror shows; 0 without one.
  package let mirrorReach: Int

  /// A message of this many bytes, and where in it a mirror's text ends.
  package init(size: Int, mirrorEnd: Int? = nil) {
    self.size = size
    mirrorReach = mirrorEnd.map { TLV.headerSize(forLength: size) + $0 } ?? 0
  }

  private init(size: Int, mirrorReach: Int) {
    self.size = size
    self.mirrorReach = mirrorReach
  }

  /// The least that holds both of two messages.
  package func joined(with other: MessageExtent) -> MessageExtent {
    MessageExtent(
      size: max(size, other.size), mirrorReach: max(mirrorReach, other.mirrorReach))
  }
}

/// What fits on a chip as it is delivered, once it is formatted.
package struct ChipRoom: Hashable, Sendable {
  /// The largest message, in bytes.
  package let capacity: Int
  private let mirrorReachMax: Int

  /// The room of a chip that has no mirror.
  init(capacity: Int) {
    self.capacity = capacity
    mirrorReachMax = .max
  }

  package init(_ chip: Chip) {
    let image = Type2Image(delivered: chip)
    guard let place = try? MessagePlace(on: image, formatting: true) else {
      (capacity, mirrorReachMax) = (0, 0)
      return
    }
    capacity = place.capacity
    mirrorReachMax = MirrorPlan.endMax(chip) - place.address
  }

  /// How many bytes a message may still grow; below zero, this many are too many.
  package func free(_ message: MessageExtent) -> Int {
    min(capacity - message.size, mirrorReachMax - message.mirrorReach)
  }
}
