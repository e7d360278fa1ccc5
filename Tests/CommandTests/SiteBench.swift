// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A folder with jobs, in which `site make` makes their files.
struct SiteBench {
  static let iosApp = "A1B2C3D4E5.org.shop.app"
  static let ios = #"<app ios="A1B2C3D4E5.org.shop.app"/>"#
  static let android = #"<app android="org.shop.app" certificate="\#(fingerprint)"/>"#
  static let host = "well-known/go.shop.org"
  static let apple = "well-known/go.shop.org/apple-app-site-association"
  static let assetlinks = "well-known/go.shop.org/assetlinks.json"
  static let withoutRoot: [String] =
    geteuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []

  let folder: TemporaryDirectory

  init(_ folder: TemporaryDirectory) { self.folder = folder }

  /// A folder with one job, `job.xml`.
  init(
    link: String = "https://go.shop.org/s/{code}", apps: String = Self.ios + Self.android,
    rows: String = Self.rows
  ) throws {
    folder = try TemporaryDirectory()
    try job(link: link, apps: apps, rows: rows)
  }

  static let rows = #"<rows><row id="1" code="1"/><row id="2" code="2"/></rows>"#

  /// Writes a job; `path` links have the shape `https://go.shop.org/PATH/{code}`.
  func job(
    _ name: String = "job", id: String = "spring", path: String = "s", link: String? = nil,
    apps: String = Self.ios + Self.android, rows: String = Self.rows
  ) throws {
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="\(id)">
        <link>\(link ?? "https://go.shop.org/\(path)/{code}")</link>
        \(apps)
        \(rows)
      </job>

      """, to: "\(name).xml")
  }

  /// Writes a file and the folders that it lies in.
  func write(_ text: String, to path: String) throws {
    var folders = path.split(separator: "/").dropLast().map(String.init)
    for index in folders.indices.dropFirst() {
      folders[index] = "\(folders[index - 1])/\(folders[index])"
    }
    for name in folders { mkdir(folder.path(of: name), 0o755) }
    try folder.write(text, to: path)
  }

  func text(_ path: String) throws -> String {
    String(decoding: try folder.read(path), as: UTF8.self)
  }

  func json(_ path: String) throws -> JSONNode { try JSONDocument(reading: folder.read(path)).root }

  func entries(_ path: String = "well-known") -> [String] {
    names(in: folder.path(of: path)).sorted()
  }

  /// Runs `site make`; what it says must be among its errors.
  @discardableResult
  func make(
    _ arguments: [String], _ code: Int32 = 0, says words: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProcessResult {
    try tagpress(
      ["site", "make"] + arguments, code, says: words, sourceLocation: sourceLocation)
  }

  /// Runs `site make` with the words of a line.
  @discardableResult
  func make(
    _ line: String = "job.xml", _ code: Int32 = 0, says words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProcessResult {
    try make(
      line.split(separator: " ").map(String.init), code, says: words,
      sourceLocation: sourceLocation)
  }

  @discardableResult
  func tagpress(
    _ arguments: [String], _ code: Int32 = 0, says words: [String] = [],
    environment: [String: String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ProcessResult {
    let result = try run(
      builtTool, arguments, environment: environment, directory: folder.path)
    expect(result, code, says: words, sourceLocation)
    return result
  }

  func expect(
    _ result: ProcessResult, _ code: Int32, says words: [String],
    _ sourceLocation: SourceLocation
  ) {
    #expect(
      result.exit == .code(code), "\(result.output)\(result.errorOutput)",
      sourceLocation: sourceLocation)
    for part in words {
      #expect(
        result.errorOutput.contains(part), "\(result.errorOutput)", sourceLocation: sourceLocation)
    }
  }

  /// Explains links of go.shop.org, given by what is behind the host.
  func explain(
    _ paths: [String], in place: String, _ code: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try tagpress(
      ["site", "explain", "--association", place]
        + paths.map { $0.hasPrefix("/") ? "https://go.shop.org\($0)" : $0 }, code,
      sourceLocation: sourceLocation)
  }

  @discardableResult
  func shell(_ script: String, _ code: Int32 = 0) throws -> ProcessResult {
    let result = try run("/bin/sh", ["-c", script], directory: folder.path)
    #expect(result.exit == .code(code), "\(result)")
    return result
  }

  /// The files of two folders are the same to the byte.
  func expectSame(
    _ one: String, _ other: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let difference = try run("/usr/bin/diff", ["-r", one, other], directory: folder.path)
    #expect(difference.output == "", sourceLocation: sourceLocation)
  }

  /// A statement of Android's file about an app, perhaps with the elements of a list of rules.
  static func statement(
    _ package: String = "org.shop.app", rules: String? = nil, fingerprint: String = fingerprint
  ) -> String {
    let list = rules.map {
      """
      , "relation_extensions": {"delegate_permission/common.handle_all_urls": {
        "dynamic_app_link_components": [\($0)]}}
      """
    }
    return """
      {"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "\(package)",
        "sha256_cert_fingerprints": ["\(fingerprint)"]}\(list ?? "")}
      """
  }

  /// Apple's file with one entry for the app of the jobs.
  static func appleFile(_ components: String) -> String { appleFile(iosApp, components) }

  /// Apple's file with one entry.
  static func appleFile(_ app: String, _ components: String) -> String {
    """
    {"applinks": {"details": [
      {"appIDs": ["\(app)"], "components": [\(components)]}
    ]}}

    """
  }
}
