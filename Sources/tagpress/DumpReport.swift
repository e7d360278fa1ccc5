// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import TagDump
internal import TagReading

/// What a dump file of another tool tells of its tag.
struct DumpReport {
  let name: String
  let dump: DumpFile
  /// The whole report of a Type 2 tag; other families are described by their message alone.
  let type2: TagReport?
  let message: MessageReading?

  init(_ bytes: [UInt8], name: String) throws(DumpError) {
    self.name = name
    dump = try DumpFile(reading: bytes, name: name)
    if case .type2(let type2) = dump.memory {
      self.type2 = TagReport(
        uid: (dump.uid ?? type2.uid).flatMap(TagUID.init), image: type2.image,
        version: type2.version, signature: type2.signature)
    } else {
      type2 = nil
    }
    message = dump.memory.content.message.flatMap { try? MessageReading($0, .tolerant) }
  }

  /// Whether there is nothing wrong with what is on the tag.
  var isSound: Bool {
    if let type2 { return type2.isSound }
    switch dump.memory.content {
    case .message: return message != nil
    case .empty, .blank, .unformatted: return true
    default: return false
    }
  }

  func page(raw: Bool) -> String {
    var lines = ["\(visible(name)), \(dump.format.name)"]
    lines += dump.findings.map { "! \(visible($0.words))" }
    if let type2 { return lines.joined(separator: "\n") + "\n" + type2.page(raw: raw) }
    lines.append("\(dump.memory.familyName), UID \(uid)")
    lines.append("")
    if let message {
      lines.append(recordTable(message))
    } else {
      lines.append("  content    \(visible(dump.memory.content.words ?? "a message"))")
    }
    return lines.joined(separator: "\n") + (message == nil ? "\n" : "")
  }

  func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("file", .string(name)), ("format", .string(dump.format.name)),
      ("family", .string(dump.memory.familyName)),
      ("remarks", .array(dump.findings.map { .string($0.words) })),
    ]
    if let type2, case .object(let more) = type2.json(raw: raw) { return .object(members + more) }
    members.append(("uid", .optional(dump.uid.flatMap(TagUID.init)?.description)))
    members.append(("content", .string(dump.memory.content.machineName)))
    if let bytes = dump.memory.content.message { members.append(("message", .string(hex(bytes)))) }
    return .object(members + (message.map(recordMembers) ?? []))
  }

  private var uid: String {
    dump.uid.flatMap(TagUID.init)?.description ?? "not known"
  }
}
