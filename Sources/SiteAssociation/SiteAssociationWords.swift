// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

extension LintFinding: CustomStringConvertible {
  /// The finding in words, with its place and its name.
  package var description: String { "\(position): \(message) [\(rule.rawValue)]" }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch rule {
    case .notJSON, .emptyFile, .byteOrderMark, .duplicateKey: json?.message ?? ""
    case .wrongRoot, .tooLarge, .nearlyTooLarge, .otherPlatform, .wrongFileName: aboutFile
    case .noAppLinks, .misspeltSection, .noDetails, .noApp, .misspeltKey, .appsNotEmpty,
      .legacyForm, .mixedForms, .appIDAndAppIDs, .noPatterns, .unknownComponentKey,
      .uselessAppClips, .misplacedSection, .notAnObject:
      aboutSections
    case .noPrefix, .placeholder, .malformedAppID, .duplicateApp, .appClipUnderAppLinks,
      .sampleLeftIn, .exampleName, .numericPrefix:
      aboutApps
    case .malformedStatement, .wrongNamespace, .wrongPackage, .noFingerprints,
      .malformedFingerprint, .wrongRelation, .wrongSite, .malformedDynamicRule, .onlyExcludes,
      .duplicateStatement:
      aboutAndroid
    default: aboutPatterns
    }
  }

  private var aboutFile: String {
    switch rule {
    case .wrongRoot:
      "the file must be an object {…} for Apple and a list […] for Android; check which "
        + "file this is."
    case .tooLarge:
      "the file has \(byteCount ?? 0) bytes, and Apple accepts "
        + "at most \(AssociationLint.appleByteCount); write fewer, wider patterns."
    case .nearlyTooLarge:
      "the file has \(byteCount ?? 0) bytes, and Apple's limit is 128 KB, which some count as "
        + "128,000; write fewer, wider patterns."
    case .otherPlatform:
      "this is the content of the other platform's file; swap apple-app-site-association "
        + "and assetlinks.json."
    default:
      "phones ask for \(quoted(suggestion)) and not for \(quoted(text)); rename the file."
    }
  }

  private var aboutSections: String {
    switch rule {
    case .noAppLinks:
      "there is no \"applinks\", so no link opens an app; add it if links should."
    case .misspeltSection, .misspeltKey:
      "\(quoted(text)) is ignored; write \(quoted(suggestion))."
    case .noDetails:
      "\"applinks\" has no entries in \"details\", so no link opens an app; add one for each app."
    case .noApp:
      "the entry names no app, so it does nothing; add \"appIDs\"."
    case .appsNotEmpty:
      "\"applinks.apps\" must be an empty list where it is needed at all; write [] or remove it."
    case .legacyForm:
      "this form still works; add an entry with \"appIDs\" and \"components\" to match "
        + "queries, too."
    case .mixedForms:
      "the entry mixes the old form (\"paths\") with the new one, and iOS 13 and later read "
        + "only \"components\"; make two entries of it."
    case .appIDAndAppIDs:
      "\"appID\" is ignored beside \"appIDs\"; remove it unless iOS 12 matters."
    case .noPatterns:
      "the entry has no patterns, so the app opens nothing; add \"components\"."
    case .unknownComponentKey:
      suggestion.map { "\(quoted(text)) is ignored; the key for this is \(quoted($0))." }
        ?? "\(quoted(text)) is ignored in a component; remove it, or use \"comment\"."
    case .uselessAppClips:
      "\"appclips\" is a list of apps and nothing else; name the App Clips in \"apps\"."
    case .misplacedSection:
      "\(quoted(text)) does nothing inside \"applinks\"; move it to the top level."
    default:
      "an object {…} belongs here; this is ignored."
    }
  }

  private var aboutApps: String {
    switch rule {
    case .noPrefix:
      suggestion.map { "the prefix comes first; write \(quoted($0))." }
        ?? "\(quoted(text)) has no prefix of ten characters; put the team ID before it."
    case .placeholder:
      "\(quoted(text)) was never filled in; write the team ID and the bundle identifier."
    case .malformedAppID:
      "\(quoted(text)) is not an app identifier; write one like ABCDE12345.com.example.shop."
    case .duplicateApp:
      "\(quoted(text)) is there twice (first in \(place)); remove one."
    case .appClipUnderAppLinks:
      "\(quoted(text)) looks like an App Clip, which \"applinks\" does not start; name it "
        + "in \"appclips\"."
    case .sampleLeftIn:
      "this is the example from Apple's documentation; replace it with your own apps and patterns."
    case .exampleName:
      "\(quoted(text)) is a placeholder from a template; write the app's own."
    default:
      "the prefix of \(quoted(text)) has no letter, like a number of the App Store; check "
        + "that it is the team ID."
    }
  }

  private var aboutPatterns: String {
    switch rule {
    case .unreachable:
      "this never runs, because the rule in \(place) matches all of it; remove one of the two."
    case .excludesEverything:
      "this excludes every link, so nothing after it opens the app; narrow it or move it to "
        + "the end."
    case .deadExclude:
      "this excludes nothing, because the rule in \(place) has matched before; move it before that."
    case .patternNotString:
      "a pattern must be a string, or the system ignores it (in a query: all of the query); "
        + "put it between quotes."
    case .flagNotBoolean:
      "\(quoted(text)) must be true or false without quotes; correct it."
    case .queryInPath:
      "a path pattern cannot match a query or a fragment; use \"?\" and \"#\" of a component."
    case .unknownVariable:
      suggestion.map { "there is no variable $(\(text ?? "")); write $(\($0))." }
        ?? "the variable \(quoted(text)) has no values; define them in \"substitutionVariables\"."
    case .unclosedVariable:
      "a variable is not closed here; write $(name)."
    case .patternInDefaults:
      "the pattern \(quoted(text)) in \"defaults\" holds for every component that has none; "
        + "write it into the components."
    case .unencodedCharacter:
      "\(quoted(text)) has characters that are always percent-encoded in links; percent-encode "
        + "them, or set \"percentEncoded\" to false."
    case .vacuousQuery:
      "\"*\" requires nothing of \(quoted(text)), because a missing item counts as empty; write "
        + "\"?*\" if it must be there."
    case .parentIsCovered:
      "\(quoted(text)) never runs, because /* in \(place) matches the folder itself, too; "
        + "move it before that."
    case .excludeAcrossApps:
      "this excludes links that another app opens (\(place)), and it is not known whether "
        + "that app still does; keep the two apart."
    case .encodedPattern:
      "with \"percentEncoded\" false the link is decoded before it is compared; write the "
        + "character itself."
    case .commentPromisesMore:
      "the comment mentions a beginning, but the pattern is exact; add a *."
    default:
      "iOS and Android say different things about \(quoted(text)); write rules that mean the same."
    }
  }

  private var aboutAndroid: String {
    switch rule {
    case .malformedStatement:
      "this is not a statement; write one with \"relation\" and \"target\" for each app."
    case .wrongNamespace:
      "the namespace must be \"android_app\" (or \"web\" with a \"site\"); correct it."
    case .wrongPackage:
      "\"package_name\" must be the app's package, such as com.example.shop; write it."
    case .noFingerprints:
      "\"sha256_cert_fingerprints\" is missing or empty; add the fingerprint from the Play Console."
    case .malformedFingerprint:
      suggestion.map { "Android takes upper-case digits with colons only; write \($0)." }
        ?? "this is not a SHA-256 fingerprint (32 octets, upper case, colons); take it from the "
        + "Play Console."
    case .wrongRelation:
      suggestion.map { "the relation is misspelt; write \(quoted($0))." }
        ?? "the relation must be like \"delegate_permission/common.handle_all_urls\"; correct it."
    case .wrongSite:
      "a site is scheme and host, such as https://www.example.com without a slash at the "
        + "end; correct it."
    case .malformedDynamicRule:
      "because of this, Android ignores all dynamic rules of the app; correct or remove it."
    case .onlyExcludes:
      "these rules only exclude, so Android 15 and later open nothing; end them with "
        + "{\"/\": \"*\"}."
    default:
      "there is a statement for \(quoted(text)) already (\(place)); put all fingerprints into that."
    }
  }

  private var place: String { other.map(\.description) ?? "another place" }
}

