// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// Virtual tags that the person at the page lays on virtual readers.
@Suite(.serialized) struct OpenDemoTests {
  private static func lay(_ page: OpenedPage, _ deed: String, on reader: Int = 0) throws {
    let answer = try page.post(
      "/api/hand", ["reader": .integer(reader), "do": .string(deed)])
    #expect(answer.status == 200, "\(answer.error)")
  }

  private static func word(_ run: JSONNode, _ reader: Int = 0) -> String? {
    let shown = run["readers"]?.elements?[reader]
    return shown?["face"]?.string == "word" ? shown?["word"]?.string : shown?["face"]?.string
  }

  @Test func demonstrationHasAJobWithSomethingToMend() throws {
    let state = try TemporaryDirectory()
    let temporary = try TemporaryDirectory()
    let program = try BackgroundProgram(
      "/usr/bin/env",
      [
        "XDG_STATE_HOME=\(state.path)", "TMPDIR=\(temporary.path)", builtTool, "open", "--demo",
        "--no-open", "--json",
      ])
    let page = try OpenedPage(program, state: state).start()
    let job = try #require(try page.get("/api/state").json["jobs"]?.elements?.first)
    let file = try #require(job["file"]?.string)
    let check = try page.get("/api/job?file=\(file)").json["check"]
    #expect(check?["errors"]?.number?.int == 1)
    #expect(check?["findings"]?.elements?.contains { $0["cell"]?.string == "C9" } == true)
    let cell: JSONValue = [
      "file": .string(file), "cell": "C9", "value": "https://go.example.com/s/1008",
    ]
    #expect(try page.post("/api/cell", cell).json["check"]?["errors"]?.number?.int == 0)

    let readers = try page.get("/api/readers").json["readers"]?.elements ?? []
    #expect(readers.compactMap { $0["words"]?.string } == ["Virtual reader 1", "Virtual reader 2"])
    let names = readers.compactMap { $0["name"]?.string }
    // The second reader alone is the first one of this run.
    let begun = try page.post(
      "/api/run",
      ["file": .string(file), "task": "write", "readers": .array([.string(names[1])])])
    #expect(begun.status == 200, "\(begun.error)")
    _ = try page.waitForRun { $0["readers"]?.elements?.first?["state"]?.string == "waiting" }
    try Self.lay(page, "new")
    let first = try page.waitForRun { Self.word($0) == "OK" }
    #expect(first["hands"]?.bool == true)
    try Self.lay(page, "beside")
    _ = try page.waitForRun { Self.word($0) == "TWO TAGS" }
    try Self.lay(page, "away")
    _ = try page.waitForRun { Self.word($0) == "no-tag" }
    try Self.lay(page, "used")
    let aside = try page.waitForRun { Self.word($0) == "PUT ASIDE" }
    let reason = aside["tags"]?.elements?.first?["reason"]
    #expect(reason?["code"]?.string == "not-blank")
    #expect(reason?["words"]?.string?.contains("other.example/menu") == true)
    #expect(try page.post("/api/hand", ["reader": 1, "do": "new"]).status == 409)
    #expect(try page.post("/api/hand", ["reader": 0, "do": "burn"]).status == 409)
    page.program.send(SIGINT)
    #expect(try page.program.finish().exit == .code(0))
    #expect(temporary.entries == [])
    // The next one begins anew, with the same job.
    #expect(state.entries == [])
  }

  @Test func whoLearnsLaysTheTags() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 4)
    let page = try OpenedPage(in: folder).start()
    let begun = try page.post(
      "/api/run", ["file": "spring.xml", "task": "rehearse", "hands": true, "count": 2])
    #expect(begun.status == 200, "\(begun.error)")
    _ = try page.waitForRun { $0["readers"]?.elements?.count == 2 }
    try Self.lay(page, "new", on: 1)
    _ = try page.waitForRun { Self.word($0, 1) == "OK" }
    try Self.lay(page, "away", on: 1)
    _ = try page.waitForRun { Self.word($0, 1) == "no-tag" }
    try Self.lay(page, "again", on: 1)
    _ = try page.waitForRun { Self.word($0, 1) == "ALREADY DONE" }
    try Self.lay(page, "new", on: 0)
    _ = try page.waitForRun { Self.word($0) == "OK" }
    #expect(try page.post("/api/stop", [:]).status == 200)
    let end = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(end["counts"]?["ok"]?.number?.int == 2)
    #expect(folder.entries == ["spring.xml"])
  }
}
