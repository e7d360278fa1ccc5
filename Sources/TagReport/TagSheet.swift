// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import Plain
package import StrictJSON
internal import TagKeys
internal import TagMemory
package import TagReading

/// What is known about one tag, on one sheet for every type.
///
/// It has the lines for people and the members for programs. It makes no difference whether the data
/// came from a reader or from a dump.
package struct TagSheet: TagDescription {
  package let uid: TagUID?
  let title: String
  /// What the sheet was made of; nil where a dump has too little for that.
  package var whole: WholeTag?
  /// The name in job manifests; nil for an unknown chip.
  var chip: String?
  /// The answer to GET_VERSION, for types that have that command.
  var version: Asked<[UInt8]> = .never
  var pages: Int?
  /// How the memory is divided, and what it is called.
  var memory: String
  var format: String?
  var room: MessageRoom
  var content: TagContent
  /// What a part of the memory is called where a message is damaged or hidden.
  var unit = "page"
  /// What to say about the content where its own words and name do not fit.
  var contentWords: String?
  var contentName: String?
  /// The records of a message that has flaws.
  var flawedMessage: MessageReading?
  var access: TagAccess
  var accessWords: String
  /// The name for programs, where it is not that of the access.
  var accessName: String?
  var signature: Asked<[UInt8]> = .answer(nil)
  var verdict: SignatureVerdict?
  var signatureWords: String?
  /// Whether phones need a password before they see the message; nil where that is not known.
  var isClosedToPhones: Bool? = false
  /// What phones do with a tag that not all of them read, whatever is on it.
  var otherForecast: PhoneForecast?
  /// How the reader gives access to the tag; nil when it has only one way.
  package var way: (words: String, machineName: String)?
  var findings: [Finding]?
  /// The memory as far as it was read.
  var rows: [String] = []
  var rawMemory: JSONValue = .array([])
  /// The transit card that the chip also carries.
  package var transit: TransitReport?

  /// What not every tag can be asked.
  enum Asked<Answer> {
    case never
    case answer(Answer?)
  }

  /// The records, when there is a message.
  var message: MessageReading? { content.records ?? flawedMessage }

  package var isSound: Bool { content.isSound }

  private var forecast: PhoneForecast {
    otherForecast ?? PhoneForecast(content, message, isClosedToPhones: isClosedToPhones)
  }

  package func page(raw: Bool) -> String {
    let isRandom = uid?.isRandom == true
    let random = isRandom ? " (random: the tag has another one each time)" : ""
    var lines = ["\(title), UID \(uid?.description ?? "unknown")\(random)", ""]
    func add(_ name: String, _ words: String?) {
      guard let words else { return }
      let gap = String(repeating: " ", count: 11 - name.count)
      lines.append("  \(name)\(gap)\(words)")
    }
    add("memory", "\(memory), \(roomWords)")
    add("format", format)
    add("content", contentWords ?? content.words(unit: unit))
    add("access", accessWords)
    add("signature", signatureWords)
    add("iPhone", forecast.iPhone)
    add("Android", forecast.android)
    add("reader", way.map { "reaches it \($0.words)" })
    for finding in findings ?? [] { lines.append("  ! \(visible(finding.words))") }
    if let message { lines += ["", recordTable(message)] }
    if raw { lines += [""] + rows }
    let page = lines.joined(separator: "\n") + (message != nil && !raw ? "" : "\n")
    return page + (transit.map { "\n\($0.page(raw: raw))" } ?? "")
  }

  private var roomWords: String {
    switch room {
    case .bytes(let count): "room for a message of \(Plain.count(count, "byte"))"
    case .none: "no message can be written"
    case .unknown: "unknown room for a message"
    }
  }

  package func json(raw: Bool) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("uid", .optional(uid?.description)), ("chip", .optional(chip)), ("title", .string(title)),
    ]
    if uid?.isRandom == true { members.append(("randomUID", true)) }
    if case .answer(let version) = version {
      members.append(("version", .optional(version.map { hex($0) })))
    }
    if let pages { members.append(("pages", .integer(pages))) }
    members += [
      ("capacity", roomJSON),
      ("content", .string(contentName ?? content.machineName)),
      ("access", .string(accessName ?? access.machineName)),
      ("signature", signatureJSON),
      ("genuine", genuineJSON(verdict)),
    ]
    if let findings {
      members.append(
        (
          "findings",
          .array(
            findings.map { ["name": .string($0.machineName), "words": .string($0.words)] })
        ))
    }
    members += messageMembers(content, message, forecast)
    if let way { members.append(("reached", .string(way.machineName))) }
    if raw { members.append(("memory", rawMemory)) }
    if let transit { members.append(("transit", transit.json(raw: raw))) }
    return .object(members)
  }

  private var signatureJSON: JSONValue {
    switch signature {
    case .never: "unknown"
    case .answer(let signature): .optional(signature.map { hex($0) })
    }
  }

  private var roomJSON: JSONValue {
    switch room {
    case .bytes(let count): .integer(count)
    case .none: .null
    case .unknown: "unknown"
    }
  }
}

extension TagSheet {
  package init(_ uid: TagUID?, _ tag: WholeTag) {
    switch tag {
    case .type2(let image, let version, let signature):
      self.init(uid, image, version, signature)
    case .type3(let image, let carriesTransit):
      self.init(uid, image, carriesTransit: carriesTransit)
    case .type4(let tag): self.init(uid, tag)
    case .type5(let image): self.init(uid, image)
    }
    whole = tag
  }

  /// Who can change the tag, where its type has no words of its own for that.
  static func words(_ access: TagAccess, unit: String) -> String {
    switch access {
    case .open: "anyone can write to it"
    case .readOnly: "permanently locked"
    case .partlyReadOnly(let locked): "\(count(locked.count, unit)) permanently locked, others open"
    case .readOnlyInNameOnly: "says that it is read-only, but anyone can write to it"
    case .passwordToWrite, .passwordToRead: "a key is needed to write to it"
    case .unknown(let place?): "unknown, because \(unit) \(place) cannot be read"
    case .unknown(nil): "unknown"
    }
  }

  /// The same for a tag that says whether it is read-only, but not which of its blocks are locked.
  static func words(claimingReadOnly isReadOnly: Bool) -> String {
    "says that \(isReadOnly ? "it is read-only" : "anyone can write to it"), "
      + "but not which blocks are locked"
  }

  /// The blocks of a memory as far as they were read, for programs.
  static func rawBlocks(_ numbers: [Int], _ content: (Int) -> [UInt8]?) -> JSONValue {
    .array(numbers.map { ["block": .integer($0), "content": .string(hex(content($0) ?? []))] })
  }

  /// What the maker's signature says about a UID; nil while one of them is unknown.
  static func verdict(
    _ signature: [UInt8]?, _ uid: TagUID?, by chip: SignedChip?
  ) -> SignatureVerdict? {
    guard let signature, let uid else { return nil }
    return SignatureChecker().verdict(signature: signature, uid: uid.bytes, chip: chip)
  }
}
