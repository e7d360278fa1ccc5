// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import TagMemory
internal import TagReading

extension TagSheet {
  init(_ uid: TagUID?, _ image: Type5Image) {
    let size = count(image.blockSize, "byte")
    self.init(
      uid: uid, title: image.title, chip: image.chip?.rawValue,
      memory: image.isCounted
        ? "\(count(image.blockCount, "block")) of \(size)"
        : "blocks of \(size) (the tag does not say how many)",
      room: image.room, content: image.content, unit: "block", access: image.access,
      accessWords: Self.words(image))
    if case .damaged(.overruns) = image.content, image.blockCount == Type5Image.mostBlocks {
      contentWords =
        "a message that continues after block \(image.blockCount - 1), where nothing is read"
    }
    rows = image.knownBlocks.map { number in
      "\(upperHex([UInt8(clamping: number)]))  \(spacedHex(image[number] ?? []))"
    }
    rawMemory = Self.rawBlocks(image.knownBlocks) { image[$0] }
  }

  private static func words(_ image: Type5Image) -> String {
    guard image.access == .unknown() else { return words(image.access, unit: "block") }
    return image.container == nil
      ? "unknown, because the tag does not say which blocks are locked"
      : words(claimingReadOnly: image.saysReadOnly)
  }
}
