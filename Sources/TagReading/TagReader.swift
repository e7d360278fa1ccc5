// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A reader with at most one selected tag: the seam between the procedures and the hardware.
///
/// A reader belongs to one thread; every call blocks until the reader has answered, and every call
/// ends on its own within the reader's own time limit.
package protocol TagReader: AnyObject {
  /// The user's name for this reader, and what it says about itself.
  var identity: ReaderIdentity { get }

  /// Looks once for a tag of a family, or for the tag with that UID, and selects it.
  ///
  /// Selecting by UID also wakes a tag that was halted or fell idle after a refusal.
  /// A reader may find that several tags answer, and throw `ReaderError.severalTags` right away.
  /// - Returns: nil when nothing answered.
  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField?

  /// Looks once for all FeliCa tags, of any system; each answers in a slot of 16 that it picks at
  /// random.
  ///
  /// Two tags in one slot hide each other, and a reader need not name more than two.
  func felicaTags() throws(ReaderError) -> [TagInField]

  /// Sends one command in the tag's own language and returns its answer without checksums.
  ///
  /// A bare acknowledgement is the empty answer. An ISO 15693 tag gets complete requests, flags
  /// first, and its answers begin with their flags.
  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8]

  /// Makes sure that it was this tag that answered so far, or throws what is there instead.
  ///
  /// Most readers need nothing for it: a tag that replaces the selected one is silent until it is
  /// selected.
  func vouch(for tag: TagInField) throws(ReaderError)

  /// Makes sure that each command so far had its own answer, or throws `ReaderError.readerSilent`.
  ///
  /// On USB an answer can be that to the command before, which looks the same when both were writes.
  func confirmAnswers() throws(ReaderError)

  /// Puts the selected tag to sleep, so that only selecting it by UID finds it again.
  func halt() throws(ReaderError)

  /// Switches the power of every tag in the field off or on.
  func switchField(on: Bool) throws(ReaderError)
}

extension TagReader {
  package func select(_ family: TagFamily) throws(ReaderError) -> TagInField? {
    try select(family, uid: nil)
  }

  package func exchange(_ command: [UInt8]) throws(ReaderError) -> [UInt8] {
    try exchange(command, .quick)
  }

  package func vouch(for tag: TagInField) throws(ReaderError) {}

  package func confirmAnswers() throws(ReaderError) {}
}

/// How closely a reader examines a failure.
package enum Care: Sendable {
  /// The fewest frames; a failure may be `ReaderError.unclear`.
  case quick
  /// A few frames more, which tell a refusal, silence and a corrupted answer apart.
  case careful
}

/// A reader's name, and what it says about itself.
package struct ReaderIdentity: Hashable, Sendable {
  /// The name that opens this very reader again, also after it was unplugged.
  package let name: String
  /// The reader's own words, for people.
  package let model: String
  /// The most bytes of a tag in one answer.
  package let longestAnswer: Int

  /// A PN532's limit, in addition to its own status.
  package static let longestOfPN532 = 262

  package init(name: String, model: String, longestAnswer: Int = longestOfPN532) {
    self.name = name
    self.model = model
    self.longestAnswer = longestAnswer
  }
}
