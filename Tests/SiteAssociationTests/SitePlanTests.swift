// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SiteAssociation
import StrictJSON
import TestSupport
import Testing

func shopPlan(_ rules: [LinkRule]) -> SitePlan {
  var plan = SitePlan()
  plan.appleApps = ["A1B2C3D4E5.org.shop.app"]
  plan.androidApps = [AndroidApp(package: "org.shop.app", fingerprints: [shopFingerprint])]
  plan.rules = rules
  return plan
}

private let codeShape = LinkShape(path: [.literal("/s/"), .variable])

@Test func `a plan gives exactly these two files`() throws {
  var plan = shopPlan([LinkRule(codeShape), LinkRule(path: "/s/private/*", excludes: true)])
  plan.appClips = ["A1B2C3D4E5.org.shop.app.Clip"]
  plan.sharesPasswords = true
  #expect(
    try plan.appleFile() == """
      {
        "applinks": {
          "details": [
            {
              "appIDs": [
                "A1B2C3D4E5.org.shop.app"
              ],
              "components": [
                {
                  "/": "/s/private/*",
                  "exclude": true
                },
                {
                  "/": "/s/?*"
                }
              ]
            }
          ]
        },
        "appclips": {
          "apps": [
            "A1B2C3D4E5.org.shop.app.Clip"
          ]
        },
        "webcredentials": {
          "apps": [
            "A1B2C3D4E5.org.shop.app"
          ]
        }
      }

      """)
  #expect(
    try plan.androidFile() == """
      [
        {
          "relation": [
            "delegate_permission/common.handle_all_urls",
            "delegate_permission/common.get_login_creds"
          ],
          "target": {
            "namespace": "android_app",
            "package_name": "org.shop.app",
            "sha256_cert_fingerprints": [
              "\(shopFingerprint)"
            ]
          },
          "relation_extensions": {
            "delegate_permission/common.handle_all_urls": {
              "dynamic_app_link_components": [
                {
                  "/": "/s/private",
                  "exclude": true
                },
                {
                  "/": "/s/private/*",
                  "exclude": true
                },
                {
                  "/": "/s/?*"
                }
              ]
            }
          }
        }
      ]

      """)
}

