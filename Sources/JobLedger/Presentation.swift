// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A tag on a reader: what is known about both before anything is written.
package struct Presentation: Hashable, Sendable {
  /// Most significant byte first.
  package var uid: [UInt8]
  /// The chip's name, as every output spells it.
  package var chip: String
  /// What the originality signature says, when it was asked for.
  package var signature: String?
  package var reader: String
  /// The name of the working place, when the operator gave one.
  package var station: String?
  package var began: Moment

  /// The name of a chip that is none of those that we know, or did not say which it is.
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

/// What a claim puts on its tag, and how much of the tag it takes.
package struct TagContent: Hashable, Sendable {
  /// The link with the tag's own values in it.
  package var link: String
  /// SHA-256 of the whole message.
  package var messageHash: [UInt8]
  /// In bytes.
  package var messageSize: Int?
  /// The bytes of the largest message that fits on the tag.
  package var capacity: Int?
  /// What the pages of the tag were and will be; opaque to the ledger, and in no report.
  package var image: [UInt8]?
  /// Whether the link was not known before, so it is compared with those of the other tags now.
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
  /// Short and stable, such as `too-small`.
  package var code: String
  package var words: String

  package init(_ code: String, _ words: String) {
    self.code = code
    self.words = words
  }
}

/// What a presentation cost.
package struct Effort: Hashable, Sendable {
  /// The pages or blocks that were written.
  package var pages: Int
  /// The commands that were sent to the tag.
  package var exchanges: Int

  package init(pages: Int = 0, exchanges: Int = 0) {
    self.pages = pages
    self.exchanges = exchanges
  }
}

/// How a presentation ended that belongs to a claim.
package enum Outcome: Hashable, Sendable {
  /// Every byte was read back. A begun claim is done.
  case done(lock: String?)
  /// The tag's state is unknown or unfinished. A begun claim stays begun, for the same tag.
  case again(Reason)
  /// The tag is known *not* to show the row's link. A begun claim has failed, and its row is free.
  case failed(Reason)
  /// The tag was put aside, and what it shows is not known. A begun claim stays begun.
  case putAside(Reason)
}

/// A change of a tag that cannot be read back in the same way as its bytes.
package enum ProtectionStep: String, Hashable, Sendable, CaseIterable {
  case password
  case lock
}
