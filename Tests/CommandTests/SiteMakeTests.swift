// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

struct SiteMakeTests {
  private let snippetNames = ["Caddyfile", "apache.conf", "nginx.conf"]

  private func job(
    link: String = "https://go.shop.org/s/{code}",
    apps: String = """
    <app ios="A1B2C3D4E5.org.shop.app"/><app android="org.shop.app" certificate="\(fingerprint)"/>
    """,
    rows: String = "<rows><row id=\"1\" code=\"1\"/><row id=\"2\" code=\"2\"/></rows>"
  ) -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>\(link)</link>
      \(apps)
      \(rows)
    </job>

    """
  }

  private func make(
    _ arguments: String..., in folder: TemporaryDirectory
  ) throws -> ProcessResult {
    try run(builtTool, ["site", "make", "job.xml"] + arguments, directory: folder.path)
  }

  @Test func theFilesOfTheExampleAreThoseInTheRepository() throws {
    let result = try tagpress(
      "site", "make", "Templates/app-clip.xml", "--check", directory: packageRoot)
    #expect(result.output == "", "make them anew: tagpress site make Templates/app-clip.xml")
    #expect(result.exit == .code(0))
  }

  @Test func makesTheFilesOfAHost() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let result = try make("-o", "a/b", in: folder)
    #expect(result.exit == .code(0))
    // What the rules do to links that the job knows nothing of is said when they are written.
    #expect(
      result.errorOutput == """
        From Android 15 on, org.shop.app opens only the links of the host that its rules list. To let \
        it open all of them, write links="all" in its <app>.

        """)
    #expect(
      result.output.hasPrefix("a/b/go.shop.org/apple-app-site-association: 213 bytes, written\n"))
    #expect(
      result.output.hasSuffix(
        """
        spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone,
          if its entitlements have applinks:go.shop.org
        spring: org.shop.app opens 2 links on Android,
          if its manifest has a filter with autoVerify for such links of go.shop.org

        """), "\(result.output)")
    #expect(names(in: folder.path(of: "a/b")) == ["go.shop.org", "servers"])
    #expect(names(in: folder.path(of: "a/b/servers")) == snippetNames)
    let explained = try tagpress(
      "site", "explain", "https://go.shop.org/s/1", "--association",
      "a/b", directory: folder.path)
    #expect(explained.exit == .code(0), "\(explained.output)")
    let again = try make("-o", "a/b", in: folder)
    #expect(
      again.output.split(separator: "\n").prefix(5).allSatisfy { $0.hasSuffix(" bytes, unchanged") }
    )
    #expect(names(in: folder.path(of: "a/b")) == ["go.shop.org", "servers"])
  }

  @Test func aFolderForEachHostIfTheRowsChooseIt() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      job(
        link: "https://{city}.shop.org/s/{code}",
        rows: """
          <rows><row id="1" city="rome" code="1"/><row id="2" city="bonn" code="2"/>
          <row id="3" city="rome" code="3"/></rows>
          """), to: "job.xml")
    #expect(try make(in: folder).exit == .code(0))
    let made = folder.path(of: "well-known")
    #expect(names(in: made) == ["bonn.shop.org", "rome.shop.org", "servers"])
    #expect(
      names(in: "\(made)/bonn.shop.org") == ["apple-app-site-association", "assetlinks.json"])
    // A file is taken in where its folder names the host.
    let before = try folder.read("well-known/bonn.shop.org/assetlinks.json")
    try folder.write(
      String(decoding: before, as: UTF8.self).replacing("  ", with: " "), to: "theirs.json")
    let merge = try make("--merge", "theirs.json", in: folder)
    #expect(merge.exit == .code(1) && merge.errorOutput.contains("The jobs have several hosts"))
    mkdir(folder.path(of: "live"), 0o755)
    mkdir(folder.path(of: "live/bonn.shop.org"), 0o755)
    let theirs = String(decoding: before, as: UTF8.self).replacing("  ", with: " ")
    try folder.write(theirs, to: "live/bonn.shop.org/assetlinks.json")
    for merge in ["live", "live/bonn.shop.org/assetlinks.json"] {
      let merged = try make("--merge", merge, "-o", "new", in: folder)
      #expect(merged.exit == .code(0), "\(merged.errorOutput)")
      #expect(try folder.read("new/bonn.shop.org/assetlinks.json") == Array(theirs.utf8))
      #expect(try folder.read("new/rome.shop.org/assetlinks.json") == before)
      #expect(try run("/bin/rm", ["-r", "new"], directory: folder.path).exit == .code(0))
    }
  }

  @Test func spreadsheetsOutsideTheFolderAreOnlyReadIfAllowed() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder.path(of: "jobs"), 0o755)
    try folder.write("id,code\n1,1\n", to: "rows.csv")
    try folder.write(
      job(link: "https://{id}.shop.org/s/{code}", rows: "<rows from=\"../rows.csv\"/>"),
      to: "jobs/job.xml")
    let arguments = ["site", "make", "jobs/job.xml"]
    let refused = try run(builtTool, arguments, directory: folder.path)
    #expect(refused.exit == .code(1) && refused.errorOutput.contains("is outside the folder"))
    let allowed = try run(builtTool, arguments + ["--outside"], directory: folder.path)
    #expect(allowed.exit == .code(0), "\(allowed.errorOutput)")
    // With one host for all links, the customer's spreadsheet is not needed.
    try folder.write(job(rows: "<rows from=\"../gone.csv\"/>"), to: "jobs/job.xml")
    #expect(try run(builtTool, arguments + ["-o", "one"], directory: folder.path).exit == .code(0))
  }

  @Test func passwordsAreSharedOnRequest() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    #expect(try make("--passwords", in: folder).exit == .code(0))
    let apple = try JSONDocument(
      reading: folder.read("well-known/go.shop.org/apple-app-site-association")
    ).root
    #expect(apple["webcredentials"]?.value == ["apps": ["A1B2C3D4E5.org.shop.app"]])
    let android = try folder.read("well-known/go.shop.org/assetlinks.json")
    #expect(String(decoding: android, as: UTF8.self).contains("common.get_login_creds"))
  }

  @Test(arguments: [
    ("--legacy", "\"paths\" for iOS 12 that are in a file stay there, and none are added."),
    ("--by-host", "Each host has a folder of its own."),
  ])
  func anOptionOfTheFirstVersionIsRefused(_ option: String, _ words: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let refused = try make(option, in: folder)
    #expect(refused.exit == .code(64))
    #expect(
      refused.errorOutput == """
        tagpress site make: There is no option '\(option)' any more. \(words) Leave out \(option).

        """)
    #expect(names(in: folder.path) == ["job.xml"])
  }

  /// A file of the first version with entries for iOS 12 is one of ours, and keeps them.
  @Test func pathsOfTheFirstVersionStay() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(apps: #"<app ios="A1B2C3D4E5.org.shop.app"/>"#), to: "job.xml")
    for place in ["well-known", "well-known/go.shop.org"] { mkdir(folder.path(of: place), 0o755) }
    let path = "well-known/go.shop.org/apple-app-site-association"
    let older = try JSONDocument(
      reading: Array(
        """
        {"applinks": {"apps": [], "details": [
          {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [{"/": "/s/?*"}]},
          {"appID": "A1B2C3D4E5.org.shop.app", "paths": ["/s/?*"]}]}}
        """.utf8)
    ).root.value.pretty
    try folder.write(older, to: path)
    let kept = try make(in: folder)
    #expect(kept.exit == .code(0) && kept.errorOutput.contains(path + " also has more than"))
    #expect(String(decoding: try folder.read(path), as: UTF8.self) == older)
    try folder.write(older, to: "older.json")
    try folder.write(
      job(
        link: "https://go.shop.org/t/{code}", apps: #"<app ios="A1B2C3D4E5.org.shop.app"/>"#),
      to: "job.xml")
    for (place, more) in [("well-known", []), ("new", ["--merge", "older.json"])] {
      let made = try run(
        builtTool, ["site", "make", "job.xml", "-o", place] + more, directory: folder.path)
      #expect(made.exit == .code(0), "\(made.errorOutput)")
      let root = try JSONDocument(
        reading: folder.read("\(place)/go.shop.org/apple-app-site-association")
      ).root
      #expect(
        root["applinks"]?.value == [
          "apps": [],
          "details": [
            [
              "appIDs": ["A1B2C3D4E5.org.shop.app"],
              "components": [["/": "/s/?*"], ["/": "/t/?*"]],
            ],
            ["appID": "A1B2C3D4E5.org.shop.app", "paths": ["/s/?*"]],
          ],
        ])
    }
  }

  @Test func whatDiffersIsShownAndNothingWritten() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    _ = try make(in: folder)
    #expect(try make("--check", in: folder).output == "")
    let path = "well-known/go.shop.org/apple-app-site-association"
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    try folder.write(text.replacing("/s/?*", with: "/t/\u{1B}*"), to: path)
    remove(folder.path(of: "well-known/servers/nginx.conf"))
    let before = try folder.read(path)
    let result = try make("--check", in: folder)
    let lines = result.output.split(separator: "\n")
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
    #expect(lines.last == "+}" && result.exit == .code(1))
    #expect(try folder.read(path) == before)
    #expect(names(in: folder.path(of: "well-known/servers")) == ["Caddyfile", "apache.conf"])
    let json = try make("--check", "--json", in: folder)
    let outcomes = try JSONDocument(reading: json.stdout).root["files"]?.elements?.map {
      $0["outcome"]?.string
    }
    #expect(outcomes == ["differs", "same", "missing", "same", "same"])
  }

  @Test func theFileOfAnAppThatIsGoneMustNotStay() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    _ = try make(in: folder)
    let android = try folder.read("well-known/go.shop.org/assetlinks.json")
    try folder.write(job(apps: "<app ios=\"A1B2C3D4E5.org.shop.app\"/>"), to: "job.xml")
    let words = """
      well-known/go.shop.org/assetlinks.json is of no app of the jobs named here. As long as people \
      have the app, leave the file on the server; name its job, too, or move the file away from here.

