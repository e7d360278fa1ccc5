// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What others do to a folder while `site make` works in it: nothing of that is lost.
struct SiteMakeMeanwhileTests {
  private static let ios = #"<app ios="A1B2C3D4E5.org.shop.app"/>"#
  private static let file = "apple-app-site-association"

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func write(
    _ name: String, link: String,
    apps: String = Self.ios + #"<app android="org.shop.app" certificate="\#(fingerprint)"/>"#,
    rows: String = #"<row id="1" code="1"/>"#
  ) throws {
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="\(name)"><link>\(link)</link>
      \(apps)<rows>\(rows)</rows></job>
      """, to: "\(name).xml")
  }

  private func make(_ arguments: String...) throws -> ProcessResult {
    try run(builtTool, ["site", "make"] + arguments, directory: folder.path)
  }

  /// With what it says on the way among its data.
  private func begin(_ arguments: String...) throws -> BackgroundProgram {
    try BackgroundProgram(
      "/bin/sh", ["-c", "exec \"$0\" site make \"$@\" 2>&1", builtTool] + arguments,
      directory: folder.path)
  }

  private func expectOpen(_ links: [String], in place: String) throws {
    let explained = try run(
      builtTool, ["site", "explain", "--association", place] + links, directory: folder.path)
    #expect(explained.exit == .code(0), "\(explained.output)\(explained.errorOutput)")
  }

  /// Each adds to what the one before it has left, however many begin at once.
  @Test func campaignsThatAreMadeAtOnceKeepEveryRule() throws {
    let names = (10..<22).map { "c\($0)" }
    for name in names { try write(name, link: "https://go.shop.org/\(name)/{code}") }
    let programs = try names.map {
      try BackgroundProgram(builtTool, ["site", "make", "\($0).xml"], directory: folder.path)
    }
    for program in programs {
      let made = try program.finish()
      #expect(made.exit == .code(0), "\(made.errorOutput)")
    }
    try expectOpen(names.map { "https://go.shop.org/\($0)/1" }, in: "well-known")
    let together = try run(
      builtTool, ["site", "make", "-o", "together"] + names.map { "\($0).xml" },
      directory: folder.path)
    #expect(together.exit == .code(0), "\(together.errorOutput)")
    let difference = try run(
      "/usr/bin/diff", ["-r", "together", "well-known"], directory: folder.path)
    #expect(difference.output == "")
  }

  /// What was saved since the files were planned is not in the plan, so none of it is written.
  @Test func nothingIsWrittenAfterAPlanThatIsOld() throws {
    try write("s", link: "https://go.shop.org/s/{code}")
    try write("t", link: "https://go.shop.org/t/{code}")
    try write("u", link: "https://go.shop.org/u/{code}")
    #expect(try make("t.xml").exit == .code(0))
    #expect(try make("t.xml", "u.xml", "-o", "theirs").exit == .code(0))
    // About so many jobs there is so much to say before the first file is written that the program
    // waits for its reader.
    for number in 100..<700 {
      try folder.write("", to: String(repeating: "w", count: 230) + "\(number).witness")
    }
    let making = try begin("s.xml")
    var byte: UInt8 = 0
    try #require(read(making.pipes.output, &byte, 1) == 1)
    let (apple, android) = ("go.shop.org/\(Self.file)", "go.shop.org/assetlinks.json")
    let before = try folder.read("well-known/\(apple)")
    let theirs = try folder.read("theirs/\(android)")
    try folder.write(theirs, to: "well-known/\(android)")
    let made = try making.finish()
    #expect(made.exit == .code(1))
    #expect(
      made.output.hasSuffix(
        """
        tagpress site make: well-known/\(android): Another program changed this file while it was \
        planned, so it stays as it is. Run the same command again.

        """), "\(made.output.suffix(1_000))")
    #expect(try folder.read("well-known/\(android)") == theirs)
    #expect(try folder.read("well-known/\(apple)") == before)
    #expect(try make("s.xml").exit == .code(0))
    try expectOpen(["s", "t"].map { "https://go.shop.org/\($0)/1" }, in: "well-known")
    let merged = String(decoding: try folder.read("well-known/\(android)"), as: UTF8.self)
    #expect(["/s/?*", "/t/?*", "/u/?*"].allSatisfy { merged.contains("\"\($0)\"") })
  }

  /// What happens while the first of many files are written.
  enum Meanwhile: CaseIterable, Sendable {
    case fileIsSaved
    case folderBecomesALink
  }

  @Test(arguments: Meanwhile.allCases)
  func whatIsPutThereMeanwhileStays(_ meanwhile: Meanwhile) throws {
    // Its lines are so long that the program waits for its reader before it comes to the last host.
    let place = Array(repeating: String(repeating: "d", count: 240), count: 12)
      .joined(separator: "/")
    let hosts = (10..<70).map { "h\($0).shop.org" }
    try write("theirs", link: "https://h69.shop.org/t/{code}", apps: Self.ios)
    try write(
      "many", link: "https://{host}/m/{code}", apps: Self.ios,
      rows: hosts.enumerated().map { #"<row id="\#($0)" host="\#($1)" code="1"/>"# }.joined())
    #expect(try make("theirs.xml", "-o", "theirs").exit == .code(0))
    let last = "\(place)/h69.shop.org"
    let theirs = try folder.read("theirs/h69.shop.org/\(Self.file)")
    mkdir(folder.path(of: "elsewhere"), 0o755)

    let making = try begin("many.xml", "-o", place)
    #expect(making.nextLine()?.hasSuffix(" bytes, written") == true)
    switch meanwhile {
    case .fileIsSaved:
      try folder.write(theirs, to: "\(last)/\(Self.file)")
    case .folderBecomesALink:
      #expect(rename(folder.path(of: last), folder.path(of: "moved")) == 0)
      #expect(symlink(folder.path(of: "elsewhere"), folder.path(of: last)) == 0)
    }
    let made = try making.finish()
    #expect(made.exit == .code(1))
    switch meanwhile {
    case .fileIsSaved:
      #expect(made.output.contains("\(last)/\(Self.file): Another program changed this file"))
      #expect(try folder.read("\(last)/\(Self.file)") == theirs)
      // As it is told to.
      #expect(try make("many.xml", "-o", place).exit == .code(0))
      try expectOpen(["m", "t"].map { "https://h69.shop.org/\($0)/1" }, in: last)
    case .folderBecomesALink:
      #expect(made.output.contains("\(last): This is a link to another place"))
      #expect(names(in: folder.path(of: "elsewhere")).isEmpty)
    }
  }

  /// A program waits for another one that has the folder; a job that was changed meanwhile is not the
  /// one that was read.
  @Test func aJobThatChangesWhileTheFolderIsInUseIsRefused() throws {
    try write("s", link: "https://go.shop.org/s/{code}")
    let well = folder.path(of: "well-known")
    mkdir(well, 0o755)
    let other = open(well, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    try #require(flock(other, LOCK_EX) == 0)
    let making = try begin("s.xml")
    // Before it has the folder open, it has read the job.
    var files = "->"
    while files.contains("->"), !files.contains("/well-known\n") {
      files = try run("/bin/ls", ["-l", "/proc/\(making.group)/fd"]).output
    }
    try #require(files.contains("/well-known\n"))
    try write("s", link: "https://go.shop.org/t/{code}")
    flock(other, LOCK_UN)
    let made = try making.finish()
    #expect(made.exit == .code(2))
    #expect(
      made.output == """
        tagpress site make: s.xml: The files of the job were changed while they were read. Run the same \
        command again.

        """)
    #expect(names(in: well).isEmpty)
    #expect(try make("s.xml").exit == .code(0))
  }
}
