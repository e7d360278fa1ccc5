// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// What `site probe` says where no one answers; PeerTests have real servers.
struct SiteProbeTests {
  private static let tags = #"<tags chips="NTAG213"/>"#
  private static let probe = ["site", "probe", "--job", "job.xml"]

  @Test(
    arguments: [
      ([], "Name a host, or a job with --job"),
      (["a/b"], "'a/b' is not a host name"),
      (["go.example.com?x"], "is not a host name"),
      (["me@go.example.com"], "is not a host name"),
      (["\u{1B}[2J"], #"'\u{1B}[2J' is not a host name"#),
      (["--resolve", "x", "go.example.com"], "'x' is not HOST:PORT:ADDRESS"),
      (["--resolve", "go.example.com:443:1.2.3", "go.example.com"], "is not HOST:PORT:ADDRESS"),
      (["--timeout", "0", "go.example.com"], "--timeout"),
      (["--outside", "go.example.com"], "'--outside' has no meaning without '--job'"),
      (
        ["--proxy", "http://a", "--resolve", "go.example.com:443:10.0.0.7", "go.example.com"],
        "'--resolve' has no meaning together with '--proxy'"
      ),
    ] as [([String], String)])
  func wrongUseEndsWith64(_ arguments: [String], _ words: String) throws {
    let result = try run(builtTool, ["site", "probe"] + arguments)
    #expect(result.exit == .code(64), "\(result.errorOutput)")
    #expect(result.stdout == [])
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
  }

  @Test func aHostThatIsNotReachedCouldNotBeProbed() throws {
    let port = try LoopbackPort()
    let place = "go.example.com:\(port.number)"
    let result = try tagpress("site", "probe", "--resolve", "\(place):127.0.0.1", place)
    #expect(
      result
        == ProcessResult(
          exit: .code(2),
          stdout: Array(
            """
            \(place)  127.0.0.1
              IPv4           IPv6       Apple's copy  Google's view  file
              no connection  not asked  not asked     –              \
            /.well-known/apple-app-site-association
              error H01 /.well-known/apple-app-site-association: Connection refused. Is the \
            server running, and does the firewall let it through?

            """.utf8),
          stderr: Array("Asking \(place) …\n1 host: 1 error\n".utf8)))
  }

