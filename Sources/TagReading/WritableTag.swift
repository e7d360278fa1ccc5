// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

/// A tag that takes messages, whatever its type: all that a batch knows of it.
///
/// It stands for one presentation of one tag. Whatever was silent is asked again behind it, and
/// another tag that lies there instead is never taken for this one.
package protocol WritableTag: AnyObject {
  var tag: TagInField { get }

  /// How many writes the tag took in this presentation.
  var pagesWritten: Int { get }

  /// The chip's name, as job manifests have it; nil for a chip that is not known.
  var chipName: String? { get }

  /// The bytes of the largest message that fits, by what was read of the tag so far; nil when that
  /// is too little to say.
  var capacity: Int? { get }

  /// What is on the tag, read as far as a message of this size will need it.
  func content(forMessageOf size: Int) throws(TagError) -> TagContent

  /// What the maker's signature says; nil when the chip shows none.
  func signatureVerdict(by checker: SignatureChecker) throws(TagError) -> SignatureVerdict?

  /// Whether a key was proven to the tag in this presentation.
  var isAuthenticated: Bool { get }

  /// Proves the order's key to a tag that asks for it; one that asks for nothing is left alone.
  func authenticate(for order: TagOrder) throws(TagError)

  /// Plans everything before the first write, and says what of it is impossible.
  ///
  /// The plan is empty when the tag is right already, so that verifying is planning without doing.
  func prepare(_ order: TagOrder) throws(TagError) -> TagPlan

  /// What putting the message makes of the tag, for knowing it again when it was torn; nil when that
  /// cannot be told. The order was prepared in this presentation, so it costs no command.
  func plannedImage(for order: TagOrder) throws(TagError) -> TagImage?

  /// Whether the tag may be the one that was begun with this plan.
  func standing(to planned: TagImage) throws(TagError) -> TagImage.Standing

  /// Puts the message on the tag and reads it back in this presentation.
  func put(_ order: TagOrder) throws(TagError) -> MessageOutcome

  /// Puts the tag under the order's key, which must be on disk, and proves it with the power off
  /// and on.
  func protect(_ order: TagOrder) throws(TagError)

  /// Makes the tag read-only for ever, and reads that back.
  func lock() throws(TagError) -> LockExtent
}

/// All that is to be on one tag in the end, in words that fit every type.
package struct TagOrder: Sendable {
  package var message: [UInt8]
  package var permissions: WritePermissions
  /// The text that the chip puts into the message.
  package var mirror: MirrorFields?
  /// The key from which the tag gets its secret.
  package var key: PasswordKey?
  package var guardsReading: Bool
  package var lock: Bool
  /// Whether the tag is to be locked another day, which it must be able to.
  package var locksLater: Bool
  /// Whether the tag was begun before: then what a tear did to its registers is ours to undo.
  package var isBegun = false

  package init(
    message: [UInt8], permissions: WritePermissions = [], mirror: MirrorFields? = nil,
    key: PasswordKey? = nil, guardsReading: Bool = false, lock: Bool = false,
    locksLater: Bool = false
  ) {
    self.message = message
    self.permissions = permissions
    self.mirror = mirror
    self.key = key
    self.guardsReading = guardsReading
    self.lock = lock
    self.locksLater = locksLater
  }
}

/// How many writes each part of an order takes on a tag as it is.
package struct TagPlan: Hashable, Sendable {
  /// For the message and a mirror in it.
  package var message: Int
  package var protection: Int
  package var locks: Int

  package init(message: Int = 0, protection: Int = 0, locks: Int = 0) {
    self.message = message
    self.protection = protection
    self.locks = locks
  }

  package var isEmpty: Bool { self == TagPlan() }
}

/// How much of a tag locking could reach.
package enum LockExtent: String, Hashable, Sendable {
  case whole
  /// Somebody froze lock bits before, so some pages stay writable for ever.
  case partly
  /// The tag says that it is read-only; what keeps anybody from writing it is not known.
  case declared
}

/// Finds out what the selected tag is, without changing anything on it.
package func openTag(
  _ tag: TagInField, on reader: any TagReader
) throws(TagError) -> any WritableTag {
  switch tag.technology {
  case .felica:
    do throws(Type3Error) {
      return try Type3Tag(tag, on: reader)
    } catch {
      throw .type3(error)
    }
  case .vicinity:
    do throws(Type5Error) {
      return try Type5Tag(tag, on: reader)
    } catch {
      throw .type5(error)
    }
  case let technology where Type4Tag.speaks(technology):
    do throws(Type4Error) {
      return try Type4Tag(tag, on: reader)
    } catch {
      throw .type4(error)
    }
  case .typeA, .typeB, .topaz:
    do throws(Type2Error) {
      return try Type2Tag(tag, on: reader)
    } catch {
      throw .type2(error)
    }
  }
}