/// A shape and the one component that it gives.
@Test(arguments: [
  (LinkShape(path: []), #"{"/":"/"}"#), (LinkShape(path: [.literal("/")]), #"{"/":"/"}"#),
  (LinkShape(path: [.literal("/t")]), #"{"/":"/t"}"#),
  (LinkShape(path: [.literal("/"), .variable]), #"{"/":"/?*"}"#),
  (LinkShape(path: [.literal("/s/a-"), .variable, .literal(".html")]), #"{"/":"/s/a-?*"}"#),
  (LinkShape(path: [.literal("/"), .variable, .variable, .literal("/x")]), #"{"/":"/?*/x"}"#),
  (LinkShape(path: [.literal("/a*b/$(c)")]), #"{"/":"/a?b/?(c)"}"#),
  (
    LinkShape(
      path: [.literal("/t")], query: [.literal("v=1&id="), .variable, .literal("&flag&e=")]),
    #"{"/":"/t","?":{"v":"1","id":"?*"}}"#
  ),
  (
    LinkShape(path: [.literal("/t")], query: [.literal("a=1&a=2&b=1&b")]),
    #"{"/":"/t","?":{"a":"?*"}}"#
  ),
  (
    LinkShape(path: [.literal("/t")], fragment: [.literal("at-"), .variable]),
    ##"{"/":"/t","#":"at-?*"}"##
  ),
])
func `a shape gives one pattern for all its links`(shape: LinkShape, component: String) throws {
  let file = try #require(try shopPlan([LinkRule(shape)]).appleFile())
  let document = try JSONDocument(reading: Array(file.utf8))
  let components = document.root["applinks"]?["details"]?.elements?.first?["components"]
  #expect(components?.value.compact == "[\(component)]")
}

@Test func `a rule that another one covers is left out`() throws {
  let rules = [LinkRule(path: "/s/*"), LinkRule(codeShape), LinkRule(path: "/s/*")]
  let short = try shopPlan([LinkRule(path: "/s/*")]).appleFile()
  #expect(try shopPlan(rules).appleFile() == short)
}

@Test func `a plan that cannot work is refused in words`() throws {
  func error(_ change: (inout SitePlan) -> Void) -> SitePlanError? {
    var plan = shopPlan([LinkRule(codeShape)])
    change(&plan)
    do throws(SitePlanError) {
      _ = try plan.appleFile()
      _ = try plan.androidFile()
      return nil
    } catch {
      #expect("\(error)".hasSuffix("."))
      return error
    }
  }
  #expect(error { _ in } == nil)
  #expect(error { $0.appleApps = ["org.shop.app"] } == .badAppID("org.shop.app"))
  #expect(error { $0.appClips = ["A1B2C3D4E5."] } == .badAppID("A1B2C3D4E5."))
  #expect(
    error { $0.androidApps = [AndroidApp(package: "x", fingerprints: [])] } == .badPackage("x"))
  #expect(
    error { $0.androidApps = [AndroidApp(package: "a.b", fingerprints: [])] }
      == .noFingerprint(package: "a.b"))
  #expect(
    error { $0.androidApps = [AndroidApp(package: "a.b", fingerprints: ["AA"])] }
      == .badFingerprint("AA", package: "a.b"))
  for (pattern, encoded) in [
    ("", nil), ("/$(lang)/x", nil), ("/a#b", nil), ("/$(lang)/ä", nil), ("/a b", "/a%20b"),
    ("/café/*", "/caf%C3%A9/*"), ("/%C3%A9/é?", "/%C3%A9/%C3%A9?"),
  ] {
    #expect(
      error { $0.rules = [LinkRule(path: pattern)] } == .badPattern(pattern, encoded: encoded))
  }
  #expect(
    SitePlanError.badPattern("/café/*", encoded: "/caf%C3%A9/*").description
      == "\"/café/*\" has characters that links have percent-encoded. Write \"/caf%C3%A9/*\".")
  #expect(error { $0.rules = [] } == .nothingOpens)
  #expect(error { $0.rules.append(LinkRule(path: "*", excludes: true)) } == .nothingOpens)
  let many = ["a", "b", "c"].map { LinkRule(path: "/" + String(repeating: $0, count: 50_000)) }
  guard case .tooLarge = error({ $0.rules = many }) else {
    Issue.record("a file over 128 KB was made")
    return
  }
}

@Test func `both files open every link of a random shape, and nothing is wrong with them`() throws {
  let seed: UInt64 = 0x517E
  var random = Splitmix64(seed: seed)
  func word(_ letters: String) -> String {
    String(
      (0...Int.random(in: 0..<4, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "x"
      })
  }
  func parts(_ letters: String) -> [LinkShape.Part] {
    (0..<Int.random(in: 0..<5, using: &random)).map { _ in
      Bool.random(using: &random) ? .variable : .literal(word(letters))
    }
  }
  for _ in 0..<500 {
    let shape = LinkShape(
      path: [.literal("/x")] + parts("ab/-."), query: parts("ab=&"), fragment: parts("ab"))
    let plan = shopPlan([LinkRule(shape)])
    let apple = Array(try #require(try plan.appleFile()).utf8)
    let android = Array(try #require(try plan.androidFile()).utf8)
    #expect(AssociationLint(apple, kind: .apple).findings == [], "seed \(seed): \(shape)")
    #expect(AssociationLint(android, kind: .android).findings == [], "seed \(seed): \(shape)")
    var appleMatcher = AppleMatcher(AppleAssociation(try JSONDocument(reading: apple)))
    var androidMatcher = AndroidMatcher(AndroidAssociation(try JSONDocument(reading: android)))
    for _ in 0..<5 {
      func text(_ parts: [LinkShape.Part]) -> String {
        parts.map { if case .literal(let text) = $0 { text } else { word("abxy-.~") } }.joined()
      }
      let query = text(shape.query)
      let fragment = text(shape.fragment)
      let link =
        "https://shop.org" + text(shape.path) + (query.isEmpty ? "" : "?" + query)
        + (fragment.isEmpty ? "" : "#" + fragment)
      let bytes = Array(link.utf8)
      #expect(
        appleMatcher.match(bytes).map(\.verdict) == [.opens], "seed \(seed): \(shape) \(link)")
      #expect(
        androidMatcher.match(bytes).map(\.verdict) == [.opens], "seed \(seed): \(shape) \(link)")
    }
  }
}

@Test func `rules that differ between the platforms are found with a link that shows it`() throws {
  func differences(_ components: String, _ rules: String) throws -> [String?] {
    let apple = AppleAssociation(
      try JSONDocument(reading: Array(appleFile("\"components\":\(components)").utf8)))
    let android = AndroidAssociation(try JSONDocument(reading: Array(androidFile(rules).utf8)))
    return AssociationLint.differences(apple: apple, android: android, host: "shop.org").map(\.text)
  }
  #expect(try differences(#"[{"/":"/s/?*"}]"#, #"[{"/":"/s/?*"}]"#) == [])
  #expect(
    try differences(#"[{"/":"/s"}]"#, #"[{"/":"/t"}]"#) == [
      "https://shop.org/s", "https://shop.org/t",
    ])
  // A link is made from a variable with one of its values.
  #expect(
    try differences(
      #"[{"/":"/$(upper)$(lower)$(digit)"},{"/":"/$(lang)-"}]"#, #"[{"/":"/t"}]"#)
      == [
        "https://shop.org/Aa1", "https://shop.org/aa-",
        "https://shop.org/t",
      ])
  #expect(
    try differences(#"[{"/":"/s/?*","?":{"k":"*"}}]"#, #"[{"/":"/s/?*","?":{"k":"?*"}}]"#) == [])
  // A rule of Android may be written decoded, and what is not known is no difference.
  #expect(
    try differences(
      #"[{"/":"/caf%C3%A9"}]"#,
      #"[{"/":"/caf%C3%A9"},{"/":"/café"},{"/":"/caf%C3%A9/"},{"/":"/café/"}]"#)
      == [])
  #expect(try differences(#"[{"/":"/s/*"}]"#, #"[{"/":"/s"},{"/":"/s/**"}]"#) == [])
}

/// A host may serve many apps, and one that is only on one platform differs from none.
@Test func `only the same app is compared on both platforms`() throws {
  func differences(_ apple: [(String, String)], _ android: [(String, String)]) throws -> [String?] {
    let entries = apple.map { #"{"appIDs":["\#($0)"],"components":[{"/":"\#($1)"}]}"# }
    let statements = android.map { package, path in
      androidFile(#"[{"/":"\#(path)"}]"#).replacing(shopPackage, with: package).dropFirst()
        .dropLast()
    }
    let apple = AppleAssociation(
      try JSONDocument(
        reading: Array(#"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#.utf8)))
    let android = AndroidAssociation(
      try JSONDocument(reading: Array("[\(statements.joined(separator: ","))]".utf8)))
    return AssociationLint.differences(apple: apple, android: android, host: "shop.org").map(\.text)
  }
  let (s, t) = ("https://shop.org/s/xx", "https://shop.org/t/xx")
  let shop = ("A1B2C3D4E5.org.shop.app", "/s/?*")
  let news = ("F1B2C3D4E5.org.news.app", "/t/?*")
  #expect(try differences([shop, news], [("org.shop.app", "/s/?*")]) == [])
  #expect(try differences([shop], [("org.shop.app", "/s/?*"), ("org.news.app", "/t/?*")]) == [])
  // What one app opens on iOS is opened by another one on Android.
  #expect(
    try differences([shop, news], [("org.shop.app", "/t/?*"), ("org.news.app", "/s/?*")])
      == [s, t, t, s])
  // Under two prefixes it is one app, and a hyphen is no letter of a package.
  #expect(
    try differences(
      [("A1B2C3D4E5.org.my-Shop", "/s/?*"), ("F1B2C3D4E5.org.my-Shop", "/t/?*"), news],
      [("org.my_shop", "/t/?*")]) == [s])
  // The only app of each file is taken for one.
  #expect(try differences([shop], [("com.other", "/t/?*")]) == [s, t])
}
