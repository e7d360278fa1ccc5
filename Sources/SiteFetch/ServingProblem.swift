// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// What may be wrong with how a host serves an association file.
package enum ServingProblem: Equatable, Sendable {
  // The way to the file.
  case notFetched(FetchError)
  case redirect(status: Int, to: String?)
  /// A status that means nothing here, such as 304 for a file that was not asked for before.
  case status(Int)
  /// There is no such file; that matters only where apps of the platform are wanted.
  case missing(status: Int, isNeeded: Bool)
  /// Apple's copying server gets another answer; nil if it gets none.
  case otherAnswerForBot(status: Int?)
  case slow(Duration)

  // One address of several, where another one answered.
  /// Nothing is served at this address.
  case addressFails(HostAddress, FetchError)
  /// An address answers otherwise than the first one.
  case addressDiffers(HostAddress, from: HostAddress, AnswerDifference)
  case addressSlow(HostAddress, Duration)
  /// The host has addresses of the family, and nothing is known of what is served there.
  case familyUnknown(AddressFamily, FamilyDoubt)
  /// A proxy chose the address.
  case familiesNotAsked

  // The header.
  case noContentType(AssociationKind)
  case contentType(String, AssociationKind)
  case repeatedContentType([String])
  /// The page that a site shows for whatever it does not know.
  case page

  // The content.
  case bodyCut(AssociationKind)
  case nearlyTooLarge(byteCount: Int)
  /// It says something other than the generated file.
  case differs
  /// It says the same in other bytes.
  case bytesDiffer

  // The older place.
  case notAtRoot
  case rootDiffers
  case onlyAtRoot

  // What others have of it.
  case copyNotFetched(FetchError)
  case copyRefused(status: Int, reason: String?, details: String?)
  case copyDiffers(CopyAge?)
  case googleNotFetched(FetchError)
  case googleSeesNothing(status: Int, codes: [String])
  case googleMissesApp(String)
  /// Google knows the app under other certificates, or under some of them only.
  case googleMissesCertificate(String, missing: [String], known: [String])

  // The links that should open apps.
  case appMissing(String)
  case appClipMissing(String)
  case linksUnmatched(count: Int, of: Int, examples: [String])
  case linksExcluded(count: Int, of: Int, examples: [String])
  case linksUnknown(count: Int, of: Int, examples: [String])
  /// An app that no link opens, or of which that is not known.
  case appShut(String, PhoneVerdict, Why)
  case copyOpensFewer(Int, of: Int)
}

extension ServingProblem {
  /// The name of the rule in reports: H for what hosts do.
  package var rule: String {
    switch self {
    case .notFetched(.certificate): "H02"
    case .notFetched: "H01"
    case .redirect: "H03"
    case .status: "H04"
    case .missing: "H05"
    case .otherAnswerForBot: "H06"
    case .slow, .addressSlow: "H07"
    case .noContentType: "H08"
    case .contentType: "H09"
    case .repeatedContentType: "H10"
    case .page: "H11"
    case .bodyCut: "H12"
    case .nearlyTooLarge: "H13"
    case .differs: "H14"
    case .bytesDiffer: "H15"
    case .notAtRoot: "H16"
    case .rootDiffers: "H17"
    case .onlyAtRoot: "H18"
    case .copyNotFetched: "H19"
    case .copyRefused: "H20"
    case .copyDiffers: "H21"
    case .googleNotFetched: "H22"
    case .googleSeesNothing: "H23"
    case .appMissing: "H24"
    case .appClipMissing: "H25"
    case .linksUnmatched: "H26"
    case .linksExcluded: "H27"
    case .addressFails: "H28"
    case .addressDiffers: "H29"
    case .familyUnknown, .familiesNotAsked: "H30"
    case .googleMissesApp: "H31"
    case .googleMissesCertificate: "H32"
    case .linksUnknown: "H33"
    case .appShut: "H34"
    case .copyOpensFewer: "H35"
    }
  }

  package var severity: LintRule.Severity {
    switch self {
    case .missing(_, let isNeeded): isNeeded ? .error : .info
    case .notAtRoot, .familiesNotAsked: .info
    // Android takes nothing but JSON by its type; Apple's systems take what many sites send.
    case .noContentType(let kind): kind == .android ? .error : .warning
    case .contentType(let type, let kind):
      kind == .android || type.mediaType == "text/html" ? .error : .warning
    case .slow, .addressSlow, .familyUnknown, .nearlyTooLarge, .bytesDiffer, .rootDiffers,
      .onlyAtRoot, .copyNotFetched,
      .copyRefused, .copyDiffers, .googleNotFetched, .googleSeesNothing:
      .warning
    case .notFetched, .redirect, .status, .otherAnswerForBot, .repeatedContentType, .page,
      .bodyCut, .differs, .appMissing, .appClipMissing, .linksUnmatched, .linksExcluded,
      .linksUnknown, .appShut, .copyOpensFewer, .addressFails,
      .addressDiffers, .googleMissesApp, .googleMissesCertificate:
      .error
    }
  }
}

extension String {
  /// A content type without its parameters.
  var mediaType: String {
    (split(separator: ";", omittingEmptySubsequences: false).first.map(String.init) ?? "")
      .trimmed.lowercased()
  }
}
