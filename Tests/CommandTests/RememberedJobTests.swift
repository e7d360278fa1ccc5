// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport
import Testing

/// A job of which more is remembered than is in its folder: a copy, an older state, or nothing at all.
struct RememberedJobTests {
  private static func plan(
    _ job: String, in folder: TemporaryDirectory, _ options: String...
  ) throws -> ProcessResult {
    try run(builtTool, ["write", "--plan", job] + options, directory: folder.path)
  }

  private static func shell(_ line: String, in folder: TemporaryDirectory) throws {
    let result = try run("/bin/sh", ["-c", line], directory: folder.path)
    try #require(result.exit == .code(0), "\(result)")
  }

  /// With all that a disk keeps of the files; the tags of that time are in no file any more.
  @Test func anEarlierStateThatIsCopiedBackIsAskedAboutOnce() throws {
    let desk = try Desk(tags: ["one.tag", "two.tag", "three.tag"])
    try desk.folder.writeSpringJob(rows: 3)
    func write(_ options: String...) throws -> ProcessResult {
      try desk.tagpress(["write", "--first", "spring.xml"] + options)
    }
    #expect(try write().exit == .code(0))
    try Self.shell("mkdir .old && cp -a spring.ledger spring.witness .old", in: desk.folder)
    try desk.tell("next")
    let done = try write()
    #expect(done.exit == .code(0))
    let second = try #require(done.output.split(separator: " ").dropFirst().first)
    try Self.shell("cp -a .old/. .", in: desk.folder)
    try desk.tell("next")
    let blank = try desk.pages(of: "three.tag")
    let refused = try write()
    #expect(refused.exit == .code(2))
    #expect(
      refused.errorOutput.contains(
        """
        It knew more when it was written last, so it is an earlier state of itself, as a backup or \
        a snapshot has it. These rows have tags there, and would get second ones: "n2" (tag \
        \(second)). Bring the newer files back, or continue where they are. If they are gone, find \
        the tags that were written since, empty them with 'tagpress erase', and then add --moved.
        """), "\(refused)")
    #expect(try desk.pages(of: "three.tag") == blank)
    for command in ["doctor", "report"] {
      let said = try desk.tagpress(command, "spring.xml")
      #expect(
        (said.output + said.errorOutput).contains(
          #"would get second ones: "n2" (tag \#(second))."#), "\(said)")
    }
    let report = try desk.tagpress("report", "spring.xml").output
    #expect(
      report.contains("\nNext: 'tagpress doctor JOB' says why nothing is written here.\n"),
      "\(report)")
    // It does not know all tags whose links have to stay open.
    var said = ""
    for other in ["summer", "winter"] {
      try desk.folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="\(other)">
          <link>https://go.tagtag.shop/\(other)/{number}</link>
          <app ios="A1B2C3D4E5.shop.tagtag"/>
          <rows count="1" id="t{number}"/>
        </job>
        """, to: "\(other).xml")
      let made = try desk.tagpress("site", "make", "\(other).xml")
      #expect(made.exit == .code(0), "\(made)")
      said = made.errorOutput
    }
    #expect(said.contains("so it is an earlier state of itself"), "\(said)")
    #expect(try write("--moved").output.hasPrefix("OK  "))
    let plan = try Self.plan("spring.xml", in: desk.folder)
    #expect(plan.output == "n3  https://go.tagtag.shop/s/3\n", "\(plan)")
  }

  @Test func aManifestWhoseLedgerIsElsewhereGetsNoSecondOne() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 12)
    #expect(try Self.plan("spring.xml", in: folder).exit == .code(0))
    // A command that makes no links of the rows knows none, and forgets none.
    let void = try tagpress(
      "write", "--void", "n1", "--why", "lost", "spring.xml", directory: folder.path)
    #expect(void.exit == .code(1), "\(void)")
    let text = String(decoding: try folder.read("spring.xml"), as: UTF8.self)
    func put(_ text: String, _ place: String) throws -> String {
      mkdir(folder.path(of: place), 0o700)
      try folder.write(text, to: "\(place)/spring.xml")
      return "\(place)/spring.xml"
    }
    let copy = try put(text, "copy")
    let words = """
      This job was begun with another ledger, \(folder.path)/spring.ledger. With a new one, rows \
      that have tags there would be written to second ones. Continue with that one.
      """
    let refused = try Self.plan(copy, in: folder)
    #expect(refused.exit == .code(2) && refused.errorOutput.contains(words), "\(refused)")
    let doctor = try tagpress("doctor", copy, directory: folder.path)
    #expect(doctor.output.contains("\n  FAIL  copy/spring.ledger: \(words)"), "\(doctor.output)")
    #expect(names(in: folder.path(of: "copy")) == ["spring.xml"])
    // With other rows at its beginning, and others less, it is still that job.
    let rows = text.replacing(
      #"<rows count="12" id="n{number}"/>"#,
      with: "<rows>"
        + ([20] + (3...12)).map { #"<row id="n\#($0)" code="\#($0)"/>"# }.joined() + "</rows>")
    let shorter = try Self.plan(
      put(rows.replacing("{number}", with: "{code}"), "shorter"), in: folder)
    #expect(shorter.exit == .code(2) && shorter.errorOutput.contains(words), "\(shorter)")
    // Another job, or another customer's job of that name, has other tags.
    for (number, other) in [
      text.replacing("id=\"spring\"", with: "id=\"summer\""),
      text.replacing("go.tagtag.shop", with: "go.acme.de"),
    ].enumerated() {
      let plan = try Self.plan(put(other, "other-\(number)"), in: folder)
      #expect(plan.exit == .code(0), "\(plan)")
    }
    // One answer is enough, and takes nothing from the first.
    #expect(try Self.plan(copy, in: folder, "--moved").exit == .code(0))
    for job in [copy, "spring.xml"] {
      #expect(try Self.plan(job, in: folder).exit == .code(0))
    }
  }

  @Test func aLedgerThatWasMovedAwayIsNotMadeAnew() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2)
    #expect(try Self.plan("spring.xml", in: folder).exit == .code(0))
    try Self.shell("mkdir .old && mv spring.ledger spring.witness .old", in: folder)
    let refused = try Self.plan("spring.xml", in: folder)
    #expect(refused.exit == .code(2))
    #expect(
      refused.errorOutput.contains(
        "It is gone, and this job was begun with it. With a new one, rows that have tags would be "
          + "written to second ones. Bring the newer files back, or continue where they are."),
      "\(refused)")
    #expect(folder.entries == [".old", "spring.xml"])
    // Nobody is told to begin anew.
    for command in [["report"], ["verify"], ["doctor", "--rebuild"]] {
      let said = try run(builtTool, command + ["spring.xml"], directory: folder.path)
      #expect(said.exit == .code(2))
      #expect(said.errorOutput.contains("It is gone, and this job was begun with it."), "\(said)")
    }
    try Self.shell("mv .old/* .", in: folder)
    #expect(try Self.plan("spring.xml", in: folder).exit == .code(0))
  }

  /// What cannot be remembered ends no run, is said once, and is no alarm later.
  @Test func aHomeThatCannotBeWrittenStopsNoOne() throws {
    let desk = try Desk(tags: (1...5).map { "\($0).tag" })
    try desk.folder.writeSpringJob(rows: 9)
    mkdir(desk.folder.path(of: "full"), 0o700)
    try desk.folder.write("", to: "full/tagpress")
    mkdir(desk.folder.path(of: "good"), 0o700)
    let (good, full) = (desk.folder.path(of: "good"), desk.folder.path(of: "full"))
    for (home, trouble) in [
      (good, nil), (full, "\(full)/tagpress (Not a directory)"),
      ("/proc", "/proc/tagpress (No such file or directory)"), ("not/a/place", nil), (good, nil),
    ] as [(String, String?)] {
      let result = try run(
        builtTool, ["write", "--first", "spring.xml"],
        environment: [
          "LIBNFC_DEVICE": desk.reader, "PATH": "/usr/bin:/bin", "XDG_STATE_HOME": home,
        ], directory: desk.folder.path)
      #expect(result.exit == .code(0), "\(home): \(result)")
      let said = result.errorOutput.ranges(of: "cannot be noted in ").count
      #expect(said == (trouble == nil ? 0 : 1), "\(result.errorOutput)")
      if let trouble {
        #expect(result.errorOutput.contains("cannot be noted in \(trouble), so a copy"))
      }
      let isNowhere = result.errorOutput.contains(
        "cannot be noted (neither XDG_STATE_HOME nor HOME names a folder), so a copy")
      #expect(isNowhere == (home == "not/a/place"), "\(result.errorOutput)")
      try desk.tell("next")
    }
  }

  /// What fails only while tags are written is said at the end of the run.
  @Test func aHomeThatIsLostDuringARunIsSaidAtItsEnd() throws {
    let desk = try Desk(tags: ["1.tag", "2.tag"])
    try desk.folder.writeSpringJob(rows: 9)
    let home = desk.folder.path(of: "home")
    mkdir(home, 0o700)
    let program = try BackgroundProgram(
      "/usr/bin/env",
      [
        "XDG_STATE_HOME=\(home)", builtTool, "write", "--json", "--limit", "2", "--reader",
        desk.reader, "spring.xml",
      ], directory: desk.folder.path)
    while let line = program.nextLine(), !line.contains(#""outcome":"OK""#) {}
    rename("\(home)/tagpress/jobs", "\(home)/tagpress/gone")
    try desk.folder.write("", to: "home/tagpress/jobs")
    try desk.tell("next")
    let end = try program.finish()
    #expect(end.exit == .code(0), "\(end)")
    let words = "cannot be noted in \(home)/tagpress (Not a directory), so a copy of its folder"
    #expect(end.errorOutput.ranges(of: words).count == 1, "\(end)")
  }

  @Test func manifestsOfOneJobThatAreStartedTogetherMakeOneLedger() throws {
    for _ in 1...5 {
      let folder = try TemporaryDirectory()
      try folder.writeSpringJob(rows: 3)
      try folder.write(try folder.read("spring.xml"), to: "copy.xml")
      let programs = try ["spring", "copy"].map { name in
        try BackgroundProgram(
          builtTool, ["write", "--plan", "\(name).xml"], directory: folder.path)
      }
      let ends = try programs.map { try $0.finish().exit }
      #expect(ends.count { $0 == .code(0) } == 1 && ends.count { $0 == .code(2) } == 1, "\(ends)")
      #expect(folder.entries.count { $0.hasSuffix(".ledger") } == 1)
    }
  }

  /// Each of them reads a manifest that no one has taken over, and none is told that it has changed.
  @Test func programsThatAreStartedTogetherTakeOverOneManifest() throws {
    let desks = try (0..<3).map { _ in try Desk(tags: ["one.tag", "two.tag", "three.tag"]) }
    let folder = desks[0].folder
    for round in 1...3 {
      try folder.writeSpringJob(rows: 3 * round)
      let programs = try desks.map { desk in
        try BackgroundProgram(
          builtTool, ["write", "--first", "--reader", desk.reader, "spring.xml"],
          directory: folder.path)
      }
      for program in programs {
        let end = try program.finish()
        #expect(end.exit == .code(0) && end.output.hasPrefix("OK  "), "\(end)")
      }
      for desk in desks { try desk.tell("next") }
    }
    let raw = RawDatabase(folder.path(of: "spring.ledger"))
    #expect(
      raw.rows("SELECT count(*), count(DISTINCT row), count(DISTINCT uid) FROM claim") == ["9|9|9"])
    #expect(raw.rows("SELECT count(*) FROM manifest") == ["3"])
  }
}
