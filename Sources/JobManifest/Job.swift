// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import WebLink

/// Everything in a manifest but its rows, which are too many to keep.
package struct Job: Sendable {
  package internal(set) var id = ""
  package internal(set) var title: String?
  package internal(set) var link: URITemplate
  package internal(set) var tags = TagExpectation()
  package internal(set) var protection = Protection.nothing
  /// The records after the link, in their order.
  package internal(set) var records: [FurtherRecord] = []
  package internal(set) var apps: [App] = []
  /// Whether only approved links are written.
  package internal(set) var needsApproval = false
  /// Where the link begins.
  package internal(set) var linkPosition = TextPosition()
}

/// Which tags the job uses.
package struct TagExpectation: Hashable, Sendable {
  /// The names of the chips, as in the manifest; none for any chip.
  package internal(set) var chips: [Placed<String>] = []
  package internal(set) var content = Content.blank
  package internal(set) var genuine = Genuine.ignore
  /// Whether tags without the NDEF format may be formatted permanently.
  package internal(set) var mayFormat = false

  /// What may be on a tag.
  package enum Content: String, CaseIterable, Hashable, Sendable {
    case blank
    /// Nothing, or something of this job.
    case job
    case any
  }

  /// What to do about the signature of the chip's maker.
  package enum Genuine: String, CaseIterable, Hashable, Sendable {
    case ignore
    case check
    case require
  }
}

/// A value and where the manifest gives it.
package struct Placed<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let position: TextPosition
}

/// The protection of a tag.
package enum Protection: Hashable, Sendable {
  case nothing
  /// Permanently locked: in a separate pass, or when written.
  case lock(When)
  /// A password derived from a key file, whose path is relative to the manifest.
  case password(keys: Placed<String>, guardsReading: Bool)

  /// Whether tags are locked by `tagpress lock`, or as soon as they have their link.
  package enum When: String, CaseIterable, Hashable, Sendable {
    case asked
    case written
  }
}

/// A record after the link.
package enum FurtherRecord: Hashable, Sendable {
  /// An Android Application Record.
  case android(package: String)
  case text(TextTemplate, language: String)
}

/// An app that the links of the job open.
package struct App: Hashable, Sendable {
  package let kind: Kind
  package let position: TextPosition
  /// Which links the app opens, if the job says more than "all of its own".
  package internal(set) var patterns: [Pattern] = []
  /// The hosts that the app declares; nil if the job does not say.
  package internal(set) var declarations: [Declaration]?
  /// Whether Android's file lets the app decide which links of the host it opens.
  package internal(set) var opensWholeHost = false

  /// A host that an app declares, in its entitlements or in a filter of its manifest.
  package struct Declaration: Hashable, Sendable {
    /// In lower case.
    package let host: String
    /// Whether it means the subdomains, and not the host itself.
    package let isWildcard: Bool
    /// The path of a filter, which may end with a star; nil for all paths.
    package var path: String?
    /// Whether only devices of developers or managed devices use it.
    package var isRestricted = false
  }

  package enum Kind: Hashable, Sendable {
    /// The identifier with the team's prefix.
    case ios(String)
    case clip(String)
    case android(package: String, certificates: [String])
  }

  /// A pattern of links, as association files have them.
  package struct Pattern: Hashable, Sendable {
    package let isExcluded: Bool
    package let path: String?
    package let query: String?
    package let fragment: String?
    package let position: TextPosition
  }
}
