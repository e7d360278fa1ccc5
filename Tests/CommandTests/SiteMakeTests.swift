// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// What `site make` writes, shows and refuses.
struct SiteMakeTests {
  private static let both = ["apple-app-site-association", "assetlinks.json"]
  private static let aboveFolders = """
    well-known/apple-app-site-association is in no folder of a host, and each host has a folder of its \
    own here. Move it into the folder of its host.

    """

  private static func noLink(_ host: String) -> String {
    """
    well-known/\(host) is of no host of the jobs named here. If another job has that host, \
    name that job, too. Tags that were printed for it still need its files on the server.

    """
  }

  @Test func theFilesOfTheExampleAreThoseInTheRepository() throws {
    let result = try tagpress(
      "site", "make", "Templates/app-clip.xml", "--check", directory: packageRoot)
    #expect(result.output == "", "make them anew: tagpress site make Templates/app-clip.xml")
    #expect(result.exit == .code(0))
  }

  @Test func makesTheFilesOfAHost() throws {
    let bench = try SiteBench()
    let made = try bench.make("job.xml -o a/b")
    // What the rules do to links that the job knows nothing of is said when they are written.
    #expect(
      made.errorOutput == """
        From Android 15 on, org.shop.app opens only the links of the host that its rules list. To let \
        it open all of them, write links="all" in its <app>.

        """)
    #expect(
      made.output.hasPrefix("a/b/go.shop.org/apple-app-site-association: 213 bytes, written\n"))
    #expect(
      made.output.hasSuffix(
        """
        spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone,
          if its entitlements have applinks:go.shop.org
        spring: org.shop.app opens 2 links on Android,
          if its manifest has a filter with autoVerify for such links of go.shop.org

        """), "\(made.output)")
    #expect(bench.entries("a/b") == ["go.shop.org", "servers"])
    #expect(bench.entries("a/b/servers") == ["Caddyfile", "apache.conf", "nginx.conf"])
    try bench.explain(["/s/1"], in: "a/b")
    let again = try bench.make("job.xml -o a/b").output.split(separator: "\n").prefix(5)
    #expect(again.allSatisfy { $0.hasSuffix(" bytes, unchanged") })
    #expect(bench.entries("a/b") == ["go.shop.org", "servers"])
  }

  @Test func aFolderForEachHostIfTheRowsChooseIt() throws {
    let bench = try SiteBench(
      link: "https://{city}.shop.org/s/{code}",
      rows: """
        <rows><row id="1" city="rome" code="1"/><row id="2" city="bonn" code="2"/>
        <row id="3" city="rome" code="3"/></rows>
        """)
    try bench.make()
    #expect(bench.entries() == ["bonn.shop.org", "rome.shop.org", "servers"])
    #expect(bench.entries("well-known/bonn.shop.org") == Self.both)
    // A file is taken in where its folder names the host.
    let before = try bench.text("well-known/bonn.shop.org/assetlinks.json")
    let theirs = before.replacing("  ", with: " ")
    try bench.write(theirs, to: "theirs.json")
    try bench.make("job.xml --merge theirs.json", 1, says: "The jobs have several hosts")
    try bench.write(theirs, to: "live/bonn.shop.org/assetlinks.json")
    for merge in ["live", "live/bonn.shop.org/assetlinks.json"] {
      try bench.make("job.xml -o new --merge \(merge)")
      #expect(try bench.text("new/bonn.shop.org/assetlinks.json") == theirs)
      #expect(try bench.text("new/rome.shop.org/assetlinks.json") == before)
      try bench.shell("rm -r new")
    }
  }

  @Test func spreadsheetsOutsideTheFolderAreOnlyReadIfAllowed() throws {
    let bench = try SiteBench()
    mkdir(bench.folder.path(of: "jobs"), 0o755)
    try bench.write("id,code\n1,1\n", to: "rows.csv")
    try bench.job(
      "jobs/job", link: "https://{id}.shop.org/s/{code}", rows: #"<rows from="../rows.csv"/>"#)
    try bench.make("jobs/job.xml", 1, says: "is outside the folder")
    try bench.make("jobs/job.xml --outside")
    // With one host for all links, the customer's spreadsheet is not needed.
    try bench.job("jobs/job", rows: #"<rows from="../gone.csv"/>"#)
    try bench.make("jobs/job.xml -o one")
  }

  @Test func passwordsAreSharedOnRequest() throws {
    let bench = try SiteBench()
    try bench.make("job.xml --passwords")
    #expect(
      try bench.json(SiteBench.apple)["webcredentials"]?.value == [
        "apps": [.string(SiteBench.iosApp)]
      ])
    #expect(try bench.text(SiteBench.assetlinks).contains("common.get_login_creds"))
  }

  @Test(arguments: [
    ("--legacy", "\"paths\" for iOS 12 that are in a file stay there, and none are added."),
    ("--by-host", "Each host has a folder of its own."),
  ])
  func anOptionOfTheFirstVersionIsRefused(_ option: String, _ words: String) throws {
    let bench = try SiteBench()
    let refused = try bench.make("job.xml \(option)", 64)
    #expect(
      refused.errorOutput == """
        tagpress site make: There is no option '\(option)' any more. \(words) Leave out \(option).

        """)
    #expect(bench.entries(".") == ["job.xml"])
  }

  /// A file of the first version with entries for iOS 12 is one of ours, and keeps them.
  @Test func pathsOfTheFirstVersionStay() throws {
    let bench = try SiteBench(apps: SiteBench.ios)
    let older = try JSONDocument(
      reading: Array(
        """
        {"applinks": {"apps": [], "details": [
          {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [{"/": "/s/?*"}]},
          {"appID": "A1B2C3D4E5.org.shop.app", "paths": ["/s/?*"]}]}}
        """.utf8)
    ).root.value.pretty
    try bench.write(older, to: SiteBench.apple)
    try bench.make(says: SiteBench.apple + " also has more than")
    #expect(try bench.text(SiteBench.apple) == older)
    try bench.write(older, to: "older.json")
    try bench.job(path: "t", apps: SiteBench.ios)
    for (place, more) in [("well-known", ""), ("new", " --merge older.json")] {
      try bench.make("job.xml -o \(place)\(more)")
      #expect(
        try bench.json("\(place)/go.shop.org/apple-app-site-association")["applinks"]?.value == [
          "apps": [],
          "details": [
            [
              "appIDs": [.string(SiteBench.iosApp)],
              "components": [["/": "/s/?*"], ["/": "/t/?*"]],
            ],
            ["appID": .string(SiteBench.iosApp), "paths": ["/s/?*"]],
          ],
        ])
    }
  }

  @Test func whatDiffersIsShownAndNothingWritten() throws {
    let bench = try SiteBench()
    try bench.make()
    #expect(try bench.make("job.xml --check").output == "")
    let changed = try bench.text(SiteBench.apple).replacing("/s/?*", with: "/t/\u{1B}*")
    try bench.write(changed, to: SiteBench.apple)
    remove(bench.folder.path(of: "well-known/servers/nginx.conf"))
    let lines = try bench.make("job.xml --check", 1).output.split(separator: "\n")
    #expect(
      lines.prefix(12).joined(separator: "\n") == #"""
        --- well-known/go.shop.org/apple-app-site-association
        +++ well-known/go.shop.org/apple-app-site-association as the job needs it
        @@ -7,7 +7,7 @@
                 ],
                 "components": [
                   {
        -            "/": "/t/\u{1B}*"
        +            "/": "/s/?*"
                   }
                 ]
               }
        --- /dev/null
        """#)
    #expect(lines.last == "+}")
    #expect(try bench.text(SiteBench.apple) == changed)
    #expect(bench.entries("well-known/servers") == ["Caddyfile", "apache.conf"])
    let json = try bench.make("job.xml --check --json", 1)
    #expect(
      try outcomes(json).map(\.outcome) == ["differs", "same", "missing", "same", "same"])
  }

  private func outcomes(_ result: ProcessResult) throws -> [(outcome: String?, value: JSONValue)] {
    try (JSONDocument(reading: result.stdout).root["files"]?.elements ?? [])
      .map { ($0["outcome"]?.string, $0.value) }
  }

  @Test func theFileOfAnAppThatIsGoneMustNotStay() throws {
    let bench = try SiteBench()
    try bench.make()
    let android = try bench.text(SiteBench.assetlinks)
    try bench.job(apps: SiteBench.ios)
    let words = """
      well-known/go.shop.org/assetlinks.json is of no app of the jobs named here. As long as people \
      have the app, leave the file on the server; name its job, too, or move the file away from here.

      """
    #expect(try bench.make().errorOutput == words)
    #expect(try bench.text(SiteBench.assetlinks) == android)
    let check = try bench.make("job.xml --check", 1)
    #expect(check.output == words && check.errorOutput == "")
    #expect(
      try outcomes(try bench.make("job.xml --check --json", 1))[1].value
        == ["file": .string(SiteBench.assetlinks), "bytes": nil, "outcome": "stale"])
    remove(bench.folder.path(of: SiteBench.assetlinks))
    try bench.make("job.xml --check")
  }

  @Test func whatIsLeftOfOtherHostsIsNamedAndStays() throws {
    let bench = try SiteBench()
    func write(_ cities: String...) throws {
      let rows = cities.enumerated().map { "<row id=\"\($0)\" city=\"\($1)\" code=\"1\"/>" }
      try bench.job(
        link: "https://{city}.shop.org/s/{code}", rows: "<rows>\(rows.joined())</rows>")
    }
    try write("rome", "bonn", "oslo")
    try bench.make()
    // Neither of these is ours: no name of a host, and no association file in it.
    try bench.write("[]", to: "well-known/docs/assetlinks.json")
    try bench.write("[]", to: "well-known/old.shop.org/notes.txt")
    try bench.write("{}", to: "well-known/apple-app-site-association")
    try write("rome", "bonn")
    let words = Self.aboveFolders + Self.noLink("oslo.shop.org")
    #expect(try bench.make().errorOutput == words)
    #expect(bench.entries("well-known/oslo.shop.org").count == 2)
    let check = try bench.make("job.xml --check", 1)
    #expect(check.output == words && check.errorOutput == "")
    try write("bonn")
    let one = try bench.make("job.xml --json")
    #expect(one.errorOutput == words + Self.noLink("rome.shop.org"))
    let files = try outcomes(one)
    #expect(
      files.prefix(5).map(\.outcome) == ["unchanged", "unchanged", "stale", "stale", "stale"])
    #expect(
      files[2].value
        == ["file": "well-known/apple-app-site-association", "bytes": nil, "outcome": "stale"])
  }

  /// The names of the snippets are those of real configurations.
  @Test func aConfigurationOfSomeoneElseIsLeftAlone() throws {
    let bench = try SiteBench()
    let theirs = "# SPDX-License-Identifier: MIT\nserver { }\n"
    try bench.make()
    let old = try bench.text("well-known/servers/apache.conf").split(separator: "\n").prefix(2)
    try bench.write(theirs, to: "well-known/servers/nginx.conf")
    try bench.write(old.joined(separator: "\n"), to: "well-known/servers/apache.conf")
    try bench.write("", to: "well-known/servers/Caddyfile")
    try bench.write(theirs, to: "well-known/nginx.conf")
    let made = try bench.make()
    let words = ["nginx.conf", "Caddyfile"].map {
      "well-known/servers/\($0) was not made by tagpress and stays as it is; move it away to get ours.\n"
    }
    #expect(made.errorOutput == words.joined())
    #expect(made.output.contains("well-known/servers/apache.conf: 477 bytes, written\n"))
    for path in ["well-known/servers/nginx.conf", "well-known/nginx.conf"] {
      #expect(try bench.text(path) == theirs)
    }
    #expect(try bench.text("well-known/servers/Caddyfile") == "")
    let check = try bench.make("job.xml --check")
    #expect(check.output == "" && check.errorOutput == made.errorOutput)
  }

  /// iPhones read the file of the host under which an app asks for all others, so that one is made, too.
  @Test(arguments: [("go", ""), ("{host}", #" host="go""#)])
  func ofAWildcardTheFileOfItsHostIsMade(_ name: String, _ more: String) throws {
    let bench = try SiteBench(
      link: "https://\(name).shop.org/s/{code}",
      apps: #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:*.shop.org"/>"#,
      rows: #"<rows><row id="1" code="1"\#(more)/><row id="2" code="2"\#(more)/></rows>"#)
    let made = try bench.make()
    #expect(made.output.hasSuffix("spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone\n"))
    #expect(bench.entries() == ["go.shop.org", "servers", "shop.org"])
    try bench.make("job.xml --check")
    try bench.explain(["/s/1", "--job", "job.xml"], in: "well-known")
    // Without that file, the folder is not whole.
    unlink(bench.folder.path(of: "well-known/shop.org/apple-app-site-association"))
    let check = try bench.make("job.xml --check", 1)
    #expect(check.output.hasPrefix("--- /dev/null\n+++ well-known/shop.org/"))
  }

  @Test func whatRulesForAndroidCannotDoIsSaid() throws {
    let bench = try SiteBench(link: "https://go.shop.org/{code}/x")
    let made = try bench.make()
    #expect(
      made.output.hasSuffix(
        """
        go.shop.org: for Android, this cannot be had:
          On Android 15 and later, a link does not open if a value in the middle of its path \
        contains a slash (%2F). Put such a value at the end.

        """), "\(made.output)")
    let json = try JSONDocument(reading: try bench.make("job.xml --json").stdout).root
    #expect(json["limits"]?.elements?.map { $0["limit"]?.string } == ["slash-in-value"])
    // Where the app's manifest decides, no rule is missing anything.
    try bench.job(
      link: "https://go.shop.org/{code}/x",
      apps: SiteBench.android.replacing("/>", with: #" links="all"/>"#))
    #expect(!(try bench.make("job.xml -o new")).output.contains("cannot be had"))
  }

  /// What was asked for earlier stays, and it is not called a rule of another job.
  @Test func whatEarlierOptionsHaveAddedStaysAndIsNamed() throws {
    let bench = try SiteBench(apps: SiteBench.ios)
    #expect(try bench.make("job.xml --passwords").errorOutput == "")
    let before = try bench.text(SiteBench.apple)
    #expect(
      try bench.make().errorOutput == """
        \(SiteBench.apple) also has more than these jobs need, and it stays: what is of other jobs, what an \
        earlier run added with --passwords, or "paths" of an earlier version. If nothing needs it, \
        remove it with --drop and its path or app.

        """)
    #expect(try bench.text(SiteBench.apple) == before)
    #expect(try bench.make("job.xml --drop \(SiteBench.iosApp)").errorOutput == "")
    #expect(try bench.text(SiteBench.apple) != before)
  }

  /// A folder as the first version made it is refused until what it says is in the folder of its host.
  @Test func filesWithoutAFolderOfTheirHostAreToBeMoved() throws {
    let bench = try SiteBench()
    try bench.job("b", link: "https://b.shop.org/b/{code}")
    try bench.job("t", path: "t")
    func files() throws -> String { try bench.shell("find w -type f | sort").output }
    try bench.make("job.xml -o w")
    try bench.shell("mv w/go.shop.org/* w && rmdir w/go.shop.org")
    let before = try files()
    for (arguments, host) in [
      ("job.xml", "go.shop.org"), ("b.xml", "b.shop.org"), ("job.xml b.xml", "HOST"),
      ("t.xml --replace", "go.shop.org"), ("job.xml --check", "go.shop.org"),
      ("t.xml --drop go.shop.org", "go.shop.org"), ("b.xml --merge w", "b.shop.org"),
    ] {
      let refused = try bench.make(
        "\(arguments) -o w", 1,
        says: "'mkdir w/\(host) && mv w/apple-app-site-association w/assetlinks.json w/\(host)'")
      #expect(refused.output == "", "\(arguments)")
      #expect(try files() == before)
    }
    let said = try bench.make("t.xml -o w", 1).errorOutput
    try bench.shell(
      String(try #require(said.split(separator: "'").first { $0.hasPrefix("mkdir ") })))
    try bench.make("job.xml -o w --check")
    try bench.make("t.xml -o w")
    let text = try bench.text("w/go.shop.org/apple-app-site-association")
    #expect(text.contains("/s/?*") && text.contains("/t/?*"))
  }

  /// What the job itself says of its apps counts after all is written.
  @Test func linksThatStayShutAreAFailure() throws {
    let bench = try SiteBench(
      apps: #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:www.shop.org"/>"#)
    for more in ["", " --check"] {
      let made = try bench.make("job.xml\(more)", 1)
      #expect(
        made.output.contains(
          "job.xml:3:3: error: A1B2C3D4E5.org.shop.app opens no link of go.shop.org. "))
    }
    let root = try JSONDocument(reading: try bench.make("job.xml --json", 1).stdout).root
    #expect(root["verdicts"]?.elements?.map { $0["opens"]?.value } == [.integer(0)])
    #expect(root["problems"]?.elements?.map { $0["rule"]?.string } == ["app-stays-shut"])
  }

  /// Every link of the job is judged, and not only one like them.
  @Test func everyLinkOfTheJobIsJudged() throws {
    let bench = try SiteBench()
    func write(_ kinds: String...) throws {
      let rows = kinds.enumerated().map { #"<row id="\#($0)" kind="\#($1)" code="1\#($0)"/>"# }
      try bench.job(
        link: "https://go.shop.org/{kind}/{code}",
        apps: #"<app ios="A1B2C3D4E5.org.shop.app"><open path="/s/*"/></app>"#,
        rows: "<rows>\(rows.joined())</rows>")
    }
    try write("s", "s")
    #expect(
      try bench.make().output.contains(
        "spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone,\n"))
    try write("s", "t")
    #expect(
      try bench.make("job.xml", 1).output.contains(
        "\"https://go.shop.org/t/11\" opens no app on an iPhone."))
    try bench.make("job.xml --check", 1)
  }

  /// Where the rows are elsewhere, the files are made, and nothing is said of links that were not read.
  @Test func linksThatAreNotHereAreNotJudged() throws {
    let bench = try SiteBench(rows: #"<rows from="gone.csv"/>"#)
    let made = try bench.make().output
    #expect(made.contains("spring: its links were not judged, because a spreadsheet of it is"))
    #expect(!made.contains("opens"))
  }

  /// What a link names is outside the folder, whether it is a file or the folder of a host.
  @Test(arguments: [SiteBench.apple, SiteBench.host])
  func nothingIsWrittenThroughALink(_ link: String) throws {
    let bench = try SiteBench()
    let isFile = link.hasSuffix("-association")
    try bench.write("theirs", to: "theirs/file")
    for place in isFile ? ["well-known", SiteBench.host] : ["well-known"] {
      mkdir(bench.folder.path(of: place), 0o755)
    }
    let goal = bench.folder.path(of: isFile ? "theirs/file" : "theirs")
    #expect(symlink(goal, bench.folder.path(of: link)) == 0)
    let words =
      "\(link): This is a link to another place, which stays as it is. Remove the link, or "
    try bench.make("job.xml --replace", 1, says: words + "name the folder there with -o.")
    // A comparison says that a run would refuse it.
    try bench.make("job.xml --check", 1, says: words)
    #expect(bench.entries("theirs") == ["file"])
    #expect(try bench.text("theirs/file") == "theirs")
    unlink(bench.folder.path(of: link))
    try bench.make()
  }

  @Test(.enabled(if: geteuid() != 0 || isInstalled("setpriv"), "needs the command setpriv"))
  func aFolderThatCannotBeWrittenLeavesAllAsItWas() throws {
    let bench = try SiteBench()
    mkdir(bench.folder.path(of: "well-known"), 0o755)
    mkdir(bench.folder.path(of: "well-known/servers"), 0o555)
    let made = try run(
      "/usr/bin/env", SiteBench.withoutRoot + [builtTool, "site", "make", "job.xml"],
      directory: bench.folder.path)
    bench.expect(made, 2, says: ["could not be written: Permission denied."], #_sourceLocation)
    #expect(made.output == "" && bench.entries() == ["servers"])
  }

  /// A run as root is not to take the files of a server's user away from it.
  @Test(
    .enabled(
      if: geteuid() == 0 && isInstalled("setpriv"), "needs root, and the command setpriv"))
  func aReplacedFileKeepsItsOwner() throws {
    let bench = try SiteBench()
    try bench.make()
    let paths = [SiteBench.apple, SiteBench.assetlinks]
    func expectOwner(_ user: uid_t) {
      for path in paths {
        var status = stat()
        #expect(stat(bench.folder.path(of: path), &status) == 0)
        #expect(status.st_uid == user && status.st_gid == user && status.st_mode & 0o777 == 0o640)
      }
    }
    for path in paths {
      let file = bench.folder.path(of: path)
      #expect(chown(file, 4711, 4711) == 0 && chmod(file, 0o640) == 0)
    }
    try bench.job(path: "t")
    #expect(!(try bench.make()).errorOutput.contains("belonged"))
    for path in paths { #expect(try bench.text(path).contains("\"/t/?*\"")) }
    expectOwner(4711)
    // Without the right to give files away, that is said.
    try bench.job(path: "u")
    let lost = try run(
      "/usr/bin/env",
      ["setpriv", "--bounding-set", "-chown", builtTool, "site", "make", "job.xml"],
      directory: bench.folder.path)
    bench.expect(
      lost, 0,
      says: [
        "well-known/go.shop.org/assetlinks.json belonged to 4711:4711 (user and group), and this run may "
          + "not give it back. Run 'chown 4711:4711 well-known/go.shop.org/assetlinks.json' as root."
      ], #_sourceLocation)
    expectOwner(0)
  }

  @Test func namesThatWereNeverFilledInAreNoticed() throws {
    let bench = try SiteBench(
      apps: #"<app android="com.example.shop" certificate="\#(fingerprint)"/>"#)
    #expect(
      try bench.make().errorOutput == """
        assetlinks.json: warning: Line 8, column 23: "com.example.shop" is a placeholder from a \
        template. Write the app's own. [A39]
        From Android 15 on, com.example.shop opens only the links of the host that its rules list. To \
        let it open all of them, write links="all" in its <app>.

        """)
    #expect(bench.entries(SiteBench.host) == ["assetlinks.json"])
  }

  @Test(arguments: [
    ("gone.xml", "gone.xml: There is no such file. ", 2),
    (".", ". is a folder. Name a file in it.", 2),
    ("sheet.xml", "sheet.xml: gone.csv: There is no such file. ", 2),
    ("empty", "empty: The job has 1 error. Correct it first.", 1),
    ("plain.xml", "plain.xml: The job names no app. Add <app ios=", 1),
    ("phone.xml", "phone.xml: The links of the job have no host that apps can claim.", 1),
    ("job.xml --merge gone", "gone: There is no such file. Check the name.", 2),
    ("job.xml --merge empty", "empty: Line 1, column 1: There is no JSON here. ", 1),
    ("job.xml -o empty", "empty could not be written: ", 2),
    ("job.xml -o /proc/no", "/proc/no could not be written: ", 2),
    ("job.xml plain.xml", "plain.xml: The job names no app. ", 1),
  ])
  func mistakesAreNamed(_ arguments: String, _ words: String, _ code: Int32) throws {
    let bench = try SiteBench()
    try bench.write("", to: "empty")
    try bench.job("plain", apps: "")
    try bench.job("phone", link: "tel:+{code}")
    try bench.job(
      "sheet", link: "https://{host}/s/{code}", rows: #"<rows from="gone.csv" id="{code}"/>"#)
    try bench.make(arguments, code, says: "tagpress site make: \(words)")
    #expect(bench.entries().isEmpty)
  }
}
