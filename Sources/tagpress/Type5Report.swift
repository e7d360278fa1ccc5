// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import PCSCReader
internal import Provisioning
internal import StrictJSON
internal import TagMemory
internal import TagReading

/// Everything that reading tells of a Type 5 tag.
struct Type5Report: TagDescription {
  private let uid: TagUID
  private let image: Type5Image
  private let content: TagContent
  /// The records, when there is a message.
  private let message: MessageReading?
  /// How the reader lets us at the tag; nil when it has only one way.
  private let way: VicinityAccess?

  init(_ tag: TagInField, on reader: CountedReader) throws(Type5Error) {
    let type5 = try Type5Tag(tag, on: reader)
    try type5.read()
    try type5.readLocks(Type5LockPlan.blocks(of: type5.image))
    uid = tag.uid
    way = (reader.reader as? PCSCReader)?.vicinityAccess
    image = type5.image
    content = image.content
    message = content.records
  }

  var isSound: Bool { content.isSound }

  private var title: String { image.chip?.title ?? "A Type 5 tag (ISO 15693)" }

  private var forecast: PhoneForecast { PhoneForecast(message?.views() ?? []) }

  func page(raw: Bool) -> String {
    var lines = ["\(title), UID \(uid)", ""]
    lines.append("  memory     \(memoryWords)")
    lines.append("  content    \(contentWords)")
    lines.append("  access     \(accessWords)")
    lines.append("  iPhone     \(forecast.iPhone)")
    lines.append("  Android    \(forecast.android)")
    if let way { lines.append("  reader     reaches it \(way)") }
    if let message { lines += ["", recordTable(message)] }
    if raw { lines += [""] + rows }
    return lines.joined(separator: "\n") + (message != nil && !raw ? "" : "\n")
  }

  private var memoryWords: String {
    let blocks =
      image.isCounted
      ? "\(count(image.blockCount, "block")) of \(count(image.blockSize, "byte"))"
      : "blocks of \(count(image.blockSize, "byte")) (how many is not told)"
    guard let capacity = image.capacity else { return "\(blocks), no room for a message" }
    return "\(blocks), a message may have \(count(capacity, "byte"))"
  }

  /// What is on the tag; a Type 5 tag has blocks.
  private var contentWords: String {
    switch content {
    case .hidden(let block): "not known: block \(block) cannot be read"
    case .damaged(.headerTorn(let block)):
      "a message whose header, in block \(block), was torn while it was written"
    case .damaged(.overruns) where image.blockCount == Type5Image.mostBlocks:
      "a message that goes on behind block \(image.blockCount - 1), where nothing is read"
    default: content.words
    }
  }

  private var accessWords: String {
    switch image.access {
    case .readOnly: "locked for ever"
    case .readOnlyInNameOnly: "says that it is read-only"
    case .partlyReadOnly(let locked): "\(count(locked.count, "block")) locked for ever, others open"
    default:
      image.container == nil || areLocksKnown
        ? "anyone may write it"
        : "says that anyone may write it; which blocks are locked is not told"
    }
  }

  private var areLocksKnown: Bool {
    Type5LockPlan.blocks(of: image).allSatisfy { image.isLocked($0) != nil }
  }

  /// The blocks as far as they were read.
  private var rows: [String] {
    image.knownBlocks.map { number in
      "\(hex([UInt8(clamping: number)]).uppercased())  \(spacedHex(image[number] ?? []))"
    }
  }

  func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .string(uid.description)),
      ("chip", .optional(image.chip?.rawValue)),
      ("title", .string(title)),
      ("capacity", .optional(image.capacity)),
      ("content", .string(content.machineName)),
      ("access", .string(image.access.machineName)),
      ("signature", .null),
      ("genuine", .null),
    ]
    members += messageMembers(content, message, forecast)
    if let way { members.append(("reached", .string(way.machineName))) }
    if raw {
      let blocks = image.knownBlocks.map { number -> JSONValue in
        ["block": .integer(number), "content": .string(hex(image[number] ?? []))]
      }
      members.append(("memory", .array(blocks)))
    }
    return .object(members)
  }
}
