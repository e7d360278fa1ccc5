// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// One way on which phones, or those who serve phones, get the files of a host; each has to be good.
package enum HostView: String, CaseIterable, Sendable {
  case ipv4, ipv6
  /// The host, over a family that a proxy chose.
  case proxy
  /// What Apple's devices get.
  case appleCopy = "apple-copy"
  /// What Google makes of the host's statements.
  case googleView = "google-view"

  package init(_ family: AddressFamily) { self = family == .ipv4 ? .ipv4 : .ipv6 }

  /// The family over which the host itself is asked.
  package var family: AddressFamily? {
    switch self {
    case .ipv4: .ipv4
    case .ipv6: .ipv6
    default: nil
    }
  }

  /// The platforms for which there is something to see here.
  package var kinds: [AssociationKind] {
    switch self {
    case .ipv4, .ipv6, .proxy: AssociationKind.allCases
    case .appleCopy: [.apple]
    case .googleView: [.android]
    }
  }
}

/// What is seen of a platform's file from one side.
///
/// Only a file, or statements, can be judged; nothing else here is ever a pass.
package enum SeenFile: Sendable {
  /// A file came with the status 200; whether it is any good is another question.
  case file(AnsweredFile)
  /// What Google understood; Google does not hand out the file.
  case statements(GoogleStatements)
  /// Phones that come this way get no file, for this reason.
  case absent(ServingProblem)
  /// The host has no address of this family. No phone comes this way, so it is neither good nor bad.
  case noAddress(AddressFamily)
  case notAsked(NotAsked)
  /// It was not found out, for this reason.
  case unknown(ServingProblem)
}

/// Why someone was not asked at all.
package enum NotAsked: Equatable, Sendable {
  /// Apple and Google are asked only if one may.
  case others
  /// Addresses were given, and none of this family.
  case noAddressGiven(AddressFamily)
}

/// A file as it was served, with all that a judge needs.
package struct AnsweredFile: Sendable {
  /// Which question it is the answer to: Apple's file may be at the older place alone.
  package let file: AskedFile
  package let bytes: [UInt8]
  /// More than one if the header has several.
  package let contentTypes: [String]
  package let lint: AssociationLint
  /// The address that it came from, if that was ours to choose.
  package let address: HostAddress?
}
