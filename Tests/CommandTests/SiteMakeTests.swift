// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

@Suite struct SiteMakeTests {
  private let allNames = ["apple-app-site-association", "assetlinks.json", "servers"]
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
        From Android 15 on, org.shop.app then opens no other link of the host than the rules list. \
        If it should, write links="all" in its <app>.

        """)
    #expect(result.output.hasPrefix("a/b/apple-app-site-association: 213 bytes, written\n"))
    #expect(names(in: folder.path(of: "a/b")) == allNames)
    #expect(names(in: folder.path(of: "a/b/servers")) == snippetNames)
    let explained = try tagpress(
      "site", "explain", "https://go.shop.org/s/1", "--association",
      "a/b/apple-app-site-association", "a/b/assetlinks.json", directory: folder.path)
    #expect(explained.exit == .code(0), "\(explained.output)")
    let again = try make("-o", "a/b", in: folder)
    #expect(again.output.split(separator: "\n").allSatisfy { $0.hasSuffix(" bytes, unchanged") })
    #expect(names(in: folder.path(of: "a/b")) == allNames)
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
    let merge = try make("--merge", "well-known/bonn.shop.org/assetlinks.json", in: folder)
    #expect(merge.exit == .code(1) && merge.errorOutput.contains("The job has several hosts"))
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

  @Test func theFormsForIOS12AndForPasswordsAreThereOnRequest() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    #expect(try make("--legacy", "--passwords", in: folder).exit == .code(0))
    let apple = try JSONDocument(
      reading: folder.read("well-known/apple-app-site-association")
    ).root
    #expect(
      apple.value == [
        "applinks": [
          "apps": [],
          "details": [
            ["appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [["/": "/s/?*"]]],
            ["appID": "A1B2C3D4E5.org.shop.app", "paths": ["/s/?*"]],
          ],
        ],
        "webcredentials": ["apps": ["A1B2C3D4E5.org.shop.app"]],
      ])
    let android = try folder.read("well-known/assetlinks.json")
    #expect(String(decoding: android, as: UTF8.self).contains("common.get_login_creds"))
  }

  @Test func whatDiffersIsShownAndNothingWritten() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    _ = try make(in: folder)
    #expect(try make("--check", in: folder).output == "")
    let path = "well-known/apple-app-site-association"
    let text = String(decoding: try folder.read(path), as: UTF8.self)
    try folder.write(text.replacing("/s/?*", with: "/t/\u{1B}*"), to: path)
    remove(folder.path(of: "well-known/servers/nginx.conf"))
    let before = try folder.read(path)
    let result = try make("--check", in: folder)
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.prefix(12).joined(separator: "\n") == #"""
        --- well-known/apple-app-site-association
        +++ well-known/apple-app-site-association as the job needs it
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
    let android = try folder.read("well-known/assetlinks.json")
    try folder.write(job(apps: "<app ios=\"A1B2C3D4E5.org.shop.app\"/>"), to: "job.xml")
    let words = """
      well-known/assetlinks.json should not be here: the job has no app for it. As long as people \
      have the app, leave the file on the server; name the app in the job, or move the file away \
      from here.

      """
    let made = try make(in: folder)
    #expect(made.exit == .code(0) && made.errorOutput == words)
    #expect(try folder.read("well-known/assetlinks.json") == android)
    let check = try make("--check", in: folder)
    #expect(check.exit == .code(1) && check.output == words && check.errorOutput == "")
    let json = try make("--check", "--json", in: folder)
    let stale = try JSONDocument(reading: json.stdout).root["files"]?.elements?[1].value
    #expect(stale == ["file": "well-known/assetlinks.json", "bytes": nil, "outcome": "stale"])
    remove(folder.path(of: "well-known/assetlinks.json"))
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
      well-known/apple-app-site-association should not be here: each host has a folder of its own \
      here. Move it there if it is that of a host.
      well-known/oslo.shop.org should not be here: no link of the job has that host. Tags that \
      were printed with it still need its files on the server: leave them there. Make the files of \
      another job elsewhere.

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
        well-known/apple-app-site-association should not be here: each host has a folder of its own \
        here. Move it there if it is that of a host.
        well-known/oslo.shop.org should not be here: no link of the job has that host. Tags that \
        were printed with it still need its files on the server: leave them there. Make the files \
        of another job elsewhere.
        well-known/rome.shop.org should not be here: no link of the job has that host. Tags that \
        were printed with it still need its files on the server: leave them there. Make the files \
        of another job elsewhere.

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
    let merged = try folder.read("well-known/apple-app-site-association")
    #expect(
      String(decoding: merged, as: UTF8.self) == """
        {"applinks": {"details": [
          {"appIDs": ["F1B2C3D4E5.org.other.app"],   "components": [{"/": "/o/*"}]},
          {"appIDs": ["A1B2C3D4E5.org.shop.app"],   "components": [{"/": "/s/?*"}]}
        ]}}

        """)
    #expect(String(decoding: try folder.read("theirs.json"), as: UTF8.self) == theirs)
    #expect(try make("--merge", "theirs.json", "--check", in: folder).exit == .code(0))
  }

  /// Data of others is never lost in silence, nor what another job of ours has printed on tags.
  @Test func whatStandsThereIsOnlyLostOnRequest() throws {
    let path = "well-known/assetlinks.json"
    let other = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "org.other.app",
        "sha256_cert_fingerprints": ["\(fingerprint)"]}}]

      """
    for present in ["hello", "", "[]", other] {
      let folder = try TemporaryDirectory()
      try folder.write(job(), to: "job.xml")
      mkdir(folder.path(of: "well-known"), 0o755)
      try folder.write(present, to: path)
      let refused = try make(in: folder)
      #expect(refused.exit == .code(1))
      #expect(
        refused.errorOutput.contains(
          "Take it in with --merge well-known/assetlinks.json, or lose what it says with --replace."
        ))
      #expect(String(decoding: try folder.read(path), as: UTF8.self) == present)
      // Nothing else was written either.
      #expect(names(in: folder.path(of: "well-known")) == ["assetlinks.json"])
      #expect(try make("--replace", in: folder).exit == .code(0))
      #expect(String(decoding: try folder.read(path), as: UTF8.self).contains("org.shop.app"))
    }
    // What the advice says helps, and the next run that forgets it is refused again.
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    mkdir(folder.path(of: "well-known"), 0o755)
    try folder.write(other, to: path)
    #expect(try make("--merge", path, in: folder).exit == .code(0))
    let merged = String(decoding: try folder.read(path), as: UTF8.self)
    #expect(merged.contains("org.other.app") && merged.contains("org.shop.app"))
    #expect(try make(in: folder).exit == .code(1))
    #expect(try make("--merge", path, in: folder).exit == .code(0))
    #expect(String(decoding: try folder.read(path), as: UTF8.self) == merged)
  }

  /// A second campaign on the same host does not close the links of the first one.
  @Test func aSecondCampaignKeepsTheLinksOfTheFirst() throws {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "job.xml")
    #expect(try make(in: folder).exit == .code(0))
    try folder.write(job(link: "https://go.shop.org/t/{code}"), to: "job.xml")
    let refused = try make(in: folder)
    #expect(refused.exit == .code(1))
    #expect(refused.errorOutput.contains("would no longer open links such as https://"))
    let files = ["well-known/apple-app-site-association", "well-known/assetlinks.json"]
    let united = try make("--merge", files[0], "--merge", files[1], in: folder)
    #expect(united.exit == .code(0), "\(united.errorOutput)")
    for link in ["https://go.shop.org/s/1", "https://go.shop.org/t/1"] {
      let explained = try tagpress(
        "site", "explain", link, "--association", "well-known", directory: folder.path)
      #expect(explained.exit == .code(0), "\(explained.output)")
    }
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
      String(decoding: try folder.read("well-known/assetlinks.json"), as: UTF8.self) == theirs)
    #expect(try make("-o", "new", in: folder).exit == .code(0))
    #expect(
      !String(decoding: try folder.read("new/assetlinks.json"), as: UTF8.self)
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
    #expect(result.errorOutput.contains("opens before, shut after"), "\(result.errorOutput)")
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
        From Android 15 on, com.example.shop then opens no other link of the host than the rules \
        list. If it should, write links="all" in its <app>.

        """)
    #expect(names(in: folder.path(of: "well-known")) == allNames.filter { !$0.hasPrefix("apple-") })
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
    (["good.xml", "-o", "empty"], "empty/apple-app-site-association could not be read: ", 2),
    (["good.xml", "-o", "/proc/no"], "/proc/no could not be written: ", 2),
    (["good.xml", "plain.xml"], "The argument 'plain.xml' is one too many", 64),
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
