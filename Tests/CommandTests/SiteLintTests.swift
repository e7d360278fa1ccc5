// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

struct SiteLintTests {
  private let good = """
    {"applinks": {"details": [
      {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [
        {"/": "/s/?*"}
      ]}
    ]}}

    """

  private let bad = """
    {"applinks": {"details": [
      {"appIDs": ["A1B2C3D4E5.org.shop.app"], "components": [
    \t{"/": "/s/*", "exclude": "true"},
        {"/": "/s/1"}
      ]}
    ]}}

    """

  @Test func aFindingHasItsPlaceAndALineWithAMark() throws {
    let folder = try TemporaryDirectory()
    try folder.write(bad, to: "apple-app-site-association")
    let result = try tagpress("site", "lint", "apple-app-site-association", directory: folder.path)
    #expect(
      result.output == """
        apple-app-site-association:3:16: error A21: "exclude" must be true or false without \
        quotes. Correct it.
          3 |  {"/": "/s/*", "exclude": "true"},
            |                ^
        apple-app-site-association:4:5: warning A17: This rule never applies, because the one in line 3, \
        column 2 matches everything that it would. Remove one of the two.
          4 |     {"/": "/s/1"}
            |     ^

        """)
    #expect(result.errorOutput == "apple-app-site-association: 1 error, 1 warning\n")
    #expect(result.exit == .code(1))
  }

  @Test func programsGetAListOfObjects() throws {
    let folder = try TemporaryDirectory()
    try folder.write(bad, to: "bad")
    try folder.write(good, to: "good")
    let result = try tagpress("site", "lint", "--json", "good", "bad", directory: folder.path)
    let list = try #require(try JSONDocument(reading: result.stdout).root.elements)
    #expect(
      list.first?.value == [
        "file": "bad", "line": 3, "column": 16, "severity": "error", "rule": "A21",
        "message": "\"exclude\" must be true or false without quotes. Correct it.",
      ])
    #expect(list.count == 2 && result.exit == .code(1) && result.errorOutput == "")
    let none = try tagpress("site", "lint", "--json", "good", directory: folder.path)
    #expect(none.output == "[]\n" && none.exit == .code(0))
  }

  /// A build stops at warnings, too, if it is told to.
  @Test func warningsCountForACIThatAsks() throws {
    let folder = try TemporaryDirectory()
    try folder.write(bad.replacing(#", "exclude": "true""#, with: ""), to: "warned")
    try folder.write(good, to: "good")
    for (file, arguments, code) in [
      ("warned", [], Int32(0)), ("warned", ["--strict"], 1), ("good", ["--strict"], 0),
    ] {
      let result = try run(
        builtTool, ["site", "lint", file] + arguments, directory: folder.path)
      #expect(result.exit == .code(code), "\(file) \(arguments): \(result.output)")
    }
  }

  @Test func standardInputIsLintedByItsContent() throws {
    let result = try tagpress("site", "lint", "-", input: "[]")
    #expect(result.exit == .code(0) || result.output.hasPrefix("-:1:1: "), "\(result.output)")
    #expect(try tagpress("site", "lint", "-", input: good).errorOutput == "-: nothing to fix\n")
  }

  @Test func twoFilesOfAFolderAreCompared() throws {
    let folder = try TemporaryDirectory()
    try folder.write(good, to: "apple-app-site-association")
    try folder.write(
      """
      [{"relation": ["delegate_permission/common.handle_all_urls"],
        "target": {"namespace": "android_app", "package_name": "org.shop.app",
          "sha256_cert_fingerprints": ["\(fingerprint)"]},
        "relation_extensions": {"delegate_permission/common.handle_all_urls":
          {"dynamic_app_link_components": [{"/": "/t/*"}]}}}]
      """, to: "assetlinks.json")
    let result = try tagpress(
      "site", "lint", "--json", "assetlinks.json", "apple-app-site-association",
      directory: folder.path)
    let list = try #require(try JSONDocument(reading: result.stdout).root.elements)
    #expect(list.map { $0["rule"]?.string } == ["X01", "X01"])
    #expect(list.allSatisfy { $0["file"]?.string == "apple-app-site-association" })
    #expect(result.exit == .code(0))
  }

  /// What `site make` writes for several hosts, next to a web root and what is no one's business.
  @Test func aFolderIsLintedAsAWhole() throws {
    let folder = try TemporaryDirectory()
    let texts = [
      "site/apple-app-site-association": good,
      "site/a.example.com/apple-app-site-association": bad,
      "site/a.example.com/assetlinks.json": "[]",
      "site/b.example.com/.well-known/apple-app-site-association": good,
      "site/b.example.com/.well-known/AssetLinks.txt": "[]",
      "site/servers/nginx.conf": "#", "site/assetlinks-notes.md": "#",
      "site/.git/assetlinks.json": "#", "site/a.example.com/deeper/assetlinks.json": "#",
    ]
    for (path, text) in texts {
      let parents = path.split(separator: "/").dropLast()
      for depth in parents.indices {
        mkdir(folder.path(of: parents[...depth].joined(separator: "/")), 0o755)
      }
      try folder.write(text, to: path)
    }
    let result = try tagpress("site", "lint", "site/", directory: folder.path)
    #expect(
      result.errorOutput == """
        site/apple-app-site-association: nothing to fix
        site/a.example.com/apple-app-site-association: 1 error, 1 warning
        site/a.example.com/assetlinks.json: 1 error
        site/b.example.com/.well-known/apple-app-site-association: nothing to fix
        site/b.example.com/.well-known/AssetLinks.txt: 2 errors

        """)
    #expect(result.exit == .code(1))
    let json = try tagpress("site", "lint", "--json", "site", "gone", directory: folder.path)
    let list = try #require(try JSONDocument(reading: json.stdout).root.elements)
    #expect(
      list.map { $0["file"]?.string } == [
        "gone", "site/a.example.com/apple-app-site-association",
        "site/a.example.com/apple-app-site-association", "site/a.example.com/assetlinks.json",
        "site/b.example.com/.well-known/AssetLinks.txt",
        "site/b.example.com/.well-known/AssetLinks.txt",
      ])
    #expect(json.exit == .code(2))
  }

  @Test func aFolderWithoutAnAssociationFileIsAMistake() throws {
    let folder = try TemporaryDirectory()
    let result = try tagpress("site", "lint", ".", directory: folder.path)
    #expect(
      result.errorOutput == """
        tagpress site lint: . contains neither apple-app-site-association nor assetlinks.json. \
        Name the folder that does.

        """)
    #expect(result.exit == .code(2))
  }

  /// What people give by mistake, the exit code, and the rules that are broken.
  static let mistakes: [(name: String, bytes: [UInt8], rules: [String])] = [
    ("empty", [], ["J02"]),
    ("binary", [0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 0xFF], ["J01"]),
    ("utf16", [0xFF, 0xFE] + "{}".utf16.flatMap { [UInt8($0), 0] }, ["J01"]),
    ("page.html", Array("<!doctype html><title>404</title>".utf8), ["J01"]),
    ("large", [UInt8](repeating: UInt8(ascii: " "), count: 10 << 20), ["J01", "J05"]),
    ("control\u{1B}[2J", Array("{\"\u{1B}[2J\": 1}".utf8), ["A01", "J01"]),
  ]

  @Test(arguments: mistakes.indices)
  func whatIsNoAssociationFileIsRefusedAtItsPlace(_ index: Int) throws {
    let mistake = Self.mistakes[index]
    let folder = try TemporaryDirectory()
    try folder.write(mistake.bytes, to: mistake.name)
    let json = try tagpress("site", "lint", "--json", mistake.name, directory: folder.path)
    let list = try #require(try JSONDocument(reading: json.stdout).root.elements)
    #expect(list.map { $0["rule"]?.string } == mistake.rules)
    let result = try tagpress("site", "lint", mistake.name, directory: folder.path)
    #expect(result.exit == .code(1) && json.exit == .code(1))
    #expect(result.output.utf8.count < 2000)
    #expect(!(result.stdout + result.stderr).contains(0x1B))
  }

  @Test func whatCannotBeReadDoesNotEndTheOthers() throws {
    let folder = try TemporaryDirectory()
    try folder.write(bad, to: "bad")
    let result = try tagpress("site", "lint", "--json", ".", "gone", "bad", directory: folder.path)
    let list = try #require(try JSONDocument(reading: result.stdout).root.elements)
    #expect(
      list.map { $0["rule"]?.string } == ["no-association-file", "cannot-read", "A21", "A17"])
    #expect(
      result.errorOutput == """
        tagpress site lint: . contains neither apple-app-site-association nor assetlinks.json. \
        Name the folder that does.
        tagpress site lint: gone: There is no such file. Check the name.

        """)
    #expect(result.exit == .code(2))
  }

  @Test func wrongUseEndsWith64() throws {
    #expect(try tagpress("site", "lint").exit == .code(64))
    #expect(try tagpress("site").exit == .code(64))
  }
}

/// A fingerprint in the form that Android takes.
let fingerprint = (0..<32).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
  .joined(separator: ":").uppercased()
