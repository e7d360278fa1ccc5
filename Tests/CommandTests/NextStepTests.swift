// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobReport
import StrictJSON
import TestSupport
import Testing

/// What a page says comes next, from the first mistake to the last tag.
@Suite(.serialized) struct NextStepTests {
  private let desk: Desk
  private let page: OpenedPage
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    desk = try Desk()
    try desk.tell("remove")
    page = try OpenedPage(in: folder, options: ["--reader", desk.reader]).start()
  }

  private func save(
    _ ids: [String], to site: String = "https://go.tagtag.shop"
  ) throws {
    try folder.write("id\n" + ids.map { $0 + "\n" }.joined(), to: "stores.csv")
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>\(site)/s/{id}</link>
        <tags chips="NTAG213"/><protect with="lock"/>
        <approval needed="yes"/>
        <rows from="stores.csv" id="{id}"/>
      </job>
      """, to: "spring.xml")
  }

  private func expect(_ step: String, _ count: Int, line: Int = #line) throws {
    let job = try page.get("/api/job?file=spring.xml").json
    #expect(job["next"]?.value == ["step": .string(step), "n": .integer(count)], "line \(line)")
  }

  private func agree(_ what: String) throws {
    let seen = try page.get("/api/job?file=spring.xml").json["seen"]?.string ?? ""
    let answer = try page.post(
      "/api/\(what)", ["file": "spring.xml", "by": "Petra Meyer", "seen": .string(seen)])
    #expect(answer.status == 200, "\(answer.error)")
  }

  private func run(_ task: String, tags: [Int]) throws {
    var order: [(key: String, value: JSONValue)] = [
      ("file", "spring.xml"), ("task", .string(task)), ("readers", [.string(desk.reader)]),
    ]
    if task == "lock" {
      let lockable = try page.get("/api/lockable?file=spring.xml").json
      order += [("lockSeen", .optional(lockable["seen"]?.string)), ("typed", "spring")]
    }
    let answer = try page.post("/api/run", .object(order))
    try #require(answer.status == 200, "\(answer.error)")
    for (index, tag) in tags.enumerated() {
      try desk.tell("present \(tag)")
      _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == index + 1 }
      try desk.tell("remove")
    }
    if try page.get("/api/state").json["run"]?["phase"]?.string != "ended" {
      _ = try page.post("/api/stop", [:])
    }
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
  }

  @Test func everyStepIsNamedUntilTheReport() throws {
    try save(["a", "a"])
    try expect("errors", 1)
    try save(["a", "b"], to: "https://go.example.com")
    try expect("examples", 0)
    try save(["a", "b"], to: "http://go.tagtag.shop")
    try expect("warnings", 1)
    try agree("confirm")
    try expect("approve", 0)
    try save(["a", "b"])
    try agree("approve")
    try expect("write", 2)
    try run("write", tags: [1])
    try expect("go-on", 1)
    try run("write", tags: [2])
    try expect("lock", 2)
    try run("lock", tags: [1, 2])
    try expect("report", 0)
    // What the ledger has of rows is no longer what the list says.
    try save(["a", "b", "c"])
    try expect("approve", 0)
    try agree("approve")
    try expect("go-on", 1)
  }
}
