// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import TagMemory
internal import TagReading

/// Everything that reading tells of a Type 3 tag.
struct Type3Report: TagDescription {
  private let uid: TagUID
  private let image: Type3Image
  private let content: TagContent
  /// The records, when there is a message.
  private let message: MessageReading?
  /// The transit card that the chip carries besides.
  private let transit: TransitReport?

  init(_ tag: TagInField, on reader: any TagReader) throws(Type3Error) {
    let type3 = try Type3Tag(tag, on: reader)
    try type3.read()
    try type3.readConfiguration()
    uid = tag.uid
    image = type3.image
    content = image.content
    message = content.records
    transit = try type3.isTransitCard() ? TransitReport(tag, on: reader) : nil
  }

  var isSound: Bool { content.isSound }

  private var title: String { image.chip?.title ?? "A Type 3 tag (FeliCa)" }

  private var forecast: PhoneForecast { PhoneForecast(message?.views() ?? []) }

  func page(raw: Bool) -> String {
    var lines = ["\(title), UID \(uid)", ""]
    lines.append("  memory     \(memoryWords)")
    lines.append("  content    \(contentWords)")
    lines.append("  access     \(accessWords)")
    lines.append("  iPhone     \(forecast.iPhone)")
    lines.append("  Android    \(forecast.android)")
    if let message { lines += ["", recordTable(message)] }
    if raw { lines += [""] + rows }
    let page = lines.joined(separator: "\n") + (message != nil && !raw ? "" : "\n")
    return page + (transit.map { "\n\($0.page(raw: raw))" } ?? "")
  }

  private var memoryWords: String {
    guard let capacity = image.capacity else { return "not known, so no message can be written" }
    return "blocks of 16 bytes, a message may have \(count(capacity, "byte"))"
  }

  /// What is on the tag; a Type 3 tag has blocks and keys.
  private var contentWords: String {
    switch content {
    case .hidden(let block): "not known: block \(block) cannot be read without a key"
    case .damaged(.headerTorn(let block)):
      "a message whose header, in block \(block), was torn while it was written"
    default: content.words
    }
  }

  private var accessWords: String {
    if transit != nil { return "a transit card, to which TagPress never writes" }
    return switch image.access {
    case .readOnly: "locked for ever"
    case .readOnlyInNameOnly: "says that it is read-only"
    case .partlyReadOnly(let locked): "\(count(locked.count, "block")) locked for ever, others open"
    case .passwordToWrite: "a key is needed to write it"
    default: "anyone may write it"
    }
  }

  /// What opens a FeliCa chip is a key, as with smart cards.
  private var accessName: String {
    if case .passwordToWrite = image.access { return "key-to-write" }
    return image.access.machineName
  }

  /// The blocks as far as they were read.
  private var rows: [String] {
    image.knownBlocks.map { number in
      "\(hex(code: UInt16(clamping: number)))  \(spacedHex(image[number] ?? []))"
    }
  }

  func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .string(uid.description)),
      ("chip", .optional(image.chip?.rawValue)),
      ("title", .string(title)),
      ("capacity", .optional(image.capacity)),
      ("content", .string(content.machineName)),
      ("access", .string(accessName)),
      ("signature", .null),
      ("genuine", .null),
    ]
    members += messageMembers(content, message, forecast)
    if raw {
      let blocks = image.knownBlocks.map { number -> JSONValue in
        ["block": .integer(number), "content": .string(hex(image[number] ?? []))]
      }
      members.append(("memory", .array(blocks)))
    }
    if let transit { members.append(("transit", transit.json(raw: raw))) }
    return .object(members)
  }
}