      """
    let made = try make(in: folder)
    #expect(made.exit == .code(0) && made.errorOutput == words)
    #expect(try folder.read("well-known/go.shop.org/assetlinks.json") == android)
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(1) && check.output == words && check.errorOutput == "")
    let json = try make("--check", "--json", in: folder)
    let stale = try JSONDocument(reading: json.stdout).root["files"]?.elements?[1].value
    #expect(
      stale == ["file": "well-known/go.shop.org/assetlinks.json", "bytes": nil, "outcome": "stale"])
    remove(folder.path(of: "well-known/go.shop.org/assetlinks.json"))
    #expect(try make("--check", in: folder).exit == .code(0))
  }

  @Test func whatIsLeftOfOtherHostsIsNamedAndStays() throws {
    let folder = try TemporaryDirectory()
    func write(_ cities: String...) throws {
      let rows = cities.enumerated().map { "<row id=\"\($0)\" city=\"\($1)\" code=\"1\"/>" }
      try folder.write(
        job(link: "https://{city}.shop.org/s/{code}", rows: "<rows>\(rows.joined())</rows>"),
        to: "job.xml")
    }
    try write("rome", "bonn", "oslo")
    #expect(try make(in: folder).exit == .code(0))
    // Neither of these is ours: no name of a host, and no association file in it.
    for (name, file) in [("docs", "assetlinks.json"), ("old.shop.org", "notes.txt")] {
      mkdir(folder.path(of: "well-known/\(name)"), 0o755)
      try folder.write("[]", to: "well-known/\(name)/\(file)")
    }
    try folder.write("{}", to: "well-known/apple-app-site-association")
    try write("rome", "bonn")
    let words = """
      well-known/apple-app-site-association is in no folder of a host, and each host has a folder of its \
      own here. Move it into the folder of its host.
      well-known/oslo.shop.org is of no host of the jobs named here. If another job has that host, \
      name that job, too. Tags that were printed for it still need its files on the server.

      """
    let made = try make(in: folder)
    #expect(made.exit == .code(0) && made.errorOutput == words)
    #expect(names(in: folder.path(of: "well-known/oslo.shop.org")).count == 2)
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(1) && check.output == words && check.errorOutput == "")
    try write("bonn")
    let one = try make("--json", in: folder)
    #expect(
      one.errorOutput == """
        well-known/apple-app-site-association is in no folder of a host, and each host has a folder of its \
        own here. Move it into the folder of its host.
        well-known/oslo.shop.org is of no host of the jobs named here. If another job has that host, \
        name that job, too. Tags that were printed for it still need its files on the server.
        well-known/rome.shop.org is of no host of the jobs named here. If another job has that host, \
        name that job, too. Tags that were printed for it still need its files on the server.

        """)
    let files = try JSONDocument(reading: one.stdout).root["files"]?.elements ?? []
    let outcomes = ["unchanged", "unchanged", "stale", "stale", "stale"]
    #expect(files.compactMap { $0["outcome"]?.string }.prefix(5) == outcomes[...])
    #expect(
      files.count > 2
        && files[2].value
          == ["file": "well-known/apple-app-site-association", "bytes": nil, "outcome": "stale"]
    )
  }

  /// The names of the snippets are those of real configurations.
  @Test func aConfigurationOfSomeoneElseIsLeftAlone() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let theirs = "# SPDX-License-Identifier: MIT\nserver { }\n"
    _ = try make(in: folder)
    let ours = String(decoding: try folder.read("well-known/servers/apache.conf"), as: UTF8.self)
    let old = ours.split(separator: "\n").prefix(2).joined(separator: "\n")
    try folder.write(theirs, to: "well-known/servers/nginx.conf")
    try folder.write(old, to: "well-known/servers/apache.conf")
    try folder.write("", to: "well-known/servers/Caddyfile")
    try folder.write(theirs, to: "well-known/nginx.conf")
    let result = try make(in: folder)
    #expect(result.exit == .code(0))
    #expect(
      result.errorOutput == """
        well-known/servers/nginx.conf was not made by tagpress and stays as it is; move it away to \
        get ours.
        well-known/servers/Caddyfile was not made by tagpress and stays as it is; move it away to \
        get ours.

        """)
    #expect(result.output.contains("well-known/servers/apache.conf: 477 bytes, written\n"))
    for path in ["well-known/servers/nginx.conf", "well-known/nginx.conf"] {
      #expect(try folder.read(path) == Array(theirs.utf8))
    }
    #expect(try folder.read("well-known/servers/Caddyfile") == [])
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(0) && check.output == "")
    #expect(check.errorOutput == result.errorOutput)
  }

  @Test func aDeployedFileGetsOurEntriesAndKeepsItsBytes() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let theirs = """
      {"applinks": {"details": [
        {"appIDs": ["F1B2C3D4E5.org.other.app"],   "components": [{"/": "/o/*"}]}
      ]}}

      """
    try folder.write(theirs, to: "theirs.json")
    let result = try make("--merge", "theirs.json", in: folder)
    #expect(result.exit == .code(0))
    let merged = try folder.read("well-known/go.shop.org/apple-app-site-association")
    #expect(
      String(decoding: merged, as: UTF8.self) == """
        {"applinks": {"details": [
          {"appIDs": ["A1B2C3D4E5.org.shop.app"],   "components": [{"/": "/s/?*"}]},
          {"appIDs": ["F1B2C3D4E5.org.other.app"],   "components": [{"/": "/o/*"}]}
        ]}}