extension LinkExplanation {
  /// Why the verdict is what it is, and what to do if that is not wanted.
  package var reasonInWords: String {
    switch reason {
    case .rule(let position):
      verdict == .excluded
        ? "the rule in \(position) keeps it for the browser."
        : "the rule in \(position) matches."
    case .noRuleMatches: "no rule of the app matches; add one for this link."
    case .noRules: "the app has no rules; add \"components\" to its entry."
    case .linkIsNotOurs(let problem): "\(problem)"
    case .appClip: "an App Clip may serve the host; App Store Connect says for which links."
    case .appDecides: "the file has no rules for the app, so its own manifest decides."
    case .rulesAreIgnored(let position):
      "the rules have a mistake (\(position)) and are ignored, so the app's manifest decides; lint "
        + "the file."
    }
  }
}

extension LinkProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notWeb: "this is not a web link; write https:// and the host."
    case .portOrUser: "a link with a port or a user opens no app; leave it out."
    case .otherHost: "this is a link to another host; ask that host's file."
    }
  }
}

extension RuleThatDidNotMatch: CustomStringConvertible {
  /// The rule and the part of it that did not fit, as far as there is one.
  package var description: String {
    "\(position): \(whatDidNotFit)"
  }

  private var whatDidNotFit: String {
    let pattern = quoted(pattern)
    let found = found.map { quoted($0) }
    return switch mismatch {
    case .path: "the path \(found ?? "") does not match \(pattern)"
    case .query: "the query \(found ?? "") does not match \(pattern)"
    case .fragment: "the fragment \(found ?? "") does not match \(pattern)"
    case .queryItem:
      if let found {
        "\(quoted(item)) is \(found), which does not match \(pattern)"
      } else {
        "there is no \(quoted(item)), and \(pattern) requires it"
      }
    case .unusable: "this rule can never match; lint the file"
    }
  }
}

