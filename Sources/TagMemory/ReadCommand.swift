// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One command that reads pages.
package enum ReadCommand: Hashable, Sendable {
  /// READ: four pages, whatever is asked.
  case read(page: UInt8)
  /// FAST_READ: both pages and all between, or a NAK for the whole.
  case fastRead(first: UInt8, last: UInt8)

  static let pagesOfRead = 4

  /// The bytes to send, without CRC.
  package var bytes: [UInt8] {
    switch self {
    case .read(let page): [0x30, page]
    case .fastRead(let first, let last): [0x3A, first, last]
    }
  }

  /// How many bytes a right answer has, without CRC.
  package var answerSize: Int { pageCount * Page.size }

  var first: Int {
    switch self {
    case .read(let page): Int(page)
    case .fastRead(let first, _): Int(first)
    }
  }

  var pageCount: Int {
    switch self {
    case .read: Self.pagesOfRead
    case .fastRead(let first, let last): max(0, Int(last) - Int(first) + 1)
    }
  }
}

/// What the reader and the chip can do in one command.
package struct ReadLimits: Hashable, Sendable {
  /// The most bytes that come back in one answer; a PN532 gives 262.
  package var answerBytes: Int
  /// Whether FAST_READ may be tried.
  ///
  /// A chip that refused it once is asked with READ.
  package var fastRead: Bool

  package init(answerBytes: Int = 262, fastRead: Bool = true) {
    self.answerBytes = answerBytes
    self.fastRead = fastRead
  }
}

extension Type2Image {
  /// Takes in the pages of an answer.
  ///
  /// READ continues at page 0 when it comes to the end of the memory, or to the first page that
  /// needs a password: from where an answer repeats the first pages of the tag, it is not believed.
  package mutating func record(
    _ answer: [UInt8], to command: ReadCommand
  ) throws(TagMemoryError) {
    guard answer.count == command.answerSize else {
      throw .answerSize(expected: command.answerSize, got: answer.count)
    }
    let pages = (0..<command.pageCount).map { index in
      let at = index * Page.size
      return Page(answer[at], answer[at + 1], answer[at + 2], answer[at + 3])
    }
    let believed: Int
    switch command {
    case .fastRead: believed = pages.count
    case .read: believed = rollOver(in: pages, from: command.first)
    }
    for (index, page) in pages.prefix(believed).enumerated() {
      self[command.first + index] = page
    }
    guard believed < pages.count else { return }
    if chip == nil { noteEnd(at: command.first + believed) }
    // A chip that starts again at the very page that was asked for has no such page.
    if believed == 0 { noteRefused(from: command.first) }
  }

  /// Notes that a command was answered with a NAK or not at all.
  package mutating func refuse(_ command: ReadCommand) {
    // A refused FAST_READ says nothing about any single page of its range.
    guard case .read(let page) = command else { return }
    if chip == nil && page > 0 { noteEnd(at: Int(page)) } else { noteRefused(from: Int(page)) }
  }

  /// How many pages of an answer to READ come before it starts again at page 0.
  private func rollOver(in pages: [Page], from first: Int) -> Int {
    guard first > 0, let start = self[0] else { return pages.count }
    return pages.indices.first { index in
      pages[index] == start
        && pages[index...].enumerated().allSatisfy { self[$0.offset] == $0.element }
    } ?? pages.count
  }
}
