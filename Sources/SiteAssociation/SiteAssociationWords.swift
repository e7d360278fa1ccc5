// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

extension LintFinding: CustomStringConvertible {
  /// The finding in words, with its place and its name.
  package var description: String { "\(position.atStart): \(message) [\(rule.rawValue)]" }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch rule {
    case .notJSON, .emptyFile, .byteOrderMark, .duplicateKey: json?.message ?? ""
    case .wrongRoot, .tooLarge, .nearlyTooLarge, .otherPlatform, .wrongFileName: aboutFile
    case .noAppLinks, .misspeltSection, .noDetails, .noApp, .misspeltKey, .appsNotEmpty,
      .legacyForm, .mixedForms, .appIDAndAppIDs, .noPatterns, .unknownComponentKey,
      .uselessAppClips, .misplacedSection, .notAnObject, .malformedService, .notAList:
      aboutSections
    case .noPrefix, .placeholder, .malformedAppID, .duplicateApp, .appClipUnderAppLinks,
      .sampleLeftIn, .exampleName, .numericPrefix:
      aboutApps
    case .malformedStatement, .wrongNamespace, .wrongPackage, .noFingerprints,
      .malformedFingerprint, .wrongRelation, .wrongSite, .malformedDynamicRule, .onlyExcludes,
      .duplicateStatement, .otherDynamicRules, .pathWithoutSlash, .variableOnAndroid, .keyOfApple,
      .misplacedExtension, .publicTestKey, .includesOthers, .asksNothing:
      aboutAndroid
    case .entryOnlyExcludes, .excludedByEarlierEntry, .shadowedByOtherApp: aboutEntries
    default: aboutPatterns
    }
  }

  private var aboutFile: String {
    switch rule {
    case .wrongRoot:
      "The file must be an object {…} for Apple or a list […] for Android. Check which file this is."
    case .tooLarge:
      "The file has \(byteCount ?? 0) bytes, and Apple accepts "
        + "at most \(AssociationLint.appleByteCount). Write fewer but wider patterns."
    case .nearlyTooLarge:
      "The file has \(byteCount ?? 0) bytes. Apple's limit is 128 KB, which some count as 128,000 "
        + "bytes. Write fewer but wider patterns."
    case .otherPlatform:
      "This is the content of the other platform's file. Swap apple-app-site-association "
        + "and assetlinks.json."
    default:
      "Phones ask for \(quoted(suggestion)), not for \(quoted(text)). Rename the file."
    }
  }

  private var aboutSections: String {
    switch rule {
    case .noAppLinks:
      "There is no \"applinks\", so no link opens an app. Add it if links should open one."
    case .misspeltSection, .misspeltKey:
      "\(quoted(text)) is ignored. Write \(quoted(suggestion))."
    case .noDetails:
      "\"applinks\" has no entries in \"details\", so no link opens an app. Add one for each app."
    case .noApp:
      "The entry names no app, so it does nothing. Add \"appIDs\"."
    case .appsNotEmpty:
      "\"applinks.apps\" must be an empty list if it is there at all. Write [], or remove it."
    case .legacyForm:
      "This form still works. Add an entry with \"appIDs\" and \"components\" to match "
        + "queries too."
    case .mixedForms:
      "The entry mixes the old form (\"paths\") with the new one, but iOS 13 and later read "
        + "only \"components\". Split it into two entries."
    case .appIDAndAppIDs:
      "\"appID\" is ignored next to \"appIDs\". Remove it unless you need iOS 12."
    case .noPatterns:
      "The entry has no patterns, so the app opens nothing. Add \"components\"."
    case .unknownComponentKey:
      suggestion.map { "\(quoted(text)) is ignored. The right key is \(quoted($0))." }
        ?? "\(quoted(text)) is ignored in a component. Remove it, or use \"comment\"."
    case .uselessAppClips:
      "\"appclips\" can contain only a list of apps. Name the App Clips in \"apps\"."
    case .misplacedSection:
      "\(quoted(text)) does nothing inside \"applinks\". Move it to the top level."
    case .malformedService:
      "\(quoted(text)) can contain only a list of apps. Write {\"apps\": […]}."
    case .notAList:
      "\(quoted(text)) must be a list, or the entry does nothing. Put what is there into brackets […]."
    default:
      "This is ignored. Write an object {…} here."
    }
  }

  private var aboutApps: String {
    switch rule {
    case .noPrefix:
      suggestion.map { "The prefix comes first. Write \(quoted($0))." }
        ?? "\(quoted(text)) has no prefix of ten characters. Put the team ID before it."
    case .placeholder:
      "\(quoted(text)) was never filled in. Write the team ID and the bundle identifier."
    case .malformedAppID:
      "\(quoted(text)) is not an app identifier. Write one like ABCDE12345.com.example.shop."
    case .duplicateApp:
      "\(quoted(text)) occurs twice (first in \(place)). Remove one."
    case .appClipUnderAppLinks:
      "\(quoted(text)) looks like an App Clip, and \"applinks\" cannot start one. Name it "
        + "in \"appclips\"."
    case .sampleLeftIn:
      "This is the example from Apple's documentation. Replace it with your own apps and patterns."
    case .exampleName:
      "\(quoted(text)) is a placeholder from a template. Write the app's own."
    default:
      "The prefix of \(quoted(text)) has no letters, like an App Store number. Check that it is the "
        + "team ID."
    }
  }

  private var aboutEntries: String {
    switch rule {
    case .entryOnlyExcludes:
      "\(quoted(text)) opens nothing, because its rules only exclude. Add a pattern for the links that "
        + "it should open."
    case .excludedByEarlierEntry:
      "This opens nothing, because the rule in \(place) excludes the same links for the app. Remove one "
        + "of the two."
    default:
      "The other app in \(place) opens every link, too, so \(quoted(text)) gets one only where that app "
        + "is not installed. Put the app that should win first."
    }
  }

  private var aboutPatterns: String {
    switch rule {
    case .unreachable:
      "This rule never applies, because the one in \(place) matches everything that it would. Remove "
        + "one of the two."
    case .excludesEverything:
      "This excludes every link, so nothing after it opens the app. Narrow it or move it to "
        + "the end."
    case .deadExclude:
      "This excludes nothing, because the rule in \(place) matches first. Move this one before it."
    case .patternNotString:
      "A pattern must be a string, or the system ignores it (in a query: the whole query). "
        + "Put it in quotes."
    case .flagNotBoolean:
      "\(quoted(text)) must be true or false without quotes. Correct it."
    case .queryInPath:
      "A path pattern cannot match a query or a fragment. Use \"?\" and \"#\" in a component."
    case .urlInPath:
      "Only the path of a link is compared with this. Leave out the scheme and the host."
    case .placeholderInPattern:
      "\(quoted(text)) has a placeholder, which stands only for itself here. Write * in its place."
    case .regularExpression:
      "\(quoted(text)) looks like a regular expression, but only * and ? are special here. Use them."
    case .starBeforeWildcard:
      "\(quoted(text)) has a * directly before another wildcard, and it is not known in every case "
        + "what phones make of it. Write \(quoted(suggestion))."
    case .unknownVariable:
      suggestion.map { "There is no variable $(\(text ?? "")). Write $(\($0))." }
        ?? "The variable \(quoted(text)) has no values. Define them in \"substitutionVariables\"."
    case .unclosedVariable:
      "The variable here is not closed. Write $(name)."
    case .patternInDefaults:
      "The pattern \(quoted(text)) in \"defaults\" applies to every component that has none. "
        + "Write it in the components."
    case .unencodedCharacter:
      "\(quoted(text)) has characters that are always percent-encoded in links. Percent-encode "
        + "them, or set \"percentEncoded\" to false."
    case .vacuousQuery:
      "\"*\" requires nothing of \(quoted(text)), because a missing item counts as empty. Write "
        + "\"?*\" if it must be there."
    case .parentIsCovered:
      "\(quoted(text)) never applies, because /* in \(place) matches the folder itself too. "
        + "Move this one before it."
    case .excludeAcrossApps:
      "This excludes links that another app opens (\(place)), and it is not certain that "
        + "the other app still opens them. Keep the two apart."
    case .encodedPattern:
      "With \"percentEncoded\" set to false, the link is decoded before it is compared. Write the "
        + "character itself."
    case .commentPromisesMore:
      "The comment mentions a beginning, but the pattern is exact. Add a *."
    default:
      "The rules for iOS and Android differ about \(quoted(text)). Write rules that mean the same."
    }
  }

  private var aboutAndroid: String {
    switch rule {
    case .malformedStatement:
      "This is not a statement. Write one with \"relation\" and \"target\" for each app."
    case .wrongNamespace:
      "The namespace must be \"android_app\" (or \"web\" with a \"site\"). Correct it."
    case .wrongPackage:
      "\"package_name\" must be the app's package, such as com.example.shop. Correct it."
    case .noFingerprints:
      "\"sha256_cert_fingerprints\" is missing or empty. Add the fingerprint from the Play Console."
    case .malformedFingerprint:
      suggestion.map { "Android accepts only upper-case digits with colons. Write \($0)." }
        ?? "This is not a SHA-256 fingerprint (32 octets, upper case, colons). Take it from the "
        + "Play Console."
    case .wrongRelation:
      suggestion.map { "The relation is misspelt. Write \(quoted($0))." }
        ?? "The relation must be like \"delegate_permission/common.handle_all_urls\". Correct it."
    case .wrongSite:
      "A site is a scheme and a host, such as https://www.example.com, without a slash at the "
        + "end. Correct it."
    case .malformedDynamicRule:
      "Because of this, Android ignores all dynamic rules of the app. Correct or remove it."
    case .onlyExcludes:
      "These rules only exclude, so Android 15 and later open nothing. End them with "
        + "{\"/\": \"*\"}."
    case .otherDynamicRules:
      "\(quoted(text)) has other dynamic rules in \(place), and it is not defined which of them count. "
        + "Put all rules into one list."
    case .pathWithoutSlash:
      "The path of a link begins with a slash, so \(quoted(text)) matches none. Write "
        + "\(quoted(suggestion))."
    case .variableOnAndroid:
      "Google does not say what $(…) means, so it is not known what \(quoted(text)) matches. Write * or "
        + "? in its place."
    case .keyOfApple:
      "Only Apple knows \(quoted(text)), and it is not known what Android makes of the rules then. "
        + "Remove it."
    case .misplacedExtension: misplacedExtension
    case .includesOthers:
      "The statements of the included file count, too, and that file was not looked at. Lint it as "
        + "well."
    case .asksNothing:
      "The rule asks for nothing, and Google does not say which links it matches then. Write "
        + "{\"/\": \"*\"} for all."
    case .publicTestKey:
      "Everybody has the private key of this certificate (\(text ?? "")), so anybody can sign an app "
        + "that takes the links. Write the fingerprint of the release key from the Play Console."
    default:
      "There is already a statement for \(quoted(text)) (\(place)). Put all fingerprints into that one."
    }
  }

  private var misplacedExtension: String {
    let relation = quoted(AndroidAssociation.openingLinks)
    let cure =
      switch text {
      case AndroidAssociation.rulesKey:
        "Move it into \"relation_extensions\", under \(relation)."
      case AndroidAssociation.openingLinks: "Move it into \"relation_extensions\"."
      default: "Move it into the statement of the app, beside \"target\"."
      }
    return "\(quoted(text)) does nothing here. \(cure)"
  }

  private var place: String { other.map(\.description) ?? "another place" }
}

