// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

extension TagSheet {
  init(_ uid: TagUID?, _ tag: WholeType4) {
    let container = tag.container
    let verdict = Self.verdict(
      tag.signature, uid, by: tag.chip == .ntag424 ? .ntag424DNA : nil)
    let title = tag.chip == .ntag424 ? "NTAG 424 DNA" : tag.version?.title ?? "A Type 4 tag"
    self.init(
      uid: uid, title: title, chip: tag.chip?.name, version: .answer(tag.version?.bytes),
      memory: "a file of \(count(container.fileSize, "byte"))",
      format: """
        version \(container.majorVersion).\(container.minorVersion), \
        \(container.readMax) bytes read and \(container.writeMax) written at once
        """,
      room: .bytes(tag.file.capacity), content: tag.content, unit: "byte", access: tag.access,
      accessWords: Self.words(tag), accessName: Self.name(tag), signature: .answer(tag.signature),
      verdict: verdict)
    if tag.chip?.isSigned == true { signatureWords = verdict?.description ?? "none is shown" }
    let bytes = tag.file.bytes
    rows = stride(from: 0, to: bytes.count, by: 16).map { start in
      let row = spacedHex(bytes[start...].prefix(16))
      return "\(upperHex(UInt16(truncatingIfNeeded: start)))  \(row)"
    }
    rawMemory = .array([.string(hex(bytes))])
  }

  private static func words(_ tag: WholeType4) -> String {
    guard tag.container.majorVersion > 1 else { return "an old format that is no longer written" }
    guard let settings = tag.settings else {
      return tag.saysReadOnly ? "says that it is read-only" : "says that anyone can write to it"
    }
    let words =
      switch settings.writer {
      case .anyone:
        tag.saysReadOnly
          ? "says that it is read-only, but anyone can write to it" : "anyone can write to it"
      case .nobody: lockWords(tag, settings)
      case .key(let key): "key \(key) is needed to write to it"
      }
    return words + (settings.isDynamic ? ", and the chip puts a code of its own into the link" : "")
  }

  /// Whether the rights can change again.
  private static func lockWords(_ tag: WholeType4, _ settings: NTAG424Settings) -> String {
    guard settings.isClosedForEver else {
      return "no one can write to it until its settings are changed"
    }
    guard tag.containerSettings?.isClosedForEver == true else {
      return "no one can write the message, but the factory's key can still lead phones to another "
        + "file; lock it again to complete the lock"
    }
    return tag.saysReadOnly
      ? "permanently locked" : "permanently locked (lock it again to complete the lock)"
  }

  private static func name(_ tag: WholeType4) -> String? {
    guard tag.container.majorVersion > 1 else { return "read-only" }
    if case .passwordToWrite = tag.access { return "key-to-write" }
    return nil
  }
}
