// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

/// A tag that takes messages, whatever its type: all that a batch knows about it.
///
/// It stands for one presentation of one tag. Whatever was silent is asked again after it, and
/// another tag that is there instead is never taken for this one.
package protocol WritableTag: AnyObject {
  var tag: TagInField { get }

  /// How many writes the tag took in this presentation.
  var pagesWritten: Int { get }
  /// Whether each of them was a page, the word of those who know Type 2 tags.
  var writesPages: Bool { get }

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

  /// Proves the order's secret to a tag that asks for it; one that asks for nothing is left alone.
  func authenticate(for order: TagOrder) throws(TagError)

  /// Plans everything before the first write, and says what of it is impossible.
  ///
  /// The plan is empty when the tag is right already, so verifying is planning without doing.
  func prepare(_ order: TagOrder) throws(TagError) -> TagPlan

  /// Every write that an order takes, in words and in their order.
  func plannedSteps(for order: TagOrder) throws(TagError) -> [String]

  /// What putting the message makes of the tag, for knowing it again when it was torn; nil when that
  /// cannot be told. The order was prepared in this presentation, so it costs no command.
  func plannedImage(for order: TagOrder) throws(TagError) -> TagImage?

  /// Whether the tag may be the one that was begun with this plan.
  func standing(to planned: TagImage) throws(TagError) -> TagImage.Standing

  /// What the planned units hold after the writes of this presentation that the tag confirmed; nil is
  /// what is not known of one.
  func confirmedUnits(of planned: TagImage) -> [TagImage.Hash?]

  /// Puts the message on the tag and reads it back in this presentation.
  func put(_ order: TagOrder) throws(TagError) -> MessageOutcome

  /// Whether the tag may be taken for one with foreign data once a write was torn there.
  func looksForeign(tornAt place: TagPlace) -> Bool

  /// The message as readers saw it after it was put, where the chip shows a text of its own in it.
  var shownMessage: [UInt8]? { get }

  /// Opens a tag that asks for the password with which chips are delivered, as a tear can leave it;
  /// false when it does not.
  func openAsDelivered() throws(TagError) -> Bool

  /// Puts the tag under the order's secret, which must be on disk, proves it with the power off and
  /// on, and freezes its settings if the order says so.
  func protect(_ order: TagOrder) throws(TagError)

  /// Makes the tag permanently read-only, and reads that back.
  func lock() throws(TagError) -> LockExtent

  /// What of the tag can never be locked, as far as it was read.
  var neverLockable: [ClosedRange<Int>] { get }

  /// Takes the message off the tag, whatever it was, so that the tag reads as empty.
  func erase() throws(TagError) -> MessageOutcome

  /// Takes off the password that was given in this presentation; false when none was needed.
  ///
  /// With `despiteLimit`, a limit of wrong passwords goes too.
  func unprotect(despiteLimit: Bool) throws(TagError) -> Bool

  /// Reads all that can be read.
  func readWhole() throws(TagError) -> WholeTag
}

extension WritableTag {
  /// What was done since the tag had taken this many writes.
  func outcome(since writtenBefore: Int) -> MessageOutcome {
    let pages = pagesWritten - writtenBefore
    return pages == 0 ? .alreadyThere : .written(pages: pages)
  }

  package var writesPages: Bool { false }
  package var shownMessage: [UInt8]? { nil }
  package func looksForeign(tornAt place: TagPlace) -> Bool { false }
  package var neverLockable: [ClosedRange<Int>] { [] }
  package func openAsDelivered() throws(TagError) -> Bool { false }

  package func erase() throws(TagError) -> MessageOutcome {
    try put(TagOrder(message: [], permissions: .overwriteForeign))
  }

  /// What only Type 2 tags have here.
  package func unprotect(despiteLimit: Bool) throws(TagError) -> Bool { false }
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
  /// Someone froze lock bits before, so some pages stay writable forever.
  case partly
  /// The tag says that it is read-only; what keeps anyone from writing it is not known.
  case declared
}

/// Finds out what the selected tag is, without changing anything on it.
///
/// A tag whose chip is on record is not taken for one of an unknown chip because it was not heard.
package func openTag(
  _ tag: TagInField, on reader: any TagReader, chipIsOnRecord: Bool = false
) throws(TagError) -> any WritableTag {
  switch tag.technology {
  case .felica: try Type3Tag(tag, on: reader)
  case .vicinity: try Type5Tag(tag, on: reader)
  case let technology where Type4Tag.speaks(technology): try Type4Tag(tag, on: reader)
  case .typeA, .typeB, .topaz: try Type2Tag(tag, on: reader, chipIsOnRecord: chipIsOnRecord)
  }
}