extension LinkExplanation {
  /// Why the verdict is what it is, and what to do if that is not wanted.
  package var reasonInWords: String {
    doubt.map { "It is unknown whether the app opens it. \($0)" } ?? "\(Why(self))"
  }
}

extension AndroidLimit: CustomStringConvertible {
  /// What Android 15 and later will not do, and what helps.
  package var description: String {
    switch self {
    case .emptyPath:
      "The links have no slash after the host, so they open nothing on Android 15 and later. Write "
        + "the slash."
    case .slashInValue:
      "On Android 15 and later, a link does not open if a value in the middle of its path contains a "
        + "slash (%2F). Put such a value at the end."
    case .badEncoding(let text):
      "\(quoted(text)) has a % that encodes nothing, and what Android makes of it is unknown. Write "
        + "%25 for the character %."
    case .starBeforeWildcard(let text):
      "\(quoted(text)) has a * directly before another wildcard, and what Android makes of it is "
        + "unknown. Write one * for two, and ?* for *?."
    case .excludeEndsEarly(let text):
      "\(quoted(text)) excludes less on Android, where * ends at the first match of what follows it. "
        + "End the pattern with the *."
    case .excludeLeftOut(let text):
      "Android cannot be asked for just \(quoted(text)), so links that only this excludes may open the "
        + "app there. Exclude a path instead."
    case .ampersandAtEnd:
      "The links end with &, which Android takes for a part of the value. Remove it."
    }
  }
}

