// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// What a page may order while a reader waits for a tag that left too early, and after a scan.
@Suite(.serialized) struct OpenTornTagsTests {
  private static func page(_ desk: Desk) throws -> OpenedPage {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 3)
    try desk.tell("remove")
    return try OpenedPage(in: folder, options: ["--reader", desk.reader]).start()
  }

  private static func start(_ page: OpenedPage, _ desk: Desk, _ task: String = "write") throws {
    let begun = try page.post(
      "/api/run",
      [
        "file": "spring.xml", "task": .string(task), "readers": .array([.string(desk.reader)]),
      ])
    try #require(begun.status == 200, "\(begun.error)")
    _ = try wait(page, for: task == "write" ? "waiting" : "waiting-to-verify")
  }

  private static func wait(_ page: OpenedPage, for state: String) throws -> JSONNode {
    try page.waitForRun { $0["readers"]?.elements?.first?["state"]?.string == state }
  }

  private static func lost(
    _ uid: String, row: String = "n1", typed: String = "spring", run: Int = 1
  ) -> JSONValue {
    [
      "row": .string(row), "uid": .string(uid), "typed": .string(typed), "run": .integer(run),
    ]
  }

  @Test func onlyTheTagThatIsAskedForIsLost() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let uid = try desk.uid()
    func refusal(_ order: JSONValue) throws -> String? {
      try page.post("/api/lost", order).json["name"]?.string
    }
    #expect(try refusal(Self.lost(uid)) == "no-run")
    try Self.start(page, desk)
    // Nothing is asked for yet.
    #expect(try refusal(Self.lost(uid)) == "not-awaited")
    try desk.tell("tear 1")
    let torn = try Self.wait(page, for: "waiting-for-same")
    let asked = torn["readers"]?.elements?.first?["torn"]
    #expect(asked?["uid"]?.string == uid && asked?["row"]?.string == "n1")

    #expect(try refusal(Self.lost(uid, row: "n2")) == "not-awaited")
    #expect(try refusal(Self.lost(uid, row: "n9")) == "not-awaited")
    #expect(try refusal(Self.lost(desk.uid(of: "two.tag"))) == "not-awaited")
    #expect(try refusal(Self.lost(uid, typed: "Spring")) == "not-typed")
    #expect(try refusal(Self.lost(uid, run: 2)) == "other-run")
    for order in [
      ["row": "n1", "typed": "spring"], ["uid": .string(uid), "typed": "spring"],
      Self.lost("4"), Self.lost("no digits"), Self.lost(""), Self.lost(uid + uid + uid),
    ] as [JSONValue] {
      #expect(try page.post("/api/lost", order).status == 400, "\(order)")
    }
    for text in ["", "{", "[]", "\"\(uid)\"", #"{"row": 1, "row": 1}"#, "\u{0}"] {
      let browser = page.begin("/api/lost", bytes: Array(text.utf8), type: "application/json")
      #expect(try page.answer(of: browser).status == 400, "\(text)")
    }
    let session = page.session
    page.session = nil
    for path in ["lost", "unscanned"] {
      #expect(try page.post("/api/\(path)", Self.lost(uid)).status == 401)
    }
    page.session = session
    // After all of that, the reader asks as before.
    _ = try Self.wait(page, for: "waiting-for-same")

    // Two pages say it at once, and a third one late.
    let orders = [Self.lost(uid), Self.lost(uid)].map { page.begin("/api/lost", $0) }
    let answers = try orders.map { try page.answer(of: $0) }
    #expect(answers.map(\.status).sorted() == [200, 409])
    #expect(answers.first { $0.status != 200 }?.json["name"]?.string == "not-awaited")
    #expect(try refusal(Self.lost(uid)) == "not-awaited")
    let waiting = try Self.wait(page, for: "waiting")
    #expect(waiting["readers"]?.elements?.first?["torn"]?.members == nil)

    // The lost one turns up: it gets no row, and the row gets another one.
    try desk.tell("present 1")
    let back = try page.waitForRun { $0["counts"]?["putAside"]?.number?.int == 1 }
    #expect(back["counts"]?["ok"]?.number?.int == 0)
    try desk.tell("present 2")
    let next = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    #expect(next["tags"]?.elements?.first?["row"]?.string == "n1")
    #expect(try refusal(Self.lost(uid)) == "not-awaited")
    #expect(try refusal(Self.lost(desk.uid(of: "two.tag"))) == "not-awaited")
  }

  @Test func onlyARunThatWritesGoesOnWithoutScanning() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    func refusal(_ path: String, run: Int) throws -> String? {
      try page.post("/api/\(path)", ["run": .integer(run)]).json["name"]?.string
    }
    #expect(try refusal("unscanned", run: 1) == "no-run")
    try Self.start(page, desk)
    #expect(try page.post("/api/scan", ["code": "nonsense"]).status == 409)
    #expect(try page.waitForRun { $0["wantsScans"]?.bool == true }["scan"]?.members == nil)
    #expect(try refusal("unscanned", run: 2) == "other-run")
    for text in ["", "{", "[]"] {
      let browser = page.begin("/api/unscanned", bytes: Array(text.utf8), type: "application/json")
      #expect(try page.answer(of: browser).status == 400, "\(text)")
    }
    #expect(try page.get("/api/state").json["run"]?["wantsScans"]?.bool == true)
    // Said twice, it is so once.
    let orders = (0..<2).map { _ in page.begin("/api/unscanned", ["run": 1]) }
    for order in orders { #expect(try page.answer(of: order).status == 200) }
    #expect(try page.get("/api/state").json["run"]?["wantsScans"]?.bool == false)
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    #expect(try page.post("/api/stop", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(try refusal("unscanned", run: 1) == "no-run")

    // While tags are only read, none is lost.
    try desk.tell("remove")
    try Self.start(page, desk, "verify")
    let order = Self.lost(try desk.uid(), run: 2)
    #expect(try page.post("/api/lost", order).json["name"]?.string == "no-run")
  }
}
