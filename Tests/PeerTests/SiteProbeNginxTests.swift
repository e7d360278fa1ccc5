// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// `site probe` against real web servers, which are configured well and badly.
@Suite(.serialized, .timeLimit(.minutes(15))) enum SiteProbeTests {}

/// nginx 1.22.1.
extension SiteProbeTests {
  @Suite struct NginxTests {
    /// What goes into the block of a host, by the name of the host, and what is found there.
    static let hosts: [(name: String, block: String, exit: Int32, rules: [String])] = [
      (WebServer.good, snippet, 0, []),
      ("gzip", snippet + "gzip on; gzip_types application/json; gzip_min_length 1;", 0, []),
      ("nothing", "", 0, ["apple H09"]),
      (
        "redirect", "return 301 https://www.example.org$request_uri;", 1,
        ["apple H03", "android H03"]
      ),
      (
        "redirects-well",
        snippet + "location / { return 301 https://www.example.org$request_uri; }", 0, []
      ),
      ("missing", "root FOLDER/empty;", 1, ["apple H05", "android H05"]),
      ("only-apple", "root FOLDER/only-apple;" + snippet, 0, []),
      ("text", "types {} default_type text/plain;", 1, ["apple H09", "android H09"]),
      (
        "twice", "types {} add_header Content-Type application/json;", 1,
        ["apple H10", "android H10"]
      ),
      (
        "fallback", "root FOLDER/empty; location / { try_files $uri /index.html; }", 1,
        ["apple H11", "android H11"]
      ),
      (
        "dots", #"location ~ /\. { deny all; } location /.well-known/ { }"#, 1,
        ["apple H04", "android H04"]
      ),
      ("dots-well", snippet + #"location ~ /\. { deny all; }"#, 0, []),
      (
        "password", "auth_basic staging; auth_basic_user_file FOLDER/none;", 1,
        ["apple H04", "android H04"]
      ),
      (
        "bots", snippet + "if ($http_user_agent ~ AASA-Bot) { return 403; }", 1,
        ["apple-as-bot H06"]
      ),
      ("broken", "root FOLDER/broken;" + snippet, 1, ["apple J01", "android J04"]),
      ("slow", snippet + "limit_rate 10;", 2, ["apple H01", "android H01"]),
      ("silent", "return 444;", 2, ["apple H01", "android H01"]),
      ("long-header", longHeader, 1, ["apple H01", "android H01"]),
    ]

    /// A line of a header that is longer than libcurl itself takes.
    static let longHeader = """
      set $a \(String(repeating: "x", count: 1000)); set $b \(String(repeating: "$a", count: 15));
      set $c \(String(repeating: "$b", count: 15)); add_header X $c always;
      """

    /// What is said where no answer came to its end.
    static let broken = [
      ("silent", "The server closed the connection without an answer."),
      ("long-header", "The header has more than 64 KiB."),
    ]

    /// What `site make` gives to the administrator of the server.
    static let snippet = "include \(packageRoot)/Templates/servers/nginx.conf;"

    private static func servers() -> String {
      var blocks = ""
      for (name, block, _, _) in hosts {
        blocks += server(name, certificate: "host", block)
      }
      for name in ["expired", "wrong-name", "stranger", "alone", "self-signed"] {
        blocks += server(name, certificate: name, snippet)
      }
      return blocks
    }

    private static func server(_ name: String, certificate: String, _ block: String) -> String {
      """
        server {
          listen 127.0.0.1:PORT ssl; server_name \(domain(name));
          ssl_certificate FOLDER/\(certificate).pem; ssl_certificate_key FOLDER/\(certificate).key;
          \(block.contains("root ") ? "" : "root FOLDER/site;")
          \(block)
        }

      """
    }

    private static func domain(_ name: String) -> String {
      name.contains(".") ? name : "\(name).example.org"
    }

    private static func start() throws -> WebServer {
      let directory = try TemporaryDirectory()
      let root = try Authority(in: directory)
      try root.certify("*.example.org", as: "host")
      try root.certify("expired.example.org", as: "expired", days: -1)
      try root.certify("another.example.org", as: "wrong-name")
      let between = try Authority("between", signedBy: root)
      try between.certify("alone.example.org", as: "alone")
      let stranger = try Authority(in: directory, named: "strange-root")
      let strangeBetween = try Authority("strange-between", signedBy: stranger)
      try strangeBetween.certify("stranger.example.org", as: "stranger")
      let chain = try directory.read("stranger.pem") + directory.read("strange-between.pem")
      try directory.write(chain, to: "stranger.pem")
      _ = try Authority(in: directory, named: "self-signed")
      try WebServer.writeSite(to: directory, in: "site")
      try WebServer.writeSite(to: directory, in: "only-apple")
      unlink(directory.path(of: "only-apple/.well-known/assetlinks.json"))
      try WebServer.writeSite(to: directory, in: "broken")
      try directory.write("{\"applinks\": }", to: "broken/.well-known/apple-app-site-association")
      try directory.write("{}", to: "broken/.well-known/assetlinks.json")
      mkdir(directory.path(of: "empty"), 0o755)
      try directory.write("<!doctype html><title>Shop</title>", to: "empty/index.html")
      return try WebServer(nginx: servers(), in: directory)
    }

    @Test func judgesEveryConfiguration() throws {
      let server = try Self.start()
      for (name, _, exit, rules) in Self.hosts {
        let result = try server.probe(Self.domain(name), "--timeout", name == "slow" ? "3" : "60")
        #expect(result.exit == .code(exit), "\(name): \(result.messages)")
        #expect(result.rules == rules, "\(name): \(result.messages)")
      }
    }

    @Test func tellsBrokenAnswersApart() throws {
      let server = try Self.start()
      for (name, words) in Self.broken {
        let result = try server.probe(Self.domain(name), "--timeout", "60")
        #expect(result.messages.hasPrefix(words), "\(name): \(result.messages)")
      }
    }

    /// What is wrong with a certificate, and what the sentence about it says.
    @Test func tellsCertificatesApart() throws {
      let server = try Self.start()
      for (name, words) in [
        ("expired", "The certificate has expired (20"),
        ("wrong-name", "The certificate is for another.example.org. Get"),
        ("stranger", "from an authority that is not trusted (CN = TagPress strange-between). Get"),
        (
          "alone",
          "the authority that signed it (CN = TagPress between)"
        ),
        ("self-signed", "The certificate is self-signed"),
      ] {
        let result = try server.probe(Self.domain(name))
        #expect(result.exit == .code(1))
        #expect(result.rules == ["apple H02"])
        #expect(result.messages.contains(words), "\(name): \(result.messages)")
      }
    }

    @Test func theReportHasTheFacts() throws {
      let server = try Self.start()
      let good = try server.probe(WebServer.good)
      let answer = try #require(good.answer("apple"))
      #expect(answer["status"]?.number?.int == 200)
      #expect(answer["contentTypes"]?.elements?.compactMap(\.string) == ["application/json"])
      #expect(answer["bytes"]?.number?.int == WebServer.appleFile.utf8.count)
      #expect(answer["contentLength"]?.string == "\(WebServer.appleFile.utf8.count)")
      #expect(answer["address"]?.string == "127.0.0.1")
      #expect(answer["certificateUntil"]?.string?.count == 20)
      let digest = try run("sha256sum", [], input: Array(WebServer.appleFile.utf8)).output
      #expect(answer["sha256"]?.string == String(digest.prefix(64)))
      let zipped = try #require(try server.probe("gzip.example.org").answer("apple"))
      #expect(zipped["contentEncoding"]?.string == "gzip")
      #expect(zipped["sha256"]?.string == String(digest.prefix(64)))
      let redirect = try #require(try server.probe("redirect.example.org").answer("android"))
      #expect(
        redirect["location"]?.string == "https://www.example.org/.well-known/assetlinks.json")
    }