extension LinkProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notWeb: "This is not a web link. Write https:// and the host."
    case .portOrUser:
      "It is not known whether a link with a port or a user name opens an app. Leave it out."
    case .address:
      "The host is an IP address, and no app can ask for the links of one. Write a host name."
    case .singleName:
      "The host has no dot, so it is the name of one machine, and no app can ask for its links. Write "
        + "the full host name."
    case .dotAtEnd:
      "It is not known whether phones take a host with a dot at its end for the same host. Write it "
        + "without that dot."
    case .unencodedHost:
      "The host has other letters than ASCII, and it is not known how phones compare them. Write the "
        + "host as browsers send it, with xn--."
    case .otherHost: "This is a link to another host. Use that host's file."
    }
  }
}

extension RuleThatDidNotMatch: CustomStringConvertible {
  /// The rule and the part of it that did not fit, as far as there is one.
  package var description: String {
    "\(position.atStart): \(whatDidNotFit)"
  }

  private var whatDidNotFit: String {
    let pattern = quoted(pattern)
    let found = found.map { quoted($0) }
    return switch mismatch {
    case .path: "The path \(found ?? "") does not match \(pattern)."
    case .query: "The query \(found ?? "") does not match \(pattern)."
    case .fragment:
      if let found {
        "The fragment \(found) does not match \(pattern)."
      } else {
        "There is no fragment, but \(pattern) requires one."
      }
    case .queryItem:
      if let found {
        "\(quoted(item)) is \(found), which does not match \(pattern)."
      } else {
        "There is no \(quoted(item)), but \(pattern) requires it."
      }
    case .unusable: "This rule can never match. Lint the file."
    case .unknown(let doubt): "It is unknown whether this rule matches. \(doubt)"
    }
  }
}