        """)
    #expect(String(decoding: try folder.read("theirs.json"), as: UTF8.self) == theirs)
    #expect(try make("--merge", "theirs.json", "--check", in: folder).exit == .code(0))
  }

  /// Data of others is never lost in silence, nor what another job of ours has printed on tags.
  @Test func whatStandsThereIsOnlyLostOnRequest() throws {
    let path = "well-known/go.shop.org/assetlinks.json"
    let other = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "org.other.app",
        "sha256_cert_fingerprints": ["\(fingerprint)"]}}]

      """
    let takeIn =
      "Add to it with --merge \(path). With --replace, all that it says is lost.\n"
    let goElsewhere =
      "Choose another folder with -o DIR. With --replace, all that it says is lost.\n"
    for (present, canBeMerged, words) in [
      ("hello", false, goElsewhere), ("", false, goElsewhere),
      ("{}", false, "Elements can be added only to an array. Make this one.\n"),
      ("[]", true, takeIn), (other, true, takeIn),
    ] {
      let folder = try TemporaryDirectory()
      try folder.write(job(), to: "job.xml")
      for place in ["well-known", "well-known/go.shop.org"] {
        mkdir(folder.path(of: place), 0o755)
      }
      try folder.write(present, to: path)
      let refused = try make(in: folder)
      #expect(refused.exit == .code(1))
      #expect(refused.errorOutput.hasSuffix(words), "\(refused.errorOutput)")
      #expect(String(decoding: try folder.read(path), as: UTF8.self) == present)
      // Nothing else was written either.
      #expect(names(in: folder.path(of: "well-known")) == ["go.shop.org"])
      #expect(names(in: folder.path(of: "well-known/go.shop.org")) == ["assetlinks.json"])
      // What is advised helps, each in a folder like this one.
      let advice = canBeMerged ? ["--merge", path] : ["-o", "other"]
      #expect(
        try run("/bin/cp", ["-r", "well-known", "kept"], directory: folder.path).exit == .code(0))
      let advised = try run(
        builtTool, ["site", "make", "job.xml"] + advice, directory: folder.path)
      #expect(advised.exit == .code(0), "\(present): \(advised.errorOutput)")
      #expect(
        try run(
          "/bin/sh", ["-c", "rm -r well-known && mv kept well-known"], directory: folder.path
        ).exit == .code(0))
      #expect(try make("--replace", in: folder).exit == .code(0))
      #expect(String(decoding: try folder.read(path), as: UTF8.self).contains("org.shop.app"))
    }
    // What the advice says helps, and as long as nothing is to be added, it need not be said again.
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    for place in ["well-known", "well-known/go.shop.org"] { mkdir(folder.path(of: place), 0o755) }
    try folder.write(other, to: path)
    #expect(try make("--merge", path, in: folder).exit == .code(0))
    let merged = String(decoding: try folder.read(path), as: UTF8.self)
    #expect(merged.contains("org.other.app") && merged.contains("org.shop.app"))
    for again in [[], ["--merge", path], ["--check"]] {
      let made = try run(
        builtTool, ["site", "make", "job.xml"] + again, directory: folder.path)
      #expect(made.exit == .code(0), "\(made.errorOutput)")
      #expect(String(decoding: try folder.read(path), as: UTF8.self) == merged)
    }
    // Another campaign is, and a comparison shows what it would add.
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "job.xml")
    #expect(try make(in: folder).exit == .code(1))
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(1) && check.output.contains(#"+            "/": "/t/?*""#))
    #expect(String(decoding: try folder.read(path), as: UTF8.self) == merged)
  }

  /// The second campaign of a merge stands where it would stand if it were the first.
  @Test func mergedCampaignsComeTogetherInAnyOrder() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "s.xml")
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "t.xml")
    try folder.write(
      job(
        link: "https://go.shop.org/x/{code}",
        apps: """
          <app ios="B1B2C3D4E5.org.x.app"/><app android="org.x.app" certificate="\(fingerprint)"/>
          """), to: "x.xml")
    let orders = [
      [["s.xml"], ["t.xml"], ["x.xml"]], [["x.xml"], ["t.xml"], ["s.xml"]],
      [["x.xml", "s.xml", "t.xml"]],
    ]
    for (number, order) in orders.enumerated() {
      let place = "d\(number)"
      mkdir(folder.path(of: place), 0o755)
      mkdir(folder.path(of: "\(place)/go.shop.org"), 0o755)
      try folder.write(
        """
        {"applinks": {"details": [
          {"appIDs": ["F1B2C3D4E5.org.other.app"], "components": [{"/": "/o/*"}]}
        ]}}
        """, to: "\(place)/go.shop.org/apple-app-site-association")
      try folder.write(
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
          "namespace": "android_app", "package_name": "org.other.app",
          "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
        """, to: "\(place)/go.shop.org/assetlinks.json")
      for jobs in order {
        let made = try run(
          builtTool, ["site", "make"] + jobs + ["-o", place, "--merge", place],
          directory: folder.path)
        #expect(made.exit == .code(0), "\(made.errorOutput)")
      }
      #expect(
        try run("/usr/bin/diff", ["-r", "d0", place], directory: folder.path).output == "")
      let check = try tagpress(
        "site", "make", "s.xml", "t.xml", "x.xml", "-o", place, "--check", directory: folder.path)
      #expect(check.exit == .code(0) && check.output == "", "\(check.output)")
    }
  }

  /// Whoever types a wrong name believes that something is gone.
  @Test func aNameThatMeansNothingIsNotDropped() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    #expect(try make(in: folder).exit == .code(0))
    for name in ["go.shop.org/x/*", "gp.shop.org", "org.shop.ap", ""] {
      let refused = try make("--drop", name, in: folder)
      #expect(refused.exit == .code(64), "\(name)")
      #expect(
        refused.errorOutput.contains(
          "You can drop: go.shop.org, go.shop.org/s/?*, A1B2C3D4E5.org.shop.app, org.shop.app."),
        "\(refused.errorOutput)")
    }
    for name in ["go.shop.org/s/*", "go.shop.org/s/?*", "GO.shop.org", "org.shop.app"] {
      #expect(try make("--drop", name, in: folder).exit == .code(0), "\(name)")
      #expect(try make("--replace", "--drop", name, in: folder).exit == .code(0), "\(name)")
    }
    let both = try make("--drop", "go.shop.org", "--drop", "go.shop.org/s/*", in: folder)
    #expect(both.exit == .code(0), "\(both.errorOutput)")
  }

  /// One file that is merged into does not push out another one that is there.
  @Test func aMergeLosesNothingThatIsThere() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(apps: #"<app ios="A1B2C3D4E5.org.shop.app"/>"#), to: "job.xml")
    #expect(try make("--passwords", in: folder).exit == .code(0))
    let path = "well-known/go.shop.org/apple-app-site-association"
    let ours = try folder.read(path)
    try folder.write(
      """
      {"applinks": {"details": [
        {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [{"/": "/s/*"}]}
      ]}}
      """, to: "theirs.json")
    let passwords = try make("--merge", "theirs.json", in: folder)
    #expect(passwords.exit == .code(1), "\(passwords.output)")
    #expect(
      passwords.errorOutput.contains("would lose what this one says of A1B2C3D4E5.org.shop.app"))
    #expect(try folder.read(path) == ours)
    // A file of ours may be merged into, too, and what others wrote is still theirs.
    try folder.write(String(decoding: ours, as: UTF8.self), to: "ours.json")
    for theirs in ["hello", #"{"note": 1}"#] {
      try folder.write(theirs, to: path)
      let refused = try make("--merge", "ours.json", in: folder)
      #expect(refused.exit == .code(1) && refused.errorOutput.contains("none of these jobs made"))
      #expect(String(decoding: try folder.read(path), as: UTF8.self) == theirs)
    }
  }

  /// What phones make of a link that one app's rule keeps from another one is not known, so it is no link
  /// that opens; narrowed, the rule is no trouble.
  @Test func anExcludeOfOneAppLeavesTheLinksOfAnotherOneAlone() throws {
    let folder = try TemporaryDirectory()
    func take(_ name: String, _ rules: String) throws {
      let apps = "<app ios=\"A1B2C3D4E5.org.shop.\(name)\">\(rules)</app>"
      try folder.write(
        job(link: "https://go.shop.org/\(name)/{code}", apps: apps)
          .replacing("\"spring\"", with: "\"\(name)\""), to: "\(name).xml")
    }
    func make(_ jobs: [String], into site: String) throws -> [ProcessResult] {
      try jobs.map {
        try run(builtTool, ["site", "make", "\($0).xml", "-o", site], directory: folder.path)
      }
    }
    let wide = ["<open path=\"/cards/*\"/><exclude path=\"/*/9\"/>", "<open path=\"/shop/*\"/>"]
    for (job, rules) in zip(["cards", "shop"], wide) { try take(job, rules) }
    for order in [["cards", "shop"], ["shop", "cards"]] {
      let made = try make(order, into: order[0])
      #expect(made.map(\.exit) == [.code(0), .code(1)], "\(made)")
      for words in [
        "An earlier rule keeps the link from another app, and it is not known whether this app still "
          + "opens it. Narrow that rule, or move this app's entry before it.",
        "With the rules of all together, 1 link such as https://go.shop.org/shop/9 might stay shut, so "
          + "nothing was written. Change what the reasons name: the patterns of a job, or the file.",
      ] {
        #expect(made[1].errorOutput.contains(words), "\(made[1].errorOutput)")
      }
    }
    try take("cards", wide[0].replacing("/*/9", with: "/cards/9"))
    for order in [["cards", "shop"], ["shop", "cards"]] {
      let made = try make(order, into: "narrow-" + order[0])
      #expect(made.map(\.exit) == [.code(0), .code(0)], "\(made)")
    }
  }

  /// Tags of a job that is not named count, too.
  @Test func theTagsOfOtherJobsStayOpen() throws {
    let printed = try ReportedJob()
    try printed.take(["n1": "https://go.shop.org/s/1"])
    try printed.complete("n1", 1, at: 1)
    let folder = printed.folder
    try folder.write(job(), to: "spring.xml")
    try folder.write(
      job(link: "https://go.shop.org/t/{code}").replacing("\"spring\"", with: "\"summer\""),
      to: "summer.xml")
    try folder.write("2026-11-24 lunch\n", to: "accounts.ledger")
    func make(_ arguments: String...) throws -> ProcessResult {
      try run(builtTool, ["site", "make"] + arguments, directory: folder.path)
    }
    #expect(try make("spring.xml").exit == .code(0))
    #expect(try make("summer.xml").exit == .code(0))
    for lost in [["--replace"], ["--drop", "go.shop.org/s/*"], ["--drop", "go.shop.org"]] {
      let refused = try run(
        builtTool, ["site", "make", "summer.xml"] + lost, directory: folder.path)
      #expect(refused.exit == .code(1), "\(lost)")
      #expect(
        refused.errorOutput.contains(
          "spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which the new files "
            + "would no longer open, and its job is not named here. Name that one, too."),
        "\(refused.errorOutput)")
    }
    #expect(try make("summer.xml", "-o", "new").exit == .code(0))
    // However its path is spelt, the file is that of a job that is named.
    for path in ["./spring.xml", folder.path(of: "spring.xml")] {
      let kept = try make("summer.xml", path, "--replace")
      #expect(kept.exit == .code(0), "\(kept.errorOutput)")
    }
    try folder.write(job(link: "https://go.shop.org/u/{code}"), to: "spring.xml")
    for path in ["./spring.xml", folder.path(of: "spring.xml")] {
      let dropped = try make("summer.xml", path, "--drop", "go.shop.org/s/*", "--check")
      #expect(!dropped.errorOutput.contains("not named here"), "\(dropped.errorOutput)")
    }
    // With its job, what is given up is known to be.
    try folder.write(job(link: "https://go.shop.org/u/{code}"), to: "spring.xml")
    #expect(try make("summer.xml", "spring.xml", "--drop", "go.shop.org/s/*").exit == .code(0))
  }

  /// A job is remembered by the hosts on its tags, whatever its first link is.
  @Test func aTagWhoseHostIsNotTheFirstOneStaysOpen() throws {
    let desk = try Desk()
    let folder = desk.folder
    let apps = #"<tags chips="NTAG213"/><app ios="A1B2C3D4E5.org.shop.app"/>"#
    for name in ["a", "b"] { mkdir(folder.path(of: name), 0o755) }
    let rows = [("first", "go.other.org"), ("second", "go.shop.org")].map {
      "<row id=\"\($0)\" host=\"\($1)\"/>"
    }
    try folder.write(
      job(
        link: "https://{host}/s/1", apps: apps, rows: "<rows>\(rows.joined())</rows>"),
      to: "a/spring.xml")
    try folder.write(
      job(link: "https://go.shop.org/t/{code}", apps: apps)
        .replacing("\"spring\"", with: "\"summer\""), to: "b/summer.xml")
    let written = try desk.tagpress("write", "--first", "--rows", "2-2", "a/spring.xml")
    #expect(written.exit == .code(0), "\(written.output)\(written.errorOutput)")
    #expect(try desk.tagpress("site", "make", "a/spring.xml").exit == .code(0))
    let refused = try desk.tagpress("site", "make", "b/summer.xml", "--replace")
    #expect(
      refused.exit == .code(1) && refused.errorOutput.contains("such as https://go.shop.org/s/1,"),
      "\(refused)")
  }

  /// Tags of jobs in other folders count, as the user's programs remember them; on another machine they
  /// are named.
  @Test func theTagsOfJobsElsewhereStayOpen() throws {
    let desk = try Desk()
    let folder = desk.folder
    let apps = #"<tags chips="NTAG213"/><app ios="A1B2C3D4E5.org.shop.app"/>"#
    for name in ["a", "b", "c"] { mkdir(folder.path(of: name), 0o755) }
    try folder.write(job(apps: apps), to: "a/spring.xml")
    try folder.write(
      job(link: "https://go.shop.org/t/{code}", apps: apps)
        .replacing("\"spring\"", with: "\"summer\""), to: "b/summer.xml")
    try folder.write("2026-11-24 lunch\n", to: "notes.ledger")
    let written = try desk.tagpress("write", "--first", "a/spring.xml")
    #expect(written.exit == .code(0), "\(written.output)\(written.errorOutput)")
    #expect(try desk.tagpress("site", "make", "a/spring.xml").exit == .code(0))
    let lost = ["site", "make", "b/summer.xml", "--replace"]
    func elsewhere(_ more: String...) throws -> ProcessResult {
      try run(
        builtTool, lost + more,
        environment: ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": folder.path(of: "other")],
        directory: folder.path)
    }
    for refused in [
      try desk.tagpress(lost), try elsewhere("--job", "a/spring.xml"),
      try elsewhere("--job", "a/spring.ledger"),
    ] {
      #expect(refused.exit == .code(1))
      #expect(
        refused.errorOutput.contains(
          "a/spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which the new files "
            + "would no longer open, and its job is not named here."), "\(refused.errorOutput)")
    }
    for (path, words) in [
      ("nix.xml", "There is no ledger nix.ledger. Check the path after --job."),
      ("notes.ledger", "The file was not made by TagPress."),
    ] {
      let refused = try elsewhere("--job", path)
      #expect(refused.exit == .code(2))
      #expect(refused.errorOutput.contains(words), "\(refused.errorOutput)")
    }
    // In a folder where nothing is yet, the tags of a job that is named stay open, too.
    let fresh = try elsewhere("-o", "fresh", "--job", "a/spring.xml")
    #expect(
      fresh.exit == .code(1) && fresh.errorOutput.contains("a/spring.ledger knows 1 tag"),
      "\(fresh)")
    // A remembered ledger without a byte is no file of another program.
    try folder.write(try folder.read("a/spring.ledger"), to: "kept.ledger")
    try folder.write("", to: "a/spring.ledger")
    let empty = try desk.tagpress(lost)
    #expect(empty.exit == .code(2) && empty.errorOutput.contains("a/spring.ledger"), "\(empty)")
    #expect(rename(folder.path(of: "kept.ledger"), folder.path(of: "a/spring.ledger")) == 0)
    // What other jobs there are is not known where the list of them cannot be read.
    mkdir(folder.path(of: "other"), 0o700)
    mkdir(folder.path(of: "other/tagpress"), 0o700)
    try folder.write("", to: "other/tagpress/jobs")
    let unknown = try elsewhere("--check")
    #expect(
      unknown.errorOutput.contains("links of these hosts is not known, because"), "\(unknown)")
    // Where the ledger is gone, nothing can be said of its tags, and that is said.
    for name in ["spring.xml", "spring.ledger", "spring.witness"] {
      #expect(rename(folder.path(of: "a/\(name)"), folder.path(of: "c/\(name)")) == 0)
    }
    let moved = try desk.tagpress(lost + ["--job", "c/spring.xml"])
    #expect(moved.exit == .code(1), "\(moved.errorOutput)")
    let gone = try desk.tagpress(lost)
    #expect(gone.exit == .code(0), "\(gone.errorOutput)")
    let said = gone.errorOutput
    let start = said.firstRange(of: "was not looked at, because their ledgers are gone: ")
    let end = said.firstRange(of: ". If one was moved, name it with --job where it is now.")
    let (from, to) = (try #require(start, "\(said)"), try #require(end, "\(said)"))
    let former = String(said[from.upperBound..<to.lowerBound])
    #expect(former.hasSuffix("/a/spring.ledger"))
    let forgotten = try desk.tagpress("doctor", "--forget", former)
    #expect(forgotten.exit == .code(0), "\(forgotten.errorOutput)")
    let back = try desk.tagpress("site", "make", "c/spring.xml", "--replace")
    #expect(back.exit == .code(0) && !back.errorOutput.contains("gone"), "\(back.errorOutput)")
  }

  /// A ledger that cannot be looked at, or of which only the witness is left, is not taken for none.
  @Test(
    arguments: [
      ("spring.ledger", "Too many levels of symbolic links"),
      ("/no/such/disk/spring.ledger", "is a symbolic link to /no/such/disk/spring.ledger"),
      (nil, "its witness is (spring.witness), which says what was written"),
    ] as [(String?, String)])
  func aLedgerThatCannotBeReadIsSaid(_ goal: String?, _ words: String) throws {
    let printed = try ReportedJob()
    try printed.take(["n1": "https://go.shop.org/s/1"])
    try printed.complete("n1", 1, at: 1)
    let folder = printed.folder
    unlink(folder.path(of: "spring.ledger"))
    if let goal { #expect(symlink(goal, folder.path(of: "spring.ledger")) == 0) }
    // Its tag has a link of the manifest before.
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "spring.xml")
    let refused = try tagpress("site", "make", "spring.xml", directory: folder.path)
    #expect(refused.exit == .code(2), "\(refused.output)")
    #expect(
      refused.errorOutput.hasPrefix("tagpress site make: Ledger spring.ledger: ")
        && refused.errorOutput.contains(words), "\(refused.errorOutput)")
    #expect(names(in: folder.path(of: "well-known")).isEmpty)
  }

  @Test func jobsThatNoOneRemembersAreSaidToBeUnknown() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "s.xml")
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "t.xml")
    #expect(try tagpress("site", "make", "t.xml", directory: folder.path).exit == .code(0))
    let made = try run(
      "/usr/bin/env",
      ["-u", "HOME", "-u", "XDG_STATE_HOME", builtTool, "site", "make", "s.xml"],
      directory: folder.path)
    #expect(made.exit == .code(0))
    #expect(
      made.errorOutput.contains(
        """
        Which other jobs have tags with links of these hosts is not known, because neither \
        XDG_STATE_HOME nor HOME names a folder. Name them with --job.
        """), "\(made.errorOutput)")
  }

  /// Root lists every folder, unless that right is taken from it.
  @Test(.enabled(if: geteuid() != 0 || isInstalled("setpriv"), "needs the command setpriv"))
  func aFolderThatCannotBeListedIsNamed() throws {
    let folder = try TemporaryDirectory()
    mkdir(folder.path(of: "a"), 0o755)
    try folder.write(job(), to: "a/s.xml")
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "t.xml")
    #expect(try tagpress("site", "make", "t.xml", directory: folder.path).exit == .code(0))
    chmod(folder.path(of: "a"), 0o311)
    let rights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    let made = try run(
      "/usr/bin/env", (geteuid() == 0 ? rights : []) + [builtTool, "site", "make", "a/s.xml"],
      directory: folder.path)
    chmod(folder.path(of: "a"), 0o755)
    #expect(made.exit == .code(0))
    #expect(
      made.errorOutput.contains(
        "The folder a/ cannot be listed, so tags of other jobs in it were not looked at.\n"),
      "\(made.errorOutput)")
  }

  /// iPhones read the file of the host under which an app asks for all others, so that one is made, too.
  @Test(arguments: [("go", ""), ("{host}", #" host="go""#)])
  func ofAWildcardTheFileOfItsHostIsMade(_ name: String, _ more: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      job(
        link: "https://\(name).shop.org/s/{code}",
        apps: #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:*.shop.org"/>"#,
        rows: """
          <rows><row id="1" code="1"\(more)/><row id="2" code="2"\(more)/></rows>
          """), to: "job.xml")
    let made = try make(in: folder)
    #expect(made.exit == .code(0), "\(made.output)\(made.errorOutput)")
    #expect(made.output.hasSuffix("spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone\n"))
    #expect(names(in: folder.path(of: "well-known")) == ["go.shop.org", "servers", "shop.org"])
    #expect(try make("--check", in: folder).exit == .code(0))
    let explain = [
      "site", "explain", "--association", "well-known", "--job", "job.xml",
      "https://go.shop.org/s/1",
    ]
    #expect(try run(builtTool, explain, directory: folder.path).exit == .code(0))
    // Without that file, the folder is not whole.
    unlink(folder.path(of: "well-known/shop.org/apple-app-site-association"))
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(1))
    #expect(check.output.hasPrefix("--- /dev/null\n+++ well-known/shop.org/"))
  }

  /// The advice beside a file of other teams is followed to its end, and they still have their entries.
  @Test(arguments: [
    ("", ""), (#"links="all""#, #"{"/": "/a/*"}"#), ("", #"{"/": "/a/*"}"#), (#"links="all""#, ""),
  ])
  func theAdviceBesideAForeignFileLosesNothing(_ links: String, _ rules: String) throws {
    let folder = try TemporaryDirectory()
    func statement(_ package: String, _ rest: String = "") -> String {
      """
      {"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "\(package)",
        "sha256_cert_fingerprints": ["\(fingerprint)"]}\(rest)}
      """
    }
    let list = """
      , "relation_extensions": {"delegate_permission/common.handle_all_urls": {
        "dynamic_app_link_components": [\(rules)]}}
      """
    let theirs = statement("org.other.app")
    let ours = statement("org.shop.app", rules.isEmpty ? "" : list)
    for place in ["well-known", "well-known/go.shop.org"] { mkdir(folder.path(of: place), 0o755) }
    let path = "well-known/go.shop.org/assetlinks.json"
    try folder.write("[\(theirs),\n\(ours)]\n", to: path)
    var app = #"<app android="org.shop.app" certificate="\#(fingerprint)" \#(links)/>"#
    var advised = ""
    for _ in 0..<3 {
      try folder.write(job(apps: app), to: "job.xml")
      let made = try run(
        "/bin/sh", ["-c", "\"$0\" site make job.xml \(advised)", builtTool],
        directory: folder.path)
      if made.exit == .code(0) { break }
      let words = made.errorOutput
      if words.contains("Write links=\"all\" in its <app>.") {
        app = app.replacing(" />", with: " links=\"all\"/>")
      } else if words.contains("Leave out links=\"all\"") {
        app = app.replacing("links=\"all\"", with: "")
      } else if let option = words.firstRange(of: "--merge ") {
        let advice = words[option.lowerBound...]
        let end = try #require(advice.firstRange(of: ". With"))
        advised = String(advice[..<end.lowerBound])
      }
    }
    let made = try make(in: folder)
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(String(decoding: try folder.read(path), as: UTF8.self).hasPrefix("[\(theirs),"))
  }

  @Test func whatRulesForAndroidCannotDoIsSaid() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(link: "https://go.shop.org/{code}/x"), to: "job.xml")
    let made = try make(in: folder)
    #expect(made.exit == .code(0))
    #expect(
      made.output.hasSuffix(
        """
        go.shop.org: for Android, this cannot be had:
          On Android 15 and later, a link does not open if a value in the middle of its path \
        contains a slash (%2F). Put such a value at the end.

        """), "\(made.output)")
    let json = try JSONDocument(reading: try make("--json", in: folder).stdout).root
    #expect(json["limits"]?.elements?.map { $0["limit"]?.string } == ["slash-in-value"])
    // Where the app's manifest decides, no rule is missing anything.
    try folder.write(
      job(
        link: "https://go.shop.org/{code}/x",
        apps: #"<app android="org.shop.app" certificate="\#(fingerprint)" links="all"/>"#),
      to: "job.xml")
    let whole = try make("-o", "new", in: folder)
    #expect(whole.exit == .code(0) && !whole.output.contains("cannot be had"))
  }

  @Test func aStatementThatPhonesLeaveOutIsNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    try folder.write(
      """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "org.shop.app",
        "sha256_cert_fingerprints": ["\(fingerprint.lowercased())"]}}]
      """, to: "assetlinks.json")
    let refused = try make("--merge", "assetlinks.json", in: folder)
    #expect(refused.exit == .code(1))
    #expect(
      refused.errorOutput.contains("Something in the statement of org.shop.app is wrong"),
      "\(refused.errorOutput)")
  }

  /// A second campaign on the same host keeps the links of the first one, whichever comes first.
  @Test func campaignsComeTogetherInAnyOrder() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "s.xml")
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "t.xml")
    for (place, jobs) in [
      ("st", [["s.xml"], ["t.xml"]]), ("ts", [["t.xml"], ["s.xml"]]),
      ("both", [["t.xml", "s.xml"]]),
    ] {
      for job in jobs {
        let made = try run(
          builtTool, ["site", "make"] + job + ["-o", place], directory: folder.path)
        #expect(made.exit == .code(0), "\(made.errorOutput)")
      }
    }
    for other in ["ts", "both"] {
      #expect(try run("/usr/bin/diff", ["-r", "st", other], directory: folder.path).output == "")
    }
    for link in ["https://go.shop.org/s/1", "https://go.shop.org/t/1"] {
      let explained = try tagpress(
        "site", "explain", link, "--association", "st", directory: folder.path)
      #expect(explained.exit == .code(0), "\(explained.output)")
    }
    let words = "also has more than these jobs need, and it stays: what is of other jobs,"
    let one = try tagpress("site", "make", "s.xml", "-o", "st", "--check", directory: folder.path)
    #expect(one.exit == .code(0) && one.errorOutput.contains(words), "\(one.errorOutput)")
    let all = try tagpress(
      "site", "make", "s.xml", "t.xml", "-o", "st", "--check", directory: folder.path)
    #expect(all.exit == .code(0) && all.output == "" && all.errorOutput == "")
    let dropped = try tagpress(
      "site", "make", "s.xml", "-o", "st", "--drop", "go.shop.org/t/*", directory: folder.path)
    #expect(dropped.exit == .code(0) && !dropped.errorOutput.contains(words))
    #expect(try tagpress("site", "make", "s.xml", directory: folder.path).exit == .code(0))
    #expect(
      try run("/usr/bin/diff", ["-r", "st", "well-known"], directory: folder.path).output == "")
    // What one of them keeps for the browser and the other opens cannot stand together.
    try folder.write(
      job(
        link: "https://go.shop.org/t/{code}",
        apps: """
          <app ios="A1B2C3D4E5.org.shop.app"><open path="/t/*"/><exclude path="/s/*"/></app>
          """), to: "t.xml")
    let shut = try tagpress("site", "make", "t.xml", directory: folder.path)
    #expect(shut.exit == .code(1), "\(shut.output)")
    #expect(
      shut.errorOutput.contains(
        "https://go.shop.org/s/x: opens before, shut in the new file\n  The rule"),
      "\(shut.errorOutput)")
  }

  /// What the rules of one campaign open and an exclude of another one takes is in the samples of neither.
  @Test(
    arguments: [
      (#"<exclude query="promo=x"/>"#, "?promo=x"), (#"<exclude fragment="top"/>"#, "#top"),
      (#"<exclude path="/s/b?*"/>"#, "/s/b"), (#"<exclude path="/?/b*" query="k=1"/>"#, "?k=1"),
      (#"<exclude path="/u/b?*"/>"#, nil),
    ] as [(String, String?)])
  func theExcludeOfAnotherCampaignShutsNothing(_ exclude: String, _ shut: String?) throws {
    for app in [
      #"ios="A1B2C3D4E5.org.shop.app""#, #"android="org.shop.app" certificate="\#(fingerprint)""#,
    ] {
      let folder = try TemporaryDirectory()
      try folder.write(job(apps: "<app \(app)/>"), to: "s.xml")
      try folder.write(
        job(link: "https://go.shop.org/t/{code}", apps: "<app \(app)>\(exclude)</app>"),
        to: "t.xml")
      for (place, first, second) in [
        ("st", ["s.xml"], ["t.xml"]), ("ts", ["t.xml"], ["s.xml"]),
        ("both", [], ["s.xml", "t.xml"]),
      ] {
        if !first.isEmpty {
          let made = try run(
            builtTool, ["site", "make", "-o", place] + first, directory: folder.path)
          #expect(made.exit == .code(0), "\(made.errorOutput)")
        }
        let files = ["apple-app-site-association", "assetlinks.json"]
        let before = files.map { try? folder.read("\(place)/go.shop.org/\($0)") }
        let made = try run(
          builtTool, ["site", "make", "-o", place] + second, directory: folder.path)
        guard let shut else {
          #expect(made.exit == .code(0), "\(made.errorOutput)")
          continue
        }
        #expect(made.exit == .code(1), "\(place): \(made.output)")
        let lines = made.errorOutput.split(separator: "\n")
        #expect(
          lines.contains { line in
            ["  https://go.shop.org/s/", shut, ", shut in the new file"].allSatisfy {
              line.contains($0)
            }
          }, "\(place): \(made.errorOutput)")
        #expect(files.map { try? folder.read("\(place)/go.shop.org/\($0)") } == before)
      }
    }
  }

  /// No one believes that every link was tried where the rules are too many for it.
  @Test func linksThatWereNotTriedAreCounted() throws {
    let folder = try TemporaryDirectory()
    let rules = (1_000..<2_000).map { "<open path=\"/s/\($0)/*\"/>" }.joined()
    try folder.write(
      job(
        link: "https://go.shop.org/s/1000/{code}",
        apps: #"<app ios="A1B2C3D4E5.org.shop.app">\#(rules)</app>"#), to: "s.xml")
    try folder.write(
      job(link: "https://go.shop.org/t/{code}", apps: #"<app ios="A1B2C3D4E5.org.shop.app"/>"#),
      to: "t.xml")
    let alone = try tagpress("site", "make", "s.xml", directory: folder.path)
    #expect(alone.exit == .code(0) && alone.errorOutput == "", "\(alone.errorOutput)")
    let both = try tagpress("site", "make", "t.xml", directory: folder.path)
    #expect(both.exit == .code(0))
    #expect(
      both.errorOutput.contains(
        "go.shop.org: the rules are too many to try them all on each other. "),
      "\(both.errorOutput)")
    #expect(both.errorOutput.contains(" sample links of them were not tried.\n"))
  }

  /// Each app alone opens its links, and yet the first app of the file gets them.
  @Test func whoeverGetsTheLinksOfTwoAppsIsSaid() throws {
    let folder = try TemporaryDirectory()
    let (first, second) = ("F1B2C3D4E5.org.first", "A1B2C3D4E5.org.second")
    try folder.write(job(apps: #"<app ios="\#(first)"/>"#), to: "first.xml")
    try folder.write(
      job(apps: #"<app ios="\#(second)"><open path="/s/*"/></app>"#), to: "second.xml")
    let words =
      "With links such as https://go.shop.org/s/xx, an iPhone that has these apps opens \(second), "
      + "not \(first).\n"
    func make(_ arguments: String...) throws -> ProcessResult {
      try run(builtTool, ["site", "make"] + arguments, directory: folder.path)
    }
    #expect(try make("first.xml").errorOutput == "")
    for jobs in [["second.xml"], ["first.xml"], ["first.xml", "second.xml"]] {
      let made = try run(builtTool, ["site", "make"] + jobs, directory: folder.path)
      #expect(made.exit == .code(0), "\(made.errorOutput)")
      #expect(made.errorOutput.contains(words), "\(jobs): \(made.errorOutput)")
    }
    // Others keep theirs: nothing comes before them.
    try folder.write(
      #"{"applinks": {"details": [{"appIDs": ["\#(first)"], "components": [{"/": "/s/?*"}]}]}}"#,
      to: "theirs.json")
    let merged = try make("second.xml", "--merge", "theirs.json", "-o", "new")
    #expect(merged.exit == .code(0), "\(merged.errorOutput)")
    #expect(
      merged.errorOutput.contains("opens \(first), not \(second)."), "\(merged.errorOutput)")
  }

  /// The app's own rules come first, on both platforms: the job's exclude takes none of their links.
  @Test(arguments: [
    (#"{"/": "/s/*"}"#, "/s/1"),
    (#"{"/": "/x/*"}, {"/": "/s/?*"}"#, "/s/1"),
    (#"{"/": "/s/no", "exclude": true}, {"/": "/s/*"}"#, "/s/1"),
    (#"{"/": "*", "?": {"k": "?*"}}"#, "/s/1?k=2"),
    (##"{"/": "*", "#": "top"}"##, "/s/1#top"),
  ])
  func aMergeShutsNoLinkOfTheAppsOwnRules(_ rules: String, _ open: String) throws {
    let folder = try TemporaryDirectory()
    let excluded = #"<open path="/t/*"/><exclude path="/s/*"/>"#
    try folder.write(
      job(
        link: "https://go.shop.org/t/{code}",
        apps: """
          <app ios="A1B2C3D4E5.org.shop.app">\(excluded)</app>
          <app android="org.shop.app" certificate="\(fingerprint)">\(excluded)</app>
          """), to: "job.xml")
    for place in ["live", "live/go.shop.org"] { mkdir(folder.path(of: place), 0o755) }
    try folder.write(
      #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [\#(rules)]}]}}"#,
      to: "live/go.shop.org/apple-app-site-association")
    try folder.write(
      """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "org.shop.app",
        "sha256_cert_fingerprints": ["\(fingerprint)"]},
        "relation_extensions": {"delegate_permission/common.handle_all_urls": {
          "dynamic_app_link_components": [\(rules)]}}}]
      """, to: "live/go.shop.org/assetlinks.json")
    let made = try make("--merge", "live", in: folder)
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    for (place, paths) in [("live", [open]), ("well-known", [open, "/t/1"])] {
      let explained = try run(
        builtTool,
        ["site", "explain", "--association", place] + paths.map { "https://go.shop.org\($0)" },
        directory: folder.path)
      #expect(explained.exit == .code(0), "\(place): \(explained.output)")
    }
  }

  /// What was asked for earlier stays, and it is not called a rule of another job.
  @Test func whatEarlierOptionsHaveAddedStaysAndIsNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(apps: #"<app ios="A1B2C3D4E5.org.shop.app"/>"#), to: "job.xml")
    let path = "well-known/go.shop.org/apple-app-site-association"
    #expect(try make("--passwords", in: folder).errorOutput == "")
    let before = try folder.read(path)
    let kept = try make(in: folder)
    #expect(
      kept.errorOutput == """
        \(path) also has more than these jobs need, and it stays: what is of other jobs, what an \
        earlier run added with --passwords, or "paths" of an earlier version. If nothing needs it, \
        remove it with --drop and its path or app.

        """)
    #expect(try folder.read(path) == before)
    let dropped = try make("--drop", "A1B2C3D4E5.org.shop.app", in: folder)
    #expect(dropped.exit == .code(0) && dropped.errorOutput == "")
    #expect(try folder.read(path) != before)
  }

  /// Only the tags are counted that the advice is about.
  @Test func theTagsOfTheFolderThatIsGivenUpAreCounted() throws {
    let printed = try ReportedJob()
    let links = ["s/1", "s/2", "t/1", "t/2", "t/3"].map { "https://go.shop.org/\($0)" }
    try printed.take([
      "n0": links[0], "n1": links[1], "n2": links[2], "n3": links[3], "n4": links[4],
    ])
    for number in links.indices {
      try printed.complete("n\(number)", number + 1, at: Int64(number + 1))
    }
    let folder = printed.folder
    try folder.write(job(link: "https://go.shop.org/u/{code}"), to: "spring.xml")
    let refused = try tagpress("site", "make", "spring.xml", directory: folder.path)
    let counts = refused.errorOutput.contains("--drop 'go.shop.org/s/*'") ? "2 tags" : "3 tags"
    #expect(refused.errorOutput.contains("knows \(counts) with links"), "\(refused.errorOutput)")
  }

  /// A folder as the first version made it is refused until what it says is in the folder of its host.
  @Test func filesWithoutAFolderOfTheirHostAreToBeMoved() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "a.xml")
    try folder.write(job(link: "https://b.shop.org/b/{code}"), to: "b.xml")
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "t.xml")
    func make(_ arguments: [String]) throws -> ProcessResult {
      try run(
        builtTool, ["site", "make"] + arguments + ["-o", "w"], directory: folder.path)
    }
    func files() throws -> [String] {
      try run("/usr/bin/find", ["w", "-type", "f"], directory: folder.path).output
        .split(separator: "\n").map(String.init).sorted()
    }
    #expect(try make(["a.xml"]).exit == .code(0))
    let sh = ["-c", "mv w/go.shop.org/* w && rmdir w/go.shop.org"]
    #expect(try run("/bin/sh", sh, directory: folder.path).exit == .code(0))
    let before = try files()
    for (arguments, host) in [
      (["a.xml"], "go.shop.org"), (["b.xml"], "b.shop.org"), (["a.xml", "b.xml"], "HOST"),
      (["t.xml", "--replace"], "go.shop.org"), (["a.xml", "--check"], "go.shop.org"),
      (["t.xml", "--drop", "go.shop.org"], "go.shop.org"),
      (["b.xml", "--merge", "w"], "b.shop.org"),
    ] {
      let refused = try make(arguments)
      #expect(refused.exit == .code(1) && refused.output == "", "\(arguments)")
      #expect(
        refused.errorOutput.contains(
          "'mkdir w/\(host) && mv w/apple-app-site-association w/assetlinks.json w/\(host)'"),
        "\(refused.errorOutput)")
      #expect(try files() == before)
    }
    let said = try make(["t.xml"]).errorOutput
    let command = try #require(said.split(separator: "'").first { $0.hasPrefix("mkdir ") })
    #expect(
      try run("/bin/sh", ["-c", String(command)], directory: folder.path).exit == .code(0))
    #expect(try make(["a.xml", "--check"]).exit == .code(0))
    #expect(try make(["t.xml"]).exit == .code(0))
    let apple = try folder.read("w/go.shop.org/apple-app-site-association")
    let text = String(decoding: apple, as: UTF8.self)
    #expect(text.contains("/s/?*") && text.contains("/t/?*"))
  }

  /// What a ledger knows to be on tags is not lost, whatever the manifest has become.
  @Test func theLinksOnPrintedTagsStayOpen() throws {
    let printed = try ReportedJob()
    try printed.take(["n1": "https://go.shop.org/s/1"])
    try printed.complete("n1", 1, at: 1)
    let folder = printed.folder
    func make(_ arguments: String...) throws -> ProcessResult {
      try run(
        builtTool, ["site", "make", "spring.xml"] + arguments, directory: folder.path)
    }
    try folder.write(job(), to: "spring.xml")
    #expect(try make().exit == .code(0))
    // The template changes: what is in the folder keeps the tag open.
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "spring.xml")
    #expect(try make().exit == .code(0))
    for arguments in [["-o", "new"], ["--replace"], ["-o", "new", "--check"]] {
      let refused = try run(
        builtTool, ["site", "make", "spring.xml"] + arguments, directory: folder.path)
      #expect(refused.exit == .code(1))
      #expect(
        refused.errorOutput.contains(
          "spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which these files "
            + "do not open."), "\(refused.errorOutput)")
      #expect(refused.errorOutput.contains("give them up with --drop 'go.shop.org/s/*'."))
    }
    #expect(names(in: folder.path(of: "new")).isEmpty)
    #expect(try make("-o", "new", "--drop", "go.shop.org/s/*").exit == .code(0))
    // So does the host: its files stay where they are.
    try folder.write(job(link: "https://b.shop.org/t/{code}"), to: "spring.xml")
    let other = try make()
    #expect(other.exit == .code(0), "\(other.errorOutput)")
    #expect(names(in: folder.path(of: "well-known")) == ["b.shop.org", "go.shop.org", "servers"])
    let refused = try make("-o", "newer")
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("give them up with --drop go.shop.org."))
    #expect(try make("-o", "newer", "--drop", "go.shop.org").exit == .code(0))
  }

  /// What the job itself says of its apps counts after all is written.
  @Test func linksThatStayShutAreAFailure() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      job(apps: #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:www.shop.org"/>"#),
      to: "job.xml")
    for arguments in [[], ["--check"]] {
      let result = try run(
        builtTool, ["site", "make", "job.xml"] + arguments, directory: folder.path)
      #expect(result.exit == .code(1))
      #expect(
        result.output.contains(
          "job.xml:3:3: error: A1B2C3D4E5.org.shop.app opens no link of go.shop.org. "),
        "\(result.output)")
    }
    let json = try tagpress("site", "make", "job.xml", "--json", directory: folder.path)
    let root = try JSONDocument(reading: json.stdout).root
    #expect(root["verdicts"]?.elements?.map { $0["opens"]?.value } == [.integer(0)])
    #expect(root["problems"]?.elements?.map { $0["rule"]?.string } == ["app-stays-shut"])
  }

  /// Every link of the job is judged, and not only one like them.
  @Test func everyLinkOfTheJobIsJudged() throws {
    let folder = try TemporaryDirectory()
    let app = #"<app ios="A1B2C3D4E5.org.shop.app"><open path="/s/*"/></app>"#
    func write(_ kinds: String...) throws {
      let rows = kinds.enumerated().map { #"<row id="\#($0)" kind="\#($1)" code="1\#($0)"/>"# }
      try folder.write(
        job(
          link: "https://go.shop.org/{kind}/{code}", apps: app,
          rows: "<rows>\(rows.joined())</rows>"), to: "job.xml")
    }
    try write("s", "s")
    let good = try make(in: folder)
    #expect(good.exit == .code(0))
    #expect(good.output.contains("spring: A1B2C3D4E5.org.shop.app opens 2 links on an iPhone,\n"))
    try write("s", "t")
    let bad = try make(in: folder)
    #expect(bad.exit == .code(1))
    #expect(bad.output.contains("\"https://go.shop.org/t/11\" opens no app on an iPhone."))
    #expect(try make("--check", in: folder).exit == .code(1))
  }

  /// What a link names is outside the folder, whether it is a file or the folder of a host.
  @Test(arguments: ["well-known/go.shop.org/apple-app-site-association", "well-known/go.shop.org"])
  func nothingIsWrittenThroughALink(_ link: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    for name in ["theirs", "well-known"] { mkdir(folder.path(of: name), 0o755) }
    try folder.write("theirs", to: "theirs/file")
    if link.hasSuffix("-association") { mkdir(folder.path(of: "well-known/go.shop.org"), 0o755) }
    let goal = folder.path(of: link.hasSuffix("-association") ? "theirs/file" : "theirs")
    #expect(symlink(goal, folder.path(of: link)) == 0)
    let refused = try make("--replace", in: folder)
    #expect(refused.exit == .code(1))
    #expect(
      refused.errorOutput.contains(
        "\(link): This is a link to another place, which stays as it is. Remove the link, or name the "
          + "folder there with -o."), "\(refused.errorOutput)")
    #expect(names(in: folder.path(of: "theirs")) == ["file"])
    #expect(try folder.read("theirs/file") == Array("theirs".utf8))
    unlink(folder.path(of: link))
    #expect(try make(in: folder).exit == .code(0))
  }

  /// A comparison says of a link that a run would refuse it.
  @Test func aComparisonNamesALink() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    for name in ["theirs", "well-known"] { mkdir(folder.path(of: name), 0o755) }
    #expect(symlink("../theirs", folder.path(of: "well-known/go.shop.org")) == 0)
    let compared = try make("--check", in: folder)
    #expect(compared.exit == .code(1))
    #expect(
      compared.errorOutput.contains(
        "well-known/go.shop.org: This is a link to another place, which stays as it is."),
      "\(compared.errorOutput)")
  }

  @Test(.enabled(if: geteuid() != 0 || isInstalled("setpriv"), "needs the command setpriv"))
  func aFolderThatCannotBeWrittenLeavesAllAsItWas() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    mkdir(folder.path(of: "well-known"), 0o755)
    mkdir(folder.path(of: "well-known/servers"), 0o555)
    let rights = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    let made = try run(
      "/usr/bin/env", (geteuid() == 0 ? rights : []) + [builtTool, "site", "make", "job.xml"],
      directory: folder.path)
    #expect(made.exit == .code(2) && made.output == "", "\(made.output)")
    #expect(made.errorOutput.contains("could not be written: Permission denied."))
    #expect(names(in: folder.path(of: "well-known")) == ["servers"])
  }

  /// A run as root is not to take the files of a server's user away from it.
  @Test(
    .enabled(
      if: geteuid() == 0 && isInstalled("setpriv"), "needs root, and the command setpriv"))
  func aReplacedFileKeepsItsOwner() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    #expect(try make(in: folder).exit == .code(0))
    let files = ["apple-app-site-association", "assetlinks.json"].map {
      folder.path(of: "well-known/go.shop.org/\($0)")
    }
    func expectOwner(_ user: uid_t) {
      for file in files {
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(status.st_uid == user && status.st_gid == user && status.st_mode & 0o777 == 0o640)
      }
    }
    for file in files { #expect(chown(file, 4711, 4711) == 0 && chmod(file, 0o640) == 0) }
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "job.xml")
    let made = try make(in: folder)
    #expect(made.exit == .code(0) && !made.errorOutput.contains("belonged"))
    for file in ["apple-app-site-association", "assetlinks.json"] {
      let text = String(decoding: try folder.read("well-known/go.shop.org/\(file)"), as: UTF8.self)
      #expect(text.contains("\"/t/?*\""), "\(text)")
    }
    expectOwner(4711)
    // Without the right to give files away, that is said.
    try folder.write(job(link: "https://go.shop.org/u/{code}"), to: "job.xml")
    let lost = try run(
      "/usr/bin/env",
      ["setpriv", "--bounding-set", "-chown", builtTool, "site", "make", "job.xml"],
      directory: folder.path)
    #expect(lost.exit == .code(0))
    #expect(
      lost.errorOutput.contains(
        "well-known/go.shop.org/assetlinks.json belonged to 4711:4711 (user and group), and this run may "
          + "not give it back. Run 'chown 4711:4711 well-known/go.shop.org/assetlinks.json' as root."
      ),
      "\(lost.errorOutput)")
    expectOwner(0)
  }

  /// The recipe for CI, with an app of others in the file that is only there for iPhones.
  @Test func lintFindsNothingInAMergedFile() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let theirs = #"{"appIDs": ["F1B2C3D4E5.org.news.app"], "components": [{"/": "/news/?*"}]}"#
    try folder.write("{\"applinks\": {\"details\": [\n  \(theirs)\n]}}\n", to: "deployed.json")
    #expect(try make("--merge", "deployed.json", in: folder).exit == .code(0))
    let linted = try tagpress(
      "site", "lint", "--strict", "well-known", directory: folder.path)
    #expect(linted.exit == .code(0), "\(linted.output)")
  }

  /// Whatever a merge writes is read again.
  @Test func aLargeFileIsReadAgainAfterTheMerge() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let theirs = (0..<4_500).map { number in
      """
      {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace":
      "web", "site": "https://host\(number).example"}, "note": "\(String(repeating: "x", count: 100))"}
      """
    }
    try folder.write("[\(theirs.joined(separator: ",\n"))]", to: "theirs.json")
    let merged = try make("--merge", "theirs.json", in: folder)
    #expect(merged.exit == .code(0), "\(merged.errorOutput)")
    #expect(try folder.read("well-known/go.shop.org/assetlinks.json").count > 1 << 20)
    #expect(try make("--check", in: folder).exit == .code(0))
  }

  /// Where the rows are elsewhere, the files are made, and nothing is said of links that were not read.
  @Test func linksThatAreNotHereAreNotJudged() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(rows: #"<rows from="gone.csv"/>"#), to: "job.xml")
    let made = try make(in: folder)
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(
      made.output.contains("spring: its links were not judged, because a spreadsheet of it is"))
    #expect(!made.output.contains("opens"))
  }

  /// Rules for an app that had none close all its other links on Android 15.
  @Test func rulesAreNotAddedToAnAppThatHasNone() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    let theirs = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "org.shop.app",
        "sha256_cert_fingerprints": ["\(fingerprint)"]}}]

      """
    try folder.write(theirs, to: "assetlinks.json")
    let refused = try make("--merge", "assetlinks.json", in: folder)
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("Write links=\"all\" in its <app>."))
    try folder.write(
      job(
        apps: """
          <app android="org.shop.app" certificate="\(fingerprint)" links="all"/>
          """), to: "job.xml")
    #expect(try make("--merge", "assetlinks.json", in: folder).exit == .code(0))
    #expect(
      String(decoding: try folder.read("well-known/go.shop.org/assetlinks.json"), as: UTF8.self)
        == theirs)
    #expect(try make("-o", "new", in: folder).exit == .code(0))
    #expect(
      !String(decoding: try folder.read("new/go.shop.org/assetlinks.json"), as: UTF8.self)
        .contains("relation_extensions"))
  }

  /// An exclude that stands before the job's entry would leave its links shut.
  @Test(arguments: [
    #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [{"/": "/s/*", "exclude": true}]}]}}"#,
    #"{"applinks": {"defaults": {"exclude": true}, "details": [{"appIDs": ["A1B2C3D4E5.org.x"], "components": [{"/": "/x/*"}]}]}}"#,
  ])
  func aMergeThatLeavesTheJobsLinksShutIsRefused(_ theirs: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    try folder.write(theirs, to: "theirs.json")
    let result = try make("--merge", "theirs.json", in: folder)
    #expect(result.exit == .code(1))
    #expect(
      result.errorOutput.contains(": the job opens it, shut in the new file\n"),
      "\(result.errorOutput)")
    #expect(names(in: folder.path(of: "well-known")).isEmpty)
  }

  @Test func namesThatWereNeverFilledInAreNoticed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      job(apps: "<app android=\"com.example.shop\" certificate=\"\(fingerprint)\"/>"),
      to: "job.xml")
    let result = try make(in: folder)
    #expect(
      result.errorOutput == """
        assetlinks.json: warning: Line 8, column 23: "com.example.shop" is a placeholder from a \
        template. Write the app's own. [A39]
        From Android 15 on, com.example.shop opens only the links of the host that its rules list. To \
        let it open all of them, write links="all" in its <app>.

        """)
    #expect(names(in: folder.path(of: "well-known/go.shop.org")) == ["assetlinks.json"])
    #expect(result.exit == .code(0))
  }

  @Test(arguments: [
    (["gone.xml"], "gone.xml: There is no such file. ", 2),
    (["."], ". is a folder. Name a file in it.", 2),
    (["sheet.xml"], "sheet.xml: gone.csv: There is no such file. ", 2),
    (["empty"], "empty: The job has 1 error. Correct it first.", 1),
    (["plain.xml"], "plain.xml: The job names no app. Add <app ios=", 1),
    (["phone.xml"], "phone.xml: The links of the job have no host that apps can claim.", 1),
    (["good.xml", "--merge", "gone"], "gone: There is no such file. Check the name.", 2),
    (["good.xml", "--merge", "empty"], "empty: Line 1, column 1: There is no JSON here. ", 1),
    (["good.xml", "-o", "empty"], "empty could not be written: ", 2),
    (["good.xml", "-o", "/proc/no"], "/proc/no could not be written: ", 2),
    (["good.xml", "plain.xml"], "plain.xml: The job names no app. ", 1),
  ])
  func mistakesAreNamed(_ arguments: [String], _ words: String, _ code: Int32) throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "empty")
    try folder.write(job(apps: ""), to: "plain.xml")
    try folder.write(job(link: "tel:+{code}"), to: "phone.xml")
    try folder.write(job(), to: "good.xml")
    try folder.write(
      job(link: "https://{host}/s/{code}", rows: #"<rows from="gone.csv" id="{code}"/>"#),
      to: "sheet.xml")
    let result = try run(builtTool, ["site", "make"] + arguments, directory: folder.path)
    #expect(result.exit == .code(code))
    #expect(result.errorOutput.contains("tagpress site make: \(words)"), "\(result.errorOutput)")
    #expect(names(in: folder.path(of: "well-known")).isEmpty)
  }

  private func names(in path: String) -> [String] {
    guard let result = try? run("ls", [path]), result.exit == .code(0) else { return [] }
    return result.output.split(separator: "\n").map(String.init)
  }
}
