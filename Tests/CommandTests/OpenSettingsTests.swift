// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Settings that a page saves, and the key file that it makes.
struct OpenSettingsTests {
  private static let link = JSONValue.string("https://go.tagtag.shop/x")

  private static func settings(
    _ file: String, _ page: OpenedPage, _ changes: [(key: String, value: JSONValue)],
    rows: [(key: String, value: JSONValue)] = [], seen: String? = nil
  ) throws -> OpenedPage.Answer {
    let shown = try page.get("/api/settings?file=\(file)").json
    func changed(
      _ node: JSONNode?, _ changes: [(key: String, value: JSONValue)]
    ) -> [(key: String, value: JSONValue)] {
      (node?.members ?? []).map { member in
        (member.key, changes.first { $0.key == member.key }?.value ?? member.value.value)
      }
    }
    let now = changed(shown["settings"], changes).map { member in
      member.key == "rows"
        ? (member.key, JSONValue.object(changed(shown["settings"]?["rows"], rows))) : member
    }
    return try page.post(
      "/api/settings/save",
      [
        "file": .string(file), "manifest": .string(seen ?? shown["manifest"]?.string ?? ""),
        "settings": .object(now),
      ])
  }

  @Test func aJobIsMadeWithAsManyTagsAsWereAskedFor() throws {
    let page = try OpenedPage().start()
    let templates = try page.get("/api/templates").json["templates"]?.elements ?? []
    let asking = templates.filter { $0["asksCount"]?.bool == true }.compactMap {
      $0["name"]?.string
    }
    #expect(asking == ["one-link", "tokens", "password", "uid-mirror"])
    for (count, status) in [(0, 409), (10_000_001, 409), (37, 200)] {
      let made = try page.post(
        "/api/new",
        [
          "name": "box", "template": "one-link", "link": Self.link, "count": .integer(count),
        ])
      #expect(made.status == status, "\(made.body)")
    }
    #expect(try page.get("/api/job?file=box/box.xml").json["check"]?["tags"]?.number?.int == 37)
    // Without a number there would be as many as in the template, which no one has chosen.
    let uncounted = try page.post(
      "/api/new", ["name": "crate", "template": "one-link", "link": Self.link])
    #expect(uncounted.json["name"]?.string == "bad-numbers")
    #expect(TestSupport.names(in: page.folder.path) == ["box"])
  }

