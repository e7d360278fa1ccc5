// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import NDEF
internal import TagKeys
internal import TagMemory
internal import TagReading

/// What a tag must be to be right, by the ledger's claim of it.
struct TagDemand {
  let uid: TagUID
  let link: PlannedLink
  /// SHA-256 of the message that was read back when the tag was done.
  let messageHash: [UInt8]
  let order: TagOrder
  let wantsPassword: Bool

  /// The fault of what is on the tag; nil when it is right to the byte.
  func fault(of content: TagMemory.TagContent) -> TagFault? {
    guard case .message(let bytes) = content else { return .noMessage(content) }
    do throws(NDEFError) {
      _ = try NDEFMessage(decoding: bytes)
    } catch {
      return .notStrict(error)
    }
    guard let shown = firstLink(in: bytes) else { return .noLinkFirst }
    guard link.matches(shown) else { return .otherLink(shown) }
    guard let mirror = order.mirror else {
      return sha256(bytes) == messageHash ? nil : .otherRecords
    }
    return fault(of: bytes, with: mirror)
  }

  /// Compares a message into which the chip puts its own text: all but that text must be as it was
  /// written, and the text must be the tag's.
  private func fault(of bytes: [UInt8], with mirror: MirrorFields) -> TagFault? {
    let place = mirror.offset..<mirror.offset + mirror.content.length
    guard bytes.indices.contains(place.upperBound - 1),
      order.message.indices.contains(place.upperBound - 1)
    else { return .otherRecords }
    var stored = bytes
    stored.replaceSubrange(place, with: order.message[place])
    guard sha256(stored) == messageHash else { return .otherRecords }
    guard mirror.content != .counter else { return nil }
    return bytes[place].starts(with: uid.description.utf8) ? nil : .mirrorDiffers
  }

  /// What a whole memory image tells of the protection; a password itself cannot be seen in it.
  func protectionFault(on image: Type2Image) -> TagFault? {
    do throws(TagMemoryError) {
      if wantsPassword {
        let plan = try PasswordPlan(
          protecting: image, password: .zero, acknowledge: (0, 0),
          scope: order.guardsReading ? .readingAndWriting : .writing, authenticated: true)
        if plan.writes.contains(where: { $0.readsAs != nil }) {
          return image.firstProtectedPage == nil ? .notProtected : .protectedOtherwise
        }
      }
      if order.lock, try !LockPlan(on: image, authenticated: true).writes.isEmpty {
        return .notLocked
      }
      return nil
    } catch {
      if case .pageNotRead = error { return .protectionHidden }
      return .refused(.type2(.memory(error)))
    }
  }

  /// The same for a Type 3 tag, which has no password and no text of its own.
  func protectionFault(on image: Type3Image) -> TagFault? {
    if wantsPassword { return .refused(.type3(.passwordUnsupported)) }
    if order.mirror != nil { return .refused(.type3(.mirrorUnsupported)) }
    guard order.lock else { return nil }
    do throws(Type3MemoryError) {
      return try Type3LockPlan(on: image).writes.isEmpty ? nil : .notLocked
    } catch {
      if case .blockNotRead = error { return .protectionHidden }
      return .refused(.type3(.memory(error)))
    }
  }
}
