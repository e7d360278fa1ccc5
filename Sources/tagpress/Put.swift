// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import NDEF
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import WebLink

/// `tagpress put`: one link onto the tag on the reader, verified.
struct Put: Command {
  var link = ""
  var reader: String?
  var key: String?
  var protect: String?
  var protectReading = false
  var freeze = false
  var lock = false
  var yes = false
  var format = false
  var overwrite = false
  var plan = false
  var json = false

  static let table = CommandTable<Put>(
    name: ["put"],
    summary: "Write one link onto the tag on the reader and read it back",
    discussion: """
      Writes only the pages that differ, in an order by which a torn write is never another link, \
      and says OK only after every byte was read back. {mirror.uid} and {mirror.counter} in the \
      link become the tag's own UID and tap counter, shown by the chip.
      """,
    examples: [
      "tagpress put https://go.example.com/s/1":
        "Writes the link; nothing when it is there already.",
      "tagpress put --protect spring.keys https://go.example.com/s/1":
        "Writes the link and puts the tag under its password from the key file.",
      "tagpress put --plan https://go.example.com/s/1": "Shows the page writes and writes nothing.",
    ],
    exitCodes: [
      .differs: "the link or the tag is refused, or the tag does not hold what was written"
    ],
    parameters: [
      .positional(.text("URL"), to: \.link, help: "The link"),
      .option("reader", .text("NAME"), to: \.reader, help: "The reader, as 'doctor' names it"),
      .option("key", .file("FILE"), to: \.key, help: "The key file of a tag under a password"),
      .option(
        "protect", .file("FILE"), to: \.protect, help: "Then set the password of this key file"),
      .flag("protect-reading", to: \.protectReading, help: "The password guards reading too"),
      .flag("freeze", to: \.freeze, help: "Freeze the protection for ever; it can never be undone"),
      .flag("lock", to: \.lock, help: "Then make the tag read-only for ever; asks first"),
      .flag("yes", to: \.yes, help: "Do not ask"),
      .flag("format", to: \.format, help: "Format a tag that is no NDEF tag yet, for ever"),
      .flag("overwrite", to: \.overwrite, help: "Write over data that is not NDEF"),
      .flag("plan", to: \.plan, help: "Only show what would be written"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    let content: LinkContent
    let newKey: PasswordKey?
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, code: .usage) }
      content = try linkContent()
      for remark in content.remarks { console.say(remark) }
      guard consent(on: console) else {
        throw Failure(name: "not-confirmed", words: "nothing was written.", code: .differs)
      }
      newKey = try protect.map(readKey)
    } catch {
      return console.report(error, "put", json: json)
    }
    let oneTag = OneTag(command: "put", reader: reader, keyFile: key, json: json)
    return oneTag.run(on: console) { tag, _ throws(Type2Error) in
      plan ? try show(content, newKey, on: tag) : try write(content, newKey, to: tag)
    }
  }

  private func linkContent() throws(Failure) -> LinkContent {
    do throws(Refusal) {
      return try LinkContent(link)
    } catch {
      throw Failure(error)
    }
  }

  /// What is wrong with the options together.
  private var usage: String? {
    if protectReading && protect == nil { return "--protect-reading goes with --protect FILE." }
    if freeze && protect == nil { return "--freeze goes with --protect FILE." }
    if lock && protect != nil {
      return "choose --lock or --protect: a tag that is locked for ever needs no password."
    }
    return nil
  }

  private var permissions: WritePermissions {
    var permissions: WritePermissions = []
    if format { permissions.insert(.format) }
    if overwrite { permissions.insert(.overwriteForeign) }
    return permissions
  }

  /// All that is to be done to this tag.
  private func wishes(
    _ content: LinkContent, _ newKey: PasswordKey?, for tag: Type2Tag
  ) throws(Type2Error) -> TagWishes {
    var wishes = TagWishes(
      permissions: permissions, mirror: content.mirror,
      scope: protectReading ? .readingAndWriting : .writing, freeze: freeze, lock: lock)
    if let newKey { wishes.secret = try tag.secret(from: newKey) }
    return wishes
  }

  private func show(
    _ content: LinkContent, _ newKey: PasswordKey?, on tag: Type2Tag
  ) throws(Type2Error) -> OneTag.Outcome {
    let writes = try tag.prepare(content.message, try wishes(content, newKey, for: tag))
    let lines = writes.map { "\n  \($0)" }.joined()
    return OneTag.Outcome(
      words: "\(count(writes.count, "page")) to write; nothing was written\(lines)",
      members: [
        ("outcome", "planned"), ("plan", .array(writes.map { .string($0.description) })),
      ])
  }

  private func write(
    _ content: LinkContent, _ newKey: PasswordKey?, to tag: Type2Tag
  ) throws(Type2Error) -> OneTag.Outcome {
    let wishes = try wishes(content, newKey, for: tag)
    // What the chip cannot do is known before its first page changes.
    _ = try tag.prepare(content.message, wishes)
    let (outcome, shown) = try put(content, on: tag)
    var words: String
    var members: [(key: String, value: JSONValue)] = [
      ("link", .string(content.link.text)),
      ("chip", tag.image.chip.map { .string($0.rawValue) } ?? .null),
    ]
    switch outcome {
    case .alreadyThere:
      words =
        "\(content.link.text) was there already"
        + (protect == nil && !lock ? "; nothing was written" : "")
      members += [("outcome", "already-there"), ("pages", 0)]
    case .written(let pages):
      words = "\(content.link.text), \(count(pages, "page")) written and read back"
      members += [("outcome", "written"), ("pages", .integer(pages))]
    }
    if let shown {
      let text = (try? MessageReading(shown)).flatMap { link(in: $0) } ?? ""
      words += "; reads as \(visible(text))"
      members.append(("shown", .string(text)))
    }
    if let secret = wishes.secret {
      try tag.protect(with: secret, scope: wishes.scope)
      words += "; under its password, which was proven"
      members.append(("protected", true))
      if freeze {
        try tag.freezeSettings()
        words += "; protection frozen for ever"
        members.append(("frozen", true))
      }
    }
    if lock {
      let open = try tag.lockForEver()
      words += "; locked for ever"
      members.append(("locked", true))
      if !open.isEmpty {
        let pages = open.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
        words += ", but pages \(pages) can never be locked on this tag"
        members.append(("neverLockable", .string(pages)))
      }
    }
    return OneTag.Outcome(words: words, members: members)
  }

  /// Puts the message on the tag; with a mirror, tells what readers see in it.
  private func put(
    _ content: LinkContent, on tag: Type2Tag
  ) throws(Type2Error) -> (MessageOutcome, shown: [UInt8]?) {
    guard let mirror = content.mirror else {
      return (try tag.put(content.message, permissions), nil)
    }
    let mirrored = try tag.put(content.message, showing: mirror, permissions)
    return (mirrored.outcome, mirrored.shown)
  }

  private func link(in message: MessageReading) -> String? {
    for view in message.views() {
      if case .uri(let text) = view.content { return text }
    }
    return nil
  }

  /// Asks before something is done that can never be undone.
  private func consent(on console: Console) -> Bool {
    guard !plan, !yes else { return true }
    if lock { return console.asks("The tag will be read-only for ever", word: "lock") }
    if freeze { return console.asks("The protection can never be changed again", word: "freeze") }
    return true
  }
}
