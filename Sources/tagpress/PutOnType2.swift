// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import NDEF
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import WebLink

// What `put` does on a Type 2 tag, whose pages, mirrors and registers have words of their own.

extension Put {
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

  func show(
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

  func write(
    _ content: LinkContent, _ newKey: PasswordKey?, to tag: Type2Tag
  ) throws(Type2Error) -> OneTag.Outcome {
    let wishes = try wishes(content, newKey, for: tag)
    try prepare(content.message, wishes, on: tag)
    let (outcome, shown) = try put(content, on: tag)
    var words: String
    var members: [(key: String, value: JSONValue)] = [
      ("link", .string(content.link.text)),
      ("chip", .optional(tag.image.chip?.rawValue)),
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

  /// Finds out what the chip cannot do before its first page changes.
  ///
  /// A tag that was torn while its mirror was set may ask for a password that nobody gave it.
  private func prepare(
    _ message: [UInt8], _ wishes: TagWishes, on tag: Type2Tag
  ) throws(Type2Error) {
    do throws(Type2Error) {
      _ = try tag.prepare(message, wishes)
    } catch {
      guard case .memory(.passwordRequired) = error, key == nil, try tag.openAsDelivered() else {
        throw error
      }
      _ = try tag.prepare(message, wishes)
    }
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
}
