// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import NDEF
internal import Plain

/// Where the text that the chip puts in is to appear, counted in the encoded message.
package struct MirrorFields: Hashable, Sendable {
  package let content: MirrorSetting.Content
  /// The first byte of the filler in the message.
  package let offset: Int

  init(content: MirrorSetting.Content, offset: Int) {
    self.content = content
    self.offset = offset
  }

  package init(uidAt offset: Int) {
    content = .uid
    self.offset = offset
  }

  package init(counterAt offset: Int) {
    content = .counter
    self.offset = offset
  }

  /// Both fields: the chip can only show them side by side, with an `x` between.
  package init(uidAt uid: Int, counterAt counter: Int) throws(TagMemoryError) {
    guard counter == uid + MirrorSetting.Content.uid.length + 1 else {
      throw .mirrorFieldsApart(uid: uid, counter: counter)
    }
    content = .uidAndCounter
    offset = uid
  }

  /// The fields of a message with these texts; nil without any.
  package init?(_ texts: [ChipText]) throws(TagMemoryError) {
    let uid = texts.first { $0.kind == .uid }?.offset
    let counter = texts.first { $0.kind == .counter }?.offset
    switch (uid, counter) {
    case (let uid?, let counter?): try self.init(uidAt: uid, counterAt: counter)
    case (let uid?, nil): self.init(uidAt: uid)
    case (nil, let counter?): self.init(counterAt: counter)
    case (nil, nil): return nil
    }
  }

  /// Whether the message has that where the chip will show its own text.
  package func areFilled(in message: [UInt8]) -> Bool {
    let end = offset + content.length
    return offset >= 0 && end <= message.count && Array(message[offset..<end]) == filler
  }

  /// What must be in the message where the mirror will be: zeros, and the `x` if there is one.
  package var filler: [UInt8] {
    var filler = [UInt8](repeating: 0x30, count: content.length)
    if content == .uidAndCounter { filler[MirrorSetting.Content.uid.length] = Self.separator }
    return filler
  }

  private static let separator: UInt8 = 0x78  // "x"

  /// The message as a reader sees it while the mirror is on: what verifying compares with.
  ///
  /// Only the six digits of a counter are known, so it must be given as it was read.
  package func message(_ message: [UInt8], showing uid: [UInt8], counter: UInt32) -> [UInt8] {
    let uidText = uid.flatMap { upperHex($0).utf8 }
    let counterText = [counter >> 16, counter >> 8, counter].flatMap {
      upperHex(UInt8(truncatingIfNeeded: $0)).utf8
    }
    let text: [UInt8] =
      switch content {
      case .uid: uidText
      case .counter: counterText
      case .uidAndCounter: uidText + [Self.separator] + counterText
      }
    guard offset >= 0, offset + content.length <= message.count, text.count == content.length
    else { return message }
    return Array(message[..<offset]) + text + Array(message[(offset + text.count)...])
  }
}

extension ConfigurationPages {
  fileprivate func showing(_ setting: MirrorSetting?) -> ConfigurationPages {
    var new = self
    if mirror != setting { new.mirror = setting }
    if let setting, setting.content != .uid { new.countsTaps = true }
    return new
  }
}

/// The writes that switch the mirror on or off, to be sent after the message was verified.
///
/// The chip takes the registers at its next activation.
package struct MirrorPlan: Hashable, Sendable {
  package let writes: [PageWrite]
  package let result: Type2Image
  package let setting: MirrorSetting?

  /// Switches the mirror on over the filler of a message that `plan` put on the tag.
  package init(
    showing fields: MirrorFields, in message: [UInt8], at place: MessagePlace,
    on image: Type2Image, authenticated: Bool = false
  ) throws(TagMemoryError) {
    guard fields.areFilled(in: message) else {
      throw .mirrorFillerMissing(offset: fields.offset)
    }
    let address = try Self.address(of: fields, in: message, at: place)
    if let chip = image.chip {
      let latest = Self.endMax(chip) - fields.content.length
      guard address <= latest else { throw .mirrorTooLate(address: address, latest: latest) }
    }
    try self.init(
      MirrorSetting(content: fields.content, address: address), on: image, authenticated)
  }

  /// The last address after a mirror's text.
  ///
  /// The data sheet's last start leaves one byte free after the text. A mirror that does not end in
  /// time is switched off silently.
  static func endMax(_ chip: Chip) -> Int { chip.layout.userBytes.upperBound - 1 }

  /// Switches the mirror off, so that the tag shows what is stored.
  package init(
    switchingOff image: Type2Image, authenticated: Bool = false
  ) throws(TagMemoryError) {
    try self.init(nil, on: image, authenticated)
  }

  private init(
    _ setting: MirrorSetting?, on image: Type2Image, _ authenticated: Bool
  ) throws(TagMemoryError) {
    guard let chip = image.chip else { throw .chipUnknown }
    guard chip.layout.features.contains(.mirror), let page = chip.layout.configurationPage else {
      throw .mirrorUnsupported(chip)
    }
    let old = try image.knownConfiguration(at: page)
    var new = old.showing(setting)
    if new != old { new = old.repaired(on: chip).showing(setting) }
    if let setting, setting.content != .uid, new.counterNeedsPassword { throw .counterHidden }
    // What is frozen as it is wanted needs no write.
    if new != old, old.isFrozen { throw .configurationFrozen }
    var writes: [PageWrite] = []
    if new.second != old.second {
      writes.append(PageWrite(page + 1, old: old.second, new: new.second, .access))
    }
    if new.first != old.first {
      writes.append(PageWrite(page, old: old.first, new: new.first, .mirror))
    }
    self.setting = setting
    self.writes = writes
    result = image.applying(writes)
    try image.refuseUnwritable(writes, authenticated: authenticated)
  }

  /// The address of the first filler byte, if the whole filler is side by side in the memory.
  private static func address(
    of fields: MirrorFields, in message: [UInt8], at place: MessagePlace
  ) throws(TagMemoryError) -> Int {
    var cursor = place.address
    var start = 0
    let first = TLV.headerSize(forLength: message.count) + fields.offset
    for index in 0..<first + fields.content.length {
      guard let at = place.free.first(from: cursor) else {
        throw .messageTooLarge(size: message.count, capacity: place.capacity)
      }
      if index == first { start = at }
      if index > first && at != cursor { throw .mirrorInterrupted(address: cursor) }
      cursor = at + 1
    }
    return start
  }
}
