// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Everything that reading tells of a Type 4 tag.
struct Type4Report: TagDescription {
  private let uid: TagUID
  private let chip: TagChip?
  private let version: CardVersion?
  private let container: Type4Container
  private let file: Type4File
  private let settings: NTAG424Settings?
  private let containerSettings: NTAG424Settings?
  private let signature: [UInt8]?
  private let verdict: SignatureVerdict?
  private let content: TagContent
  /// The records, when there is a message.
  private let message: MessageReading?

  init(_ tag: TagInField, on reader: any TagReader) throws(Type4Error) {
    let type4 = try Type4Tag(tag, on: reader)
    try type4.readMessage()
    uid = tag.uid
    chip = type4.chip
    container = type4.container
    file = type4.file
    // Only the chips that are known by name speak the language in which more can be asked.
    version = chip == nil ? nil : try type4.readVersion()
    settings = try type4.readSettings()
    containerSettings = try type4.readSettings(of: .container)
    let signature = try type4.readSignature()
    self.signature = signature
    verdict = signature.map {
      SignatureChecker().verdict(
        signature: $0, uid: tag.uid.bytes, chip: type4.chip == .ntag424 ? .ntag424DNA : nil)
    }
    let content = file.content ?? .hidden(page: 0)
    self.content = content
    message = content.records
  }

  var isSound: Bool { content.isSound }

  private var title: String {
    if chip == .ntag424 { return "NTAG 424 DNA" }
    return version?.title ?? "A Type 4 tag"
  }

  private var forecast: PhoneForecast { PhoneForecast(message?.views() ?? []) }

  func page(raw: Bool) -> String {
    var lines = ["\(title), UID \(uid)", ""]
    lines.append(
      "  memory     a file of \(count(container.fileSize, "byte")), a message may have "
        + count(file.capacity, "byte"))
    lines.append(
      "  format     version \(container.majorVersion).\(container.minorVersion), "
        + "\(container.readMax) bytes read and \(container.writeMax) written at once")
    lines.append("  content    \(content.words)")
    lines.append("  access     \(accessWords)")
    if chip?.isSigned == true {
      lines.append("  signature  \(verdict?.description ?? "none is shown")")
    }
    lines.append("  iPhone     \(forecast.iPhone)")
    lines.append("  Android    \(forecast.android)")
    if let message { lines += ["", recordTable(message)] }
    if raw { lines += [""] + rows }
    return lines.joined(separator: "\n") + (message != nil && !raw ? "" : "\n")
  }

  private var accessWords: String {
    guard container.majorVersion > 1 else { return "a format that is not written any more" }
    let saysReadOnly = container.writeAccess != 0
    guard let settings else {
      return saysReadOnly ? "says that it is read-only" : "says that anyone may write it"
    }
    let words =
      switch settings.writer {
      case .anyone:
        saysReadOnly ? "says that it is read-only, but anyone may write it" : "anyone may write it"
      case .nobody: lockWords(settings, saysReadOnly: saysReadOnly)
      case .key(let key): "key \(key) is needed to write it"
      }
    return words + (settings.isDynamic ? "; the chip puts a code of its own into the link" : "")
  }

  /// How finally nobody may write it.
  private func lockWords(_ settings: NTAG424Settings, saysReadOnly: Bool) -> String {
    guard settings.isClosedForEver else { return "nobody may write it, until that is changed" }
    let isWhole = saysReadOnly && containerSettings?.isClosedForEver == true
    return isWhole ? "locked for ever" : "locked for ever; lock it once more to complete it"
  }

  private var accessName: String {
    guard container.majorVersion > 1, container.writeAccess == 0 else { return "read-only" }
    switch settings?.writer {
    case nil, .anyone: return "open"
    case .nobody: return "read-only"
    case .key: return "key-to-write"
    }
  }

  /// The file as far as it was read, 16 bytes a line.
  private var rows: [String] {
    stride(from: 0, to: file.bytes.count, by: 16).map { start in
      let row = spacedHex(file.bytes[start...].prefix(16))
      return "\(hex(code: UInt16(truncatingIfNeeded: start)))  \(row)"
    }
  }

  func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .string(uid.description)),
      ("chip", .optional(chip?.name)),
      ("title", .string(title)),
      ("version", .optional(version.map { hex($0.bytes) })),
      ("capacity", .integer(file.capacity)),
      ("content", .string(content.machineName)),
      ("access", .string(accessName)),
      ("signature", .optional(signature.map { hex($0) })),
      ("genuine", genuineJSON(verdict)),
    ]
    members += messageMembers(content, message, forecast)
    if raw { members.append(("memory", .array([.string(hex(file.bytes))]))) }
    return .object(members)
  }
}