    @Test func comparesWithTheGeneratedFiles() throws {
      let server = try Self.start()
      let folder = server.directory.path(of: "site/.well-known")
      let same = try server.probe(WebServer.good, "--against", folder)
      #expect(same.exit == .code(0))
      #expect(same.rules == [])
      #expect(same.answer("apple")?["comparison"]?.string == "equal")
      let name = "apple-app-site-association"
      let compact = String(WebServer.appleFile.filter { $0 != " " && $0 != "\n" })
      for folder in ["made", "made/\(WebServer.good)"] {
        mkdir(server.directory.path(of: folder), 0o755)
      }
      try server.directory.write(compact, to: "made/\(WebServer.good)/\(name)")
      let rewritten = try server.probe(
        WebServer.good, "--against", server.directory.path(of: "made"))
      #expect(rewritten.exit == .code(0))
      #expect(rewritten.rules == ["apple H15"])
      try server.directory.write("{}", to: "made/\(WebServer.good)/\(name)")
      let other = try server.probe(WebServer.good, "--against", server.directory.path(of: "made"))
      #expect(other.exit == .code(1))
      #expect(other.rules == ["apple H14"])
    }

    /// Every link of a job is matched with the bytes that came from the server.
    @Test func matchesTheLinksOfAJob() throws {
      let server = try Self.start()
      let job = """
        <job xmlns="urn:tagpress:job:1" id="probe">
          <link>https://\(WebServer.good)/{+place}</link>
          <tags chips="NTAG213"/>
          <app ios="\(WebServer.app)"/>
          <app android="org.example.shop" certificate="\(Array(repeating: "A7", count: 32).joined(separator: ":"))"/>
          <rows id="{n}">
            <row n="1" place="s/1"/><row n="2" place="s/2"/><row n="3" place="t/3"/>
          </rows>
        </job>
        """
      try server.directory.write(job, to: "job.xml")
      let result = try server.probe(WebServer.good, "--job", "job.xml")
      #expect(result.exit == .code(1))
      #expect(result.rules == ["apple H26"])
      #expect(
        result.messages.contains(
          "1 of 3 links open no app, such as \"https://good.example.org/t/3\""))
      #expect(result.links?["count"]?.number?.int == 3)
      #expect(result.links?["ios"]?["opens"]?.number?.int == 2)
      #expect(result.links?["android"]?["opens"]?.number?.int == 3)
      #expect(try summary(of: "job.xml", on: server).hasPrefix("NO GO for printing. "))
      try server.directory.write(
        job.split(separator: #"<row n="3" place="t/3"/>"#).joined(), to: "good.xml")
      #expect(
        try summary(of: "good.xml", on: server)
          == "GO for your hosts; IPv6 not asked; Apple's copy not asked; Google's view not asked.")
    }

    private func summary(of job: String, on server: WebServer) throws -> String {
      let place = "\(WebServer.good):\(server.port)"
      let result = try run(
        builtTool,
        [
          "site", "probe", "--ca", "root.pem", "--resolve", "\(place):127.0.0.1", "--job", job,
          place,
        ], directory: server.directory.path)
      return result.errorOutput.split(separator: "\n").last.map(String.init) ?? ""
    }
  }
}
