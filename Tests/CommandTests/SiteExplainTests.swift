// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

struct SiteExplainTests {
  private let apple = """
    {"applinks": {"details": [
      {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [
        {"/": "/private/*", "exclude": true},
        {"/": "/s/?*", "?": {"id": "????"}},
        {"/": "/t/*"}
      ]}
    ]}, "appclips": {"apps": ["A1B2C3D4E5.org.shop.app.Clip"]}}

    """

  private let android = """
    [{"relation": ["delegate_permission/common.handle_all_urls"],
      "target": {"namespace": "android_app", "package_name": "org.shop.app",
        "sha256_cert_fingerprints": ["\(fingerprint)"]},
      "relation_extensions": {"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components": [
          {"/": "/t/*"}]}}}]

    """

  private static let assumption =
    "The files count as those of go.shop.org; --domain names another host.\n"

  private static let files = ["apple-app-site-association", "assetlinks.json"]
  private static let link = "https://go.shop.org/t/1"

  /// A folder with both files, and perhaps a job with one link, `https://go.shop.org/t/1`.
  private func site(apps: String? = nil) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for (name, text) in zip(Self.files, [apple, android]) { try folder.write(text, to: name) }
    if let apps { try job(apps, in: folder) }
    return folder
  }

  private func job(_ apps: String, in folder: TemporaryDirectory) throws {
    try SiteBench(folder).job(
      path: "t", apps: apps, rows: #"<rows><row id="1" code="1"/></rows>"#)
  }

  /// Explains with the files, or with what is named in their place.
  private func explain(
    _ arguments: String..., of files: [String] = Self.files, in folder: TemporaryDirectory,
    input: String = "", code: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProcessResult {
    let result = try run(
      builtTool, ["site", "explain", "--association"] + files + arguments,
      input: Array(input.utf8), directory: folder.path)
    if let code {
      #expect(
        result.exit == .code(code), "\(result.output)\(result.errorOutput)",
        sourceLocation: sourceLocation)
    }
    return result
  }

  @Test func aLinkIsExplainedRuleByRule() throws {
    let result = try explain(
      "https://go.shop.org/t/1", "https://go.shop.org/s/1", in: site(), code: 1)
    #expect(
      result.output == """
        https://go.shop.org/t/1
          opens    ios      A1B2C3D4E5.org.shop.app       apple-app-site-association: The rule in line 5, column 5 matches.
                     if its entitlements have applinks:go.shop.org
              Line 3, column 5: The path "/t/1" does not match "/private/*".
              Line 4, column 5: The path "/t/1" does not match "/s/?*".
          opens    ios      A1B2C3D4E5.org.shop.app.Clip  apple-app-site-association: The file authorises the App Clip.
                     if App Store Connect has an experience of it for such links
                     and if its entitlements have appclips:go.shop.org
          opens    android  org.shop.app                  assetlinks.json: The rule in line 6, column 7 matches.
                     if it is signed with a certificate that the file names
                     and if its manifest has a filter with autoVerify for such links of go.shop.org
        https://go.shop.org/s/1
          shut     ios      A1B2C3D4E5.org.shop.app       apple-app-site-association: No rule of the app matches. Add one for this link.
              Line 3, column 5: The path "/s/1" does not match "/private/*".
              Line 4, column 5: There is no "id", but "????" requires it.
              Line 5, column 5: The path "/s/1" does not match "/t/*".
          opens    ios      A1B2C3D4E5.org.shop.app.Clip  apple-app-site-association: The file authorises the App Clip.
                     if App Store Connect has an experience of it for such links
                     and if its entitlements have appclips:go.shop.org
          shut     android  org.shop.app                  assetlinks.json: No rule of the app matches. Add one for this link.
              Line 6, column 7: The path "/s/1" does not match "/t/*".

        """)
    #expect(result.errorOutput == Self.assumption)
    #expect(try explain("https://go.shop.org/t/1", in: site()).exit == .code(0))
  }

  @Test func programsGetOneObjectALine() throws {
    let result = try explain("--json", "https://go.shop.org/private", in: site())
    let root = try JSONDocument(reading: result.stdout).root
    #expect(result.output.split(separator: "\n").count == 1)
    #expect(root["url"]?.string == "https://go.shop.org/private")
    #expect(
      root["apps"]?.elements?.map(\.value) == [
        [
          "platform": "ios", "app": "A1B2C3D4E5.org.shop.app", "verdict": "shut",
          "match": "excluded", "detail": 0, "component": 0,
          "reason": "The rule in line 3, column 5 keeps it for the browser.", "conditions": [],
          "earlier": [],
        ],
        [
          "platform": "ios", "app": "A1B2C3D4E5.org.shop.app.Clip", "verdict": "opens",
          "match": "authorised", "detail": nil, "component": nil,
          "reason": "The file authorises the App Clip.",
          "conditions": [
            "App Store Connect has an experience of it for such links",
            "its entitlements have appclips:go.shop.org",
          ], "earlier": [],
        ],
        [
          "platform": "android", "app": "org.shop.app", "verdict": "shut", "match": "none",
          "detail": nil, "component": nil,
          "reason": "No rule of the app matches. Add one for this link.", "conditions": [],
          "earlier": [
            [
              "detail": 0, "component": 0,
              "reason": "Line 6, column 7: The path \"/private\" does not match \"/t/*\".",
            ]
          ],
        ],
      ])
  }

  @Test func aListGetsALineForEachApp() throws {
    let folder = try site()
    let links = "https://go.shop.org/t/1\r\n\nhttps://go.shop.org/private\n"
    try folder.write(links, to: "links")
    let result = try explain("--urls", "links", in: folder, code: 1)
    #expect(
      result.output == """
        opens    ios      A1B2C3D4E5.org.shop.app  apple-app-site-association:5:5  https://go.shop.org/t/1
        opens    ios      A1B2C3D4E5.org.shop.app.Clip  apple-app-site-association  https://go.shop.org/t/1
        opens    android  org.shop.app  assetlinks.json:6:7  https://go.shop.org/t/1
        shut     ios      A1B2C3D4E5.org.shop.app  apple-app-site-association:3:5  https://go.shop.org/private
        opens    ios      A1B2C3D4E5.org.shop.app.Clip  apple-app-site-association  https://go.shop.org/private
        shut     android  org.shop.app  assetlinks.json  https://go.shop.org/private

        """)
    #expect(
      result.errorOutput == Self.assumption + """
        A1B2C3D4E5.org.shop.app: "opens" holds if its entitlements have applinks:go.shop.org.
        A1B2C3D4E5.org.shop.app.Clip: "opens" holds if App Store Connect has an experience of it \
        for such links, and if its entitlements have appclips:go.shop.org.
        org.shop.app: "opens" holds if it is signed with a certificate that the file names, and if \
        its manifest has a filter with autoVerify for such links of go.shop.org.

        """)
    let json = try explain("--json", "--urls", "-", in: folder, input: links)
    let urls = try json.output.split(separator: "\n").map {
      try JSONDocument(reading: Array($0.utf8)).root["url"]?.string
    }
    #expect(urls == ["https://go.shop.org/t/1", "https://go.shop.org/private"])
  }

  @Test func aFileWithoutAnAppIsNamed() throws {
    let folder = try site()
    try folder.write("{}", to: "apple-app-site-association")
    try folder.write("[]", to: "assetlinks.json")
    let result = try explain("https://go.shop.org/t/1", in: folder, code: 1)
    #expect(
      result.output == """
        https://go.shop.org/t/1
          shut     ios      no app  apple-app-site-association: The file names no app for iPhones. \
        Add "applinks" with the app.
          shut     android  no app  assetlinks.json: The file names no app for Android. Add a \
        statement with the app.

        """)
    let list = try explain("--urls", "-", in: folder, input: "https://go.shop.org/t/1\n")
    #expect(
      list.output == """
        shut     ios      no app  apple-app-site-association  https://go.shop.org/t/1
        shut     android  no app  assetlinks.json  https://go.shop.org/t/1

        """)
    let json = try explain("--json", "https://go.shop.org/t/1", in: folder)
    #expect(try JSONDocument(reading: json.stdout).root["apps"]?.value == [])
  }

  /// Such a file says about a link all that it can say; an app next to the App Clip would change
  /// that.
  @Test func whereOnlyAppClipsAreNamedNothingIsMissing() throws {
    let folder = try TemporaryDirectory()
    try folder.write("{\"appclips\": {\"apps\": [\"A1B2C3D4E5.org.shop.app.Clip\"]}}", to: "clips")
    let result = try explain(Self.link, of: ["clips"], in: folder, code: 0)
    #expect(
      result.output == """
        https://go.shop.org/t/1
          opens    ios      A1B2C3D4E5.org.shop.app.Clip  clips: The file authorises the App Clip.
                     if App Store Connect has an experience of it for such links
                     and if its entitlements have appclips:go.shop.org

        """)
    _ = try explain(Self.link, "--domain", "other.org", of: ["clips"], in: folder, code: 1)
  }

  @Test func aFileOfPasswordsAloneOpensNothingAndSaysSo() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      "{\"webcredentials\": {\"apps\": [\"A1B2C3D4E5.org.shop.app\"]}}",
      to: "apple-app-site-association")
    try folder.write(
      android.replacing("handle_all_urls\"]", with: "get_login_creds\"]"), to: "assetlinks.json")
    let result = try explain("https://go.shop.org/t/1", in: folder, code: 1)
    #expect(
      result.output == """
        https://go.shop.org/t/1
          shut     ios      no app  apple-app-site-association: The file only shares passwords with \
        apps, and names none that opens links.
          shut     android  no app  assetlinks.json: The file only shares passwords with apps, and \
        names none that opens links.

        """)
  }

  @Test func aBadLineDoesNotEndTheOthers() throws {
    let folder = try site()
    try folder.write(Array("https://a.org/\u{1B}\n".utf8) + [0xFF, 0x0A], to: "links")
    let result = try explain("--urls", "links", in: folder, code: 1)
    #expect(!(result.stdout + result.stderr).contains(0x1B))
    #expect(result.output == "")
    #expect(
      result.errorOutput.contains(
        "explain: line 1: Character 15: This is a control character (U+001B), perhaps a tab or a line"
          + " end. Remove it. (control-character)\n"))
    #expect(
      result.errorOutput.contains(
        "explain: line 2: Character 1 is not UTF-8. Save the text as UTF-8. (not-utf8)\n"))
  }

  /// A phone asks for such a text in one way or another, and a tag gets it percent-encoded.
  @Test(arguments: [
    ("https://go.shop.org/t/a b", "Write https://go.shop.org/t/a%20b.", "not-percent-encoded"),
    (
      "https://go.shop.org/t/é?q=|", "Write https://go.shop.org/t/%C3%A9?q=%7C.",
      "not-percent-encoded"
    ),
    ("https://go.shop.org/t/1 ", "begins or ends with a space. Remove it.", "space-at-edge"),
    ("https://go shop.org/t/1", "cannot contain a space. Correct the name.", "host-character"),
  ])
  func whatIsNoLinkIsRefused(_ link: String, _ words: String, _ rule: String) throws {
    let folder = try site()
    let result = try explain(link, in: folder)
    #expect(result.exit == .code(64) && result.output == "")
    #expect(result.errorOutput.hasPrefix("tagpress site explain: \(link): "))
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    let list = "https://go.shop.org/t/1\n\(link)\n"
    let listed = try explain("--urls", "-", in: folder, input: list)
    #expect(listed.exit == .code(1))
    #expect(listed.output.split(separator: "\n").count == 3)
    #expect(
      listed.errorOutput.contains("line 2: ")
        && listed.errorOutput.contains("\(words) (\(rule))\n"), "\(listed.errorOutput)")
  }

  @Test(arguments: [("GO.shop.org", "opens"), ("shop.org", nil), ("go.shop.org", "opens")])
  func theHostOfTheFilesIsCompared(_ host: String, _ verdict: String?) throws {
    let result = try explain(
      "--json", "--domain", host, "https://go.shop.org/t/1", in: site())
    let app = try JSONDocument(reading: result.stdout).root["apps"]?.elements?.first
    #expect(app?["verdict"]?.string == verdict)
    #expect(result.exit == .code(verdict == "opens" ? 0 : 1))
  }

  @Test func aFileWithErrorsIsNotTrustedInSilence() throws {
    let folder = try site()
    try folder.write(
      android.replacing(fingerprint, with: fingerprint.lowercased()), to: "assetlinks.json")
    let result = try explain("https://go.shop.org/t/1", in: folder, code: 1)
    #expect(
      result.errorOutput
        == "assetlinks.json has 1 error; 'tagpress site lint assetlinks.json' shows it.\n"
        + Self.assumption)
    #expect(result.output.contains("shut     android  org.shop.app"))
  }

  @Test(arguments: [
    (
      ["https://a.org/", "--association", "gone"], "gone: There is no such file. Check the name.", 2
    ),
    (["https://a.org/", "--association", "empty"], "empty contains neither ", 64),
    (["https://a.org/", "--association", "no.json"], "no.json: Line 1, column 1: ", 1),
    (["https://a.org/"], "Name the host's files, as in --association ", 64),
    (
      ["https://a.org/", "go.shop.org/s/1", "--association", "assetlinks.json"],
      "go.shop.org/s/1 is neither a file nor a link. If it is a link, write https:// before it.", 64
    ),
    (
      ["assetlinks.json/s", "--association", "assetlinks.json"],
      "assetlinks.json/s is neither a file nor a link. If it is a link, write https:// before it.",
      64
    ),
    (["--association", "assetlinks.json"], "Give a link, such as https://", 64),
    (
      ["https://a.org/", "--association", "assetlinks.json", "--domain", "https://a.org"],
      "'https://a.org' is not a host name. Write one like go.example.com.", 64
    ),
    (
      ["--urls", "gone", "--association", "assetlinks.json"],
      "gone: There is no such file. Check the name.", 2
    ),
  ])
  func mistakesAreNamed(_ arguments: [String], _ words: String, _ code: Int32) throws {
    let folder = try site()
    try folder.write("<html>", to: "no.json")
    #expect(mkdir(folder.path + "/empty", 0o755) == 0)
    let result = try run(builtTool, ["site", "explain"] + arguments, directory: folder.path)
    #expect(result.exit == .code(code))
    #expect(
      result.errorOutput.hasPrefix("tagpress site explain: \(words)"), "\(result.errorOutput)")
  }

  /// Files that no phone accepts, and files that do not name what the job means.
  private static let shutFiles: [(file: String, made: String, verdict: String, why: String)] = [
    (
      "apple-app-site-association", #"{"applinks": {"details": [APP,]}}"#, "shut",
      "The file is not valid JSON"
    ),
    (
      "apple-app-site-association", "{\"applinks\": // all\n{\"details\": [APP]}}", "shut",
      "The file is not valid JSON"
    ),
    ("apple-app-site-association", "BIG", "shut", "and Apple accepts at most 131072"),
    ("apple-app-site-association", "MIDDLE", "unknown", "it is not known whether Apple accepts"),
    ("apple-app-site-association", "[]", "shut", "The file must be an object"),
    ("assetlinks.json", "PRINT-lower", "shut", "Android leaves it out"),
    ("assetlinks.json", "PRINT-other", "shut", "the store's signing key"),
    ("assetlinks.json", "PACKAGE-1com.x", "shut", "Android leaves it out"),
    ("assetlinks.json", "{}", "shut", "The file must be a list"),
  ]

  @Test(arguments: shutFiles)
  func whatNoPhoneAcceptsStaysShut(
    _ row: (file: String, made: String, verdict: String, why: String)
  ) throws {
    let folder = try site()
    let entry = #"{"appIDs":["A1B2C3D4E5.org.shop.app"],"components":[{"/":"/t/*"}]}"#
    func padded(_ count: Int) -> String {
      String(repeating: " ", count: count) + #"{"applinks":{"details":[\#(entry)]}}"#
    }
    let text =
      switch row.made {
      case "BIG": padded(200_000)
      case "MIDDLE": padded(129_000)
      case "PRINT-lower": android.replacing(fingerprint, with: fingerprint.lowercased())
      case "PRINT-other": android.replacing(fingerprint, with: "AA" + fingerprint.dropFirst(2))
      case "PACKAGE-1com.x": android.replacing("org.shop.app", with: "1com.x")
      default: row.made.replacing("APP", with: entry)
      }
    try folder.write(text, to: row.file)
    try job(SiteBench.ios + SiteBench.android, in: folder)
    let job = row.made == "PACKAGE-1com.x" ? [] : ["--job", "job.xml"]
    let result = try explain(Self.link, of: Self.files + job, in: folder, code: 1)
    #expect(result.output.contains(row.why), "\(result.output)\(result.errorOutput)")
    #expect(result.output.contains("\n  \(row.verdict) "), "\(result.output)")
  }

  @Test func ofSeveralAppsTheWinnerIsNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[{"/":"/t/*"}]},
      {"appIDs":["A1B2C3D4E5.c.d"],"components":[{"/":"*"}]}]}}
      """, to: "aasa")
    let both = try explain(Self.link, of: ["aasa"], in: folder)
    #expect(
      both.output.contains("  An iPhone that has all of these apps opens A1B2C3D4E5.a.b.\n"))
    let one = try explain("https://go.shop.org/x", of: ["aasa"], in: folder)
    #expect(!one.output.contains("has all of these"))
  }

  /// What the app itself declares is a condition until the job says it, and then it decides.
  @Test(arguments: [
    ("applinks:go.shop.org", "opens", 0), ("applinks:*.shop.org", "unknown", 1),
    ("applinks:shop.org", "shut", 1), ("applinks:go.shop.org?mode=developer", "shut", 1),
    ("applinks:*.shop.org applinks:GO.shop.org", "opens", 0),
    ("webcredentials:go.shop.org", "shut", 1),
  ])
  func entitlementsDecide(_ entitlements: String, _ verdict: String, _ code: Int32) throws {
    let folder = try site(
      apps: #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="\#(entitlements)"/>"#)
    let result = try explain(
      "--job", "job.xml", Self.link, of: [Self.files[0]], in: folder, code: code)
    #expect(result.output.contains("\n  \(verdict) "), "\(result.output)")
    #expect(!result.output.contains(" if "))
  }

  /// One app that opens the link must not hide that another app of the job opens nothing.
  @Test func everyAppOfTheJobCounts() throws {
    let folder = try site(apps: SiteBench.ios + #"<app ios="A1B2C3D4E5.org.shop.other"/>"#)
    let result = try explain("--job", "job.xml", Self.link, in: folder, code: 1)
    #expect(result.output.contains("\n  opens    ios      A1B2C3D4E5.org.shop.app "))
    #expect(
      result.errorOutput.contains(
        "A1B2C3D4E5.org.shop.other of the job opens no links of go.shop.org.\n"))
  }

  private static let wildcard =
    #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:*.shop.org"/>"#

  /// An iPhone reads the file of the host under which the app asks for all others.
  @Test func ofAWildcardTheFileOfItsHostDecides() throws {
    let bench = SiteBench(try TemporaryDirectory())
    for (host, pattern) in [("go.shop.org", "/other/*"), ("shop.org", "/t/*")] {
      try bench.write(
        SiteBench.appleFile(#"{"/":"\#(pattern)"}"#), to: "\(host)/apple-app-site-association")
    }
    try job(#"<tags chips="NTAG213"/>"# + Self.wildcard, in: bench.folder)
    let result = try explain(
      "--job", "job.xml", Self.link, of: ["."], in: bench.folder, code: 0)
    #expect(result.output.contains("opens    ios      A1B2C3D4E5.org.shop.app  ./shop.org/"))
    let check = ["check", "--association", ".", "job.xml"]
    #expect(try bench.tagpress(check).output.contains("opens 1 link on an iPhone\n"))
    unlink(bench.folder.path(of: "shop.org/apple-app-site-association"))
    #expect(try bench.tagpress(check, 1).output.contains("it is not known whether"))
  }

  /// That file is enough, for every host under it; other hosts, and that one itself, have nothing of it.
  @Test func ofAWildcardTheFileOfItsHostIsEnough() throws {
    let folder = try TemporaryDirectory()
    try SiteBench(folder).write(apple, to: "shop.org/apple-app-site-association")
    try job(Self.wildcard, in: folder)
    let links = [
      Self.link, "https://to.the.shop.org/t/1", "https://go.shop.org/u",
      "https://go.other.org/t/1", "https://shop.org/t/1",
    ]
    let result = try explain(
      "--job", "job.xml", "--urls", "-", of: ["."], in: folder,
      input: links.joined(separator: "\n"))
    let verdicts = result.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(verdicts == ["opens", "opens", "shut", "unknown", "shut"], "\(result.output)")
    #expect(result.output.contains("app  ./shop.org/apple-app-site-association:5:5  \(links[0])\n"))
    _ = try explain("--job", "job.xml", links[0], links[1], of: ["."], in: folder, code: 0)
  }

  /// Whatever link was judged before, each line of a list is judged as if it were the only one.
  @Test func aLineIsJudgedAsIfItWereAlone() throws {
    let folder = try site()
    let lines = [
      "https://go.shop.org/t/1", "tel:1", "#", "# links of spring",
      "https://go.shop.org/s/1?id=1234",
      "mailto:a@shop.org", "x", "https", "http://go.shop.org/t/1#top", "//go.shop.org/t/1",
      "https://",
      "https://go.shop.org/t/1", "geo:1,2", "HTTPS://GO.shop.org/private/1",
      "ftp://go.shop.org/t/1",
    ]
    func answers(_ lines: [String]) throws -> ProcessResult {
      try explain(
        "--json", "--domain", "go.shop.org", "--urls", "-", in: folder,
        input: lines.joined(separator: "\n"))
    }
    let together = try answers(lines)
    #expect(together.exit == .code(1), "\(together.errorOutput)")
    #expect(together.output.split(separator: "\n").count == lines.count)
    #expect(try together.output == lines.map { try answers([$0]).output }.joined())
  }

  /// A list without a link proves nothing.
  @Test(arguments: ["", "\n", "\n\n"])
  func anEmptyListIsNoPass(_ list: String) throws {
    let folder = try site()
    let result = try explain("--urls", "-", in: folder, input: list, code: 1)
    #expect(result.errorOutput.contains("The list has no link. Write one on each line."))
  }

  /// Links of Apple's own host need no file, and say nothing of whose the files are.
  @Test func linksOfAppleStartAppClipsWhateverFilesThereAre() throws {
    let folder = try TemporaryDirectory()
    try SiteBench(folder).write(apple, to: "go.shop.org/apple-app-site-association")
    let ours = "https://appclip.apple.com/id?p=org.shop.app.Clip"
    let result = try explain(ours, of: ["."], in: folder, code: 0)
    #expect(result.output.contains("\n  opens    ios      A1B2C3D4E5.org.shop.app.Clip"))
    let list = try explain(
      "--urls", "-", of: ["go.shop.org"], in: folder, input: "\(ours)x\n\(Self.link)\n")
    #expect(list.output.contains("shut     ios      A1B2C3D4E5.org.shop.app.Clip"))
    #expect(list.output.contains("opens    ios      A1B2C3D4E5.org.shop.app "), "\(list.output)")
    #expect(!list.errorOutput.contains("taken for those of"))
  }
}
