// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// What becomes of a link on a phone that has the app.
package enum PhoneVerdict: String, CaseIterable, Sendable {
  case opens
  case shut
  /// Unknown.
  case unknown
}

extension Sequence<PhoneVerdict> {
  /// The best of several apps: one that opens the link is enough; nil if there are none.
  package var best: PhoneVerdict? {
    var best: PhoneVerdict?
    for verdict in self {
      if verdict == .opens { return .opens }
      if best != .unknown { best = verdict }
    }
    return best
  }
}

/// A condition that no file of the host can prove.
package enum OpeningCondition: Hashable, Sendable {
  /// The app has the host in its associated domains.
  case entitlement(host: String, isOfClip: Bool)
  /// The app's manifest has a filter with autoVerify for such links.
  case filter(host: String)
  /// The app is signed with a certificate that the file names.
  case certificate
  /// App Store Connect has an experience of the App Clip for such links.
  case experience
  /// The App Clip is in the App Store with its default experience.
  case published
}

/// What decided about a link and an app.
package enum Why: Equatable, Sendable {
  // The file.
  case noFile(AssociationKind)
  /// Nobody has looked at it.
  case notGiven(AssociationKind)
  /// Nobody has looked at any file of the link's host.
  case noFilesOfHost
  case notJSON(String, at: JSONPosition)
  case wrongRoot(AssociationKind)
  case tooLarge(byteCount: Int)
  case contentTypes([String])
  case byteOrderMark
  case duplicateKey(JSONPosition)

  // The app in the file.
  case notNamed
  case malformedStatement(JSONPosition)
  case included
  /// The file has none of the app's certificates.
  case otherCertificate(wanted: [String])
  /// The file lacks some of the app's certificates.
  case missingCertificate([String])
  case twoRuleLists(JSONPosition)
  /// Only some of several statements about the app have rules.
  case rulesInOneStatement(JSONPosition)
  /// The app's identifier belongs to no app.
  case malformedAppID(String)
  /// The app's name was never filled in.
  case placeholder(String)
  /// A mistake in the app's statement, whose effect on Android is unknown.
  case mistake(LintFinding)
  /// The file names no app at all.
  case namesNoApp(AssociationKind)

  // What the app declares.
  case notDeclared(host: String)
  case declaredForDevelopers(host: String)
  case declaredUnder(String)
  /// The app's filters are for other paths.
  case otherPath

  // The link.
  case link(LinkProblem)
  /// Nothing is recorded about links with `http`.
  case unencrypted
  case otherClip(String?)
  case notForApps

  // The rules.
  /// The rule that begins here.
  case rule(JSONPosition)
  case excluded(JSONPosition, pattern: String)
  case noRuleMatches
  case noRules
  case doubt(MatchDoubt)
  case appDecides
  case rulesAreIgnored(JSONPosition)
  /// The file authorises the App Clip.
  case clip
  /// The link itself names the App Clip.
  case clipOfLink
}

/// What happens to a link on phones with one app.
package struct AppJudgement: Equatable, Sendable {
  package let app: MeantApp
  package let verdict: PhoneVerdict
  package let why: Why
  /// The conditions that no file can prove; only for a link that opens.
  package let conditions: [OpeningCondition]
  /// What the rules of the file say, if they were asked.
  package let explanation: LinkExplanation?
  /// The host whose file was used, if not the link's own.
  package var base: String?
}

/// What happens to a link on all platforms.
package struct LinkJudgement: Sendable {
  /// The given apps, or else those of the files, in order.
  package let apps: [AppJudgement]
  /// The app that an iPhone with all of them opens, if several certainly open the link.
  package let winner: String?
  /// The files that name no app, if no apps were given.
  package let filesWithoutApp: [FileWithoutApp]

  /// Whether each platform has an app that opens the link.
  package var verdict: PhoneVerdict {
    let verdicts =
      [MeantApp.Platform.iOS, .clip, .android].compactMap { verdict(on: $0) }
      + filesWithoutApp.map(\.verdict)
    if verdicts.isEmpty || verdicts.contains(.shut) { return .shut }
    return verdicts.contains(.unknown) ? .unknown : .opens
  }

  /// The best verdict of a platform's apps; nil if it has none.
  ///
  /// An App Clip only counts if no app was given: it must not hide that an app stays shut.
  package func verdict(on platform: MeantApp.Platform) -> PhoneVerdict? {
    let isAsked = apps.contains { $0.app.platform == .iOS && $0.why != .notForApps }
    if platform == .clip, isAsked { return nil }
    // Links of Apple's own host are only for App Clips.
    return apps.lazy.filter { $0.app.platform == platform && $0.why != .notForApps }
      .map(\.verdict).best
  }
}
