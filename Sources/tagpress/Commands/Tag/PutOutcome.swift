// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobWork
internal import NDEF
internal import Plain
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading

// What `put` does to a tag and says about it, whatever its type.

extension Put {
  /// Everything that the tag is to have in the end; its type refuses what it cannot do.
  func order(_ link: LinkOnTag, _ newKey: PasswordKey?) -> TagOrder {
    var order = TagOrder(
      message: link.message, permissions: permissions, chipTexts: link.chipTexts,
      secret: newKey.map { .passwords(of: $0) }, guardsReading: protectReading, lock: lock)
    order.freeze = freeze
    return order
  }

  func show(_ order: TagOrder, on tag: any WritableTag) throws(TagError) -> OneTag.Outcome {
    let plan = try tag.prepare(order)
    let writes = plan.message + plan.protection + plan.locks
    let steps = try tag.plannedSteps(for: order)
    let work =
      tag.writesPages ? "\(count(writes, "page")) to write" : "\(count(writes, "write")) to do"
    var members: [(key: String, value: JSONValue)] = [("outcome", "planned")]
    if !tag.writesPages { members.append(("writes", .integer(writes))) }
    members.append(("plan", .array(steps.map { .string($0) })))
    return OneTag.Outcome(
      word: "PLAN",
      words: "\(work); nothing was written" + steps.map { "\n  \($0)" }.joined(),
      members: members)
  }

  func write(
    _ link: LinkOnTag, _ order: TagOrder, to tag: any WritableTag
  ) throws(TagError) -> OneTag.Outcome {
    try prepare(order, on: tag)
    var words = link.text
    var members: [(key: String, value: JSONValue)] = [
      ("link", .string(link.text)), ("chip", .optional(tag.chipName)),
    ]
    let unit = tag.writesPages ? "pages" : "writes"
    switch try tag.put(order) {
    case .alreadyThere:
      words += " was there already" + (protect == nil && !lock ? "; nothing was written" : "")
      members += [("outcome", "already-there"), (unit, 0)]
    case .written(let writes):
      words += ", \(writtenWords(writes, on: tag)) and read back"
      members += [("outcome", "written"), (unit, .integer(writes))]
    }
    if let shown = tag.shownMessage {
      let text = (try? MessageReading(shown)).flatMap { firstURI(in: $0) } ?? ""
      words += "; reads as \(visible(text))"
      members.append(("shown", .string(text)))
    }
    if order.secret != nil {
      try tag.protect(order)
      words += "; protected by its password, which was verified"
      members.append(("protected", true))
      if freeze {
        words += "; protection permanently frozen"
        members.append(("frozen", true))
      }
    }
    if lock { try lock(tag, &words, &members) }
    return OneTag.Outcome(words: words, members: members)
  }

  private func lock(
    _ tag: any WritableTag, _ words: inout String,
    _ members: inout [(key: String, value: JSONValue)]
  ) throws(TagError) {
    let extent = try tag.lock()
    words += extent == .declared ? "; it says that it is read-only" : "; permanently locked"
    members.append(("locked", .bool(extent != .declared)))
    guard extent == .partly else { return }
    let pages = tag.neverLockable.map { "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
    words += ", but pages \(pages) can never be locked on this tag"
    members.append(("neverLockable", .string(pages)))
  }

  /// Finds out what the chip cannot do before its first byte changes.
  ///
  /// A tag that was interrupted while its mirror was set may ask for a password that no one gave it.
  private func prepare(_ order: TagOrder, on tag: any WritableTag) throws(TagError) {
    do throws(TagError) {
      _ = try tag.prepare(order)
    } catch {
      guard case .memory(.passwordRequired) = error, key == nil, try tag.openAsDelivered() else {
        throw error
      }
      _ = try tag.prepare(order)
    }
  }

  private func firstURI(in message: MessageReading) -> String? {
    for view in message.views() {
      if case .uri(let text) = view.content { return text }
    }
    return nil
  }
}