  @Test func programsGetOneObject() throws {
    let port = try LoopbackPort()
    let place = "go.example.com:\(port.number)"
    let result = try tagpress("site", "probe", "--json", "--resolve", "\(place):127.0.0.1", place)
    let answer = try JSONDocument(reading: result.stdout).root
    let host = try #require(answer["hosts"]?.elements?.first)
    #expect(host["host"]?.string == place)
    #expect(host["files"]?.elements?.map { $0["file"]?.string } == ["apple"])
    let url = "https://\(place)/.well-known/apple-app-site-association"
    let finding = try #require(host["findings"]?.elements?.first).value
    #expect(
      finding == [
        "file": "apple", "url": .string(url), "line": nil, "column": nil, "severity": "error",
        "rule": "H01",
        "message":
          "Connection refused. Is the server running, and does the firewall let it through?",
      ])
    #expect(answer["errors"]?.number?.int == 1)
    #expect(answer["warnings"]?.number?.int == 0)
  }

  /// Both addresses count, not only the last one.
  @Test func anAddressOfEachFamilyMayBeGiven() throws {
    let port = try LoopbackPort()
    let place = "go.example.com:\(port.number)"
    let result = try tagpress(
      "site", "probe", "--json", "--resolve", "\(place):127.0.0.1", "--resolve", "\(place):[::1]",
      place)
    let answer = try JSONDocument(reading: result.stdout).root
    let host = try #require(answer["hosts"]?.elements?.first)
    let views = try #require(host["views"]?.elements)
    #expect(
      views.map { $0["view"]?.string } == ["ipv4", "ipv6", "apple-copy", "google-view"])
    #expect(views[0]["addresses"]?.elements?.map(\.string) == ["127.0.0.1"])
    #expect(views[1]["addressCount"]?.number?.int == 1)
    #expect(views[0]["ios"]?["state"]?.string == "unknown")
    #expect(views[2]["ios"]?["state"]?.string == "not-asked")
    #expect(result.exit == .code(2))
  }

  /// Without a host the job's own are asked, here at addresses none of which answers.
  @Test func theHostsOfAJobAreAsked() throws {
    let bench = try SiteBench(
      link: "https://{host}/s/{n}", apps: Self.tags,
      rows: """
        <rows id="{n}"><row host="A.example.com" n="1"/><row host="b.example.com" n="2"/>
        <row host="a.example.com" n="3"/></rows>
        """)
    let result = try bench.tagpress(
      Self.probe + ["--timeout", "60", "--proxy", "http://127.0.0.1:9"], 2)
    #expect(
      result.errorOutput
        == "Asking a.example.com …\nAsking b.example.com …\n2 hosts: 2 errors; the job names no app\n"
    )
    #expect(result.output.hasPrefix("a.example.com\n  proxy"))
    #expect(result.output.contains("\n  2 links\n  error H01"))
    #expect(result.output.contains("\n\nb.example.com\n  proxy"))
    #expect(result.output.contains("\n  1 link\n  error H01"))
    #expect(result.output.contains("IPv4 and IPv6 were not asked separately"))
  }

  /// A server of the same name at another port is to be found out about as much as the first.
  @Test func everyPortOfAHostIsAskedForTheLinksOfTheJob() throws {
    let bench = try SiteBench(
      link: "https://a.example.com/s/{number}", apps: Self.tags, rows: #"<rows count="2"/>"#)
    let ports = [try LoopbackPort(), try LoopbackPort()]
    let places = ports.map { "a.example.com:\($0.number)" }
    let routes = places.flatMap { ["--resolve", "\($0):127.0.0.1"] }
    let result = try bench.tagpress(Self.probe + ["--json"] + routes + places, 2)
    let answer = try JSONDocument(reading: result.stdout).root
    let hosts = try #require(answer["hosts"]?.elements)
    #expect(hosts.map { $0["host"]?.string } == places)
    #expect(hosts.map { $0["links"]?["count"]?.number?.int } == [2, 2])
    #expect(answer["otherLinks"]?.number?.int == 0)
  }

  /// Links of another list than the one that was looked through prove nothing.
  @Test func aListThatChangesWhileAHostIsAskedProvesNothing() throws {
    let folder = try SiteBench(
      link: "https://a.example.com/s/{n}", apps: Self.tags, rows: #"<rows from="rows.csv"/>"#
    ).folder
    try folder.write("id,n\n1,1\n2,2\n3,3\n", to: "rows.csv")
    // It takes a connection and says nothing.
    let port = try LoopbackPort()
    try #require(listen(port.descriptor, 8) == 0)
    let place = "a.example.com:\(port.number)"
    let probing = try BackgroundProgram(
      "/bin/sh",
      [
        "-c", "exec \"$0\" site probe --job job.xml \"$@\" 2>&1", builtTool, "--resolve",
        "\(place):127.0.0.1", place,
      ], directory: folder.path)
    #expect(probing.nextLine() == "Asking \(place) …")
    try folder.write("id,n\n1,1\n", to: "rows.csv")
    shutdown(port.descriptor, Int32(SHUT_RDWR))
    let result = try probing.finish()
    #expect(result.exit == .code(2))
    #expect(
      result.output == """
        tagpress site probe: job.xml: The files of the job were changed while they were read. Run the \
        same command again.

        """)
  }

  @Test func spreadsheetsOutsideTheFolderAreOnlyReadIfAllowed() throws {
    let bench = SiteBench(try TemporaryDirectory())
    mkdir(bench.folder.path(of: "jobs"), 0o755)
    try bench.write("id,n\n1,1\n", to: "rows.csv")
    try bench.job(
      "jobs/job", link: "https://a.example.com/s/{n}", apps: Self.tags,
      rows: #"<rows from="../rows.csv"/>"#)
    let port = try LoopbackPort()
    let arguments = [
      "site", "probe", "--job", "jobs/job.xml", "--proxy", "http://127.0.0.1:\(port.number)",
    ]
    try bench.tagpress(arguments, 2, says: ["is outside the folder"])
    let allowed = try bench.tagpress(arguments + ["--outside"], 2)
    #expect(allowed.output.contains("\n  1 link\n  error H01"))
  }

  @Test func aJobWithAMistakeProvesNothing() throws {
    let bench = SiteBench(try TemporaryDirectory())
    try bench.write("<job>", to: "job.xml")
    let result = try bench.tagpress(Self.probe + ["go.example.com"], 2)
    // As in other commands: where the mistakes are, then what to do.
    let lines = result.errorOutput.split(separator: "\n")
    #expect(lines.count > 1 && lines.last == "tagpress site probe: job.xml: Correct the job first.")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("job.xml:1:") }, "\(lines)")
    let none = try bench.tagpress(["site", "probe", "--job", "no.xml"], 2)
    #expect(
      none.errorOutput
        == "tagpress site probe: no.xml: There is no such file. Check the name.\n")
  }

  @Test func aFolderWithoutGeneratedFilesIsNoFolderToCompareWith() throws {
    let result = try SiteBench(try TemporaryDirectory()).tagpress(
      ["site", "probe", "--against", ".", "go.example.com"], 2)
    #expect(
      result.errorOutput == """
        tagpress site probe: .: There is neither apple-app-site-association nor assetlinks.json. \
        Make them with 'tagpress site make JOB'.

        """)
  }
}
