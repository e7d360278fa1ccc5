// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import NDEF
internal import TagKeys
internal import TagMemory
internal import TagReading

/// What must be on a tag, according to the ledger's claim.
struct TagDemand {
  let uid: TagUID
  let link: PlannedLink
  /// SHA-256 of the message that was read back when the tag was done.
  let messageHash: [UInt8]
  let order: TagOrder
  let wantsPassword: Bool

  /// What is wrong with the content; nil when it is right to the byte.
  func fault(of content: TagMemory.TagContent) -> TagFault? {
    guard case .message(let bytes) = content else { return .noMessage(content) }
    do throws(NDEFError) {
      _ = try NDEFMessage(decoding: bytes)
    } catch {
      return .notStrict(error)
    }
    guard let shown = firstLink(in: bytes) else { return .noLinkFirst }
    guard link.matches(shown) else { return .otherLink(shown) }
    // Everything but the chip's own values must be as written, and the UID must be the tag's.
    var stored = bytes
    for text in order.chipTexts {
      guard text.place.upperBound <= min(bytes.count, order.message.count) else {
        return .otherRecords
      }
      stored.replaceSubrange(text.place, with: order.message[text.place])
    }
    guard sha256(stored) == messageHash else { return .otherRecords }
    let isOwn = order.chipTexts.allSatisfy {
      $0.kind != .uid || bytes[$0.place].elementsEqual(uid.description.utf8)
    }
    return isOwn ? nil : .mirrorDiffers
  }

  /// What a whole memory image tells about the protection; it never contains the password itself.
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
      return .refused(.memory(error))
    }
  }

  /// The same for a Type 3 tag, which has no password and no mirror.
  func protectionFault(on image: Type3Image) -> TagFault? {
    if wantsPassword { return .refused(.passwordUnsupported(.type3)) }
    if !order.chipTexts.isEmpty { return .refused(.mirrorUnsupported(.type3)) }
    guard order.lock else { return nil }
    do throws(TagMemoryError) {
      return try Type3LockPlan(on: image).writes.isEmpty ? nil : .notLocked
    } catch {
      if case .blockNotRead = error { return .protectionHidden }
      return .refused(.memory(error))
    }
  }
}
