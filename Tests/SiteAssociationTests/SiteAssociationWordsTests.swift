// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

/// Files of Apple in which one thing is wrong, and all that is said of each.
private let apple: KeyValuePairs = [
  #""#:
    "line 1, column 1: there is no JSON here; write at least {} or []. [J02]",
  #"[]"#:
    "line 1, column 1: the file must be an object {…} for Apple and a list […] for Android; check which file this is. [J04]",
  #"[{"relation":[]}]"#:
    "line 1, column 1: this is the content of the other platform's file; swap apple-app-site-association and assetlinks.json. [J06]",
  #"{"applinks":"#:
    "line 1, column 13: the text ends within brackets (opened in line 1, column 1); close them, or get the whole file. [J01]",
  component(#"{"/":"/a","/":"/b"}"#):
    #"line 1, column 87: the key "/" is there twice (first in line 1, column 78); remove or merge one. [J08]"#,
  #"{}"#:
    #"line 1, column 1: there is no "applinks", so no link opens an app; add it if links should. [A01]"#,
  #"{"appLinks":{}}"#:
    #"line 1, column 2: "appLinks" is ignored; write "applinks". [A02]"#,
  #"{"applinks":{}}"#:
    #"line 1, column 13: "applinks" has no entries in "details", so no link opens an app; add one for each app. [A03]"#,
  entry(#"{"components":[{}]}"#):
    #"line 1, column 25: the entry names no app, so it does nothing; add "appIDs". [A05]"#,
  component(#"{"/":"/a","casesensitive":true}"#):
    #"line 1, column 87: "casesensitive" is ignored; write "caseSensitive". [A06]"#,
  #"{"applinks":{"apps":["x"],"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{}]}]}}"#:
    #"line 1, column 21: "applinks.apps" must be an empty list where it is needed at all; write [] or remove it. [A11]"#,
  entry(#"{"appID":"A1B2C3D4E5.a.b","paths":["/a"]}"#):
    #"line 1, column 25: this form still works; add an entry with "appIDs" and "components" to match queries, too. [A13]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"paths":["/a"]}"#):
    #"line 1, column 25: the entry mixes the old form ("paths") with the new one, and iOS 13 and later read only "components"; make two entries of it. [A14]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"appID":"A1B2C3D4E5.a.b","components":[{}]}"#):
    #"line 1, column 25: "appID" is ignored beside "appIDs"; remove it unless iOS 12 matters. [A15]"#,
  entry(#"{"appIDs":["A1B2C3D4E5.a.b"]}"#):
    #"line 1, column 25: the entry has no patterns, so the app opens nothing; add "components". [A16]"#,
  component(#"{"/":"/a","note":"x"}"#):
    #"line 1, column 87: "note" is ignored in a component; remove it, or use "comment". [A28]"#,
  component(#"{"path":"/a"}"#):
    #"line 1, column 78: "path" is ignored; the key for this is "/". [A28]"#,
  #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{}]}]},"appclips":{}}"#:
    #"line 1, column 86: "appclips" is a list of apps and nothing else; name the App Clips in "apps". [A35]"#,
  component(#"{"/":"/a"}"#, also: #","webcredentials":{}"#):
    #"line 1, column 91: "webcredentials" does nothing inside "applinks"; move it to the top level. [A36]"#,
  component(#"7"#):
    "line 1, column 77: an object {…} belongs here; this is ignored. [A41]",
  component(#"{"/":"/a"}"#, also: #","substitutionVariables":7"#):
    "line 1, column 115: an object {…} belongs here; this is ignored. [A41]",
  app(#""org.shop.app""#):
    #"line 1, column 36: "org.shop.app" has no prefix of ten characters; put the team ID before it. [A07]"#,
  app(#""org.shop.app.A1B2C3D4E5""#):
    #"line 1, column 36: the prefix comes first; write "A1B2C3D4E5.org.shop.app". [A07]"#,
  app(#""YOUR_TEAM_ID.org.shop.app""#):
    #"line 1, column 36: "YOUR_TEAM_ID.org.shop.app" was never filled in; write the team ID and the bundle identifier. [A08]"#,
  app(#""TODO-later.org.shop""#):
    #"line 1, column 36: "TODO-later.org.shop" was never filled in; write the team ID and the bundle identifier. [A08]"#,
  app(#""A1B2C3D4E5.org shop""#):
    #"line 1, column 36: "A1B2C3D4E5.org shop" is not an app identifier; write one like ABCDE12345.com.example.shop. [A09]"#,
  app(#""A1B2C3D4E5.a.b","A1B2C3D4E5.a.b""#):
    #"line 1, column 53: "A1B2C3D4E5.a.b" is there twice (first in line 1, column 36); remove one. [A10]"#,
  app(#""A1B2C3D4E5.a.b.Clip""#):
    #"line 1, column 36: "A1B2C3D4E5.a.b.Clip" looks like an App Clip, which "applinks" does not start; name it in "appclips". [A37]"#,
  app(#""ABCDE12345.a.b""#):
    "line 1, column 36: this is the example from Apple's documentation; replace it with your own apps and patterns. [A38]",
  app(#""A1B2C3D4E5.com.example.b""#):
    #"line 1, column 36: "A1B2C3D4E5.com.example.b" is a placeholder from a template; write the app's own. [A39]"#,
  app(#""6448924682.a.b""#):
    #"line 1, column 36: the prefix of "6448924682.a.b" has no letter, like a number of the App Store; check that it is the team ID. [A40]"#,
  component(#"{"/":"/a/*"},{"/":"/a/b"}"#):
    "line 1, column 90: this never runs, because the rule in line 1, column 77 matches all of it; remove one of the two. [A17]",
  component(#"{"/":"*","exclude":true},{"/":"/a"}"#):
    "line 1, column 77: this excludes every link, so nothing after it opens the app; narrow it or move it to the end. [A18]",
  component(#"{"/":"/a/*"},{"/":"/a/b/*","exclude":true}"#):
    "line 1, column 90: this excludes nothing, because the rule in line 1, column 77 has matched before; move it before that. [A19]",
  component(#"{"/":7}"#):
    "line 1, column 82: a pattern must be a string, or the system ignores it (in a query: all of the query); put it between quotes. [A20]",
  component(#"{"/":"/a","exclude":"true"}"#):
    #"line 1, column 87: "exclude" must be true or false without quotes; correct it. [A21]"#,
  component(#"{"/":"/a?id=*"}"#):
    ##"line 1, column 82: a path pattern cannot match a query or a fragment; use "?" and "#" of a component. [A22]"##,
  component(#"{"/":"/$(digits)"}"#):
    "line 1, column 82: there is no variable $(digits); write $(digit). [A23]",
  component(#"{"/":"/$(food)"}"#):
    #"line 1, column 82: the variable "food" has no values; define them in "substitutionVariables". [A23]"#,
  component(#"{"/":"/$(digit"}"#):
    "line 1, column 82: a variable is not closed here; write $(name). [A24]",
  component(#"{"?":"a"}"#, also: #","defaults":{"/":"/a"}"#):
    #"line 1, column 102: the pattern "/" in "defaults" holds for every component that has none; write it into the components. [A25]"#,
  component(#"{"/":"/a b"}"#):
    #"line 1, column 82: "/a b" has characters that are always percent-encoded in links; percent-encode them, or set "percentEncoded" to false. [A26]"#,
  component(#"{"?":{"k":"*"}}"#):
    #"line 1, column 83: "*" requires nothing of "k", because a missing item counts as empty; write "?*" if it must be there. [A27]"#,
  component(#"{"/":"/a/*","exclude":true},{"/":"/a"}"#):
    #"line 1, column 105: "/a" never runs, because /* in line 1, column 77 matches the folder itself, too; move it before that. [A29]"#,
  entry(
    #"{"appIDs":["A1B2C3D4E5.a.b"],"components":[{"/":"/b/*","exclude":true},{"/":"*"}]},{"appIDs":["A1B2C3D4E5.a.c"],"components":[{"/":"/b/*"}]}"#
  ):
    "line 1, column 68: this excludes links that another app opens (line 1, column 151), and it is not known whether that app still does; keep the two apart. [A30]",
  component(#"{"/":"/caf%C3%A9","percentEncoded":false}"#):
    #"line 1, column 82: with "percentEncoded" false the link is decoded before it is compared; write the character itself. [A32]"#,
  component(#"{"/":"/a","comment":"path starts with /a"}"#):
    "line 1, column 82: the comment mentions a beginning, but the pattern is exact; add a *. [A34]",
  #"{"applinks":{"details":{"A1B2C3D4E5.a.b":{"paths":["/a"]}}}}"#:
    #"line 1, column 25: this form still works; add an entry with "appIDs" and "components" to match queries, too. [A13]"#,
  component(#"{"/":"/help/*","?":{"articleNumber":"????"}}"#):
    "line 1, column 77: this is the example from Apple's documentation; replace it with your own apps and patterns. [A38]",
]

/// The same for files of Android.
private let android: KeyValuePairs = [
  #"{"applinks":{}}"#:
    "line 1, column 1: this is the content of the other platform's file; swap apple-app-site-association and assetlinks.json. [J06]",
  "7":
    "line 1, column 1: the file must be an object {…} for Apple and a list […] for Android; check which file this is. [J04]",
  "[7]":
    #"line 1, column 2: this is not a statement; write one with "relation" and "target" for each app. [D01]"#,
  #"[{"includes":0,"include":"https://example.com/x.json"}]"#:
    #"line 1, column 3: "includes" is ignored; write "include". [A06]"#,
  "[\(statement(namespace: "android"))]":
    #"line 1, column 83: the namespace must be "android_app" (or "web" with a "site"); correct it. [D02]"#,
  "[\(statement(package: #""shop""#))]":
    #"line 1, column 112: "package_name" must be the app's package, such as com.example.shop; write it. [D03]"#,
  "[\(statement(fingerprint: "[]"))]":
    #"line 1, column 154: "sha256_cert_fingerprints" is missing or empty; add the fingerprint from the Play Console. [D04]"#,
  "[\(statement(fingerprint: "[\"\(shopFingerprint.lowercased())\"]"))]":
    "line 1, column 155: Android takes upper-case digits with colons only; write 14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5. [D05]",
  "[\(statement(fingerprint: #"["x"]"#))]":
    "line 1, column 155: this is not a SHA-256 fingerprint (32 octets, upper case, colons); take it from the Play Console. [D05]",
  "[\(statement(relation: #"["delegate_permission/common.handle_all_url"]"#))]":
    #"line 1, column 15: the relation is misspelt; write "delegate_permission/common.handle_all_urls". [D06]"#,
  "[\(statement(relation: "[]"))]":
    #"line 1, column 14: the relation must be like "delegate_permission/common.handle_all_urls"; correct it. [D06]"#,
  #"[{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"web","site":"https://a.org/"}}]"#:
    "line 1, column 96: a site is scheme and host, such as https://www.example.com without a slash at the end; correct it. [D08]",
  "[\(statement(rules: #"[{"/":""}]"#))]":
    "line 1, column 360: because of this, Android ignores all dynamic rules of the app; correct or remove it. [D09]",
  "[\(statement(rules: #"[{"/":"/a","exclude":true}]"#))]":
    #"line 1, column 277: these rules only exclude, so Android 15 and later open nothing; end them with {"/": "*"}. [D10]"#,
  "[\(statement()),\(statement())]":
    #"line 1, column 256: there is a statement for "org.shop.app" already (line 1, column 2); put all fingerprints into that. [D12]"#,
]

/// What is said of whole files, whatever is in them.
private let wholeFiles: [(lint: AssociationLint, sentence: String)] = [
  (
    AssociationLint(Array("\u{FEFF}\(goodFile)".utf8)),
    "line 1, column 1: the file begins with a byte-order mark; save it as UTF-8 without BOM. [J03]"
  ),
  (
    AssociationLint(Array((goodFile + String(repeating: " ", count: 128_000)).utf8)),
    "line 1, column 1: the file has \(128_000 + goodFile.utf8.count) bytes, and Apple's limit is 128 KB, which some count as 128,000; write fewer, wider patterns. [J09]"
  ),
  (
    AssociationLint(Array((goodFile + String(repeating: " ", count: 131_072)).utf8)),
    "line 1, column 1: the file has \(131_072 + goodFile.utf8.count) bytes, and Apple accepts at most 131072; write fewer, wider patterns. [J05]"
  ),
  (
    AssociationLint(Array(goodFile.utf8), fileName: "apple-app-site-association.json"),
    #"line 1, column 1: phones ask for "apple-app-site-association" and not for "apple-app-site-association.json"; rename the file. [J07]"#
  ),
]

@Test(arguments: apple)
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
        #"line 1, column 77: iOS and Android say different things about "https://shop.org/s/1"; write rules that mean the same. [X01]"#,
        #"line 1, column 25: iOS and Android say different things about "https://shop.org/t"; write rules that mean the same. [X01]"#,
      ])
}

/// A rule without a sentence of its own would borrow that of another one.
@Test func `every rule has its sentence here`() {
  let sentences = apple.map(\.value) + android.map(\.value) + wholeFiles.map(\.sentence)
  let rules = sentences.map { String($0.suffix(4).prefix(3)) }
  #expect(Set(rules + ["X01"]) == Set(LintRule.allCases.map(\.rawValue)))
}
