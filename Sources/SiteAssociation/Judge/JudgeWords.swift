// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
package import StrictJSON

extension OpeningCondition: CustomStringConvertible {
  /// The condition, as the rest of a sentence that begins with "if".
  package var description: String {
    switch self {
    case .entitlement(let host, let isOfClip):
      "its entitlements have \(isOfClip ? "appclips" : "applinks"):"
        + (host.isEmpty ? " for the host of each link" : shown(host))
    case .filter(let host):
      "its manifest has a filter with autoVerify for "
        + (host.isEmpty ? "these links" : "such links of \(shown(host))")
    case .certificate: "it is signed with a certificate that the file names"
    case .experience: "App Store Connect has an experience of it for such links"
    case .published: "it is in the App Store with its default experience"
    }
  }
}

extension [OpeningCondition] {
  /// Each as a part of one sentence: "if …", "and if …".
  package var clauses: [String] {
    enumerated().map { number, condition in "\(number == 0 ? "if" : "and if") \(condition)" }
  }
}

extension Why: CustomStringConvertible {
  /// Why the verdict is what it is, and how to change it.
  package var description: String {
    switch self {
    case .noFile, .notGiven, .noFilesOfHost, .notJSON, .wrongRoot, .tooLarge, .contentTypes,
      .byteOrderMark, .duplicateKey:
      aboutFile
    case .notNamed, .malformedStatement, .included, .otherCertificate, .missingCertificate,
      .twoRuleLists, .rulesInOneStatement, .malformedAppID, .placeholder, .mistake, .namesNoApp:
      aboutNaming
    case .notDeclared, .declaredForDevelopers, .declaredUnder, .otherPath: aboutDeclarations
    case .link, .unencrypted, .otherClip, .notForApps: aboutLink
    default: aboutRules
    }
  }

  private var aboutFile: String {
    switch self {
    case .noFile(let kind):
      "There is no \(kind.fileName). Put it into the folder .well-known of the host."
    case .notGiven(let kind):
      "Its \(kind.fileName) was not looked at. Name that file too."
    case .noFilesOfHost:
      "No file of the link's host was looked at. Name the host's files too."
    case .notJSON(let words, let position):
      "The file is not valid JSON, so phones take nothing from it. \(position.atStart): \(words)"
    case .wrongRoot(.apple):
      "The file must be an object {…} to be Apple's, so iPhones take nothing from it. Check which "
        + "file this is."
    case .wrongRoot(.android):
      "The file must be a list […] to be Android's, so phones take nothing from it. Check which "
        + "file this is."
    case .tooLarge(let count):
      count > AssociationLint.appleByteCount
        ? "The file has \(count) bytes, and Apple accepts at most "
          + "\(AssociationLint.appleByteCount). Write fewer but wider patterns."
        : "The file has \(count) bytes, and it is not known whether Apple accepts more than "
          + "\(AssociationLint.cautiousByteCount). Write fewer but wider patterns."
    case .contentTypes(let types):
      types.isEmpty
        ? "The server sends no Content-Type. Configure application/json for this file."
        : "The server sends the Content-Type \(types.prefix(3).map(quoted).joined(separator: " and ")). "
          + "Configure application/json for this file, once."
    case .byteOrderMark:
      "The file begins with a byte order mark, and it is not known whether phones accept that. Save "
        + "it as UTF-8 without one."
    default:
      "The file says something twice (\(place)), and it is not known which counts. Remove one."
    }
  }

