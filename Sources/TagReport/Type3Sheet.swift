// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
internal import TagMemory
internal import TagReading

extension TagSheet {
  init(_ uid: TagUID?, _ image: Type3Image, carriesTransit: Bool) {
    self.init(
      uid: uid, title: image.title, chip: image.chip?.rawValue,
      memory: "blocks of 16 bytes", room: image.room,
      content: image.content, unit: "block", access: image.access,
      accessWords: carriesTransit
        ? "a transit card, to which TagPress never writes" : Self.words(image))
    // What opens a FeliCa chip is a key, as with smart cards.
    if case .passwordToWrite = image.access { accessName = "key-to-write" }
    rows = image.knownBlocks.map { number in
      "\(upperHex(UInt16(clamping: number)))  \(spacedHex(image[number] ?? []))"
    }
    rawMemory = Self.rawBlocks(image.knownBlocks) { image[$0] }
  }

  private static func words(_ image: Type3Image) -> String {
    if image.access == .unknown(), image.attributes != nil {
      words(claimingReadOnly: image.saysReadOnly)
    } else {
      words(image.access, unit: "block")
    }
  }
}
