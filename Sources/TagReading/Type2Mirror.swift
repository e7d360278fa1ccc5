// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagMemory

extension Type2Tag {
  /// Lets the chip show its UID or its counter in place of the filler of a message on the tag.
  ///
  /// The message must be on the tag already. The registers take effect at the next activation, so
  /// the text is proven after the power was off and on.
  /// - Returns: the message as readers see it now.
  @discardableResult
  package func showMirror(
    _ fields: MirrorFields, in message: [UInt8]
  ) throws(Type2Error) -> [UInt8] {
    try read(.writing(messageSize: message.count))
    try read(.settings)
    let plan = try planning { () throws(TagMemoryError) in
      try MirrorPlan(
        showing: fields, in: message, at: try MessagePlace(on: image, evenIfClosed: true),
        on: image,
        authenticated: isAuthenticated)
    }
    try write(plan.writes)
    try verifySettings()
    try restartAuthenticated()
    return try verifyMirror(fields, of: message)
  }

  /// Switches a mirror off, so that the tag shows what is stored; nothing when there is none.
  package func switchMirrorOff() throws(Type2Error) {
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

  private func restartAuthenticated() throws(Type2Error) {
    let secret = accepted
    try restart()
    if let secret { try prove(secret, isKnown: true) }
  }

  /// Reads the message and compares it with what the chip must show in it.
  private func verifyMirror(
    _ fields: MirrorFields, of message: [UInt8]
  ) throws(Type2Error) -> [UInt8] {
    image = imageOfUIDOnly
    try read(.writing(messageSize: message.count))
    guard let container = image.container,
      let shown = TLVArea(of: image, container: container).messageBytes(in: image)
    else { throw .pageHidden(page: CapabilityContainer.pageNumber) }
    let counter = fields.content == .uid ? 0 : try readCounter() ?? 0
    // The chip counts at the first read of a presentation, so the text may be one behind.
    let right = [counter, counter &- 1].map {
      fields.message(message, showing: tag.uid.bytes, counter: $0 & 0xFF_FFFF)
    }
    guard right.contains(shown) else { throw .mirrorDiffers }
    return shown
  }
}
