// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// Hosts that are good over IPv4, and something else over IPv6.
extension SiteProbeTests {
  @Suite(.enabled(if: hasIPv6, "::1 is not there")) struct AddressTests {
    /// What a host does over IPv6, and what is found there; over IPv4 it is good.
    static let hosts: [(name: String, block: String, exit: Int32, rules: [String], words: String)] =
      [
        ("same", site + NginxTests.snippet, 0, [], ""),
        (
          "missing", "root FOLDER/empty;" + NginxTests.snippet, 1, ["apple H29", "android H29"],
          "IPv6 (::1) answers 404, but IPv4 (127.0.0.1) answers 200."
        ),
        (
          "old", "root FOLDER/old;" + NginxTests.snippet, 1, ["apple H29"],
          "IPv6 (::1) serves other content than IPv4 (127.0.0.1)."
        ),
        (
          "text", site + "types {} default_type text/plain;", 1, ["apple H29", "android H29"],
          "IPv6 (::1) serves the file as \"text/plain\", but IPv4 (127.0.0.1) as \"application/json\"."
        ),
      ]

    static let site = "root FOLDER/site;"

    private static func server(
      _ name: String, _ address: String, certificate: String = "host", _ block: String
    ) -> String {
      """
        server {
          listen \(address) ssl; server_name \(name).example.org;
          ssl_certificate FOLDER/\(certificate).pem; ssl_certificate_key FOLDER/\(certificate).key;
          \(block)
        }

      """
    }

    /// A server; nothing listens on the second port over IPv6.
    private static func start(alone: UInt16) throws -> WebServer {
      let directory = try TemporaryDirectory()
      let root = try Authority(in: directory)
      try root.certify("*.example.org", as: "host")
      try root.certify("expired.example.org", as: "expired", days: -1)
      for folder in ["site", "old"] { try WebServer.writeSite(to: directory, in: folder) }
      try directory.write("{}", to: "old/.well-known/apple-app-site-association")
      mkdir(directory.path(of: "empty"), 0o755)
      let good = site + NginxTests.snippet
      var blocks = hosts.map { host in
        server(host.name, "127.0.0.1:PORT", good) + server(host.name, "[::1]:PORT", host.block)
      }
      blocks.append(server("expired", "127.0.0.1:PORT", good))
      blocks.append(server("expired", "[::1]:PORT", certificate: "expired", good))
      blocks.append(server("alone", "127.0.0.1:\(alone)", good))
      return try WebServer(nginx: blocks.joined(), in: directory)
    }

    private func probe(_ server: WebServer, _ name: String, port: UInt16? = nil) throws
      -> ProbeResult
    {
      let place = "\(name).example.org:\(port ?? server.port)"
      return try ProbeResult(
        run(
          builtTool,
          [
            "site", "probe", "--json", "--ca", server.directory.path(of: "root.pem"), "--resolve",
            "\(place):127.0.0.1", "--resolve", "\(place):[::1]", "--timeout", "60", place,
          ], directory: server.directory.path))
    }

    @Test func bothFamiliesAreJudged() throws {
      let alone = try freePort()
      let server = try Self.start(alone: alone)
      for (name, _, exit, rules, words) in Self.hosts {
        let result = try probe(server, name)
        #expect(result.exit == .code(exit), "\(name): \(result.messages)")
        #expect(result.rules == rules, "\(name): \(result.messages)")
        #expect(result.messages.contains(words), "\(name): \(result.messages)")
      }
      let expired = try probe(server, "expired")
      #expect(expired.exit == .code(1))
      #expect(expired.rules == ["apple H28"])
      #expect(expired.messages.hasPrefix("IPv6 (::1): The certificate has expired (20"))
      let refused = try probe(server, "alone", port: alone)
      #expect(refused.exit == .code(1))
      #expect(refused.rules == ["apple H28"])
      #expect(refused.messages.hasPrefix("IPv6 (::1): Connection refused."))
      #expect(refused.messages.contains("remove the address (AAAA record) from the DNS."))
    }

    @Test func theTableHasAColumnForEachSide() throws {
      let alone = try freePort()
      let server = try Self.start(alone: alone)
      let place = "alone.example.org:\(alone)"
      let result = try run(
        builtTool,
        [
          "site", "probe", "--ca", server.directory.path(of: "root.pem"), "--resolve",
          "\(place):127.0.0.1", "--resolve", "\(place):[::1]", place,
        ], directory: server.directory.path)
      let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(
        lines[0].starts(with: [Substring(place), "127.0.0.1,", "::1,", "certificate", "until"]))
      #expect(lines[1].prefix(4) == ["IPv4", "IPv6", "Apple's", "copy"])
      #expect(lines[2].prefix(5) == ["200", "no", "connection", "not", "asked"])
      #expect(lines[2].last == "/.well-known/apple-app-site-association")
    }
  }
}

/// Whether this machine has IPv6 for itself.
private let hasIPv6: Bool = {
  let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var address = sockaddr_in6()
  address.sin6_family = sa_family_t(AF_INET6)
  address.sin6_addr = in6addr_loopback
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
    }
  }
}()
