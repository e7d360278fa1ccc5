// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import Plain
internal import StrictJSON
internal import TagDump
internal import TagMemory
internal import TagReading

extension TagSheet {
  /// The sheet of a tag in a dump: what the dump does not have is not known.
  init(_ dump: DumpFile) {
    let memory = dump.memory
    let uid = (dump.uid ?? memory.uid).flatMap(TagUID.init)
    if let whole = memory.whole(uid) {
      self.init(uid, whole)
      if case .vicinity(let dump) = memory, chip == nil {
        // How large its blocks are is not taken from a dump.
        self.memory = count(dump.bytes.count, "byte")
        (rows, rawMemory) = ([], .array([]))
      }
    } else {
      self.init(
        uid: uid, title: memory.title, memory: memory.size, room: .unknown,
        content: TagContent(memory.content), unit: "byte", access: .unknown(),
        accessWords: memory.isWithoutContent
          ? "unknown, because the dump does not say"
          : "unknown, because TagPress does not judge the locks of this kind of tag",
        otherForecast: memory.forecast)
    }
    guard memory.isNotType2 else {
      forgetWhatDumpsLack()
      return
    }
    contentName = memory.content.machineName
    if content.records == nil { contentWords = memory.content.words }
    flawedMessage = memory.content.message.flatMap { try? MessageReading($0, .tolerant) }
  }
}

extension DumpedMemory {
  fileprivate var isNotType2: Bool { if case .type2 = self { false } else { true } }

  fileprivate var isWithoutContent: Bool { if case .selected = self { true } else { false } }

  fileprivate var uid: [UInt8]? {
    switch self {
    case .type1(let dump): dump.uid
    case .type2(let dump): dump.uid
    case .classic(let dump): dump.uid
    case .felica, .vicinity, .type4, .selected: nil
    }
  }

  /// The memory as a reader would have read it; nil where the dump has too little for that.
  fileprivate func whole(_ uid: TagUID?) -> WholeTag? {
    switch self {
    case .type2(let dump):
      return .type2(dump.image, version: dump.version, signature: dump.signature)
    case .felica(let dump): return .type3(dump.image, carriesTransit: false)
    case .vicinity(let dump): return dump.image(uid: uid?.bytes ?? []).map { .type5($0) }
    case .type4(let dump):
      guard let container = try? Type4Container(dump.container) else { return nil }
      var file = Type4File(container, Type4Limits(container, frame: Type4Limits.plainEnd))
      file.append(dump.file)
      return .type4(WholeType4(container: container, file: file))
    case .type1, .classic, .selected: return nil
    }
  }

  fileprivate var title: String {
    switch self {
    case .type1: "A Topaz (Type 1) tag"
    case .classic(let dump): dump.model.map { "MIFARE Classic \($0)" } ?? familyName
    default: "A \(familyName) tag"
    }
  }

  fileprivate var size: String {
    switch self {
    case .type1(let dump): count(dump.bytes.count, "byte")
    case .classic(let dump): count(dump.bytes.count, "byte")
    case .vicinity(let dump): count(dump.bytes.count, "byte")
    case .type2, .felica, .type4, .selected: "not in the dump"
    }
  }

  /// What phones do with tags that only some of them read; nil where the message decides.
  fileprivate var forecast: PhoneForecast? {
    switch self {
    case .type1:
      PhoneForecast(
        iPhone: "does nothing, because it reads no Topaz tags",
        android: "unknown, because few phones read Topaz")
    case .classic:
      PhoneForecast(
        iPhone: "does nothing, because it reads no MIFARE Classic",
        android: "unknown, because only some phones read MIFARE Classic")
    default: nil
    }
  }
}

extension TagContent {
  /// The content of a dump, as reading the tag would have reported it.
  fileprivate init(_ content: DumpedContent) {
    self =
      switch content {
      case .message(let bytes): .message(bytes)
      case .empty, .blank: .empty
      case .unformatted: .unformatted
      case .overruns(let address, let length):
        .damaged(.overruns(address: address, length: length))
      case .hidden(let address): .hidden(page: address)
      case .versionUnsupported(let major, let minor):
        .versionUnsupported(major: major, minor: minor)
      case .writeInterrupted: .damaged(.interrupted)
      case .type2(let content): content
      case .checksumWrong: .foreign
      case .readingRestricted, .noMemory: .hidden(page: 0)
      }
  }
}