  private var aboutNaming: String {
    switch self {
    case .notNamed: "The file does not name the app. Add it."
    case .malformedStatement:
      "Something in the app's statement (\(place)) is wrong, so Android leaves it out. Lint the file."
    case .included:
      "The file does not name the app itself, but it includes others, which were not read. Look there."
    case .otherCertificate(let wanted):
      "The file does not have the app's certificate \(wanted.first.map(short) ?? ""). The usual cause is "
        + "that one of the two is the upload key and the other the store's signing key. Copy the "
        + "SHA-256 fingerprint from the Play Console, under App signing, into the job and the file."
    case .missingCertificate(let missing):
      "The file has only some of the app's certificates: \(missing.map(short).joined(separator: ", ")) "
        + "\(missing.count == 1 ? "is" : "are") missing. An app signed with that key opens nothing. "
        + "Add it."
    case .malformedAppID(let name):
      "\(quoted(name)) is not an app identifier, so it is that of no app. Write one like "
        + "ABCDE12345.com.example.shop, in the file and in the job."
    case .placeholder(let name):
      "\(quoted(name)) looks as if it was never filled in. Write the app's own, in the file and in the "
        + "job."
    case .mistake(let finding):
      "Something in the app's statement (\(finding.position)) is wrong, so nothing here tells which "
        + "links the app opens. \(finding.message)"
    case .rulesInOneStatement:
      "The file has several statements about the app, and only some have rules (\(place)). It is not "
        + "known which count. Make one of them."
    case .namesNoApp(.apple): "The file names no app for iPhones. Add \"applinks\" with the app."
    case .namesNoApp(.android): "The file names no app for Android. Add a statement with the app."
    default:
      "The file has two lists of rules for the app (\(place)), and it is not known which counts. Make "
        + "one of them."
    }
  }

  private var aboutDeclarations: String {
    switch self {
    case .notDeclared(let host):
      "The job says that the app itself does not ask for \(shown(host)). Add the host to the app's "
        + "entitlements or manifest, and to the job."
    case .declaredForDevelopers(let host):
      "The app asks for \(shown(host)) only in a mode for developers or managed phones. Add "
        + "\(shown("applinks:" + host)) without a mode."
    case .declaredUnder(let host):
      "The app asks for *.\(shown(host)), so phones read the file of \(shown(host)), which was not "
        + "looked at. Name that file too."
    default:
      "The job says that the filters of the app are about other paths. Add this one to the app's "
        + "manifest, and to the job."
    }
  }

  private var aboutLink: String {
    switch self {
    case .link(let problem): "\(problem)"
    case .unencrypted:
      "Nothing is known about links that begin with http://. Write https://."
    case .otherClip(let bundle):
      bundle.map {
        "The link starts the App Clip \(quoted($0)), and that is not this one. Write its bundle "
          + "identifier after p=."
      }
        ?? "The link names no App Clip. Write its bundle identifier, as in "
        + "https://appclip.apple.com/id?p=com.example.shop.Clip."
    default: "Links of \(SiteJudge.appClipHost) start App Clips only."
    }
  }

  private var aboutRules: String {
    switch self {
    case .rule: "The rule in \(place) matches."
    case .excluded: "The rule in \(place) keeps it for the browser."
    case .noRuleMatches: "No rule of the app matches. Add one for this link."
    case .noRules: "The app has no rules. Add \"components\" to its entry."
    case .doubt(let doubt): "\(doubt)"
    case .appDecides: "The file has no rules for the app, so its own manifest decides."
    case .rulesAreIgnored:
      "The rules have a mistake (\(place)) and are ignored, so the app's manifest decides. Lint "
        + "the file."
    case .clipOfLink: "The link names the App Clip."
    default: "The file authorises the App Clip."
    }
  }

  /// Its place in the file, in words.
  private var place: String { position.map(\.description) ?? "another place" }

  /// The place in the file that decided, if there is one.
  package var position: JSONPosition? {
    switch self {
    case .notJSON(_, let position), .duplicateKey(let position), .malformedStatement(let position),
      .twoRuleLists(let position), .rulesInOneStatement(let position), .rule(let position),
      .excluded(let position, _),
      .rulesAreIgnored(let position):
      position
    case .mistake(let finding): finding.position
    default: nil
    }
  }
}

