// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// `make install`, with the program of this test run in place of the one that `make` builds.
struct InstallTests {
  private let built = String(
    builtTool.prefix(upTo: builtTool.lastIndex(of: "/") ?? builtTool.startIndex))

  private func install(_ variables: String..., into folder: TemporaryDirectory) throws
    -> ProcessResult
  {
    // Not the variables of the make that may run these tests.
    try run(
      "make", ["install", "DESTDIR=\(folder.path)", "PREFIX=/usr"] + variables,
      environment: ["PATH": "/usr/bin:/bin"], directory: packageRoot)
  }

  @Test func putsEverythingInItsPlace() throws {
    let folder = try TemporaryDirectory()
    let result = try install("release=\(built)", into: folder)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    let tool = try run("\(folder.path)/usr/bin/tagpress", ["--version"])
    #expect(tool.output.hasPrefix("tagpress "))
    let places = [
      "man/man1/tagpress.1", "bash-completion/completions/tagpress", "zsh/site-functions/_tagpress",
      "fish/vendor_completions.d/tagpress.fish", "doc/tagpress/README.md",
      "doc/tagpress/docs/manifest.md", "tagpress/Templates/job.rng",
    ]
    for place in places {
      #expect(try contents(of: "\(folder.path)/usr/share/\(place)").count > 1000, "\(place)")
    }
  }

  @Test func everyoneMayReadItNoMatterWhoInstalls() throws {
    let folder = try TemporaryDirectory()
    let make = """
      umask 077
      exec make install 'DESTDIR=\(folder.path)' PREFIX=/usr 'release=\(built)'
      """
    let result = try run(
      "sh", ["-c", make], environment: ["PATH": "/usr/bin:/bin"], directory: packageRoot)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    let closed = try run("find", ["\(folder.path)/usr", "!", "-perm", "-u=r,g=r,o=r"])
    #expect(closed.output == "")
  }

  @Test func whereAPageLeadsIsInstalledToo() throws {
    let folder = try TemporaryDirectory()
    #expect(try install("release=\(built)", into: folder).exit == .code(0))
    let pages = "\(folder.path)/usr/share/doc/tagpress"
    let text = String(decoding: try contents(of: "\(pages)/README.md"), as: UTF8.self)
    let goals = text.split(separator: "](").dropFirst()
      .compactMap { $0.split(separator: ")").first }.filter { !$0.hasPrefix("https:") }
    #expect(goals.count > 20)
    for goal in goals { #expect(access("\(pages)/\(goal)", R_OK) == 0, "\(goal)") }
  }

  @Test func buildsNothingAsRoot() throws {
    let folder = try TemporaryDirectory()
    let result = try install("release=\(folder.path)", into: folder)
    #expect(result.exit == .code(2))
    #expect(result.output == "")
    #expect(result.errorOutput.hasPrefix("install: there is nothing to install; run make first\n"))
  }
}
