// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import StrictJSON
import TestSupport
import Testing

/// The jobs of a folder, kept in order on the page: named, copied, renamed, put away and brought back.
struct KeptJobsTests {
  private static let list = "id,link\n1,https://go.tagtag.shop/s/1\n2,https://go.tagtag.shop/s/2\n"
  private static let link = "{+link}"

  private static func files(_ page: OpenedPage) throws -> [String] {
    try (page.get("/api/state").json["jobs"]?.elements ?? []).compactMap { $0["file"]?.string }
  }

  private static func away(_ page: OpenedPage) throws -> [String] {
    try (page.get("/api/state").json["away"]?.elements ?? []).compactMap(\.string)
  }

  private static func card(_ file: String, on page: OpenedPage) throws -> JSONNode {
    try #require(try page.get("/api/job?file=\(file)").json["card"])
  }

  @Test func aNameForPeopleGivesTheFilesTheirs() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob(" Frühling 2026 & Co ", from: Self.list, link: Self.link)
    #expect(file == "Fruehling-2026-Co/Fruehling-2026-Co.xml")
    let card = try Self.card(file, on: page)
    #expect(card["title"]?.string == "Frühling 2026 & Co")
    #expect(card["id"]?.string == "Fruehling-2026-Co")
    let template = try page.post(
      "/api/new",
      [
        "name": "Zehn Städte", "template": "numbers", "link": "https://go.tagtag.shop/{number}",
        "from": 1, "to": 10,
      ])
    #expect(template.json["file"]?.string == "Zehn-Staedte/Zehn-Staedte.xml")
    // Two names of which files are called alike.
    let again = try page.post(
      "/api/new", ["name": "Zehn Staedte", "template": "one-link", "count": 5])
    #expect(again.json["name"]?.string == "exists")
    for name in ["   ", "…", "a\u{7}b"] {
      let refused = try page.post("/api/new", ["name": .string(name), "template": "one-link"])
      #expect(refused.status == 409, "\(name)")
    }
  }

  @Test func aCopyHasTheListAndNoTags() throws {
    let desk = try Desk()
    try desk.folder.write(
      """
      <job id='stores' title = 'Stores' xmlns="urn:tagpress:job:1">
        <link>{+link}</link><tags chips="NTAG213"/><rows from="stores.csv" id="{id}"/>
      </job>
      """, to: "stores.xml")
    try desk.folder.write(Self.list, to: "stores.csv")
    #expect(try desk.tagpress("write", "--first", "stores.xml").exit == .code(0))
    let page = try OpenedPage(in: desk.folder).start()
    let copied = try page.post("/api/job/copy", ["file": "stores.xml", "name": "Stores <2>"])
    #expect(copied.json["file"]?.string == "Stores-2/Stores-2.xml", "\(copied.error)")
    let card = try Self.card("Stores-2/Stores-2.xml", on: page)
    #expect(card["title"]?.string == "Stores <2>" && card["id"]?.string == "Stores-2")
    #expect(card["rows"]?.number?.int == 2 && card["done"]?.number?.int == 0)
    #expect(
      TestSupport.names(in: desk.folder.path(of: "Stores-2")).sorted()
        == ["Stores-2.xml", "job.rng", "stores.csv"])
    // The same name once more.
    let again = try page.post("/api/job/copy", ["file": "stores.xml", "name": "Stores-2"])
    #expect(again.json["name"]?.string == "exists")

    // Another name for people is still the same job, with its tag.
    let renamed = try page.post("/api/job/rename", ["file": "stores.xml", "name": "Läden"])
    #expect(renamed.json["card"]?["title"]?.string == "Läden", "\(renamed.error)")
    #expect(renamed.json["card"]?["done"]?.number?.int == 1)
    #expect(renamed.json["card"]?["isBehind"]?.bool == false)
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "stores.xml").exit == .code(0))
    let ledger = RawDatabase(desk.folder.path(of: "stores.ledger"))
    #expect(ledger.rows("SELECT count(*) FROM claim WHERE state = 'done'") == ["2"])
  }

  @Test func whatIsPutAwayComesBack() throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 3)
    let page = try OpenedPage(in: folder).start()
    let job = try page.makeJob("stores", from: Self.list, link: Self.link)
    for file in ["spring.xml", job] {
      let order: JSONValue = ["file": .string(file)]
      #expect(try page.post("/api/job/put-away", order).status == 200)
      #expect(try !Self.files(page).contains(file) && Self.away(page) == [file])
      #expect(try page.get("/api/job?file=\(file)").json["name"]?.string == "no-such-job")
      if file == job {
        // Who wants that name sees no job that has it.
        let again: JSONValue = ["name": "stores", "template": "one-link", "count": 5]
        let copy: JSONValue = ["file": "spring.xml", "name": "stores"]
        for refused in [try page.post("/api/new", again), try page.post("/api/job/copy", copy)] {
          #expect(refused.json["name"]?.string == "name-away")
          #expect(refused.error.contains("stores/stores.xml"), "\(refused.error)")
        }
      }
      // What has its name now is not replaced.
      try folder.write("mine", to: file)
      #expect(try page.post("/api/job/bring-back", order).status != 200)
      #expect(String(decoding: try folder.read(file), as: UTF8.self) == "mine")
      unlink(folder.path(of: file))
      #expect(try page.post("/api/job/bring-back", order).status == 200)
      #expect(try Self.files(page).contains(file) && Self.away(page).isEmpty)
    }
    for file in ["../spring.xml", "/etc/passwd", "spring.xml", ""] {
      #expect(try page.post("/api/job/bring-back", ["file": .string(file)]).status == 409)
    }
    // Not while something goes on with it.
    let run = try page.post(
      "/api/run", ["file": "spring.xml", "task": "rehearse", "hands": true, "count": 1])
    #expect(run.status == 200, "\(run.error)")
    let refused = try page.post("/api/job/put-away", ["file": "spring.xml"])
    #expect(refused.json["name"]?.string == "busy")
    _ = try page.post("/api/stop", ["run": 1])
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
  }

  @Test func aFolderThatIsCalledOtherwiseIsNoticed() throws {
    let parent = try TemporaryDirectory()
    try #require(mkdir(parent.path(of: "tags"), 0o755) == 0)
    try parent.write(
      #"<job xmlns="urn:tagpress:job:1" id="a"><link>https://go.tagtag.shop/{number}</link>"#
        + #"<tags chips="NTAG213"/><rows count="2" id="n{number}"/></job>"#, to: "tags/a.xml")
    let program = try BackgroundProgram(
      "/usr/bin/env",
      [
        "XDG_STATE_HOME=\(parent.path(of: "state"))", builtTool, "open", "--no-open", "--json",
        parent.path(of: "tags"),
      ])
    let page = try OpenedPage(program, state: try TemporaryDirectory()).start()
    #expect(try page.get("/api/state").json["movedTo"]?.string == nil)
    rename(parent.path(of: "tags"), parent.path(of: "signs"))
    let state = try page.get("/api/state").json
    #expect(state["movedTo"]?.string?.hasSuffix("/signs") == true)
    #expect(state["jobs"]?.elements?.count == 1)
    unlink(parent.path(of: "signs/a.xml"))
    rmdir(parent.path(of: "signs"))
    #expect(try page.get("/api/state").json["isGone"]?.bool == true)
    program.send(SIGINT)
    _ = try program.finish()
  }
}
