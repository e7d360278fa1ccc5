// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import TagReading
internal import WebLink

// What `put` does on a tag of any other type, through the one face that all of them show.

extension Put {
  /// All that is to be on the tag in the end; what its type cannot do, it refuses.
  func order(_ content: LinkContent, _ newKey: PasswordKey?) -> TagOrder {
    TagOrder(
      message: content.message, permissions: permissions, mirror: content.mirror, key: newKey,
      guardsReading: protectReading, lock: lock)
  }

  func show(_ order: TagOrder, on tag: any WritableTag) throws(TagError) -> OneTag.Outcome {
    let plan = try tag.prepare(order)
    let writes = plan.message + plan.protection + plan.locks
    let lines = try plannedWrites(for: order, on: tag)
    return OneTag.Outcome(
      words: "\(count(writes, "write")) to do; nothing was written"
        + lines.map { "\n  \($0)" }.joined(),
      members: [
        ("outcome", "planned"), ("writes", .integer(writes)),
        ("plan", .array(lines.map { .string($0) })),
      ])
  }

  /// The lines of a printed plan, in the words of the tag's type.
  private func plannedWrites(
    for order: TagOrder, on tag: any WritableTag
  ) throws(TagError) -> [String] {
    if let type3 = tag as? Type3Tag {
      do throws(Type3Error) {
        let (message, locks) = try type3.plannedWrites(for: order)
        return (message + locks).map(\.description)
      } catch {
        throw .type3(error)
      }
    }
    if let type5 = tag as? Type5Tag {
      do throws(Type5Error) {
        let (message, locks) = try type5.plannedWrites(for: order)
        return (message + locks).map(\.description)
      } catch {
        throw .type5(error)
      }
    }
    guard let type4 = tag as? Type4Tag else { return [] }
    do throws(Type4Error) {
      let message = try type4.plan(order.message).map(\.description)
      guard order.lock, type4.chip == .ntag424 else { return message }
      return message + (try type4.planLock().steps.map(\.description))
    } catch {
      throw .type4(error)
    }
  }

  func write(
    _ content: LinkContent, _ order: TagOrder, to tag: any WritableTag
  ) throws(TagError) -> OneTag.Outcome {
    // What the tag cannot do is known before its first byte changes.
    _ = try tag.prepare(order)
    var words = content.link.text
    var members: [(key: String, value: JSONValue)] = [
      ("link", .string(words)), ("chip", .optional(tag.chipName)),
    ]
    switch try tag.put(order) {
    case .alreadyThere:
      words += " was there already" + (lock ? "" : "; nothing was written")
      members += [("outcome", "already-there"), ("writes", 0)]
    case .written(let writes):
      words += ", \(count(writes, "write")) done and read back"
      members += [("outcome", "written"), ("writes", .integer(writes))]
    }
    if lock {
      let extent = try tag.lock()
      switch extent {
      case .whole: words += "; locked for ever"
      case .partly: words += "; locked for ever, but not all of it"
      case .declared: words += "; it says that it is read-only"
      }
      members.append(("locked", .bool(extent != .declared)))
    }
    return OneTag.Outcome(words: words, members: members)
  }
}