  /// The words for people are nothing that someone approves; what is on the tags is.
  @Test func anApprovalOutlivesAnotherTitle() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 2)
    _ = try Self.settings("spring.xml", page, [("needsApproval", true)])
    let seen = try page.get("/api/job?file=spring.xml").json["seen"]?.string ?? ""
    let approved = try page.post(
      "/api/approve", ["file": "spring.xml", "by": "Anna", "seen": .string(seen)])
    #expect(approved.json["approval"]?["state"]?.string == "valid")
    let titled = try Self.settings("spring.xml", page, [("title", "Spring")])
    #expect(titled.json["approval"]?["state"]?.string == "valid")
    let renamed = try page.post("/api/job/rename", ["file": "spring.xml", "name": "Spring 2"])
    #expect(renamed.json["approval"]?["state"]?.string == "valid")
    #expect(renamed.json["next"]?["step"]?.string == "write")
    let other = try Self.settings("spring.xml", page, [("content", "any"), ("title", "x")])
    #expect(other.json["approval"]?["state"]?.string == "changed")
  }

  @Test func everySettingIsSaved() throws {
    let page = try OpenedPage().start()
    let made = try page.post(
      "/api/new", ["name": "box", "template": "one-link", "link": Self.link, "count": 20])
    let file = try #require(made.json["file"]?.string)
    let cases: [([(key: String, value: JSONValue)], [(key: String, value: JSONValue)], String)] = [
      ([("title", "Spring & co")], [], "title=\"Spring &amp; co\""),
      ([("chips", ["NTAG216", "NTAG215"])], [], "chips=\"NTAG216 NTAG215\""),
      ([("content", "job")], [], "content=\"job\""),
      ([("protection", "lock-written")], [], "<protect with=\"lock\" when=\"written\"/>"),
      ([("protection", "lock-asked")], [], "<protect with=\"lock\" when=\"asked\"/>"),
      ([("needsApproval", true)], [], "<approval needed=\"yes\"/>"),
      ([], [("count", 31)], "count=\"31\""), ([], [("copies", 2)], "copies=\"2\""),
      ([], [("label", "Table {number}")], "label=\"Table {number}\""),
      ([], [("shown", ["number"])], "show=\"number\""),
    ]
    for (head, rows, text) in cases {
      let answer = try Self.settings(file, page, head, rows: rows)
      #expect(answer.status == 200, "\(answer.body)")
      let manifest = String(decoding: try page.folder.read(file), as: UTF8.self)
      #expect(manifest.contains(text), "\(text)")
      #expect(answer.json["check"]?["errors"]?.number?.int == 0, "\(text)")
    }
    // What someone saved meanwhile is not overwritten, and nonsense is not saved.
    let now = try page.folder.read(file)
    let late = try Self.settings(file, page, [("title", "x")], seen: "<job/>")
    #expect(late.status == 409)
    let old = String(decoding: now, as: UTF8.self).replacing("31", with: "32")
    #expect(
      try Self.settings(file, page, [("title", "x")], seen: old).json["name"]?.string
        == "changed-meanwhile")
    let wrong: [[(key: String, value: JSONValue)]] = [
      [("title", 3)], [("chips", ["NTAG999"])], [("chips", [3])], [("content", "all")],
      [("protection", "magic")], [("needsApproval", "yes")], [("chips", [])],
    ]
    for change in wrong {
      #expect(try Self.settings(file, page, change).status == 409, "\(change)")
    }
    for (name, value) in [("count", 0), ("copies", 0), ("label", 3), ("shown", "number")]
      as [(String, JSONValue)]
    {
      #expect(try Self.settings(file, page, [], rows: [(name, value)]).status == 409, "\(name)")
    }
    #expect(try page.folder.read(file) == now)
  }

  /// A key is made when it is asked for, and never in the place of another one.
  @Test func aKeyFileIsMadeOnceAndWhenAskedFor() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 2)
    func job() throws -> JSONNode { try page.get("/api/job?file=spring.xml").json }
    #expect(try job()["key"]?["ownIsThere"]?.bool == false)
    let password: [(key: String, value: JSONValue)] = [("protection", "password")]
    #expect(
      try Self.settings("spring.xml", page, password).json["name"]?.string == "key-needed")
    #expect(!page.folder.entries.contains("spring.keys"))
    #expect(try page.post("/api/key", ["file": "spring.xml"]).status == 200)
    let key = try page.folder.read("spring.keys")
    #expect(
      try run("stat", ["-c", "%a", page.folder.path(of: "spring.keys")]).output == "600\n")
    let again = try page.post("/api/key", ["file": "spring.xml"])
    #expect(again.status != 200)
    #expect(try page.folder.read("spring.keys") == key)
    let saved = try Self.settings("spring.xml", page, password)
    #expect(saved.status == 200, "\(saved.body)")
    #expect(saved.json["key"]?["file"]?.string?.hasSuffix("/spring.keys") == true)
    #expect(saved.json["key"]?["isThere"]?.bool == true)
    #expect(saved.json["check"]?["errors"]?.number?.int == 0)
    // Nothing of what is in it is told.
    let secret = String(decoding: key, as: UTF8.self).split(separator: "key: ").last
    #expect(try !page.get("/api/job?file=spring.xml").body.contains(#require(secret).prefix(32)))
  }

  /// A key file in another place goes on to be used.
  @Test func aKeyFileElsewhereStaysWhereItIs() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(
      rows: 2, protect: "<protect with=\"password\" keys=\"old.keys\"/>")
    let missing = try page.get("/api/job?file=spring.xml").json
    #expect(missing["key"]?["file"]?.string?.hasSuffix("/old.keys") == true)
    #expect(missing["key"]?["isThere"]?.bool == false)
    _ = try run(builtTool, ["key", "new", page.folder.path(of: "old.keys")])
    let answer = try Self.settings("spring.xml", page, [("title", "Spring")])
    #expect(answer.status == 200, "\(answer.body)")
    #expect(answer.json["key"]?["isThere"]?.bool == true)
    #expect(
      String(decoding: try page.folder.read("spring.xml"), as: UTF8.self).contains("old.keys"))
  }

  /// What would leave written tags behind is refused, and so is any change while tags are written.
  @Test func whatTagsDependOnStays() throws {
    let desk = try Desk()
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2)
    try desk.tell("remove")
    let page = try OpenedPage(in: folder, options: ["--reader", desk.reader]).start()
    #expect(
      try page.post(
        "/api/run",
        ["file": "spring.xml", "task": "write", "readers": [.string(desk.reader)]]
      ).status == 200)
    for (path, body) in [
      ("settings", try Self.settings("spring.xml", page, [("title", "x")])),
      ("key", try page.post("/api/key", ["file": "spring.xml"])),
    ] {
      #expect(body.json["name"]?.string == "busy", "\(path): \(body.body)")
    }
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    #expect(try page.post("/api/stop", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(try page.get("/api/settings?file=spring.xml").json["tagged"]?.number?.int == 1)
    #expect(
      try Self.settings("spring.xml", page, [], rows: [("copies", 2)]).json["name"]?.string
        == "copies-fixed")
    #expect(
      try Self.settings("spring.xml", page, [("protection", "password")]).json["name"]?.string
        == "password-fixed")
    let more = try Self.settings("spring.xml", page, [], rows: [("count", 3)])
    #expect(more.status == 200, "\(more.body)")
    #expect(more.json["check"]?["tags"]?.number?.int == 3)
  }
}
