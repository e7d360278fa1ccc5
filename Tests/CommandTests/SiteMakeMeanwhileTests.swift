// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// What others do to a folder while `site make` works in it: nothing of that is lost.
struct SiteMakeMeanwhileTests {
  private static let file = "apple-app-site-association"

  private let bench: SiteBench
  private var folder: TemporaryDirectory { bench.folder }

  init() throws { bench = SiteBench(try TemporaryDirectory()) }

  /// A job with one link, or with these rows.
  private func write(
    _ name: String, link: String? = nil, apps: String = SiteBench.ios + SiteBench.android,
    rows: String = #"<row id="1" code="1"/>"#
  ) throws {
    try bench.job(
      name, id: name, path: name, link: link, apps: apps, rows: "<rows>\(rows)</rows>")
  }

  /// With what it says on the way among its data.
  private func begin(_ arguments: String...) throws -> BackgroundProgram {
    try BackgroundProgram(
      "/bin/sh", ["-c", "exec \"$0\" site make \"$@\" 2>&1", builtTool] + arguments,
      directory: folder.path)
  }

  /// Each adds to what the one before it has left, however many begin at once.
  @Test func campaignsThatAreMadeAtOnceKeepEveryRule() throws {
    let names = (10..<22).map { "c\($0)" }
    for name in names { try write(name) }
    let programs = try names.map {
      try BackgroundProgram(builtTool, ["site", "make", "\($0).xml"], directory: folder.path)
    }
    for program in programs {
      let made = try program.finish()
      #expect(made.exit == .code(0), "\(made.errorOutput)")
    }
    try bench.explain(names.map { "/\($0)/1" }, in: "well-known")
    try bench.make(["-o", "together"] + names.map { "\($0).xml" })
    try bench.expectSame("together", "well-known")
  }

  /// What was saved since the files were planned is not in the plan, so none of it is written.
  @Test func nothingIsWrittenAfterAPlanThatIsOld() throws {
    try write("s")
    try write("t")
    try write("u")
    try bench.make("t.xml")
    try bench.make("t.xml u.xml -o theirs")
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
    try bench.make("s.xml")
    try bench.explain(["/s/1", "/t/1"], in: "well-known")
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
    try write("theirs", link: "https://h69.shop.org/t/{code}", apps: SiteBench.ios)
    try write(
      "many", link: "https://{host}/m/{code}", apps: SiteBench.ios,
      rows: hosts.enumerated().map { #"<row id="\#($0)" host="\#($1)" code="1"/>"# }.joined())
    try bench.make("theirs.xml -o theirs")
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
      try bench.make("many.xml -o \(place)")
      try bench.explain(["m", "t"].map { "https://h69.shop.org/\($0)/1" }, in: last)
    case .folderBecomesALink:
      #expect(made.output.contains("\(last): This is a link to another place"))
      #expect(names(in: folder.path(of: "elsewhere")).isEmpty)
    }
  }

  /// A program waits for another one that has the folder; a job that was changed meanwhile is not the
  /// one that was read.
  @Test func aJobThatChangesWhileTheFolderIsInUseIsRefused() throws {
    try write("s")
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
    try bench.make("s.xml")
  }
}
