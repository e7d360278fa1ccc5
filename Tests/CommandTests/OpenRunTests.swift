// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// Runs that a page starts, on a virtual reader that another process plays.
@Suite(.serialized) struct OpenRunTests {
  private static func page(
    _ desk: Desk, rows: Int, protect: String = "", options: [String] = []
  ) throws -> OpenedPage {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: rows, protect: protect)
    try desk.tell("remove")
    return try OpenedPage(in: folder, options: ["--reader", desk.reader] + options).start()
  }

  private static func start(
    _ page: OpenedPage, _ desk: Desk, _ task: String = "write",
    _ more: [(key: String, value: JSONValue)] = []
  ) throws -> OpenedPage.Answer {
    try page.post(
      "/api/run",
      .object(
        [
          ("file", "spring.xml"), ("task", .string(task)),
          ("readers", .array([.string(desk.reader)])),
        ] + more))
  }

  private static func lastTag(_ run: JSONNode) -> (row: String?, word: String?) {
    let tag = run["tags"]?.elements?.first
    return (tag?["row"]?.string, tag?["word"]?.string)
  }

  @Test func tagsAreWrittenPausedAndReported() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 3, options: ["--station", "Desk 2"])
    #expect(try page.get("/api/report?file=spring.xml").json["name"]?.string == "nothing-written")
    let begun = try Self.start(page, desk)
    #expect(begun.status == 200, "\(begun.error)")
    // There is one run at a time, and its job stays as it is.
    #expect(try Self.start(page, desk).json["name"]?.string == "busy")
    let edit = try page.post("/api/manifest", ["file": "spring.xml", "text": "<x/>"])
    #expect(edit.json["name"]?.string == "busy")

    try desk.tell("present 1")
    let first = try page.waitForRun { Self.lastTag($0).word == "OK" }
    #expect(Self.lastTag(first).row == "n1")
    #expect(first["readers"]?.elements?.first?["face"]?.string == "word")
    try desk.tell("remove")
    let left = try page.waitForRun { $0["readers"]?.elements?.first?["face"]?.string == "no-tag" }
    #expect(left["readers"]?.elements?.first?["next"]?["row"]?.string == "n2")

    #expect(try page.post("/api/pause", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "paused" }
    try desk.tell("present 2")
    usleep(300_000)
    #expect(try page.get("/api/state").json["run"]?["counts"]?["ok"]?.number?.int == 1)
    #expect(try page.post("/api/go-on", [:]).status == 200)
    let second = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 2 }
    #expect(Self.lastTag(second).row == "n2")
    #expect(try page.post("/api/stop", [:]).status == 200)
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(end["end"]?["cause"]?.string == "stopped")
    #expect(try page.post("/api/stop", [:]).json["name"]?.string == "no-run")

    let report = try page.get("/api/report?file=spring.xml").json
    #expect(report["counts"]?["done"]?.number?.int == 2)
    #expect(
      report["rows"]?.elements?.compactMap { $0["state"]?.string } == ["done", "done", "free"])
    let csv = try page.get("/api/report/file?file=spring.xml&as=csv")
    #expect(csv.body.contains("Desk 2"))
    let shell = try tagpress("report", "--csv", page.folder.path(of: "spring.xml"))
    #expect(csv.body == shell.output)
    let opened = try page.post("/api/report/open", ["file": "spring.xml"])
    let path = try #require(opened.json["path"]?.string)
    page.token = nil
    #expect(try page.get(path).body.contains("<title>"))
    #expect(try page.get(path).status == 410)
  }

  @Test func scannedCodeDecidesWhatTheNextTagGets() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 5)
    #expect(try page.post("/api/scan", ["code": "n4"]).json["name"]?.string == "no-run")
    _ = try Self.start(page, desk)
    _ = try page.waitForRun { $0["readers"]?.elements?.first?["state"]?.string == "waiting" }
    let none = try page.post("/api/scan", ["code": "n9"])
    #expect(none.error == "This job has no row with the code \"n9\".")
    #expect(try page.post("/api/scan", ["code": "https://go.tagtag.shop/s/4\n"]).status == 200)
    _ = try page.waitForRun { $0["scan"]?["row"]?.string == "n4" }
    // The last scan counts.
    #expect(try page.post("/api/scan", ["code": "n3"]).status == 200)
    try desk.tell("present 1")
    let scanned = try page.waitForRun { Self.lastTag($0).word == "OK" }
    #expect(Self.lastTag(scanned).row == "n3")
    #expect(scanned["scan"]?["row"]?.string == nil)
    #expect(try page.post("/api/scan", ["code": "n3"]).error == "row n3 has its tag already.")
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    // A code that is refused leaves no other one standing.
    #expect(try page.post("/api/scan", ["code": "nonsense"]).status == 409)
    #expect(try page.get("/api/state").json["run"]?["scan"]?["row"]?.string == nil)
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    #expect(try page.post("/api/unscan", [:]).status == 200)
    try desk.tell("present 2")
    let next = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 2 }
    #expect(Self.lastTag(next).row == "n1")
  }

  /// Whoever holds a label gets its row or none.
  @Test func scannedCodeStandsUntilItsRowIsWritten() throws {
    let desk = try Desk(tags: ["one.tag", "two.tag", "three.tag"])
    _ = try desk.tagpress("put", "https://other.example/menu")
    let page = try Self.page(desk, rows: 5)
    _ = try Self.start(page, desk)
    _ = try page.waitForRun { $0["readers"]?.elements?.first?["state"]?.string == "waiting" }
    #expect(try page.post("/api/scan", ["code": "n4"]).status == 200)
    try desk.tell("present 1")
    let aside = try page.waitForRun { Self.lastTag($0).word == "PUT ASIDE" }
    #expect(aside["tags"]?.elements?.first?["reason"]?["code"]?.string == "not-blank")
    try desk.tell("present 2")
    let written = try page.waitForRun { Self.lastTag($0).word == "OK" }
    #expect(Self.lastTag(written).row == "n4")

    // Another program writes the row in between.
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    let other = try Desk()
    let shell = try run(
      builtTool,
      [
        "write", "--reader", other.reader, "--rows", "n5", "--plain",
        page.folder.path(of: "spring.xml"),
      ], environment: ["PATH": "/usr/bin:/bin"])
    #expect(shell.output.contains("OK"), "\(shell.errorOutput)")
    try desk.tell("present 3")
    let late = try page.waitForRun { $0["counts"]?["putAside"]?.number?.int == 2 }
    let reason = late["tags"]?.elements?.first?["reason"]
    #expect(reason?["code"]?.string == "scanned-row-taken")
    #expect(late["counts"]?["ok"]?.number?.int == 1)
  }

  @Test func killedProgramComesBackAndDoublesNothing() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 2)
    _ = try Self.start(page, desk)
    try desk.tell("present 1")
    _ = try page.waitForRun { Self.lastTag($0).word == "OK" }
    try page.restart(options: ["--reader", desk.reader])
    // The page still has its token, and sees that nothing runs.
    let state = try page.get("/api/state").json
    #expect(state["run"]?.members == nil)
    #expect(state["jobs"]?.elements?.first?["done"]?.number?.int == 1)
    #expect(try Self.start(page, desk).status == 200)
    let known = try page.waitForRun { Self.lastTag($0).word == "ALREADY DONE" }
    #expect(Self.lastTag(known).row == "n1")
    try desk.tell("present 2")
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(Self.lastTag(end).row == "n2")
    #expect(end["end"]?["isComplete"]?.bool == true)
  }

  @Test func whatCannotBeUndoneIsTyped() throws {
    let desk = try Desk()
    let page = try Self.page(
      desk, rows: 1, protect: "<protect with=\"lock\" when=\"asked\"/>")
    _ = try Self.start(page, desk)
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    for typed in [[], [("typed", "Spring")], [("typed", "")]] as [[(String, JSONValue)]] {
      #expect(
        try Self.start(page, desk, "lock", typed.map { (key: $0.0, value: $0.1) })
          .json["name"]?.string == "not-typed")
    }
    let redo: [(key: String, value: JSONValue)] = [("redo", "n1")]
    #expect(try Self.start(page, desk, "write", redo).json["name"]?.string == "not-typed")
    let void: JSONValue = ["file": "spring.xml", "row": "n1", "why": "lost"]
    #expect(try page.post("/api/void", void).json["name"]?.string == "not-typed")
    #expect(try Self.start(page, desk, "lock", [("typed", "spring")]).status == 200)
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(Self.lastTag(end).word == "OK" && end["task"]?.string == "lock")
    #expect(try Self.start(page, desk, "verify").status == 200)
    let checked = try page.waitForRun {
      $0["phase"]?.string == "ended" && $0["task"]?.string == "verify"
    }
    #expect(Self.lastTag(checked).word == "OK")
    let given: JSONValue = ["file": "spring.xml", "row": "n1", "why": "lost", "typed": "spring"]
    #expect(try page.post("/api/void", given).status == 200)
    #expect(
      try page.get("/api/report?file=spring.xml").json["counts"]?["free"]?.number?.int == 1)
  }

  @Test func warningsAndApprovalAreGivenOnThePage() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 2)
    let job = String(decoding: try page.folder.read("spring.xml"), as: UTF8.self)
    func sign(_ path: String, _ by: String) throws -> OpenedPage.Answer {
      let seen = try page.get("/api/job?file=spring.xml").json["seen"]?.string ?? ""
      return try page.post(
        "/api/\(path)", ["file": "spring.xml", "by": .string(by), "seen": .string(seen)])
    }
    func save(_ text: String) throws -> JSONNode {
      try page.saveManifest("spring.xml", text).json
    }
    let plain = job.replacing("https://go", with: "http://go")
    #expect(try save(plain)["warnings"]?["count"]?.number?.int ?? 0 > 0)
    let asked = try Self.start(page, desk)
    #expect(asked.status == 409 && asked.json["needs"]?.string == "warnings", "\(asked.body)")
    let confirmed = try sign("confirm", "Ben").json
    #expect(confirmed["warnings"]?["confirmed"]?["by"]?.string == "Ben")

    let approvable = plain.replacing("<rows", with: "<approval needed=\"yes\"/>\n  <rows")
    _ = try save(approvable)
    let refused = try Self.start(page, desk)
    #expect(refused.status == 409 && refused.json["needs"]?.string == "approval")
    #expect(!refused.error.contains("--") && refused.error.contains("under Check"))
    #expect(try sign("approve", " ").status == 400)
    let approved = try sign("approve", "Anna Schmidt").json
    #expect(approved["approval"]?["by"]?.string == "Anna Schmidt")
    #expect(approved["approval"]?["state"]?.string == "valid")
    #expect(approved["warnings"]?["confirmed"]?["by"]?.string == "Anna Schmidt")
    // Another link is another thing, of which no one has said anything.
    #expect(
      try save(approvable.replacing("/s/", with: "/t/"))["approval"]?["state"]?.string == "changed")
    #expect(try Self.start(page, desk).json["needs"]?.string == "approval")
    for name in ["\u{200B}", "\u{202E}evil", "\0", "17"] {
      #expect(try sign("approve", name).status == 400, "\(name.debugDescription)")
    }
    // What no one has seen is not approved.
    let old: JSONValue = ["file": "spring.xml", "by": "Anna Schmidt", "seen": "0"]
    #expect(try page.post("/api/approve", old).json["name"]?.string == "changed-meanwhile")
    _ = try sign("approve", "Anna Schmidt")
    #expect(try Self.start(page, desk, "write", [("first", true)]).status == 200)
    try desk.tell("present 1")
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(end["end"]?["isComplete"]?.bool == true && end["counts"]?["ok"]?.number?.int == 1)
  }

  @Test func rehearsalLeavesNothingBehind() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 6)
    let page = try OpenedPage(in: folder).start()
    let begun = try page.post(
      "/api/run",
      [
        "file": "spring.xml", "task": "rehearse", "fast": true, "count": 3, "faults": "some",
        "seed": 7,
      ])
    #expect(begun.status == 200, "\(begun.error)")
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(end["readers"]?.elements?.count == 3)
    #expect(
      end["end"]?["page"]?.string?.hasPrefix("6 of 6 rows: each is on exactly one tag") == true)
    #expect(folder.entries == ["spring.xml"])
    // A reader that this machine does not show is none, whatever the page says.
    let foreign = try page.post(
      "/api/run",
      ["file": "spring.xml", "task": "write", "readers": .array(["pn532_uart:/dev/null"])])
    #expect(foreign.json["name"]?.string == "no-such-reader")
    #expect(folder.entries.contains { $0.hasSuffix(".ledger") })
  }
}
