// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// Apache 2.4, and scripts that it runs and that never end.
extension SiteProbeTests {
  @Suite struct ApacheTests {
    static let modules = [
      "alias", "authz_core", "cgi", "dir", "mime", "mpm_event", "rewrite", "ssl",
    ]

    /// What `site make` gives to the administrator of the server.
    static let snippet = "Include \(packageRoot)/Templates/servers/apache.conf"

    static let redirected = "RewriteRule ^ https://www.example.org%{REQUEST_URI} [R=301,L]"

    /// What goes into the `<VirtualHost>` of a host, and what is found there.
    static let hosts: [(name: String, block: String, exit: Int32, rules: [String])] = [
      ("good", snippet, 0, []),
      ("nothing", "", 0, ["apple H08"]),
      ("add-type", "AddType application/json apple-app-site-association", 0, ["apple H08"]),
      ("redirect", "RewriteEngine On\n\(redirected)", 1, ["apple H03", "android H03"]),
      (
        "redirects-well",
        snippet + "\nRewriteEngine On\nRewriteCond %{REQUEST_URI} !^/\\.well-known/\n" + redirected,
        0, []
      ),
      (
        "dots", "<DirectoryMatch \"/\\.\">\nRequire all denied\n</DirectoryMatch>", 1,
        ["apple H04", "android H04"]
      ),
      ("missing", "DocumentRoot FOLDER/empty", 1, ["apple H05", "android H05"]),
      (
        "fallback", "DocumentRoot FOLDER/empty\nFallbackResource /index.html", 1,
        ["apple H11", "android H11"]
      ),
    ]

    /// What a script does after its header, and what is found and said.
    static let scripts: [(name: String, script: String, rule: String, words: String)] = [
      ("endless", "exec yes 1", "apple H12", "larger than 1 MiB"),
      (
        "drip", "while printf 1; do sleep 0.2; done", "apple H01",
        "The answer was not complete after 10 seconds"
      ),
      (
        "still", "printf 1; exec sleep 60", "apple H01",
        "The answer was not complete after 10 seconds"
      ),
    ]

    static let apple = ".well-known/apple-app-site-association"

    private static func configuration() -> String {
      let blocks = hosts.map { server($0.name, $0.block) }
      let answering = scripts.map {
        server($0.name, "ScriptAlias /.well-known/apple-app-site-association FOLDER/\($0.name).cgi")
      }
      let loaded = modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n" }
      let late = server("late", snippet + "\nScriptAlias /\(apple) FOLDER/late.cgi")
      return """
        \(loaded.joined())
        ServerName localhost
        ServerRoot FOLDER
        DefaultRuntimeDir FOLDER
        PidFile FOLDER/pid
        ErrorLog FOLDER/server.log
        TypesConfig FOLDER/mime.types
        User www-data
        Group www-data
        Listen 127.0.0.1:PORT
        StartServers 1
        ServerLimit 1
        ThreadsPerChild 8
        MaxRequestWorkers 8
        <Directory FOLDER>
          Require all granted
        </Directory>
        \((blocks + answering + [late]).joined())
        """
    }

    private static func server(_ name: String, _ block: String) -> String {
      """
      <VirtualHost 127.0.0.1:PORT>
        ServerName \(name).example.org
        SSLEngine on
        SSLCertificateFile FOLDER/host.pem
        SSLCertificateKeyFile FOLDER/host.key
        DocumentRoot FOLDER/site
        \(block)
      </VirtualHost>

      """
    }

    private static func start() throws -> WebServer {
      let directory = try TemporaryDirectory()
      try Authority(in: directory).certify("*.example.org", as: "host")
      try WebServer.writeSite(to: directory, in: "site")
      mkdir(directory.path(of: "empty"), 0o755)
      try directory.write("<!doctype html><title>Shop</title>", to: "empty/index.html")
      try directory.write("application/json json\ntext/html html\n", to: "mime.types")
      for (name, script, _, _) in scripts {
        let head = "#!/bin/sh\nprintf 'Content-Type: application/json\\n\\n'\n"
        chmod(try directory.write(head + script + "\n", to: "\(name).cgi"), 0o755)
      }
      let late =
        "#!/bin/sh\nsleep 3\nprintf 'Content-Type: application/json\\n\\n'\nexec cat site/\(apple)\n"
      chmod(try directory.write(late, to: "late.cgi"), 0o755)
      return try WebServer(
        "apache2", ["-D", "FOREGROUND", "-f", directory.path(of: "server.conf")],
        configuration: configuration(), in: directory)
    }

    @Test func judgesEveryConfiguration() throws {
      let server = try Self.start()
      for (name, _, exit, rules) in Self.hosts {
        let result = try server.probe("\(name).example.org", "--timeout", "60")
        #expect(result.exit == .code(exit), "\(name): \(result.messages)")
        #expect(result.rules == rules, "\(name): \(result.messages)")
      }
    }

    /// A first byte may come as late as the whole answer.
    @Test func waitsForTheFirstByte() throws {
      let server = try Self.start()
      let result = try server.probe("late.example.org", "--timeout", "60")
      #expect(result.exit == .code(0), "\(result.messages)")
      // On a busy machine it may come later than Apple waits, of which there is a warning.
      let rules: [String] = result.rules.filter { $0 != "apple H07" }
      #expect(rules == [], "\(result.messages)")
    }

    @Test func isNotHeldUpByAnAnswerWithoutAnEnd() throws {
      let server = try Self.start()
      for (name, _, rule, words) in Self.scripts {
        let result = try server.probe(
          "\(name).example.org", "--timeout", name == "endless" ? "60" : "10")
        #expect(
          result.exit == .code(name == "endless" ? 1 : 2), "\(name): \(result.messages)")
        #expect(result.rules == [rule], "\(name): \(result.messages)")
        #expect(result.messages.contains(words), "\(name): \(result.messages)")
      }
    }
  }
}
