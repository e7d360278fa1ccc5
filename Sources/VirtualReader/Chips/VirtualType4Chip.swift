// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One virtual chip of Tag Type 4: its files, and what is selected in a session.
package final class VirtualType4Chip: TypeAChip, SmartCard {
  package let model: Type4Model
  package let uid: [UInt8]
  /// The content of every file by its identifier, as no reader need be able to see it.
  package private(set) var files: [UInt16: [UInt8]]
  /// What GetFileSettings tells about every file, by its number.
  package internal(set) var settings: [UInt8: [UInt8]]
  /// The keys by their numbers; none of a chip whose keys are not imitated.
  package let keys: [UInt8: [UInt8]]
  /// How many wrong keys it has counted.
  package internal(set) var failedKeys: Int
  var noise: Noise

  // All below is forgotten when a session ends.
  private var hasApplication = false
  private var selected: Type4File?
  /// How many parts of GET_VERSION were given.
  var versionParts: Int?
  var half: HalfAuthentication?
  var channel: SecureChannel?

  /// Makes a chip as it leaves the factory, or nil for a UID that does not have seven bytes.
  package convenience init?(_ model: Type4Model, uid: [UInt8]) {
    guard uid.count == 7 else { return nil }
    var files: [UInt16: [UInt8]] = [:]
    for file in model.files {
      let rest = [UInt8](repeating: 0, count: max(0, file.size - file.content.count))
      files[file.id] = file.content + rest
    }
    self.init(model, uid: uid, files: files)
  }

  /// Makes the chip that a state file describes; what it does not mention is as the factory left it.
  init(
    _ model: Type4Model, uid: [UInt8], files: [UInt16: [UInt8]],
    settings: [UInt8: [UInt8]] = [:], keys: [UInt8: [UInt8]] = [:], failedKeys: Int = 0
  ) {
    self.model = model
    self.uid = uid
    self.files = files
    self.settings = (model.native?.fileSettings ?? [:]).merging(settings) { $1 }
    self.keys = (model.native?.keys ?? [:]).merging(keys) { $1 }
    self.failedKeys = failedKeys
    // Chips of different numbers ask for different things; a run with the same chips is the same.
    noise = Noise(seed: uid.reduce(0) { $0 << 8 | UInt64($1) })
  }

  package var identity: TypeAIdentity {
    TypeAIdentity(uid: uid, atqa: model.atqa, sak: 0x20, ats: model.ats)
  }

  package func fieldLost() { activated() }

  package func activated() {
    hasApplication = false
    selected = nil
    versionParts = nil
    half = nil
    channel = nil
  }

  package func answer(command bytes: [UInt8], tearing tear: Tear?) -> SmartCardReply {
    guard let command = CommandAPDU(bytes) else { return SmartCardReply(.wrongLength) }
    if command.cla == 0x90, let native = model.native {
      return answer(native, command, tearing: tear)
    }
    guard command.cla == 0x00 else { return SmartCardReply(.classUnknown) }
    if versionParts != nil || half != nil {
      versionParts = nil
      half = nil
      return SmartCardReply(.conditionsNotMet)
    }
    guard model.limits.takesExtendedLengths || !command.isExtended else {
      return SmartCardReply(.wrongLength)
    }
    switch command.ins {
    case 0xA4: return select(command)
    case 0xB0: return read(command)
    case 0xD6: return update(command, tearing: tear)
    case 0xB1 where model.limits.takesOffsetObjects: return readObject(command)
    case 0xD7 where model.limits.takesOffsetObjects: return updateObject(command, tearing: tear)
    default: return SmartCardReply(.instructionUnknown)
    }
  }

  /// Whether a session has chosen the NDEF application.
  var isInApplication: Bool { hasApplication }

  /// SELECT by name or by file identifier; what was selected stays so when nothing is found.
  private func select(_ command: CommandAPDU) -> SmartCardReply {
    switch (command.p1, command.p2) {
    case (0x04, 0x00), (0x04, 0x0C):
      guard (1...16).contains(command.data.count) else {
        return SmartCardReply(.lengthContradictsParameters)
      }
      guard command.data == model.application else { return SmartCardReply(.notFound) }
      hasApplication = true
      selected = nil
      return SmartCardReply(.done)
    case (0x00, 0x00),
      (0x00, 0x0C) where model.limits.selectsWithoutAnswer:
      guard command.data.count == 2 else { return SmartCardReply(.lengthContradictsParameters) }
      let id = UInt16(command.data[0]) << 8 | UInt16(command.data[1])
      guard hasApplication, let file = model.files.first(where: { $0.id == id }) else {
        return SmartCardReply(.notFound)
      }
      selected = file
      return SmartCardReply(.done)
    default: return SmartCardReply(.wrongParameters)
    }
  }

  private func read(_ command: CommandAPDU) -> SmartCardReply {
    // Bit 7 of P1 would name a file instead of the selected one.
    guard command.p1 & 0x80 == 0 else { return SmartCardReply(.wrongParameters) }
    guard command.data.isEmpty, let wanted = command.expected else {
      return SmartCardReply(.wrongLength)
    }
    return read(from: command.p1p2, upTo: wanted) { $0 }
  }

  /// READ BINARY with the offset in object 54; the answer is object 53.
  private func readObject(_ command: CommandAPDU) -> SmartCardReply {
    guard command.p1p2 == 0, let offset = Self.offset(in: command.data), command.data.count == 5
    else { return SmartCardReply(.wrongData) }
    guard let wanted = command.expected, wanted > 4 else { return SmartCardReply(.wrongLength) }
    // The object's own head counts as part of what is expected.
    let head = Self.head(of: wanted).count
    return read(from: offset, upTo: wanted - head) { Self.head(of: $0.count) + $0 }
  }

  private func read(
    from offset: Int, upTo most: Int, _ wrap: ([UInt8]) -> [UInt8]
  ) -> SmartCardReply {
    guard let selected, let content = files[selected.id] else {
      return SmartCardReply(.conditionsNotMet)
    }
    guard isOpen(selected.isReadable, rights(of: selected)?.reading(with: nil)) else {
      return SmartCardReply(.accessDenied)
    }
    guard most <= model.limits.read else { return SmartCardReply(.wrongLength) }
    guard offset < content.count else { return SmartCardReply(model.limits.behindEnd) }
    let data = Array(content[offset...].prefix(most))
    return SmartCardReply(data.count < most ? model.limits.shortRead : .done, with: wrap(data))
  }

  private func update(_ command: CommandAPDU, tearing tear: Tear?) -> SmartCardReply {
    guard command.p1 & 0x80 == 0 else { return SmartCardReply(.wrongParameters) }
    return write(command.data, at: command.p1p2, tearing: tear)
  }

  /// UPDATE BINARY with the offset in object 54 and the data in object 53.
  private func updateObject(_ command: CommandAPDU, tearing tear: Tear?) -> SmartCardReply {
    guard command.p1p2 == 0, let offset = Self.offset(in: command.data),
      let data = Self.object53(in: command.data.dropFirst(5))
    else { return SmartCardReply(.wrongData) }
    return write(data, at: offset, tearing: tear)
  }

  private func write(_ data: [UInt8], at offset: Int, tearing tear: Tear?) -> SmartCardReply {
    guard let selected, let content = files[selected.id] else {
      return SmartCardReply(.conditionsNotMet)
    }
    guard isOpen(selected.isWritable, rights(of: selected)?.writing(with: nil)) else {
      return SmartCardReply(.accessDenied)
    }
    guard !data.isEmpty, data.count <= model.limits.write else {
      return SmartCardReply(.wrongLength)
    }
    guard offset < content.count else { return SmartCardReply(model.limits.behindEnd) }
    guard data.count <= content.count - offset else {
      return SmartCardReply(model.limits.tooMuchToWrite)
    }
    let pages = program(selected.id, data, at: offset, tearing: tear)
    var reply = SmartCardReply(.done)
    reply.programmedPages = pages
    reply.waitingTimeExtensions = model.waitingTimeExtensions
    return reply
  }

  /// Whether a plain command of ISO may do this; never in a session of a key (10.9.2).
  private func isOpen(_ factory: Bool, _ verdict: FileRights.Verdict?) -> Bool {
    guard let verdict else { return factory }
    return channel == nil && verdict == .granted(byKey: false)
  }

  /// nil for a file of a chip whose settings are not imitated.
  private func rights(of file: Type4File) -> FileRights? {
    let number = model.native?.fileIDs.first { $0.value == file.id }?.key
    return number.flatMap { settings[$0] }.map(FileRights.init)
  }

  /// Writes bytes that are known to fit, and tells how many pages that took.
  func program(
    _ file: UInt16, _ data: [UInt8], at offset: Int, tearing tear: Tear?
  ) -> Int {
    guard let content = files[file] else { return 0 }
    let range = offset..<offset + data.count
    let old = Array(content[range])
    let new =
      data.count <= model.wholeWrite
      ? PageMemory.torn(old, into: data, by: tear, tearProof: true)
      : TornWrite.result(old, into: data, at: offset, pageSize: model.pageSize, by: tear)
    files[file]?.replaceSubrange(range, with: new)
    return TornWrite.pageCount(of: data.count, at: offset, pageSize: model.pageSize)
  }
}