extension SitePlanError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAppID(let app):
      "\(quoted(app)) is not an app identifier; write one like ABCDE12345.com.example.shop."
    case .badPackage(let package):
      "\(quoted(package)) is not an Android package; write one like com.example.shop."
    case .badFingerprint(let fingerprint, let package):
      "\(quoted(fingerprint)) (\(package)) is not a SHA-256 fingerprint; copy it from the Play "
        + "Console."
    case .noFingerprint(let package):
      "\(package) has no certificate; copy its SHA-256 fingerprint from the Play Console."
    case .badPattern(let pattern):
      "\(quoted(pattern)) is not a pattern that both platforms know; write one like /s/*."
    case .nothingOpens:
      "no link would open the app; add a pattern that is not excluded."
    case .legacyPathsAskOnlyPaths:
      "the form for iOS 12 cannot match a query or a fragment; leave out --legacy, or use paths."
    case .tooLarge(let byteCount):
      "the file would have \(byteCount) bytes, and Apple accepts "
        + "at most \(AssociationLint.appleByteCount); use fewer, wider patterns."
    }
  }
}

extension SiteMergeError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .plan(let error): "\(error)"
    case .json(let finding): "\(finding)"
    case .edit(let error): "\(error)"
    case .detailsIsObject(let position):
      "\(position): \"details\" has the form of 2015, to which nothing can be added; make it a "
        + "list."
    case .otherDynamicRules(let package, let position):
      "\(position): there are other dynamic rules for \(package); change them by hand."
    }
  }
}

private func quoted(_ text: String?) -> String { JSONValue.string(text ?? "").compact }
