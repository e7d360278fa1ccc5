// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What is on tags stays open, as far as ledgers know of it.
struct SiteMakePrintedTests {
  private static let apps = #"<tags chips="NTAG213"/>"# + SiteBench.ios

  /// A folder with the ledger of `spring`, which has tags with these links of go.shop.org.
  private func printed(_ paths: String...) throws -> SiteBench {
    let job = try ReportedJob()
    let ids = ["n0", "n1", "n2", "n3", "n4"]
    let links = paths.map { "https://go.shop.org/\($0)" }
    if links.count == 1 {
      try job.take(["n0": links[0]])
    } else {
      try job.take([
        "n0": links[0], "n1": links[1], "n2": links[2], "n3": links[3], "n4": links[4],
      ])
    }
    for (number, id) in ids.prefix(links.count).enumerated() {
      try job.complete(id, number + 1, at: Int64(number + 1))
    }
    return SiteBench(job.folder)
  }

  /// What a ledger knows to be on tags is not lost, whatever the manifest has become.
  @Test func theLinksOnPrintedTagsStayOpen() throws {
    let bench = try printed("s/1")
    try bench.job("spring")
    try bench.make("spring.xml")
    // The template changes: what is in the folder keeps the tag open.
    try bench.job("spring", path: "t")
    try bench.make("spring.xml")
    for arguments in ["-o new", "--replace", "-o new --check"] {
      try bench.make(
        "spring.xml \(arguments)", 1,
        says:
          "spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which these files "
          + "do not open. Let the job's patterns open them, or give them up with --drop 'go.shop.org/s/*'."
      )
    }
    #expect(bench.entries("new").isEmpty)
    try bench.make("spring.xml -o new --drop go.shop.org/s/*")
    // So does the host: its files stay where they are.
    try bench.job("spring", link: "https://b.shop.org/t/{code}")
    try bench.make("spring.xml")
    #expect(bench.entries() == ["b.shop.org", "go.shop.org", "servers"])
    try bench.make(
      "spring.xml -o newer", 1,
      says:
        "Name the folder that has the files of go.shop.org with -o DIR, or give them up with --drop "
        + "go.shop.org.")
    try bench.make("spring.xml -o newer --drop go.shop.org")
  }

  /// Only the tags are counted that the advice is about.
  @Test func theTagsOfTheFolderThatIsGivenUpAreCounted() throws {
    let bench = try printed("s/1", "s/2", "t/1", "t/2", "t/3")
    try bench.job("spring", path: "u")
    let words = try bench.make("spring.xml", 1).errorOutput
    let counts = words.contains("--drop 'go.shop.org/s/*'") ? "2 tags" : "3 tags"
    #expect(words.contains("knows \(counts) with links"), "\(words)")
  }

  /// Tags of a job that is not named count, too.
  @Test func theTagsOfOtherJobsStayOpen() throws {
    let bench = try printed("s/1")
    try bench.job("spring")
    try bench.job("summer", id: "summer", path: "t")
    try bench.write("2026-11-24 lunch\n", to: "accounts.ledger")
    try bench.make("spring.xml")
    try bench.make("summer.xml")
    for lost in ["--replace", "--drop go.shop.org/s/*", "--drop go.shop.org"] {
      try bench.make(
        "summer.xml \(lost)", 1,
        says:
          "spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which the new files "
          + "would no longer open, and its job is not named here. Name that one, too.")
    }
    try bench.make("summer.xml -o new")
    // However its path is spelt, the file is that of a job that is named.
    let paths = ["./spring.xml", bench.folder.path(of: "spring.xml")]
    for path in paths { try bench.make("summer.xml \(path) --replace") }
    try bench.job("spring", path: "u")
    for path in paths {
      let dropped = try run(
        builtTool,
        ["site", "make", "summer.xml", path, "--drop", "go.shop.org/s/*", "--check"],
        directory: bench.folder.path)
      #expect(!dropped.errorOutput.contains("not named here"), "\(dropped.errorOutput)")
    }
    // With its job, what is given up is known to be.
    try bench.make("summer.xml spring.xml --drop go.shop.org/s/*")
  }

