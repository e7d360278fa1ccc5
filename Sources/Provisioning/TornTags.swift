// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import TagReading

/// A tag that left its reader before it was finished.
package struct TornTag: Hashable, Sendable {
  /// The row that it was begun for.
  package let row: PlannedRow
  package let uid: TagUID

  package init(row: PlannedRow, uid: TagUID) { (self.row, self.uid) = (row, uid) }
}

/// What became of the word of a person that a torn tag is lost.
package enum LostTagAnswer: Sendable {
  case lost(Claim)
  /// It lies on a reader, which is working on it.
  case isBack
  /// The row has another one by now, or this one is finished.
  case isOther
  case notWriting
}

/// The torn tags that readers wait for: each reader for one at most, and each tag at one reader.
struct TornTags {
  struct Wish {
    let tag: TornTag
    /// Raised when the reader need not wait any more.
    let isOver: StopFlag
  }

  private var wishes: [ReaderNumber: Wish] = [:]

  var tags: [TornTag] { wishes.values.map(\.tag) }

  subscript(reader: ReaderNumber) -> Wish? { wishes[reader] }

  /// The reader at which a tag left last waits for it, unless it waits for another one already.
  mutating func wish(for tag: TornTag, at reader: ReaderNumber, or halt: StopFlag) {
    guard wishes[reader] == nil else { return }
    fulfil(tag.row.key)
    wishes[reader] = Wish(tag: tag, isOver: StopFlag(or: halt))
  }

  /// Lets the reader go on that waits for the tag of a row.
  mutating func fulfil(_ row: RowKey) {
    for (reader, wish) in wishes where wish.tag.row.key == row {
      wish.isOver.raise()
      wishes[reader] = nil
    }
  }
}
