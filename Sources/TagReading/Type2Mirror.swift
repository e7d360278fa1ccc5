// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

/// The result of writing a message with a mirror.
package struct MirroredOutcome: Hashable, Sendable {
  /// Counts message and registers together.
  package let outcome: MessageOutcome
  /// The message as readers see it.
  package let shown: [UInt8]
}

extension Type2Tag {
  /// Writes a message with its filler and lets the chip show its text there; nothing is written if
  /// readers see exactly that already.
  package func put(
    _ message: [UInt8], showing fields: MirrorFields, _ permissions: WritePermissions = []
  ) throws(TagError) -> MirroredOutcome {
    if let shown = try mirrorShown(fields, in: message) {
      return MirroredOutcome(outcome: .alreadyThere, shown: shown)
    }
    let writtenBefore = pagesWritten
    _ = try put(message, permissions)
    let shown = try showMirror(fields, in: message)
    return MirroredOutcome(outcome: outcome(since: writtenBefore), shown: shown)
  }

  /// Lets the chip show its UID or its counter in place of the filler of a message on the tag.
  ///
  /// The message must be on the tag already. The registers take effect at the next activation, so
  /// the text is verified after the power was off and on. Nothing is written if it is shown already.
  /// - Returns: the message as readers see it now.
  @discardableResult
  package func showMirror(
    _ fields: MirrorFields, in message: [UInt8]
  ) throws(TagError) -> [UInt8] {
    if let shown = try mirrorShown(fields, in: message) { return shown }
    let plan = try planMirror(fields, in: message)
    try write(plan.writes)
    try verifySettings()
    try restartAuthenticated()
    return try verifyMirror(fields, of: message)
  }

  /// The message as readers see it, if the chip shows these fields in it already.
  package func mirrorShown(
    _ fields: MirrorFields, in message: [UInt8]
  ) throws(TagError) -> [UInt8]? {
    try read(.writing(messageSize: message.count))
    try read(.settings)
    guard image.mirror != nil, try planMirror(fields, in: message).writes.isEmpty else {
      return nil
    }
    do throws(TagError) {
      return try verifyMirror(fields, of: message)
    } catch {
      switch error {
      case .mirrorDiffers, .hidden: return nil
      default: throw error
      }
    }
  }

  private func planMirror(
    _ fields: MirrorFields, in message: [UInt8]
  ) throws(TagError) -> MirrorPlan {
    try read(.writing(messageSize: message.count))
    try read(.settings)
    return try planning { () throws(TagMemoryError) in
      try MirrorPlan(
        showing: fields, in: message, at: try MessagePlace(on: image, evenIfClosed: true),
        on: image, authenticated: isAuthenticated)
    }
  }

  /// Switches a mirror off, so that the tag shows what is stored; does nothing without one.
  package func switchMirrorOff() throws(TagError) {
    try read(.settings)
    guard image.mirror != nil else { return }
    let plan = try planning { () throws(TagMemoryError) in
      try MirrorPlan(switchingOff: image, authenticated: isAuthenticated)
    }
    try write(plan.writes)
    try verifySettings()
    try restartAuthenticated()
    // What was read before showed the mirror.
    image = imageOfUIDOnly
  }

  func restartAuthenticated() throws(TagError) {
    let secret = accepted
    try restart()
    if let secret { try prove(secret, isKnown: true) }
  }

  /// Reads the message and compares it with what the chip must show in it, and all that was read with
  /// it with what the tag stores.
  private func verifyMirror(
    _ fields: MirrorFields, of message: [UInt8]
  ) throws(TagError) -> [UInt8] {
    let stored = image
    image = imageOfUIDOnly
    do throws(TagError) {
      let shown = try readMirror(fields, of: message)
      guard stored.isConfirmed(by: image) else { throw .mirrorDiffers }
      return shown
    } catch {
      // Bytes that a tag accepted before it left are still known.
      if error.passing != nil { image = stored }
      throw error
    }
  }

  private func readMirror(
    _ fields: MirrorFields, of message: [UInt8]
  ) throws(TagError) -> [UInt8] {
    try read(.writing(messageSize: message.count))
    guard let container = image.container,
      let shown = TLVArea(of: image, container: container).messageBytes(in: image)
    else { throw .hidden(.page(CapabilityContainer.pageNumber), nil) }
    let counter = fields.content == .uid ? 0 : try readCounter() ?? 0
    // The chip counts at the first read of a presentation, so the text may be one behind.
    let right = [counter, counter &- 1].map {
      fields.message(message, showing: tag.uid.bytes, counter: $0 & 0xFF_FFFF)
    }
    guard right.contains(shown) else { throw .mirrorDiffers }
    return shown
  }
}