  /// A job is remembered by the hosts on its tags, whatever its first link is.
  @Test func aTagWhoseHostIsNotTheFirstOneStaysOpen() throws {
    let desk = try Desk()
    let bench = SiteBench(desk.folder)
    for name in ["a", "b"] { mkdir(desk.folder.path(of: name), 0o755) }
    let rows = [("first", "go.other.org"), ("second", "go.shop.org")].map {
      "<row id=\"\($0)\" host=\"\($1)\"/>"
    }
    try bench.job(
      "a/spring", link: "https://{host}/s/1", apps: Self.apps,
      rows: "<rows>\(rows.joined())</rows>")
    try bench.job("b/summer", id: "summer", path: "t", apps: Self.apps)
    let written = try desk.tagpress("write", "--first", "--rows", "2-2", "a/spring.xml")
    #expect(written.exit == .code(0), "\(written.output)\(written.errorOutput)")
    #expect(try desk.tagpress("site", "make", "a/spring.xml").exit == .code(0))
    bench.expect(
      try desk.tagpress("site", "make", "b/summer.xml", "--replace"), 1,
      says: ["such as https://go.shop.org/s/1,"], #_sourceLocation)
  }

  /// Tags of jobs in other folders count, as the user's programs remember them; on another machine they
  /// are named.
  @Test func theTagsOfJobsElsewhereStayOpen() throws {
    let desk = try Desk()
    let folder = desk.folder
    let bench = SiteBench(folder)
    for name in ["a", "b", "c"] { mkdir(folder.path(of: name), 0o755) }
    try bench.job("a/spring", apps: Self.apps)
    try bench.job("b/summer", id: "summer", path: "t", apps: Self.apps)
    try bench.write("2026-11-24 lunch\n", to: "notes.ledger")
    let written = try desk.tagpress("write", "--first", "a/spring.xml")
    #expect(written.exit == .code(0), "\(written.output)\(written.errorOutput)")
    #expect(try desk.tagpress("site", "make", "a/spring.xml").exit == .code(0))
    let lost = ["site", "make", "b/summer.xml", "--replace"]
    /// On the machine where the jobs were written.
    func here(_ more: String..., code: Int32, says words: String...) throws -> String {
      let result = try desk.tagpress(lost + more)
      bench.expect(result, code, says: words, #_sourceLocation)
      return result.errorOutput
    }
    func elsewhere(_ more: String..., code: Int32, says words: String...) throws {
      try bench.tagpress(
        lost + more, code, says: words,
        environment: ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": folder.path(of: "other")])
    }
    let words =
      "a/spring.ledger knows 1 tag with links such as https://go.shop.org/s/1, which the new files "
      + "would no longer open, and its job is not named here."
    _ = try here(code: 1, says: words)
    for job in ["a/spring.xml", "a/spring.ledger"] {
      try elsewhere("--job", job, code: 1, says: words)
    }
    try elsewhere(
      "--job", "nix.xml", code: 2,
      says: "There is no ledger nix.ledger. Check the path after --job.")
    try elsewhere(
      "--job", "notes.ledger", code: 2, says: "The file was not made by TagPress.")
    // In a folder where nothing is yet, the tags of a job that is named stay open, too.
    try elsewhere(
      "-o", "fresh", "--job", "a/spring.xml", code: 1, says: "a/spring.ledger knows 1 tag")
    // A remembered ledger without a byte is no file of another program.
    try folder.write(try folder.read("a/spring.ledger"), to: "kept.ledger")
    try bench.write("", to: "a/spring.ledger")
    _ = try here(code: 2, says: "a/spring.ledger")
    #expect(rename(folder.path(of: "kept.ledger"), folder.path(of: "a/spring.ledger")) == 0)
    // What other jobs there are is not known where the list of them cannot be read.
    try bench.write("", to: "other/tagpress/jobs")
    try elsewhere("--check", code: 1, says: "links of these hosts is not known, because")
    // Where the ledger is gone, nothing can be said of its tags, and that is said.
    for name in ["spring.xml", "spring.ledger", "spring.witness"] {
      #expect(rename(folder.path(of: "a/\(name)"), folder.path(of: "c/\(name)")) == 0)
    }
    _ = try here("--job", "c/spring.xml", code: 1)
    let said = try here(code: 0)
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
    let bench = try printed("s/1")
    let ledger = bench.folder.path(of: "spring.ledger")
    unlink(ledger)
    if let goal { #expect(symlink(goal, ledger) == 0) }
    // Its tag has a link of the manifest before.
    try bench.job("spring", path: "t")
    let refused = try bench.make("spring.xml", 2, says: words)
    #expect(refused.errorOutput.hasPrefix("tagpress site make: Ledger spring.ledger: "))
    #expect(bench.entries().isEmpty)
  }

  @Test func jobsThatNoOneRemembersAreSaidToBeUnknown() throws {
    let bench = try SiteBench()
    try bench.job("t", path: "t")
    try bench.make("t.xml")
    let made = try run(
      "/usr/bin/env",
      ["-u", "HOME", "-u", "XDG_STATE_HOME", builtTool, "site", "make", "job.xml"],
      directory: bench.folder.path)
    bench.expect(
      made, 0,
      says: [
        """
        Which other jobs have tags with links of these hosts is not known, because neither \
        XDG_STATE_HOME nor HOME names a folder. Name them with --job.
        """
      ], #_sourceLocation)
  }

  /// Root lists every folder, unless that right is taken from it.
  @Test(.enabled(if: geteuid() != 0 || isInstalled("setpriv"), "needs the command setpriv"))
  func aFolderThatCannotBeListedIsNamed() throws {
    let bench = try SiteBench()
    let place = bench.folder.path(of: "a")
    mkdir(place, 0o755)
    try bench.job("a/s")
    try bench.job("t", path: "t")
    try bench.make("t.xml")
    chmod(place, 0o311)
    let made = try run(
      "/usr/bin/env", SiteBench.withoutRoot + [builtTool, "site", "make", "a/s.xml"],
      directory: bench.folder.path)
    chmod(place, 0o755)
    bench.expect(
      made, 0,
      says: ["The folder a/ cannot be listed, so tags of other jobs in it were not looked at.\n"],
      #_sourceLocation)
  }
}
