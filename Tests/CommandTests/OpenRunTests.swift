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

  /// How many tags are lockable, and what stands for them.
  private static func lockable(_ page: OpenedPage) throws -> (count: Int?, seen: JSONValue) {
    let answer = try page.get("/api/lockable?file=spring.xml").json
    return (answer["count"]?.number?.int, .optional(answer["seen"]?.string))
  }

  private static func lastTag(_ run: JSONNode) -> (row: String?, word: String?) {
    let tag = run["tags"]?.elements?.first
    return (tag?["row"]?.string, tag?["word"]?.string)
  }

  /// What the first reader asks for.
  private static func todo(_ run: JSONNode) -> String? {
    run["readers"]?.elements?.first?["todo"]?["key"]?.string
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
    page.session = nil
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
    #expect(try page.post("/api/scan", ["code": "n3"]).error == "n3 has its tag already.")
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    // A code that is refused leaves no other one standing.
    #expect(try page.post("/api/scan", ["code": "nonsense"]).status == 409)
    #expect(try page.get("/api/state").json["run"]?["scan"]?["row"]?.string == nil)
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    #expect(try page.post("/api/unscan", [:]).status == 200)
    // The label in hand must not get another row, so a tag gets none without its code.
    try desk.tell("present 2")
    let unscanned = try page.waitForRun { $0["counts"]?["again"]?.number?.int == 1 }
    #expect(
      unscanned["tags"]?.elements?.first?["reason"]?["code"]?.string == "unscanned")
    #expect(unscanned["wantsScans"]?.bool == true)
    try desk.tell("remove")
    let asking = try page.waitForRun { Self.todo($0) == "do.scan" }
    #expect(asking["readers"]?.elements?.first?["next"]?["row"]?.string == nil)
    #expect(try page.post("/api/scan", ["code": "n5"]).status == 200)
    _ = try page.waitForRun { Self.todo($0) == "do.scanned" }
    #expect(try page.post("/api/unscanned", ["run": 99]).json["name"]?.string == "other-run")
    #expect(try page.post("/api/unscanned", [:]).status == 200)
    _ = try page.waitForRun { Self.todo($0) == "do.put" }
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
    // The page meets it again, and sees that nothing runs.
    #expect(try page.meet() == 200)
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
    let uid = JSONValue.string(try desk.uid())
    let seen = try Self.lockable(page).seen
    for typed in [.null, "Spring", ""] as [JSONValue] {
      #expect(
        try Self.start(page, desk, "lock", [("lockSeen", seen), ("typed", typed)])
          .json["name"]?.string == "not-typed")
    }
    let link: JSONValue = "https://go.tagtag.shop/s/1"
    let redo: [(key: String, value: JSONValue)] = [("redo", "n1"), ("uid", uid), ("link", link)]
    #expect(try Self.start(page, desk, "write", redo).json["name"]?.string == "not-typed")
    let void: JSONValue = [
      "file": "spring.xml", "row": "n1", "uid": uid, "link": link, "why": "lost",
    ]
    #expect(try page.post("/api/void", void).json["name"]?.string == "not-typed")
    #expect(
      try Self.start(page, desk, "lock", [("typed", "spring"), ("lockSeen", seen)]).status == 200)
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(Self.lastTag(end).word == "OK" && end["task"]?.string == "lock")
    #expect(try Self.start(page, desk, "verify").status == 200)
    let checked = try page.waitForRun {
      $0["phase"]?.string == "ended" && $0["task"]?.string == "verify"
    }
    #expect(Self.lastTag(checked).word == "OK")
    let given: JSONValue = [
      "file": "spring.xml", "row": "n1", "uid": uid, "link": link, "why": "lost",
      "typed": "spring",
    ]
    #expect(try page.post("/api/void", given).status == 200)
    #expect(
      try page.get("/api/report?file=spring.xml").json["counts"]?["free"]?.number?.int == 1)
  }

  /// A click that comes twice, or late, must not give up the tag that the row has got since.
  @Test func aLostTagIsGivenUpAndNoOther() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 1)
    _ = try Self.start(page, desk)
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    func tag() throws -> JSONNode? {
      try page.get("/api/rows?file=spring.xml&of=tags&text=n1").json["rows"]?
        .elements?.first?["tag"]
    }
    let seen = try #require(try tag())
    #expect(try seen["uid"]?.string == desk.uid())
    #expect(seen["isDone"]?.bool == true && seen["isLocked"]?.bool == false)
    let lost = JSONValue.optional(seen["uid"]?.string)
    let link: JSONValue = "https://go.tagtag.shop/s/1"
    let redo: [(key: String, value: JSONValue)] = [
      ("redo", "n1"), ("uid", lost), ("link", link), ("typed", "spring"),
    ]
    let void: [(key: String, value: JSONValue)] = [
      ("file", "spring.xml"), ("row", "n1"), ("uid", lost), ("link", link), ("why", "lost"),
      ("typed", "spring"),
    ]
    #expect(try Self.start(page, desk, "write", redo.filter { $0.key != "uid" }).status == 400)
    for name in ["uid", "link"] {
      let less = JSONValue.object(void.filter { $0.key != name })
      #expect(try page.post("/api/void", less).status == 400)
    }
    try desk.tell("remove")
    #expect(try Self.start(page, desk, "write", redo).status == 200)
    try desk.tell("present 2")
    let second = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(Self.lastTag(second).row == "n1" && Self.lastTag(second).word == "OK")
    for _ in 0..<2 {
      let again = try Self.start(page, desk, "write", redo)
      #expect(again.error.contains("has another tag by now"), "\(again.body)")
      let late = try page.post("/api/void", .object(void))
      #expect(late.error.contains("has another tag by now"), "\(late.body)")
    }
    #expect(try tag()?["uid"]?.string == desk.uid(of: "two.tag"))
    #expect(
      try page.get("/api/report?file=spring.xml").json["counts"]?["done"]?.number?.int == 1)
  }

  @Test func onlyTheTagsThatWereSeenAreLocked() throws {
    let desk = try Desk()
    let page = try Self.page(
      desk, rows: 2, protect: "<protect with=\"lock\" when=\"asked\"/>")
    #expect(
      try page.get("/api/lockable?file=spring.xml").json["name"]?.string == "nothing-to-lock")
    func writeOne(_ tag: Int) throws {
      #expect(try Self.start(page, desk, "write", [("first", true)]).status == 200)
      try desk.tell("present \(tag)")
      let end = try page.waitForRun { $0["phase"]?.string == "ended" }
      #expect(Self.lastTag(end).word == "OK")
      try desk.tell("remove")
    }
    try writeOne(1)
    let one = try Self.lockable(page)
    #expect(one.count == 1)
    try writeOne(2)
    let refused = try Self.start(page, desk, "lock", [("typed", "spring"), ("lockSeen", one.seen)])
    #expect(refused.json["name"]?.string == "other-tags", "\(refused.body)")
    #expect(refused.error == "2 tags would be locked by now. Look at it once more.")
    let two = try Self.lockable(page)
    #expect(two.count == 2)
    #expect(
      try Self.start(page, desk, "lock", [("typed", "spring"), ("lockSeen", two.seen)]).status
        == 200)
    for tag in 1...2 {
      try desk.tell("present \(tag)")
      _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == tag }
      try desk.tell("remove")
    }
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    let counts = try page.get("/api/report?file=spring.xml").json["counts"]
    #expect(counts?["locked"]?.number?.int == 2)
  }

  /// What becomes of finished tags was decided about the links that were shown.
  @Test func changedRowsAreDecidedAsTheyWereSeen() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 2)
    _ = try Self.start(page, desk)
    for tag in 1...2 {
      try desk.tell("present \(tag)")
      _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == tag }
      try desk.tell("remove")
    }
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    func save(_ folder: String) throws {
      let text = String(decoding: try page.folder.read("spring.xml"), as: UTF8.self)
      let saved = try page.saveManifest(
        "spring.xml", text.replacing(/shop\/\w+\//, with: "shop/\(folder)/"))
      #expect(saved.status == 200, "\(saved.error)")
    }
    func job() throws -> JSONNode { try page.get("/api/job?file=spring.xml").json }
    func decide(_ decision: String, _ mark: String?) throws -> OpenedPage.Answer {
      try Self.start(
        page, desk, "write",
        [
          ("changed", .string(decision)), ("changedSeen", .optional(mark)), ("typed", "spring"),
          ("seen", .optional(try job()["seen"]?.string)),
        ])
    }
    try save("t")
    #expect(try Self.start(page, desk).json["needs"]?.string == "decision")
    let shown = try job()
    #expect(shown["changedRows"]?.number?.int == 2)
    try save("u")
    for decision in ["redo", "keep"] {
      for mark in [shown["changedSeen"]?.string, nil] {
        let refused = try decide(decision, mark)
        #expect(refused.json["name"]?.string == "other-tags", "\(refused.body)")
        #expect(refused.json["needs"]?.string == "decision")
      }
    }
    let now = try job()
    #expect(now["changedRows"]?.number?.int == 2)
    #expect(now["changedSeen"]?.string != shown["changedSeen"]?.string)
    #expect(try decide("redo", now["changedSeen"]?.string).status == 200)
    _ = try page.waitForRun { $0["readers"]?.elements?.first?["state"]?.string == "waiting" }
    #expect(try page.post("/api/stop", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(
      try page.get("/api/report?file=spring.xml").json["counts"]?["free"]?.number?.int == 2)
  }

  /// Another program takes a changed manifest over while the page's run waits for a tag.
  @Test func aRunEndsWhoseManifestAnotherProgramTakesOver() throws {
    let desk = try Desk()
    let page = try Self.page(desk, rows: 3)
    #expect(try Self.start(page, desk).status == 200)
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    let text = String(decoding: try page.folder.read("spring.xml"), as: UTF8.self)
    try page.folder.write(text.replacing(/shop\/\w+\//, with: "shop/t/"), to: "spring.xml")
    let plan = try tagpress("write", "--plan", "spring.xml", directory: page.folder.path)
    #expect(plan.exit == .code(1), "\(plan)")
    try desk.tell("present 2")
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(end["end"]?["cause"]?.string == "manifest-changed")
    #expect(end["counts"]?["ok"]?.number?.int == 1)
  }

  /// Who presses a button of a run that is over means no other one.
  @Test func ordersAreForTheRunThatWasSeen() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 3)
    let page = try OpenedPage(in: folder).start()
    let rehearsal: [(key: String, value: JSONValue)] = [
      ("file", "spring.xml"), ("task", "rehearse"), ("fast", true),
    ]
    #expect(try page.post("/api/run", .object(rehearsal)).status == 200)
    let first = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(try page.post("/api/run", .object(rehearsal + [("hands", true)])).status == 200)
    let second = try page.waitForRun { $0["readers"]?.elements?.count == 1 }
    func order(_ path: String, for run: JSONNode) throws -> OpenedPage.Answer {
      let number = try #require(run["number"]?.number?.int)
      return try page.post(
        "/api/\(path)",
        ["run": .integer(number), "code": "n1", "reader": 0, "do": "new"])
    }
    for path in ["pause", "go-on", "scan", "unscan", "hand", "stop"] {
      #expect(try order(path, for: first).json["name"]?.string == "other-run", "\(path)")
    }
    #expect(try page.get("/api/state").json["run"]?["phase"]?.string == "running")
    #expect(try order("hand", for: second).status == 200)
    _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    #expect(try order("stop", for: second).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
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
    let judged = try #require(end["end"]?["outcome"])
    #expect(judged["right"]?.number?.int == 6 && judged["mistakes"]?.number?.int == 0)
    #expect(judged["isRight"]?.bool == true)
    #expect(folder.entries == ["spring.xml"])
    // A reader that this machine does not show is none, whatever the page says.
    let foreign = try page.post(
      "/api/run",
      ["file": "spring.xml", "task": "write", "readers": .array(["pn532_uart:/dev/null"])])
    #expect(foreign.json["name"]?.string == "no-such-reader")
    #expect(folder.entries.contains { $0.hasSuffix(".ledger") })
  }
}
