// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A job on the page, from the sheet to the report.
struct OpenJobPageTests {
  private static let link = "https://go.tagtag.shop/s/{store}"

  private static let sheet =
    "store,city,note\n1001,Berlin,\"two\nlines\"\n1002,Hamburg ,\n1003, Köln,\"say \"\"hi\"\"\"\n"

  @Test func sheetBecomesAJob() throws {
    let page = try OpenedPage().start()
    let survey = try page.post("/api/upload?name=stores.csv", bytes: Array(Self.sheet.utf8)).json
    #expect(survey["rows"]?.number?.int == 3)
    #expect(
      survey["columns"]?.elements?.compactMap { $0["variable"]?.string } == [
        "store", "city", "note",
      ])
    #expect(survey["link"]?.string == "https://go.example.com/{store}")
    #expect(survey["jobName"]?.string == "stores")
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    #expect(file == "spring/spring.xml")
    let cards = try page.get("/api/state").json["jobs"]?.elements ?? []
    #expect(cards.compactMap { $0["file"]?.string } == [file])
    let job = try page.get("/api/job?file=\(file)").json
    #expect(job["check"]?["tags"]?.number?.int == 3)
    let row = try page.get("/api/row?file=\(file)&id=1003").json
    #expect(row["link"]?.string == "https://go.tagtag.shop/s/1003")
    #expect(row["number"]?.number?.int == 3)
    let hex = row["bytes"]?.elements?.compactMap { $0["hex"]?.string }.joined(separator: " ")
    let plan = try tagpress("ndef", "encode", "https://go.tagtag.shop/s/1003")
    #expect(hex?.replacing(" ", with: "").lowercased() == String(plan.output.dropLast()))
  }

  /// What a page says of a list before it makes a job of it is in the words of that list.
  @Test func aSheetIsShownAsItsOwnerKnowsIt() throws {
    let page = try OpenedPage().start()
    var table = TableWorkbook([["Artikel-Nr.", "Preis", "Anzahl"], ["0017", "12,90", "three"]])
    table.cells = ["12,90": "<c><v>12.9</v></c>", "three": "<c><v>3</v></c>"]
    let survey = try page.post(
      "/api/upload?name=Schilder%20Fr%C3%BChjahr%20(neu).xlsx", bytes: table.xlsx
    ).json
    #expect(survey["jobName"]?.string == "Schilder Frühjahr (neu)")
    #expect(
      survey["notes"]?.elements?.compactMap { $0["values"]?["column"]?.string }
        == ["Artikel-Nr.", "Artikel-Nr."])
    // A row that is there twice leaves nothing to call the rows by but their numbers.
    let twice = try page.post(
      "/api/upload?name=a.csv", bytes: Array("nr,city\n1,Bonn\n1,Bonn\n".utf8))
    #expect(twice.json["notes"]?.elements?.contains { $0["name"]?.string == "id-number" } == true)
    #expect(twice.body.contains("a row is there twice"))
    // A decimal sign depends on the language, and no link has it.
    #expect(
      survey["columns"]?.elements?.map { $0["isUnsure"]?.bool } == [false, true, false])
  }

  @Test func cellsAreFoundAndChanged() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    let sheet = try page.get("/api/sheet?file=\(file)&from=1&count=10").json
    #expect(sheet["columns"]?.elements?.compactMap(\.string) == ["A", "B", "C"])
    let rows = sheet["rows"]?.elements ?? []
    #expect(rows.map { $0["row"]?.number?.int } == [2, 3, 4])
    #expect(sheet["headings"]?.elements?.compactMap(\.string) == ["store", "city", "note"])
    #expect(rows[0]["cells"]?.elements?.compactMap(\.string) == ["1001", "Berlin", "two\nlines"])

    // Behind a value of two lines, at an umlaut, in quotes, and with what needs quotes.
    for (cell, value) in [
      ("B4", "Köln, Süd"), ("B3", "Hamburg"), ("C4", "a \"b\""), ("C3", " x"), ("C2", "1;2"),
    ] {
      let answer = try page.post(
        "/api/cell", ["file": .string(file), "cell": .string(cell), "value": .string(value)])
      #expect(answer.status == 200, "\(cell) \(answer.error)")
      let rows = try page.get("/api/sheet?file=\(file)&from=1&count=10").json["rows"]?.elements
      let column = try #require(["A", "B", "C"].firstIndex(of: String(cell.prefix(1))))
      let number = try #require(Int(cell.dropFirst()))
      #expect(rows?[number - 2]["cells"]?.elements?[column].string == value)
    }
    let text = String(decoding: try page.folder.read("spring/stores.csv"), as: UTF8.self)
    #expect(
      text == "store,city,note\n1001,Berlin,\"1;2\"\n1002,Hamburg,\" x\"\n"
        + "1003,\"Köln, Süd\",\"a \"\"b\"\"\"\n")
    for (cell, value) in [
      ("D2", "x"), ("A9", "x"), ("", "x"), ("A0", "x"), ("AAAA1", "x"), ("2", "x"),
      ("B2", "two\nlines"), ("ÄB2", "x"),
    ] {
      let answer = try page.post(
        "/api/cell", ["file": .string(file), "cell": .string(cell), "value": .string(value)])
      #expect(answer.status >= 400, "\(cell)")
    }
    #expect(String(decoding: try page.folder.read("spring/stores.csv"), as: UTF8.self) == text)
  }

  @Test func findingsHaveTheirCellsAndCures() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob(
      "spring",
      from: "id,link\na,\"https://go.tagtag.shop/\n1\"\nb,https://go.tagtag.shop/2\nc,htp:/x\n",
      link: "{+link}")
    let findings = try page.get("/api/job?file=\(file)").json["check"]?["findings"]?.elements ?? []
    let cells = findings.compactMap { $0["cell"]?.string }
    #expect(cells.contains("B2") && cells.contains("B4"))
    let only = try page.get("/api/sheet?file=\(file)&only=findings").json
    #expect(only["total"]?.number?.int == 2)
    #expect(only["rows"]?.elements?.compactMap { $0["row"]?.number?.int } == [2, 4])

    // Without the trim that the new job has, spaces are warned of, and a button puts it back.
    let other = try page.makeJob("other", from: Self.sheet, link: Self.link + "?c={city}")
    let manifest = try #require(try page.get("/api/job?file=\(other)").json["manifest"]?.string)
    #expect(manifest.contains(" trim=\"yes\""))
    let without = manifest.replacing(" trim=\"yes\"", with: "")
    let saved = try page.saveManifest(other, without)
    let warned = saved.json["check"]?["findings"]?.elements ?? []
    let cures = warned.flatMap { $0["cures"]?.elements ?? [] }
    let cure = try #require(cures.first)
    #expect(cure["kind"]?.string == "trim")
    let cured = try page.post(
      "/api/cure", ["file": .string(other), "manifest": .string(without), "kind": "trim"])
    #expect(cured.json["check"]?["warnings"]?.number?.int == 0)
    #expect(cured.json["manifest"]?.string?.contains("<rows trim=\"yes\" from=") == true)
  }

  @Test func anotherColumnIsTakenWithAButton() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    let manifest = String(decoding: try page.folder.read(file), as: UTF8.self)
    func cures(_ changes: [(old: String, new: String)]) throws -> [JSONNode] {
      var text = manifest
      for change in changes { text = text.replacing(change.old, with: change.new) }
      try page.folder.write(text, to: file)
      let check = try page.get("/api/job?file=\(file)").json["check"]
      let found = check?["findings"]?.elements?.first { $0["rule"]?.string == "unknown-variable" }
      return try #require(found)["cures"]?.elements ?? []
    }
    // A value that is in the link by its name would be another one for the website.
    #expect(try cures([("/s/{store}", "/s{?stor,city}")]).isEmpty)
    // Of two lists, only one may lack it.
    let rows = "<rows from=\"stores.csv\" id=\"{store}\"/>"
    #expect(try cures([("/s/{store}", "/s/{stor}"), ("</job>", "\(rows)</job>")]).isEmpty)

    let offered = try cures([("/s/{store}", "/s/{+city}/{stor:3}")])
    #expect(offered.allSatisfy { $0["kind"]?.string == "column" && $0["was"]?.string == "stor" })
    #expect(offered.compactMap { $0["value"]?.string } == ["store", "city", "note", "number"])
    let wrong = String(decoding: try page.folder.read(file), as: UTF8.self)
    let cured = try page.post(
      "/api/cure",
      [
        "file": .string(file), "manifest": .string(wrong), "kind": "column", "value": "store",
        "name": "stor",
      ])
    #expect(
      cured.json["manifest"]?.string
        == manifest.replacing("/s/{store}", with: "/s/{+city}/{store:3}"))
    let hostile = try page.post(
      "/api/cure",
      [
        "file": .string(file), "manifest": .string(wrong), "kind": "column", "value": "a\"/>",
        "name": "store",
      ])
    #expect(hostile.status == 400)
  }

  @Test func lettersAreAskedAbout() throws {
    let page = try OpenedPage().start()
    let bytes = Array("id;city\n1;M".utf8) + [0xFC] + Array("nchen\n".utf8)
    let survey = try page.post("/api/upload?name=stores.csv", bytes: bytes).json
    let upload = try #require(survey["upload"]?.string)
    let encoding = try #require(survey["question"]?["first"]?["encoding"]?.string)
    #expect(survey["question"]?["first"]?["text"]?.string == "München")
    let stated = try page.post(
      "/api/survey", ["upload": .string(upload), "encoding": .string(encoding)])
    #expect(stated.json["question"]?.string == nil && stated.json["rows"]?.number?.int == 1)
    let made = try page.post(
      "/api/new",
      [
        "name": "city", "upload": .string(upload), "encoding": .string(encoding),
        "link": "https://go.tagtag.shop/{city}",
      ])
    let file = try #require(made.json["file"]?.string)
    let row = try page.get("/api/row?file=\(file)&number=1").json
    #expect(row["link"]?.string == "https://go.tagtag.shop/M%C3%BCnchen")
  }

  /// What a page sends to have another file read, or a key used.
  @Test(arguments: [
    ("stores.csv", "/etc/passwd"), ("stores.csv", "../stores.csv"), ("stores.csv", "sub/x.csv"),
    ("stores.csv", ".hidden.csv"), ("stores.csv", "missing.csv"), ("stores.csv", "&#47;etc/passwd"),
    ("stores.csv", "link.csv"),
  ]) func pageNamesNoOtherFile(_ change: (from: String, to: String)) throws {
    let page = try OpenedPage().start()
    try page.folder.write("id\n1\n", to: "stores.csv")
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    try page.folder.write("store\n1\n", to: "spring/.hidden.csv")
    symlink("/etc/passwd", page.folder.path(of: "spring/link.csv"))
    let before = try page.folder.read(file)
    let text = String(decoding: before, as: UTF8.self)
      .replacing("from=\"\(change.from)\"", with: "from=\"\(change.to)\"")
    let answer = try page.saveManifest(file, text)
    #expect(answer.status == 409)
    #expect(answer.error.hasPrefix("Not saved."), "\(answer.error)")
    #expect(try page.folder.read(file) == before)
    let left = try run("/bin/ls", ["-A", page.folder.path(of: "spring")]).output
    #expect(!left.contains("page-"))
  }

  @Test(arguments: ["/etc/passwd", "../other.keys", "missing.keys", ".x.keys"])
  func pageNamesNoOtherKey(_ keys: String) throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    let before = try page.folder.read(file)
    let text = String(decoding: before, as: UTF8.self).replacing(
      "  <rows", with: "  <protect with=\"password\" keys=\"\(keys)\"/>\n  <rows")
    let answer = try page.saveManifest(file, text)
    #expect(answer.status == 409)
    #expect(answer.json["name"]?.string == "foreign-file", "\(answer.body)")
    #expect(try page.folder.read(file) == before)
  }

  @Test func jobsOutsideAreNone() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    for other in [
      "../spring.xml", "/etc/passwd", "spring/../spring/spring.xml", "spring/stores.csv", "",
      "./\(file)",
    ] {
      #expect(try page.get("/api/job?file=\(other)").status == 409, "\(other)")
    }
    for name in ["../x", "/tmp/x", ".x", "a/b", "x.xml", ""] {
      let answer = try page.post("/api/new", ["name": .string(name), "template": "one-link"])
      #expect(answer.status == 409, "\(name)")
    }
    for name in ["../x.keys", "spring.keys", ".hidden", ""] {
      #expect(try page.post("/api/upload?name=\(name)", bytes: [65]).status == 409, "\(name)")
    }
    #expect(try page.get("/api/nothing").status == 404)
    #expect(try page.post("/api/job", [:]).status == 404)
    #expect(try page.post("/api/new", bytes: Array("{".utf8)).status == 400)
  }

  @Test func templatesAndNumbersBecomeJobs() throws {
    let page = try OpenedPage().start()
    let made = try page.post(
      "/api/new",
      [
        "name": "box", "template": "numbers", "link": "https://go.tagtag.shop/{number}",
        "from": 1001,
        "to": 1010,
      ])
    let file = try #require(made.json["file"]?.string)
    let job = try page.get("/api/job?file=\(file)").json
    #expect(job["check"]?["tags"]?.number?.int == 10)
    let last = try page.get("/api/row?file=\(file)&number=10").json
    #expect(last["link"]?.string == "https://go.tagtag.shop/01010")
    #expect(try page.get("/api/templates").json["templates"]?.elements?.isEmpty == false)
  }
}