extension MatchDoubt: CustomStringConvertible {
  /// What is uncertain, and how to write it unambiguously.
  package var description: String {
    switch self {
    case .oddPath:
      "It is not known how phones read a path with two slashes in a row or with dots as a part. "
        + "Write the path without them."
    case .variable:
      "It is not known what a variable without values, a redefined one, or one in a query or fragment "
        + "matches. Write the pattern without it."
    case .form:
      "It is not known how phones read an entry without rules, or with \"paths\" beside \"appIDs\". "
        + "Write \"components\"."
    case .slashesInPaths:
      "It is not known whether slashes at the end count in \"paths\". Write \"components\"."
    case .endOfPattern:
      "It is not known whether the link matches where the pattern goes on with \"?*\", \"*/\" or "
        + "\"/**\". Add a rule for this link itself."
    case .startOfPattern:
      "It is not known whether phones put a slash before a pattern that begins with a wildcard. Begin "
        + "it with a slash, and add a rule for this link itself if the app should open it."
    case .slashesInPattern:
      "It is not known how phones read a pattern with two slashes in a row or with dots as a part. "
        + "Write the pattern without them."
    case .edgeOfValue:
      "It is not known what a variable matches here of which a value is empty, or begins or ends with a "
        + "slash or a wildcard. Write the pattern with that value in place of the variable."
    case .caseOfName:
      "It is not known whether the case of a name in the query counts. Write it as in the link."
    case .excludedForOtherApp:
      "An earlier rule keeps the link from another app, and it is not known whether this app still "
        + "opens it. Narrow that rule, or move this app's entry before it."
    case .wrongType:
      "Something in a rule has a wrong type, and it is not known what phones make of the rule. Lint the "
        + "file, and correct it."
    case .tooManyValues:
      "The variables of a pattern have too many values to look through. Use fewer variables in it."
    case .tooManyWays:
      "The patterns have so many ways to match this link that not all were tried. Use fewer stars and "
        + "variables in them."
    case .unencodedPattern:
      "The pattern has characters that links have percent-encoded, and it is not known whether it "
        + "matches. Percent-encode them, or set \"percentEncoded\" to false."
    case .otherCharacters:
      "It is not known how phones count and compare characters outside of ASCII. Percent-encode them "
        + "in the pattern, and leave out \"percentEncoded\"."
    case .unknownKey:
      "A rule has a key that Google's documentation does not name, and it is not known what Android "
        + "makes of the rules then. Remove the key."
    case .asksNothing:
      "Google does not say which links a rule matches that asks for nothing. Write {\"/\": \"*\"} for "
        + "all."
    case .variableOnAndroid:
      "Google does not say what $(…) means in a pattern. Write * or ? in its place."
    case .backslash:
      "Android may take \\ in a pattern for an escape. Write ? in its place."
    case .nameWithWildcard:
      "Android may take *, ? or \\ in the name of a query item for a wildcard. Ask for another item."
    case .starBeforeWildcard:
      "Google does not say what * means directly before another wildcard. Write one * for two, and "
        + "?* for *?."
    case .characterOfTwoUnits:
      "For each ?, Android may count an emoji as two characters. Write * in its place."
    case .dotAmongWildcards:
      "In a pattern with wildcards, some versions of Android take a dot for any character. Write a "
        + "pattern without the dot."
    case .itemWithoutEqualsSign:
      "Google does not say whether * accepts an item without =. Write the = in the link."
    case .badEncoding:
      "A % in the link encodes nothing. Write %25 for the character %."
    case .emptyPath:
      "The link has no slash after the host. Write one."
    }
  }
}

extension Why {
  /// What decided, in terms of the file's rules; for an exclude, with the pattern of its path.
  init(_ explanation: LinkExplanation, pattern: String? = nil) {
    self =
      switch explanation.reason {
      case .rule(let position) where explanation.verdict == .excluded:
        .excluded(position, pattern: pattern ?? "*")
      case .rule(let position): .rule(position)
      case .noRuleMatches: .noRuleMatches
      case .noRules: .noRules
      case .linkIsNotOurs(let problem): .link(problem)
      case .appClip: .clip
      case .appDecides: .appDecides
      case .rulesAreIgnored(let position): .rulesAreIgnored(position)
      }
  }
}

/// The beginning of a fingerprint, which is what people compare.
func short(_ fingerprint: String) -> String {
  String(visible(fingerprint).prefix(17)) + "…"
}

func shown(_ text: String) -> String { visible(shortened(text, to: 200)) }

private func quoted(_ text: String) -> String { JSONValue.string(shortened(text, to: 200)).compact }
