// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import SiteAssociation
@testable import StrictJSON

/// Files of Apple in which one thing is wrong, and all that is said about each.
private let apple: KeyValuePairs = [
  #""#:
    "Line 1, column 1: There is no JSON here. Write at least {} or []. [J02]",
  #"[]"#:
    "Line 1, column 1: The file must be an object {…} for Apple or a list […] for Android. Check which file this is. [J04]",
  #"[{"relation":[]}]"#:
    "Line 1, column 1: This is the content of the other platform's file. Swap apple-app-site-association and assetlinks.json. [J06]",
  #"{"applinks":"#:
    "Line 1, column 13: The text ends within brackets (opened in line 1, column 1). Close them, or get the whole file. [J01]",
  component(#"{"/":"/a","/":"/b"}"#):
    #"Line 1, column 87: The key "/" occurs twice (first in line 1, column 78). Remove one, or merge them. [J08]"#,
  #"{}"#:
    #"Line 1, column 1: There is no "applinks", so no link opens an app. Add it if links should open one. [A01]"#,
  #"{"appLinks":{}}"#:
    #"Line 1, column 2: "appLinks" is ignored. Write "applinks". [A02]"#,
  #"{"applinks":{}}"#:
    #"Line 1, column 13: "applinks" has no entries in "details", so no link opens an app. Add one for each app. [A03]"#,
  entry(#"{"components":[{}]}"#):
    #"Line 1, column 25: The entry names no app, so it does nothing. Add "appIDs". [A05]"#,
  component(#"{"/":"/a","casesensitive":true}"#):
    #"Line 1, column 87: "casesensitive" is ignored. Write "caseSensitive". [A06]"#,
  #"{"applinks":{"apps":["x"],"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{}]}]}}"#:
    #"Line 1, column 21: "applinks.apps" must be an empty list if it is there at all. Write [], or remove it. [A11]"#,
  entry(#"{"appID":"A1B2C3D4E5.a.b","paths":["/a"]}"#):
    #"Line 1, column 25: This form still works. Add an entry with "appIDs" and "components" to match queries too. [A13]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"paths":["/a"]}"#):
    #"Line 1, column 25: The entry mixes the old form ("paths") with the new one, but iOS 13 and later read only "components". Split it into two entries. [A14]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"appID":"A1B2C3D4E5.a.b","components":[{}]}"#):
    #"Line 1, column 25: "appID" is ignored next to "appIDs". Remove it unless you need iOS 12. [A15]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"]}"#):
    #"Line 1, column 25: The entry has no patterns, so the app opens nothing. Add "components". [A16]"#,
  component(#"{"/":"/a","note":"x"}"#):
    #"Line 1, column 87: "note" is ignored in a component. Remove it, or use "comment". [A28]"#,
  component(#"{"path":"/a"}"#):
    #"Line 1, column 78: "path" is ignored. The right key is "/". [A28]"#,
  #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{}]}]},"appclips":{}}"#:
    #"Line 1, column 86: "appclips" can contain only a list of apps. Name the App Clips in "apps". [A35]"#,
  component(#"{"/":"/a"}"#, also: #","webcredentials":{}"#):
    #"Line 1, column 91: "webcredentials" does nothing inside "applinks". Move it to the top level. [A36]"#,
  component(#"7"#):
    "Line 1, column 77: This is ignored. Write an object {…} here. [A41]",
  component(#"{"/":"/a"}"#, also: #","substitutionVariables":7"#):
    "Line 1, column 115: This is ignored. Write an object {…} here. [A41]",
  app(#""org.shop.app""#):
    #"Line 1, column 36: "org.shop.app" has no prefix of ten characters. Put the team ID before it. [A07]"#,
  app(#""org.shop.app.A1B2C3D4E5""#):
    #"Line 1, column 36: The prefix comes first. Write "A1B2C3D4E5.org.shop.app". [A07]"#,
  app(#""YOUR_TEAM_ID.org.shop.app""#):
    #"Line 1, column 36: "YOUR_TEAM_ID.org.shop.app" was never filled in. Write the team ID and the bundle identifier. [A08]"#,
  app(#""TODO-later.org.shop""#):
    #"Line 1, column 36: "TODO-later.org.shop" was never filled in. Write the team ID and the bundle identifier. [A08]"#,
  app(#""A1B2C3D4E5.org shop""#):
    #"Line 1, column 36: "A1B2C3D4E5.org shop" is not an app identifier. Write one like ABCDE12345.com.example.shop. [A09]"#,
  app(#""A1B2C3D4E5.a.b","A1B2C3D4E5.a.b""#):
    #"Line 1, column 53: "A1B2C3D4E5.a.b" occurs twice (first in line 1, column 36). Remove one. [A10]"#,
  app(#""A1B2C3D4E5.a.b.Clip""#):
    #"Line 1, column 36: "A1B2C3D4E5.a.b.Clip" looks like an App Clip, and "applinks" cannot start one. Name it in "appclips". [A37]"#,
  app(#""ABCDE12345.a.b""#):
    "Line 1, column 36: This is the example from Apple's documentation. Replace it with your own apps and patterns. [A38]",
  app(#""A1B2C3D4E5.com.example.b""#):
    #"Line 1, column 36: "A1B2C3D4E5.com.example.b" is a placeholder from a template. Write the app's own. [A39]"#,
  app(#""6448924682.a.b""#):
    #"Line 1, column 36: The prefix of "6448924682.a.b" has no letters, like an App Store number. Check that it is the team ID. [A40]"#,
  component(#"{"/":"/a/*"},{"/":"/a/b"}"#):
    "Line 1, column 90: This rule never applies, because the one in line 1, column 77 matches everything that it would. Remove one of the two. [A17]",
  component(#"{"/":"*","exclude":true},{"/":"/a"}"#):
    "Line 1, column 77: This excludes every link, so nothing after it opens the app. Narrow it or move it to the end. [A18]",
  component(#"{"/":"/a/*"},{"/":"/a/b/*","exclude":true}"#):
    "Line 1, column 90: This excludes nothing, because the rule in line 1, column 77 matches first. Move this one before it. [A19]",
  component(#"{"/":7}"#):
    "Line 1, column 82: A pattern must be a string, or the system ignores it (in a query: the whole query). Put it in quotes. [A20]",
  component(#"{"/":"/a","exclude":"true"}"#):
    #"Line 1, column 87: "exclude" must be true or false without quotes. Correct it. [A21]"#,
  component(#"{"/":"/a?id=*"}"#):
    ##"Line 1, column 82: A path pattern cannot match a query or a fragment. Use "?" and "#" in a component. [A22]"##,
  component(#"{"/":"/$(digits)"}"#):
    "Line 1, column 82: There is no variable $(digits). Write $(digit). [A23]",
  component(#"{"/":"/$(food)"}"#):
    #"Line 1, column 82: The variable "food" has no values. Define them in "substitutionVariables". [A23]"#,
  component(#"{"/":"/$(digit"}"#):
    "Line 1, column 82: The variable here is not closed. Write $(name). [A24]",
  component(#"{"?":"a"}"#, also: #","defaults":{"/":"/a"}"#):
    #"Line 1, column 102: The pattern "/" in "defaults" applies to every component that has none. Write it in the components. [A25]"#,
  component(#"{"/":"/a b"}"#):
    #"Line 1, column 82: "/a b" has characters that are always percent-encoded in links. Percent-encode them, or set "percentEncoded" to false. [A26]"#,
  component(#"{"?":{"k":"*"}}"#):
    #"Line 1, column 83: "*" requires nothing of "k", because a missing item counts as empty. Write "?*" if it must be there. [A27]"#,
  component(#"{"/":"/a/*","exclude":true},{"/":"/a"}"#):
    #"Line 1, column 105: "/a" never applies, because /* in line 1, column 77 matches the folder itself too. Move this one before it. [A29]"#,
  entry(
    #"{"appIDs":["A1B2C3D4E5.a.b"],"components":[{"/":"/b/*","exclude":true},{"/":"*"}]},{"appIDs":["A1B2C3D4E5.a.c"],"components":[{"/":"/b/*"}]}"#
  ):
    "Line 1, column 68: This excludes links that another app opens (line 1, column 151), and it is not certain that the other app still opens them. Keep the two apart. [A30]",
  component(#"{"/":"/caf%C3%A9","percentEncoded":false}"#):
    #"Line 1, column 82: With "percentEncoded" set to false, the link is decoded before it is compared. Write the character itself. [A32]"#,
  component(#"{"/":"/a","comment":"path starts with /a"}"#):
    "Line 1, column 82: The comment mentions a beginning, but the pattern is exact. Add a *. [A34]",
  #"{"applinks":{"details":{"A1B2C3D4E5.a.b":{"paths":["/a"]}}}}"#:
    #"Line 1, column 25: This form still works. Add an entry with "appIDs" and "components" to match queries too. [A13]"#,
  component(#"{"/":"/help/*","?":{"articleNumber":"????"}}"#):
    "Line 1, column 77: This is the example from Apple's documentation. Replace it with your own apps and patterns. [A38]",
]

/// Files with mistakes that take more than one entry, or other places than links.
private let appleTogether: KeyValuePairs = [
  component(#"{"/":"/a"}"#, beside: #","webcredentials":[]"#):
    #"Line 1, column 92: "webcredentials" can contain only a list of apps. Write {"apps": […]}. [A48]"#,
  entry(#"{"appIDs":"A1B2C3D4E5.a.b","components":[{}]}"#):
    #"Line 1, column 26: "appIDs" must be a list, or the entry does nothing. Put what is there into brackets […]. [A49]"#,
  component(#"{"/":"https://shop.org/a"}"#):
    "Line 1, column 82: Only the path of a link is compared with this. Leave out the scheme and the host. [A42]",
  component(#"{"/":"/a/{id}"}"#):
    #"Line 1, column 82: "/a/{id}" has a placeholder, which stands only for itself here. Write * in its place. [A43]"#,
  component(#"{"/":"/a/.*"}"#):
    #"Line 1, column 82: "/a/.*" looks like a regular expression, but only * and ? are special here. Use them. [A44]"#,
  component(#"{"/":"/a","exclude":true}"#):
    #"Line 1, column 25: "A1B2C3D4E5.org.shop.app" opens nothing, because its rules only exclude. Add a pattern for the links that it should open. [A45]"#,
  entry(named("a", #"{"/":"/a/*","exclude":true}"#) + "," + named("a", #"{"/":"/a/b"}"#)):
    "Line 1, column 155: This opens nothing, because the rule in line 1, column 75 excludes the same links for the app. Remove one of the two. [A46]",
  entry(named("a", #"{"/":"*"}"#) + "," + named("b", #"{"/":"/a"}"#)):
    #"Line 1, column 87: The other app in line 1, column 75 opens every link, too, so "A1B2C3D4E5.org.shop.b" gets one only where that app is not installed. Put the app that should win first. [A47]"#,
]

/// The same for files of Android.
private let android: KeyValuePairs = [
  #"{"applinks":{}}"#:
    "Line 1, column 1: This is the content of the other platform's file. Swap apple-app-site-association and assetlinks.json. [J06]",
  "7":
    "Line 1, column 1: The file must be an object {…} for Apple or a list […] for Android. Check which file this is. [J04]",
  "[7]":
    #"Line 1, column 2: This is not a statement. Write one with "relation" and "target" for each app. [D01]"#,
  #"[{"includes":0,"include":"https://example.com/x.json"}]"#:
    #"Line 1, column 3: "includes" is ignored. Write "include". [A06]"#,
  "[\(statement(namespace: "android"))]":
    #"Line 1, column 83: The namespace must be "android_app" (or "web" with a "site"). Correct it. [D02]"#,
  "[\(statement(package: #""shop""#))]":
    #"Line 1, column 112: "package_name" must be the app's package, such as com.example.shop. Correct it. [D03]"#,
  "[\(statement(fingerprint: "[]"))]":
    #"Line 1, column 154: "sha256_cert_fingerprints" is missing or empty. Add the fingerprint from the Play Console. [D04]"#,
  "[\(statement(fingerprint: "[\"\(shopFingerprint.lowercased())\"]"))]":
    "Line 1, column 155: Android accepts only upper-case digits with colons. Write 14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5. [D05]",
  "[\(statement(fingerprint: #"["x"]"#))]":
    "Line 1, column 155: This is not a SHA-256 fingerprint (32 octets, upper case, colons). Take it from the Play Console. [D05]",
  "[\(statement(relation: #"["delegate_permission/common.handle_all_url"]"#))]":
    #"Line 1, column 15: The relation is misspelt. Write "delegate_permission/common.handle_all_urls". [D06]"#,
  "[\(statement(relation: "[]"))]":
    #"Line 1, column 14: The relation must be like "delegate_permission/common.handle_all_urls". Correct it. [D06]"#,
  #"[{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"web","site":"https://a.org/"}}]"#:
    "Line 1, column 96: A site is a scheme and a host, such as https://www.example.com, without a slash at the end. Correct it. [D08]",
  "[\(statement(rules: #"[{"/":""}]"#))]":
    "Line 1, column 360: Because of this, Android ignores all dynamic rules of the app. Correct or remove it. [D09]",
  "[\(statement(rules: #"[{"/":"/a","exclude":true}]"#))]":
    #"Line 1, column 277: These rules only exclude, so Android 15 and later open nothing. End them with {"/": "*"}. [D10]"#,
  "[\(statement()),\(statement())]":
    #"Line 1, column 256: There is already a statement for "org.shop.app" (line 1, column 2). Put all fingerprints into that one. [D12]"#,
  "[\(statement(rules: #"[{"/":"/a"}]"#)),\(statement(rules: #"[{"/":"/b"}]"#))]":
    #"Line 1, column 723: "org.shop.app" has other dynamic rules in line 1, column 355, and it is not defined which of them count. Put all rules into one list. [D13]"#,
  "[\(statement(rules: #"[{"/":"s/*"}]"#))]":
    #"Line 1, column 360: The path of a link begins with a slash, so "s/*" matches none. Write "/s/*". [D14]"#,
  "[\(statement(rules: #"[{"/":"/$(lang)"}]"#))]":
    #"Line 1, column 360: Google does not say what $(…) means, so it is not known what "/$(lang)" matches. Write * or ? in its place. [D15]"#,
  "[\(statement(rules: #"[{"caseSensitive":true}]"#))]":
    #"Line 1, column 356: Only Apple knows "caseSensitive", and it is not known what Android makes of the rules then. Remove it. [D16]"#,
  "[\(extended(#"{"dynamic_app_link_components":[]}"#))]":
    #"Line 1, column 278: "dynamic_app_link_components" does nothing here. Move it into "relation_extensions", under "delegate_permission/common.handle_all_urls". [D17]"#,
  #"[{"delegate_permission/common.handle_all_urls":{},"include":"https://example.com/x.json"}]"#:
    #"Line 1, column 3: "delegate_permission/common.handle_all_urls" does nothing here. Move it into "relation_extensions". [D17]"#,
  #"[{"relation_extensions":{},"include":"https://example.com/x.json"}]"#:
    #"Line 1, column 3: "relation_extensions" does nothing here. Move it into the statement of the app, beside "target". [D17]"#,
  "[\(statement(fingerprint: "[\"\(debugFingerprint)\"]"))]":
    "Line 1, column 155: Everybody has the private key of this certificate (the debug key of React Native), so anybody can sign an app that takes the links. Write the fingerprint of the release key from the Play Console. [D18]",
  #"[{"include":"https://example.com/x.json"}]"#:
    "Line 1, column 13: The statements of the included file count, too, and that file was not looked at. Lint it as well. [D19]",
  "[\(statement(rules: #"[{"comment":"all"}]"#))]":
    #"Line 1, column 355: The rule asks for nothing, and Google does not say which links it matches then. Write {"/": "*"} for all. [D20]"#,
  "[\(statement(rules: #"[{"/":"/s/??**?/x"}]"#))]":
    #"Line 1, column 360: "/s/??**?/x" has a * directly before another wildcard, and it is not known in every case what phones make of it. Write "/s/???*/x". [A50]"#,
]

/// What is said about whole files, whatever is in them.
private let wholeFiles: [(lint: AssociationLint, sentence: String)] = [
  (
    AssociationLint(Array("\u{FEFF}\(goodFile)".utf8)),
    "Line 1, column 1: The file begins with a byte-order mark. Save it as UTF-8 without BOM. [J03]"
  ),
  (
    AssociationLint(Array((goodFile + String(repeating: " ", count: 128_000)).utf8)),
    "Line 1, column 1: The file has \(128_000 + goodFile.utf8.count) bytes. Apple's limit is 128 KB, which some count as 128,000 bytes. Write fewer but wider patterns. [J09]"
  ),
  (
    AssociationLint(Array((goodFile + String(repeating: " ", count: 131_072)).utf8)),
    "Line 1, column 1: The file has \(131_072 + goodFile.utf8.count) bytes, and Apple accepts at most 131072. Write fewer but wider patterns. [J05]"
  ),
  (
    AssociationLint(Array(goodFile.utf8), fileName: "apple-app-site-association.json"),
    #"Line 1, column 1: Phones ask for "apple-app-site-association", not for "apple-app-site-association.json". Rename the file. [J07]"#
  ),
]

@Test(arguments: Array(apple) + Array(appleTogether))
func `a mistake in Apple's file has one whole sentence`(file: String, sentence: String) {
  let lint = AssociationLint(Array(file.utf8), kind: .apple)
  #expect(lint.findings.map(\.description) == [sentence])
}

@Test(arguments: android)
func `a mistake in Android's file has one whole sentence`(file: String, sentence: String) {
  let lint = AssociationLint(Array(file.utf8), kind: .android)
  #expect(lint.findings.map(\.description) == [sentence])
}

@Test func `a file that is wrong as a whole has one whole sentence`() {
  for (lint, sentence) in wholeFiles { #expect(lint.findings.map(\.description) == [sentence]) }
}

@Test func `files that mean different things have a sentence with the link that shows it`() throws {
  let apple = AppleAssociation(
    try JSONDocument(reading: Array(component(#"{"/":"/s/$(digit)"}"#).utf8)))
  let android = AndroidAssociation(
    try JSONDocument(reading: Array(androidFile(#"[{"/":"/t"}]"#).utf8)))
  #expect(
    AssociationLint.differences(apple: apple, android: android, host: "shop.org").map(\.description)
      == [
        #"Line 1, column 77: The rules for iOS and Android differ about "https://shop.org/s/1". Write rules that mean the same. [X01]"#,
        #"Line 1, column 25: The rules for iOS and Android differ about "https://shop.org/t". Write rules that mean the same. [X01]"#,
      ])
}

/// A rule without a sentence of its own would borrow that of another one.
@Test func `every rule has its sentence here`() {
  let sentences =
    (Array(apple) + Array(appleTogether) + Array(android)).map(\.value)
    + wholeFiles.map(\.sentence)
  let rules = sentences.map { String($0.suffix(4).prefix(3)) }
  #expect(Set(rules + ["X01"]) == Set(LintRule.allCases.map(\.rawValue)))
}

/// Texts that are no JSON, each in another way.
private let notJSON: [[UInt8]] =
  [
    "<html>", #"{\rtf1}"#, "[] x", "[1 /* c */]", "[1,\u{A0}2]", "[1,]", "[1 2]", #"{"a" 1}"#,
    "[,1]",
    "[}", "[1", "[\u{1B}]", "{a:1}", "[\u{201C}x\u{201D}]", "['x']", "[yes]", "[01]", "[1.",
    "[\"x\n\"]", "[\"\t\"]", #"["\q"]"#, #"["\uD800"]"#,
  ].map { Array($0.utf8) } + [[0xFF, 0xFE, 0x5B, 0], [0x5B, 0x22, 0xC3, 0x28, 0x22, 0x5D]]

@Test func `other languages have every fact of every sentence`() throws {
  let german = try SaidWords("site", "finding")
  let differences = AssociationLint.differences(
    apple: AppleAssociation(
      try JSONDocument(reading: Array(component(#"{"/":"/s/$(digit)"}"#).utf8))),
    android: AndroidAssociation(
      try JSONDocument(reading: Array(androidFile(#"[{"/":"/t"}]"#).utf8))), host: "shop.org")
  let tooMuch = [JSONRule.tooLarge, .tooDeep].map { rule in
    var finding = LintFinding(.notJSON, at: .start)
    finding.json = JSONFinding(rule: rule, position: .start, limit: 512)
    return finding
  }
  let others = publicKeys.map {
    AssociationLint(Array("[\(statement(fingerprint: "[\"\($0)\"]"))]".utf8), kind: .android)
  }
  let lints =
    (Array(apple) + Array(appleTogether)).map { AssociationLint(Array($0.key.utf8), kind: .apple) }
    + android.map { AssociationLint(Array($0.key.utf8), kind: .android) } + wholeFiles.map(\.lint)
    + notJSON.map { AssociationLint($0, kind: .apple) } + others
  for finding in lints.flatMap(\.findings) + differences + tooMuch {
    #expect(german.troubles(of: finding.told, finding.message) == [])
  }
  let parts = ["json-sign", "json-character", "json-end", "json-opened", "json-first"]
  let rules = LintRule.allCases.map(\.rawValue) + JSONRule.allCases.map { "json-\($0.rawValue)" }
  #expect(german.unsaid(Set(parts + rules)) == [])
}

/// Of Android and of React Native.
private let publicKeys = [
  "A4:0D:A8:0A:59:D1:70:CA:A9:50:CF:15:C1:8C:45:4D:47:A3:9B:26:98:9D:8B:64:0E:CD:74:5B:A7:1B:F5:DC",
  debugFingerprint,
]
