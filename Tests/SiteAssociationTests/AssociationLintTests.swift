// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import Testing

/// The names of the rules that a file breaks, in the order of the file.
func lintRules(_ file: String, kind: AssociationKind = .apple, name: String? = nil) -> [String] {
  AssociationLint(Array(file.utf8), kind: kind, fileName: name).findings.map(\.rule.rawValue)
}

/// A file of Apple with these components.
func component(_ component: String, also rest: String = "", beside: String = "") -> String {
  #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.org.shop.app"],"components":[\#(component)]}]\#(rest)}\#(beside)}"#
}

/// A file of Apple with these entries.
func entry(_ entry: String) -> String { #"{"applinks":{"details":[\#(entry)]}}"# }

/// An entry for an app of the shop.
func named(_ name: String, _ components: String) -> String {
  #"{"appIDs":["A1B2C3D4E5.org.shop.\#(name)"],"components":[\#(components)]}"#
}

/// A file of Apple with these apps.
func app(_ id: String) -> String {
  entry(#"{"appIDs":[\#(id)],"components":[{"/":"/a"}]}"#)
}

let goodFile = component(
  #"{"/":"/api/*","exclude":true,"comment":"für Maschinen"},{"/":"/*"}"#)

@Test(
  arguments: [
    // The file.
    (goodFile, []), ("", ["J02"]), ("[]", ["J04"]), ("{\"applinks\":", ["J01"]),
    ("\u{FEFF}" + goodFile, ["J03"]), (#"[{"relation":[]}]"#, ["J06"]),
    (component(#"{"/":"/a","/":"/b"}"#), ["J08"]),
    // Sections and keys.
    ("{}", ["A01"]), (#"{"webcredentials":{"apps":["A1B2C3D4E5.org.shop.app"]}}"#, ["A01"]),
    (#"{"appLinks":{}}"#, ["A02"]), (#"{"applinks":{}}"#, ["A03"]),
    (#"{"applinks":{"details":[]}}"#, ["A03"]), (#"{"applinks":7}"#, ["A03"]),
    (entry(#"{"components":[{}]}"#), ["A05"]),
    (entry(#"{"appIDs":[],"components":[{}]}"#), ["A05"]),
    (entry(#"{"appIds":["A1B2C3D4E5.org.shop.app"],"components":[{}]}"#), ["A05", "A06"]),
    (entry("7"), ["A41"]), (component("7"), ["A41"]),
    (
      #"{"applinks":{"apps":["x"],"details":[{"appID":"A1B2C3D4E5.a.b","paths":["/a"]}]}}"#,
      ["A11", "A13"]
    ),
    (entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"paths":["/a"]}"#), ["A14"]),
    (entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"appID":"A1B2C3D4E5.a.b","components":[{}]}"#), ["A15"]),
    (entry(#"{"appIDs":["A1B2C3D4E5.a.b"]}"#), ["A16"]), (component(""), ["A16"]),
    (component(#"{"/":"/a","note":"x"}"#), ["A28"]), (component(#"{"path":"/a"}"#), ["A28"]),
    (component(#"{"/":"/a","casesensitive":true}"#), ["A06"]),
    (#"{"appclips":{"apps":[]}}"#, ["A01", "A35"]),
    (#"{"appclips":{"apps":["A1B2C3D4E5.a.b.Clip"],"details":[]}}"#, ["A01", "A35"]),
    (
      #"{"applinks":{"webcredentials":{},"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{}]}]}}"#,
      ["A36"]
    ),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":["A1B2C3D4E5.a.b"]"#), ["A48"]),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":{"apps":"A1B2C3D4E5.a.b"}"#), ["A48"]),
    (component(#"{"/":"/a"}"#, beside: #","activitycontinuation":{"details":[]}"#), ["A48"]),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":{"Apps":[]}"#), ["A06"]),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":{"apps":[7]}"#), ["A09"]),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":{"apps":[]}"#), []),
    (component(#"{"/":"/a"}"#, beside: #","webcredentials":{}"#), []),
    (component(#"{"/":"/a"}"#, beside: #","appclips":["A1B2C3D4E5.a.b.Clip"]"#), ["A35"]),
    (entry(#"{"appIDs":"A1B2C3D4E5.a.b","components":[{}]}"#), ["A49"]),
    (entry(#"{"appIDs":{},"components":[{}]}"#), ["A49"]),
    (entry(#"{"appIDs":["A1B2C3D4E5.a.b"],"components":{"/":"/a"}}"#), ["A49"]),
    (entry(#"{"appID":"A1B2C3D4E5.a.b","paths":"/a"}"#), ["A13", "A49"]),
    // Identifiers.
    (app(#""TEAMID1234.org.shop""#), ["A08"]), (app(#""12345ABCDE.org.shop""#), ["A08"]),
    (app(#""XXXXXXXXXX.org.shop""#), ["A08"]), (app(#""ABC123DEF4.org.shop""#), ["A08"]),
    (app(#""A1B2C3D4E5.appid_placeholder""#), ["A08"]),
    (app(#""A1B2C3D4E5.com.placeholdershop.app""#), []),
    (app(#""A1B2C3D4E5.com.companyname.app""#), ["A39"]),
    (app(#""org.shop.app""#), ["A07"]), (app(#""org.shop.app.A1B2C3D4E5""#), ["A07"]),
    (app(#""YOUR_TEAM_ID.org.shop.app""#), ["A08"]), (app(#""<TeamID>.org.shop""#), ["A08"]),
    (app(#""A1B2C3D4E5""#), ["A09"]), (app(#""""#), ["A09"]), (app("7"), ["A09"]),
    (app(#""a1b2c3d4e5.org.shop""#), ["A09"]), (app(#""A1B2C3D4E5.org shop""#), ["A09"]),
    (app(#""A1B2C3D4E5.com.256arts.x-y""#), []), (app(#""A1B2C3D4E5.com.findyourway.team""#), []),
    (app(#""A1B2C3D4E5.a.b","A1B2C3D4E5.a.b""#), ["A10"]),
    (app(#""A1B2C3D4E5.a.b.Clip""#), ["A37"]), (app(#""ABCDE12345.a.b""#), ["A38"]),
    (app(#""A1B2C3D4E5.com.example.b""#), ["A39"]), (app(#""6448924682.a.b""#), ["A40"]),
    // Patterns.
    (component(#"{"/":"/a/*"},{"/":"/a/b"}"#), ["A17"]),
    (component(#"{"/":"/a?"},{"/":"/ab"}"#), ["A17"]),
    (component(#"{"/":"/a/*"},{"/":"/a/b","?":{"k":"v"}}"#), ["A17"]),
    (component(#"{"/":"/a","?":{"k":"v"}},{"/":"/a"}"#), []),
    (component(#"{"/":"/a/?*"},{"/":"/a/*"}"#), []), (component(#"{"/":"/*a"},{"/":"/*"}"#), []),
    (component(#"{"/":"/$(digit)"},{"/":"/7"}"#), ["A17"]),
    (component(#"{"/":"/?"},{"/":"/$(digit)"}"#), ["A17"]),
    (component(#"{"/":"/a","caseSensitive":false},{"/":"/a"}"#), []),
    (component(#"{"/":"*","exclude":true},{"/":"/a"}"#), ["A18"]),
    (component(#"{"exclude":true}"#), ["A18"]),
    (component(#"{"/":"/a"},{"/":"*","exclude":true}"#), []),
    (component(#"{"?":{"no_universal_links":"*"},"exclude":true},{"/":"*"}"#), ["A18", "A27"]),
    (component(#"{"/":"/a/*"},{"/":"/a/b/*","exclude":true}"#), ["A19"]),
    (component(#"{"/":7}"#), ["A20"]), (component(#"{"?":{"k":true}}"#), ["A20"]),
    (component(#"{"?":true}"#), ["A20"]),
    (component(#"{"/":"/a","exclude":"true"}"#), ["A21"]),
    (component(#"{"/":"/a?id=*"}"#), ["A22"]), (component(#"{"/":"/a#b"}"#), ["A22"]),
    (component(#"{"/":"/a?b"}"#), []),
    (component(#"{"/":"/$(digits)"}"#), ["A23"]), (component(#"{"/":"/$(UPPER)"}"#), ["A23"]),
    (component(#"{"/":"/$(food)"}"#, also: #","substitutionVariables":{"food":[]}"#), ["A23"]),
    (component(#"{"/":"/$(food)"}"#, also: #","substitutionVariables":{"food":["a"]}"#), []),
    (component(#"{"/":"/$(dig it"}"#), ["A26", "A24"]),
    (component(#"{"?":"a"}"#, also: #","defaults":{"/":"/a"}"#), ["A25"]),
    (component(#"{"/":"/café"}"#), ["A26"]), (component(#"{"/":"/a b"}"#), ["A26"]),
    (component(#"{"/":"/café","percentEncoded":false}"#), []),
    (component(#"{"/":"/café"}"#, also: #","defaults":{"percentEncoded":false}"#), []),
    (component(#"{"/":"/caf%C3%A9","percentEncoded":false}"#), ["A32"]),
    (component(#"{"?":{"k":"*"}}"#), ["A27"]), (component(#"{"?":{"k":"?*"}}"#), []),
    (component(#"{"/":"/a/*","exclude":true},{"/":"/a"}"#), ["A29"]),
    (component(#"{"/":"/a","comment":"Matches paths starting with /a"}"#), []),
    (component(#"{"/":"/a","comment":"path starts with /a"}"#), ["A34"]),
    (component(#"{"/":"/help/*","?":{"articleNumber":"????"}}"#), ["A38"]),
    (component(#"{"/":"https://shop.org/a?b=1"}"#), ["A42"]),
    (component(#"{"/":"/a/{id}"}"#), ["A43"]), (component(#"{"/":"/a/:id/b"}"#), ["A43"]),
    (component(#"{"/":"/a/[id]"}"#), ["A43"]), (component(#"{"?":{"k":"<id>"}}"#), ["A43"]),
    (component(#"{"/":"/wiki/a:b_(c)_[d]/*"}"#), []), (component(#"{"?":{"k":"a|b[c](d)$"}}"#), []),
    (component(#"{"/":"/^a"}"#), []), (component(#"{"/":"/report.*"}"#), []),
    (component(#"{"/":"/$(lang)/$(digit)"}"#), []),
    (component(#"{"/":"^/a$"}"#), ["A44"]), (component(#"{"/":"/a/.*"}"#), ["A44"]),
    (component(#"{"/":"/(a|b)/*"}"#), ["A44"]), (component(#"{"/":"/a/[0-9]*"}"#), ["A44"]),
    (component(#"{"/":"/a/**"}"#), ["A50"]), (component(#"{"/":"/a/*?"}"#), []),
    (component(#"{"/":"/a/\\d"}"#), ["A44"]), (component(#"{"?":{"k":"a{3}"}}"#), ["A44"]),
    (entry(#"{"appID":"A1B2C3D4E5.a.b","paths":["NOT /a/(.*)"]}"#), ["A13", "A45", "A44"]),
    // Entries together.
    (component(#"{"/":"/a","exclude":true}"#), ["A45"]),
    (component(#"{"/":"/a"}"#, also: #","defaults":{"exclude":true}"#), ["A45"]),
    (entry(named("a", #"{"/":"/a","exclude":true}"#) + "," + named("a", #"{"/":"/b"}"#)), []),
    (
      entry(named("a", #"{"/":"/a/*","exclude":true}"#) + "," + named("a", #"{"/":"/a/b"}"#)),
      ["A46"]
    ),
    (
      entry(named("a", #"{"/":"/b"}"#) + "," + named("a", #"{"/":"/a"},{"/":"/b"}"#)),
      ["A17"]
    ),
    (
      entry(named("a", #"{"/":"*"}"#) + "," + named("a", #"{"/":"/a"},{"/":"/b"}"#)),
      ["A17"]
    ),
    (
      entry(named("a", #"{"/":"*"}"#) + "," + named("a", #"{"/":"/a","exclude":true},{"/":"/b"}"#)),
      ["A19"]
    ),
    (
      entry(
        named("a", #"{"/":"*"}"#) + #",{"appID":"A1B2C3D4E5.org.shop.a","paths":["/a","/b"]}"#),
      ["A13"]
    ),
    (
      entry(
        #"{"appIDs":["A1B2C3D4E5.org.shop.a","A1B2C3D4E5.org.shop.b"],"components":[{"/":"*"}]},"#
          + named("b", #"{"/":"/a"}"#)), ["A17"]
    ),
    (entry(named("a", #"{"/":"*"}"#) + "," + named("b", #"{"/":"/a"}"#)), ["A47"]),
    (entry(named("a", #"{"/":"/a"}"#) + "," + named("b", #"{"/":"*"}"#)), []),
    (
      entry(
        #"{"appIDs":["A1B2C3D4E5.a.b"],"components":[{"/":"/b/*","exclude":true},{"/":"*"}]},{"appIDs":["A1B2C3D4E5.a.c"],"components":[{"/":"/b/*"}]}"#
      ), ["A30"]
    ),
  ] as [(String, [String])])
func `the linter says what is wrong with Apple's file`(file: String, rules: [String]) {
  #expect(lintRules(file) == rules, "\(file)")
}

/// A statement of Android, in which nothing is wrong but what is given.
func statement(
  relation: String = #"["delegate_permission/common.handle_all_urls"]"#,
  namespace: String = "android_app", package: String = #""org.shop.app""#,
  fingerprint: String = "[\"\(shopFingerprint)\"]", rules: String? = nil
) -> String {
  let extensions = rules.map {
    #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\#($0)}}"#
  }
  return
    #"{"relation":\#(relation),"target":{"namespace":"\#(namespace)","package_name":\#(package),"sha256_cert_fingerprints":\#(fingerprint)}\#(extensions ?? "")}"#
}

/// The same with these extensions.
func extended(_ extensions: String) -> String {
  statement().replacingLast("}", with: #","relation_extensions":\#(extensions)}"#)
}

extension String {
  /// The text with other words at its end.
  fileprivate func replacingLast(_ end: String, with words: String) -> String {
    String(dropLast(end.count)) + words
  }
}

let debugFingerprint =
  "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
private let testFingerprint =
  "A4:0D:A8:0A:59:D1:70:CA:A9:50:CF:15:C1:8C:45:4D:47:A3:9B:26:98:9D:8B:64:0E:CD:74:5B:A7:1B:F5:DC"

@Test(
  arguments: [
    (statement(), []), ("", ["D01"]), ("7", ["D01"]),
    (#"{"include":"https://example.com/x.json"}"#, ["D19"]),
    (#"{"include":"http://example.com/x.json"}"#, ["D01"]),
    (#"{"relation":["delegate_permission/common.handle_all_urls"]}"#, ["D01"]),
    (statement(relation: "[]"), ["D06"]),
    (statement(relation: #"["delegate_permission/common.handle_all_url"]"#), ["D06"]),
    (statement(relation: #"["some_thing/other.kind"]"#), []),
    (statement(relation: #"["nothing"]"#), ["D06"]),
    (statement(namespace: "android"), ["D02"]), (statement(namespace: "web"), ["D02"]),
    (statement(package: #""shop""#), ["D03"]), (statement(package: #""""#), ["D03"]),
    (statement(package: "7"), ["D03"]),
    (statement(package: #""com.yourcompany.app""#), ["D03"]),
    (statement(package: #""com.example.app""#), ["A39"]),
    (statement(fingerprint: "[]"), ["D04"]), (statement(fingerprint: #""x""#), ["D04"]),
    (statement(fingerprint: "[\"\(shopFingerprint.lowercased())\"]"), ["D05"]),
    (statement(fingerprint: "[\"\(shopFingerprint.prefix(59))\"]"), ["D05"]),
    (statement(fingerprint: "[\"\(shopFingerprint.filter { $0 != ":" })\"]"), ["D05"]),
    (statement(fingerprint: #"["YOUR_FINGERPRINT"]"#), ["D05"]),
    (statement() + "," + statement(), ["D12"]),
    (statement(rules: #"[{"/":"/a","exclude":true}]"#), ["D10"]),
    (statement(rules: #"[{"/":"/a","exclude":true},{"/":"*"}]"#), []),
    (statement(rules: "[]"), ["D09"]), (statement(rules: #"[{"/":""}]"#), ["D09"]),
    (statement(rules: #"[{"?":"a=1"}]"#), ["D09"]),
    (statement(rules: #"[{"/":"*"},{"/":"/a"},{"/":"/b","exclude":true}]"#), ["A17", "A19"]),
    (statement(package: #""1com.x""#), ["D03"]), (statement(package: #""com..x""#), ["D03"]),
    (statement(package: #""com.companyname.app""#), ["A39"]),
    (statement(relation: #"["delegate_permission/common.handle_all_urls","a b/c"]"#), ["D06"]),
    (statement(fingerprint: "[\"\(debugFingerprint)\"]"), ["D18"]),
    // In lower case it is no better, and it is not to be written in upper case.
    (statement(fingerprint: "[\"\(debugFingerprint.lowercased())\"]"), ["D18"]),
    (statement(fingerprint: "[\"\(shopFingerprint)\",\"\(testFingerprint)\"]"), ["D18"]),
    // Several lists.
    (statement(rules: #"[{"/":"/a"}]"#) + "," + statement(rules: #"[{"/":"/b"}]"#), ["D13"]),
    (statement(rules: #"[{"/":"/a"}]"#) + "," + statement(rules: #"[{"/":"/a"}]"#), ["D12"]),
    (
      statement(rules: #"[{"/":"/a","?":{"b":"1","c":"2"}}]"#) + ","
        + statement(rules: #"[{"?":{"c":"2","b":"1"},"/":"/a"}]"#), ["D12"]
    ),
    (statement(rules: #"[{"/":"/a"}]"#) + "," + statement(), ["D12"]),
    (
      statement(rules: #"[{"/":"/a"}]"#) + ","
        + statement(package: #""org.shop.b""#, rules: #"[{"/":"/b"}]"#), []
    ),
    // Rules together.
    (statement(rules: #"[{"/":"*","exclude":true},{"/":"/a"}]"#), ["A18"]),
    (statement(rules: #"[{"exclude":true},{"/":"/a"},{"/":"/a"}]"#), ["D20", "A17"]),
    (statement(rules: #"[{"comment":"all"}]"#), ["D20"]),
    (statement(rules: #"[{"/":"/a/**"}]"#), ["A50"]),
    (statement(rules: #"[{"/":"/a/*?"}]"#), ["A50"]),
    (statement(rules: #"[{"/":"/a"},{"/":"*","exclude":true}]"#), []),
    (statement(rules: #"[{"/":"*","exclude":true}]"#), ["D10"]),
    (statement(rules: #"[{"/":"/a/*"},{"/":"/a/b"}]"#), ["A17"]),
    (statement(rules: #"[{"/":"/a/*"},{"/":"/a/?*"}]"#), ["A17"]),
    (statement(rules: #"[{"/":"/a/????"},{"/":"/a/1234"}]"#), ["A17"]),
    (statement(rules: #"[{"/":"/a/*"},{"/":"/a/b/*","exclude":true}]"#), ["A19"]),
    (statement(rules: #"[{"/":"/a/*"},{"/":"/a/b","?":{"k":"1"}}]"#), ["A17"]),
    (statement(rules: #"[{"/":"/a","?":{"k":"*"}},{"/":"/a","?":{"k":"1"}}]"#), ["A17"]),
    (statement(rules: #"[{"/":"/a","?":{"k":"*"}},{"/":"/a"}]"#), []),
    (statement(rules: ##"[{"#":"*"},{"/":"/a"}]"##), []),
    (statement(rules: ##"[{"#":"*"},{"/":"/a","#":"b"}]"##), ["A17"]),
    // A star that is not at the end may stop anywhere, and `?*` needs a character.
    (statement(rules: #"[{"/":"/*/b"},{"/":"/a/b"}]"#), []),
    (statement(rules: #"[{"/":"/a/?*"},{"/":"/a/*"}]"#), []),
    (statement(rules: #"[{"/":"/a/????"},{"/":"/a/123"}]"#), []),
    (statement(rules: #"[{"/":"/a"},{"/":"/a/"}]"#), []),
    (statement(rules: #"[{"/":"/a*"},{"/":"/a*/"}]"#), []),
    // Patterns.
    (statement(rules: #"[{"/":"s/*"}]"#), ["D14"]), (statement(rules: #"[{"/":"*/s"}]"#), []),
    (statement(rules: #"[{"/":"?s/*"}]"#), []),
    (statement(rules: #"[{"/":"https://shop.org/s/*"}]"#), ["A42"]),
    (statement(rules: #"[{"/":"/s?id=*"}]"#), ["A22"]),
    (statement(rules: ##"[{"/":"/s#a"}]"##), ["A22"]),
    (statement(rules: #"[{"/":"/s/{id}"}]"#), ["A43"]),
    (statement(rules: #"[{"?":{"k":"{id}"}}]"#), ["A43"]),
    (statement(rules: #"[{"/":"^/s/\\d+$"}]"#), ["A44"]),
    (statement(rules: #"[{"/":"/s/.*"}]"#), ["A44"]),
    (statement(rules: #"[{"/":"/[a-z]*"}]"#), ["A44"]),
    (statement(rules: #"[{"/":"/(s|t)"}]"#), ["A44"]),
    (statement(rules: #"[{"/":"/s/$(lang)"}]"#), ["D15"]),
    (statement(rules: #"[{"/":"/s","caseSensitive":false}]"#), ["D16"]),
    (statement(rules: #"[{"/":"/s","percentEncoded":false}]"#), ["D16"]),
    (statement(rules: #"[{"path":"/s"}]"#), ["A28"]),
    // Places.
    (
      statement().replacingLast("}}", with: #","relation_extensions":{}}}"#), ["D17"]
    ),
    (
      statement().replacingLast("}", with: #","dynamic_app_link_components":[{"/":"/a"}]}"#),
      ["D17"]
    ),
    (extended(#"{"dynamic_app_link_components":[{"/":"/a"}]}"#), ["D17"]),
    (extended(#"{"handle_all_urls":{"dynamic_app_link_components":[{"/":"/a"}]}}"#), ["A06"]),
    (extended(#"{"delegate_permission/common.handle_all_url":{}}"#), ["A06"]),
    (
      extended(#"{"delegate_permission/common.handle_all_urls":{"components":[{"/":"/a"}]}}"#),
      ["A06"]
    ),
    (extended(#"{"delegate_permission/common.handle_all_urls":[{"/":"/a"}]}"#), ["A41"]),
    (extended("[]"), ["A41"]), (extended(#"{"some/other":{"x":1}}"#), []),
    (#"{"include":"https://example.com/x.json","relation_extensions":{}}"#, ["D17"]),
    (
      #"{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"web","site":"https://a.org"}}"#,
      []
    ),
    (
      #"{"relation":["delegate_permission/common.get_login_creds"],"target":{"namespace":"web","site":"https://a.org/"}}"#,
      ["D08"]
    ),
  ] as [(String, [String])])
func `the linter says what is wrong with Android's file`(statements: String, rules: [String]) {
  #expect(lintRules("[\(statements)]", kind: .android) == rules, "\(statements)")
}

@Test func `patterns in defaults apply, so they are no error`() {
  let lint = AssociationLint(
    Array(component(#"{"?":"a"}"#, also: #","defaults":{"/":"/a"}"#).utf8), kind: .apple)
  #expect(lint.findings.map(\.severity) == [.warning])
  #expect(!lint.hasErrors)
}

@Test(arguments: [
  ("apple-app-site-association", []), ("apple-app-site-association.json", ["J07"]),
  ("apple-app-site-assocation", ["J07"]), ("Apple-App-Site-Association", ["J07"]), ("new.json", []),
])
func `only a name that was meant to be the right one is wrong`(name: String, rules: [String]) {
  #expect(lintRules(goodFile, name: name) == rules)
}

@Test(
  arguments: [
    ("apple-app-site-association", .apple), ("Apple-App-Site-Association.txt", .apple),
    ("aasa-draft", .apple), ("assetlinks.json", .android), ("AssetLink.json", .android),
    ("digital-asset-links.json", .android), ("links.json", nil), ("", nil),
  ] as [(String, AssociationKind?)])
func `the name of a file tells whose it is`(name: String, kind: AssociationKind?) {
  #expect(AssociationKind(fileName: name) == kind)
  // Without such a name the content tells.
  #expect(AssociationLint(Array("{}".utf8), fileName: name).kind == kind ?? .apple)
  #expect(AssociationLint(Array("[]".utf8), fileName: name).kind == kind ?? .android)
}

@Test func `a file over 128 KB is refused by phones`() {
  let file = component(#"{"/":"/\#(String(repeating: "a", count: 1 << 17))"}"#)
  #expect(lintRules(file) == ["J05"])
  #expect(lintRules(goodFile + String(repeating: " ", count: 127_000)) == [])
  #expect(lintRules(goodFile + String(repeating: " ", count: 128_000)) == ["J09"])
}

@Test func `every finding has a sentence that ends, its place and its name`() {
  let files = [component(#"{"/":"/a","exclude":"true"}"#), app(#""org.shop.app.A1B2C3D4E5""#)]
  #expect(
    files.flatMap { AssociationLint(Array($0.utf8)).findings.map(\.description) } == [
      "Line 1, column 87: \"exclude\" must be true or false without quotes. Correct it. [A21]",
      "Line 1, column 36: The prefix comes first. Write \"A1B2C3D4E5.org.shop.app\". [A07]",
    ])
}
