// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import TagKeys
package import TagMemory

/// A tag that takes messages, whatever its type: all that a batch knows about it.
///
/// It stands for one presentation of one tag. After silence it asks again, and it never mistakes
/// another tag for this one.
package protocol WritableTag: AnyObject {
  var tag: TagInField { get }

  /// How many writes were done in this presentation.
  var pagesWritten: Int { get }
  /// Whether each of them was a page, which is the word for Type 2.
  var writesPages: Bool { get }

  /// The chip's name in job manifests; nil for an unknown chip.
  var chipName: String? { get }

  /// The largest message that fits, in bytes, as far as the tag was read; nil if that is too little
  /// to tell.
  var capacity: Int? { get }

  /// What is on the tag, read as far as a message of this size needs it.
  func content(forMessageOf size: Int) throws(TagError) -> TagContent

  /// The verdict on the maker's signature; nil if the chip shows none.
  func signatureVerdict(by checker: SignatureChecker) throws(TagError) -> SignatureVerdict?

  /// Whether a key was proven to the tag in this presentation.
  var isAuthenticated: Bool { get }

  /// Proves the order's secret to a tag that asks for it; other tags are left alone.
  func authenticate(for order: TagOrder) throws(TagError)

  /// Plans everything before the first write, and throws what is impossible.
  ///
  /// The plan is empty if the tag is right already, so verifying is planning without writing.
  func prepare(_ order: TagOrder) throws(TagError) -> TagPlan

  /// Every write that an order requires, in words and in order.
  func plannedSteps(for order: TagOrder) throws(TagError) -> [String]

  /// What the message makes of the tag, to recognise it after an interruption; nil if that is
  /// unknown. The order was prepared in this presentation, so it costs no command.
  func plannedImage(for order: TagOrder) throws(TagError) -> TagImage?

  /// Whether the tag may be the one that was begun with this plan.
  func comparison(with planned: TagImage) throws(TagError) -> TagImage.Comparison

  /// The planned units after the writes of this presentation that the tag confirmed; nil for an
  /// unknown one.
  func confirmedUnits(of planned: TagImage) -> [TagImage.Hash?]

  /// Writes the message to the tag and reads it back in this presentation.
  func put(_ order: TagOrder) throws(TagError) -> MessageOutcome

  /// Whether the tag may look as if it had foreign data after a write was torn there.
  func looksForeign(tornAt place: TagPlace) -> Bool

  /// The message as readers saw it after it was written, if the chip shows a text of its own in it.
  var shownMessage: [UInt8]? { get }

  /// Opens a tag that asks for the factory password, which an interruption can cause; false
  /// if it does not.
  func openAsDelivered() throws(TagError) -> Bool

  /// Protects the tag with the order's secret, which must be on disk, verifies that after the power
  /// was off and on, and freezes its settings if the order says so.
  func protect(_ order: TagOrder) throws(TagError)

  /// Makes the tag permanently read-only, and reads that back.
  func lock() throws(TagError) -> LockExtent

  /// What can never be locked on the tag, as far as it was read.
  var neverLockable: [ClosedRange<Int>] { get }

  /// Removes the message, whatever it was, so that the tag reads as empty.
  func erase() throws(TagError) -> MessageOutcome

  /// Removes the password that was given in this presentation; false if none was needed.
  ///
  /// With `despiteLimit`, the limit of wrong passwords is removed too.
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

/// How many writes each part of an order requires on a tag now.
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

/// How much of a tag could be locked.
package enum LockExtent: String, Hashable, Sendable {
  case whole
  /// Someone froze lock bits before, so some pages stay writable forever.
  case partly
  /// The tag declares itself read-only; whether anything enforces that is unknown.
  case declared
}

/// Finds out what the selected tag is, without changing anything on it.
///
/// If the chip is on record, silence does not make the tag one of an unknown chip.
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
