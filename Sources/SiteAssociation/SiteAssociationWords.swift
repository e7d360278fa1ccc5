// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

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
      "the rules have a mistake (\(position)) and are ignored, so the app's manifest decides; lint the file."
    }
  }
}

extension LinkProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notWeb: "this is no link of the web; write https:// and the host."
    case .portOrUser: "a link with a port or a user opens no app; leave that out."
    case .otherHost: "this is a link of another host; ask that host's file."
    }
  }
}

extension RuleThatDidNotMatch: CustomStringConvertible {
  /// The rule and the part of it that did not fit, as far as there is one.
  package var description: String {
    "\(position): \(whatDidNotFit)"
  }

  private var whatDidNotFit: String {
    let pattern = JSONValue.string(pattern ?? "").compact
    let found = found.map { JSONValue.string($0).compact }
    return switch mismatch {
    case .path: "the path \(found ?? "") does not match \(pattern)"
    case .query: "the query \(found ?? "") does not match \(pattern)"
    case .fragment: "the fragment \(found ?? "") does not match \(pattern)"
    case .queryItem:
      if let found {
        "\(JSONValue.string(item ?? "").compact) is \(found), which does not match \(pattern)"
      } else {
        "there is no \(JSONValue.string(item ?? "").compact), and \(pattern) asks for it"
      }
    case .unusable: "this is no rule that can match; lint the file"
    }
  }
}

extension SitePlanError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badAppID(let app):
      "\(quoted(app)) is no app identifier; write one like ABCDE12345.com.example.shop."
    case .badPackage(let package):
      "\(quoted(package)) is no package of Android; write one like com.example.shop."
    case .badFingerprint(let fingerprint, let package):
      "\(quoted(fingerprint)) (\(package)) is no SHA-256 fingerprint; copy it from the Play Console."
    case .noFingerprint(let package):
      "\(package) has no certificate; copy its SHA-256 fingerprint from the Play Console."
    case .badPattern(let pattern):
      "\(quoted(pattern)) is no pattern that both platforms know; write one like /s/*."
    case .nothingOpens:
      "no link would open the app; add a pattern that is not excluded."
    case .legacyPathsAskOnlyPaths:
      "the form for iOS 12 cannot ask for a query or a fragment; leave out --legacy, or use paths."
    case .tooLarge(let byteCount):
      "the file would have \(byteCount) bytes, and Apple takes "
        + "\(AssociationLint.appleByteCount) at most; use fewer, wider patterns."
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
      "\(position): \"details\" has the form of 2015, to which nothing can be added; make it a list."
    case .otherDynamicRules(let package, let position):
      "\(position): there are other dynamic rules for \(package); change them by hand."
    }
  }
}

private func quoted(_ text: String) -> String { JSONValue.string(text).compact }