extension SitePlanError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAppID(let app):
      "\(quoted(app)) is not an app identifier. Write one like ABCDE12345.com.example.shop."
    case .badPackage(let package):
      "\(quoted(package)) is not an Android package. Write one like com.example.shop."
    case .badFingerprint(let fingerprint, let package):
      "\(quoted(fingerprint)) (\(package)) is not a SHA-256 fingerprint. Copy it from the Play "
        + "Console."
    case .noFingerprint(let package):
      "\(package) has no certificate. Copy its SHA-256 fingerprint from the Play Console."
    case .badPattern(let pattern, let encoded?):
      "\(quoted(pattern)) has characters that links have percent-encoded. Write \(quoted(encoded))."
    case .badPattern(let pattern, nil):
      "\(quoted(pattern)) is not a pattern that both platforms know. Write one like /s/*."
    case .nothingOpens:
      "No link would open the app. Add a pattern that is not excluded."
    case .tooLarge(let byteCount):
      "The file would have \(byteCount) bytes, and Apple accepts "
        + "at most \(AssociationLint.appleByteCount). Use fewer but wider patterns."
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
      "\(position.atStart): \"details\" has the form of 2015, to which nothing can be added. Make it "
        + "a list."
    case .otherDynamicRules(let package, let position):
      "\(position.atStart): There are other dynamic rules for \(package). Change them by hand."
    case .noDynamicRules(let package, let position):
      "\(position.atStart): The file has no rules for \(package), so its manifest decides. Rules would "
        + "switch off every other link of the host on Android 15. Write links=\"all\" in its <app>."
    case .hasDynamicRules(let package, let position):
      "\(position.atStart): The file has rules for \(package), so links=\"all\" would not hold. Leave out "
        + "links=\"all\", and the job's rules are added to them."
    case .malformedStatement(let package, let position):
      "\(position.atStart): Something in the statement of \(package) is wrong, so Android leaves it out, and "
        + "what is added to it does not count. Lint the file, and correct the statement first."
    case .rulesAndNone(let package):
      "One job lists the links of \(package) for Android, and another leaves them to the app. Rules would "
        + "switch off its other links on Android 15. Write links=\"all\" in every <app> of it, or in none."
    }
  }
}

private func quoted(_ text: String?) -> String { JSONValue.string(text ?? "").compact }
