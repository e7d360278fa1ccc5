// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A web server on a port of the loopback, in a folder of its own; it ends with the test.
final class WebServer {
  /// The name under which a server is configured to serve the file well.
  static let good = "good.example.org"
  static let app = "QWERTY7890.org.example.shop"
  /// What the good host serves, and what was "generated".
  static let appleFile = """
    {"applinks": {"details": [{"appIDs": ["\(app)"], "components": [{"/": "/s/?*"}]}]}}

    """
  static let androidFile = """
    [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": \
    "android_app", "package_name": "org.example.shop", "sha256_cert_fingerprints": \
    ["\(Array(repeating: "A7", count: 32).joined(separator: ":"))"]}}]

    """

  let directory: TemporaryDirectory
  let port: UInt16
  private let program: BackgroundProgram

  /// Starts a server by a configuration in which `PORT` and `FOLDER` are filled in.
  init(
    _ program: String, _ arguments: [String], configuration: String,
    in directory: TemporaryDirectory
  ) throws {
    self.directory = directory
    port = try freePort()
    // Apache gives up root's rights where it had them, and must still reach the folder.
    chmod(directory.path, 0o755)
    try directory.write(
      configuration.replacing("PORT", with: "\(port)").replacing("FOLDER", with: directory.path),
      to: "server.conf")
    self.program = try BackgroundProgram(program, arguments, directory: directory.path)
    try #require(isOpen(port), "\(program) did not start: \(log)")
  }

  /// Starts nginx with these servers, as a user who may write nowhere else.
  convenience init(nginx servers: String, in directory: TemporaryDirectory) throws {
    try self.init(
      "nginx", ["-p", directory.path, "-e", "server.log", "-c", "server.conf"],
      configuration: """
        daemon off; master_process off; pid FOLDER/pid; error_log FOLDER/server.log;
        events {}
        http {
          access_log off; types { text/html html; application/json json; }
          client_body_temp_path FOLDER/a; proxy_temp_path FOLDER/b; fastcgi_temp_path FOLDER/c;
          uwsgi_temp_path FOLDER/d; scgi_temp_path FOLDER/e;
        \(servers)}
        """, in: directory)
  }

  /// Writes both files, in good order, under a folder of the server's own.
  static func writeSite(to directory: TemporaryDirectory, in folder: String) throws {
    mkdir(directory.path(of: folder), 0o755)
    mkdir(directory.path(of: "\(folder)/.well-known"), 0o755)
    try directory.write(appleFile, to: "\(folder)/.well-known/apple-app-site-association")
    try directory.write(androidFile, to: "\(folder)/.well-known/assetlinks.json")
  }

  private var log: String {
    (try? directory.read("server.log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Probes a host of the server, with a proxy in the environment that no one should ask.
  func probe(_ host: String, _ arguments: String...) throws -> ProbeResult {
    let result = try run(
      builtTool,
      [
        "site", "probe", "--json", "--ca", directory.path(of: "root.pem"), "--resolve",
        "\(host):\(port):127.0.0.1", "\(host):\(port)",
      ] + arguments,
      environment: ["https_proxy": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"],
      directory: directory.path)
    return try ProbeResult(result)
  }
}

/// What `site probe --json` said about one host.
struct ProbeResult {
  let exit: ProcessResult.Exit
  let root: JSONNode
  private let host: JSONNode

  init(_ result: ProcessResult) throws {
    exit = result.exit
    root = try JSONDocument(reading: result.stdout).root
    host = try #require(root["hosts"]?.elements?.first, "\(result.output)\(result.errorOutput)")
  }

  /// The file and the rule of each finding, remarks left out.
  var rules: [String] {
    (host["findings"]?.elements ?? []).filter { $0["severity"]?.string != "info" }.map {
      "\($0["file"]?.string ?? "") \($0["rule"]?.string ?? "")"
    }
  }

  var messages: String {
    (host["findings"]?.elements ?? []).compactMap { $0["message"]?.string }.joined(separator: "\n")
  }

  /// The answer to one question.
  func answer(_ file: String) -> JSONNode? {
    host["files"]?.elements?.first { $0["file"]?.string == file }
  }

  var links: JSONNode? { host["links"] }
}

extension String {
  fileprivate func replacing(_ word: String, with other: String) -> String {
    split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
  }
}
