// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What may be wrong with an association file.
///
/// The raw value is the name of the rule in reports: J for the JSON, A for Apple's file (some of these hold
/// for Android's, too), D for Android's (Digital Asset Links), X for both together.
package enum LintRule: String, CaseIterable, Sendable {
  // The file as a whole.
  case notJSON = "J01"
  case emptyFile = "J02"
  case byteOrderMark = "J03"
  case wrongRoot = "J04"
  case tooLarge = "J05"
  case otherPlatform = "J06"
  case wrongFileName = "J07"
  case duplicateKey = "J08"
  case nearlyTooLarge = "J09"

  // Sections and keys.
  case noAppLinks = "A01"
  case misspeltSection = "A02"
  case noDetails = "A03"
  case noApp = "A05"
  case misspeltKey = "A06"
  case appsNotEmpty = "A11"
  case legacyForm = "A13"
  case mixedForms = "A14"
  case appIDAndAppIDs = "A15"
  case noPatterns = "A16"
  case unknownComponentKey = "A28"
  case uselessAppClips = "A35"
  case misplacedSection = "A36"
  case notAnObject = "A41"
  case malformedService = "A48"
  case notAList = "A49"

  // Identifiers of apps.
  case noPrefix = "A07"
  case placeholder = "A08"
  case malformedAppID = "A09"
  case duplicateApp = "A10"
  case appClipUnderAppLinks = "A37"
  case sampleLeftIn = "A38"
  case exampleName = "A39"
  case numericPrefix = "A40"

  // Patterns.
  case unreachable = "A17"
  case excludesEverything = "A18"
  case deadExclude = "A19"
  case patternNotString = "A20"
  case flagNotBoolean = "A21"
  case queryInPath = "A22"
  case unknownVariable = "A23"
  case unclosedVariable = "A24"
  case patternInDefaults = "A25"
  case unencodedCharacter = "A26"
  case vacuousQuery = "A27"
  case parentIsCovered = "A29"
  case excludeAcrossApps = "A30"
  case encodedPattern = "A32"
  case commentPromisesMore = "A34"
  case urlInPath = "A42"
  case placeholderInPattern = "A43"
  case regularExpression = "A44"
  case starBeforeWildcard = "A50"

  // Entries together.
  case entryOnlyExcludes = "A45"
  case excludedByEarlierEntry = "A46"
  case shadowedByOtherApp = "A47"

  // Android.
  case malformedStatement = "D01"
  case wrongNamespace = "D02"
  case wrongPackage = "D03"
  case noFingerprints = "D04"
  case malformedFingerprint = "D05"
  case wrongRelation = "D06"
  case wrongSite = "D08"
  case malformedDynamicRule = "D09"
  case onlyExcludes = "D10"
  case duplicateStatement = "D12"
  case otherDynamicRules = "D13"
  case pathWithoutSlash = "D14"
  case variableOnAndroid = "D15"
  case keyOfApple = "D16"
  case misplacedExtension = "D17"
  case publicTestKey = "D18"
  case includesOthers = "D19"
  case asksNothing = "D20"

  case platformsDiffer = "X01"

  package enum Severity: String, Sendable {
    case error, warning, info

    /// The word for people; programs read `info`, as other linters write it.
    package var word: String { self == .info ? "remark" : rawValue }
  }

  package var severity: Severity {
    switch self {
    case .noAppLinks, .legacyForm, .appIDAndAppIDs, .appClipUnderAppLinks, .commentPromisesMore,
      .shadowedByOtherApp, .duplicateStatement, .includesOthers:
      .info
    case .byteOrderMark, .duplicateKey, .nearlyTooLarge, .appsNotEmpty, .mixedForms,
      .unknownComponentKey, .malformedService,
      .duplicateApp, .sampleLeftIn, .exampleName, .numericPrefix, .unreachable,
      .patternInDefaults, .vacuousQuery, .parentIsCovered, .excludeAcrossApps, .encodedPattern,
      .keyOfApple, .starBeforeWildcard, .asksNothing, .platformsDiffer:
      .warning
    default:
      .error
    }
  }
}
