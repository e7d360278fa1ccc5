// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice

/// A tag on a reader: what is known about both before anything is written.
package struct Presentation: Hashable, Sendable {
  /// Most significant byte first.
  package var uid: [UInt8]
  /// The chip's name, as in every output.
  package var chip: String
  /// What the originality signature says, if it was read.
  package var signature: String?
  package var reader: String
  /// The name of the station, if the operator gave one.
  package var station: String?
  package var began: Moment

  /// The name of a chip that we do not know, or that did not identify itself.
  package static let unknownChip = "unknown"

  package init(
    uid: [UInt8], chip: String, signature: String? = nil, reader: String, station: String? = nil,
    began: Moment
  ) {
    self.uid = uid
    self.chip = chip
    self.signature = signature
    self.reader = reader
    self.station = station
    self.began = began
  }
}

/// What a claim writes on its tag, and how much of the tag it needs.
package struct TagContent: Hashable, Sendable {
  /// The link with the tag's own values.
  package var link: String
  /// SHA-256 of the whole message.
  package var messageHash: [UInt8]
  /// In bytes.
  package var messageSize: Int?
  /// The bytes of the largest message that fits on the tag.
  package var capacity: Int?
  /// The pages of the tag before and after; opaque to the ledger, and in no report.
  package var image: [UInt8]?
  /// Whether the link was not known before, so it must be compared with those of the other tags now.
  package var comparesLink = false

  package init(
    link: String, messageHash: [UInt8], messageSize: Int? = nil, capacity: Int? = nil,
    image: [UInt8]? = nil
  ) {
    self.link = link
    self.messageHash = messageHash
    self.messageSize = messageSize
    self.capacity = capacity
    self.image = image
  }
}

/// Why something went as it did: a code to count by, and the sentence that the operator saw.
package struct Reason: Hashable, Sendable {
  /// Short and stable: a `ReasonCode`, or the rule of a finding.
  package var code: String
  package var words: String
  /// The same with its facts, as long as they are known: no ledger keeps them.
  package var told: [Told] = []

  package init(_ code: String, _ words: String, _ told: [Told] = []) {
    (self.code, self.words, self.told) = (code, words, told)
  }

  /// One that comes from a ledger is the same.
  package static func == (one: Reason, other: Reason) -> Bool {
    (one.code, one.words) == (other.code, other.words)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(words)
  }
}

/// The cost of a presentation.
package struct Effort: Hashable, Sendable {
  /// How many pages or blocks were written.
  package var pages: Int
  /// How many commands were sent to the tag.
  package var exchanges: Int

  package init(pages: Int = 0, exchanges: Int = 0) {
    self.pages = pages
    self.exchanges = exchanges
  }
}

/// The outcome of a presentation that belongs to a claim.
package enum Outcome: Hashable, Sendable {
  /// Every byte was read back. A begun claim is done.
  case done(lock: String?)
  /// The tag's state is unknown or unfinished. A begun claim stays begun, for the same tag.
  case again(Reason)
  /// The tag is known *not* to show the row's link. A begun claim fails, and its row is free.
  case failed(Reason)
  /// The tag was put aside, and its content is unknown. A begun claim stays begun.
  case putAside(Reason)
}

/// A change of a tag that cannot be read back like its bytes.
package enum ProtectionStep: String, Hashable, Sendable, CaseIterable {
  case password
  case lock
}
