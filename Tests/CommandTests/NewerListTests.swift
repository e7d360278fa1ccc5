// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A newer version of a job's list: what is different is shown, and what was shown is taken.
struct NewerListTests {
  private static let head = "id,city,link\n"

  private static func line(_ id: Int, _ city: String, _ link: String) -> String {
    "\(id),\(city),https://go.tagtag.shop/s/\(link)\n"
  }

  private static let old =
    head + line(1, "Berlin", "1") + line(2, "Hamburg", "2") + line(3, "Wien", "3")
    + line(4, "Bern", "4")
  /// Row 1 has another link, row 2 another name; row 3 is gone, and row 5 is new.
  private static let new =
    head + line(5, "Zug", "5") + line(1, "Berlin", "one") + line(2, "Altona", "2")
    + line(4, "Bern", "4")

  private static func writeJob(
    in folder: TemporaryDirectory, more: String = "", rows: String = ""
  ) throws {
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="stores"\(more)>
        <link>{+link}</link>
        <tags chips="NTAG213"/>
        <rows from="stores.csv"\(rows) id="{id}" label="{city}"/>
      </job>
      """, to: "stores.xml")
    try folder.write(old, to: "stores.csv")
  }

  private static func send(
    _ list: [UInt8], named name: String = "stores.csv", to page: OpenedPage
  ) throws -> String {
    let answer = try page.post("/api/upload?name=\(name)&as=newer", bytes: list)
    return try #require(answer.json["upload"]?.string, "\(answer.error)")
  }

  private static func compare(_ upload: String?, on page: OpenedPage) throws -> OpenedPage.Answer {
    try page.post(
      "/api/list",
      ["file": "stores.xml", "upload": .optional(upload), "before": .bool(upload == nil)])
  }

  private static func take(
    _ upload: String?, _ look: OpenedPage.Answer, on page: OpenedPage
  ) throws -> OpenedPage.Answer {
    try page.post(
      "/api/list/take",
      [
        "file": "stores.xml", "upload": .optional(upload), "before": .bool(upload == nil),
        "sign": .string(look.json["sign"]?.string ?? ""),
      ])
  }

  /// Each part with its rows: `changed 1/1: 1 Berlin a>b old`.
  private static func parts(_ look: OpenedPage.Answer) -> [String] {
    (look.json["parts"]?.elements ?? []).compactMap { part in
      guard let kind = part["kind"]?.string, let count = part["count"]?.number?.int, count > 0
      else { return nil }
      let rows = (part["rows"]?.elements ?? []).map { row in
        ["id", "formerLabel", "label", "old", "new", "tag"]
          .compactMap { row[$0]?.string?.replacing("https://go.tagtag.shop", with: "") }
          .joined(separator: " ")
      }
      return "\(kind) \(count): \(rows.joined(separator: ", "))"
    }
  }

  private static func text(_ name: String, in folder: TemporaryDirectory) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  /// Links on paper cannot follow the list; a name on it is nothing that someone would scan.
  @Test func rowsWithPrintedLabelsAreMarked() throws {
    let folder = try TemporaryDirectory()
    try Self.writeJob(in: folder)
    let page = try OpenedPage(in: folder).start()
    let upload = try Self.send(Array(Self.new.utf8), to: page)
    let before = try Self.compare(upload, on: page)
    #expect(before.json["outdatedLabels"]?.number?.int == 0)
    let seen = try page.get("/api/job?file=stores.xml").json["seen"]?.string
    let printed = try page.post(
      "/api/labels",
      ["file": "stores.xml", "sheet": "L7160", "all": true, "seen": .optional(seen)])
    #expect(printed.status == 200)
    // What was looked at before the labels were printed is not taken after that.
    #expect(try Self.take(upload, before, on: page).json["name"]?.string == "changed-meanwhile")
    let look = try Self.compare(upload, on: page)
    #expect(look.json["outdatedLabels"]?.number?.int == 2)
    let marked = (look.json["parts"]?.elements ?? []).flatMap { $0["rows"]?.elements ?? [] }
      .filter { $0["isPrinted"]?.bool == true }.compactMap { $0["id"]?.string }
    #expect(marked == ["1", "3"])
  }

  /// What is said before a list is taken is what the job says afterwards.
  @Test func asManyLabelsAreOutdatedAsWasSaid() throws {
    let desk = try Desk()
    let folder = desk.folder
    try Self.writeJob(in: folder)
    let page = try OpenedPage(in: folder).start()
    func seen() throws -> JSONValue {
      .optional(try page.get("/api/job?file=stores.xml").json["seen"]?.string)
    }
    let printed = try page.post(
      "/api/labels",
      ["file": "stores.xml", "sheet": "L7160", "all": true, "seen": try seen()])
    #expect(printed.status == 200, "\(printed.error)")
    func take(_ list: String) throws -> (said: Int?, is: Int?) {
      let upload = try Self.send(Array(list.utf8), to: page)
      let look = try Self.compare(upload, on: page)
      let taken = try Self.take(upload, look, on: page)
      #expect(taken.status == 200, "\(taken.error)")
      return (
        look.json["outdatedLabels"]?.number?.int,
        taken.json["outdated"]?["count"]?.number?.int ?? 0
      )
    }
    // The first row has a tag, with which its label goes.
    #expect(try desk.tagpress("write", "--first", "stores.xml").exit == .code(0))
    let first = try take(Self.new)
    #expect(first.said == 1 && first.is == 1)
    // Of a row that is as in the list before, and of one that was gone already.
    let second = try take(
      Self.head + Self.line(1, "Berlin", "one") + Self.line(2, "Hamburg", "two")
        + Self.line(4, "Bern", "4"))
    #expect(second.said == 2 && second.is == 2)
    let third = try take(
      Self.head + Self.line(1, "Berlin", "one") + Self.line(2, "Hamburg", "two")
        + Self.line(4, "Bern", "four"))
    #expect(third.said == 3 && third.is == 3)
  }

  /// Without ids, a row that is taken out gives all later ones the numbers of others.
  @Test(arguments: [("{number}", 2), ("{id}", 0)])
  func rowsThatWereOnlyMovedAreSaidToBe(_ id: String, _ moved: Int) throws {
    let folder = try TemporaryDirectory()
    try Self.writeJob(in: folder)
    let manifest = try Self.text("stores.xml", in: folder).replacing(
      "id=\"{id}\"", with: "id=\"\(id)\"")
    try folder.write(manifest, to: "stores.xml")
    let page = try OpenedPage(in: folder).start()
    let upload = try Self.send(
      Array(
        (Self.head + Self.line(1, "Berlin", "1") + Self.line(3, "Wien", "3")
          + Self.line(4, "Bern", "4")).utf8), to: page)
    let look = try Self.compare(upload, on: page)
    #expect(look.json["moved"]?.number?.int == moved)
  }

  @Test func whatIsTakenIsWhatWasShown() throws {
    let desk = try Desk()
    let folder = desk.folder
    try Self.writeJob(in: folder)
    #expect(try desk.tagpress("write", "--first", "stores.xml").exit == .code(0))
    let page = try OpenedPage(in: folder).start()
    let job = try page.get("/api/job?file=stores.xml").json
    #expect(job["place"]?.string == String(cString: realpath(folder.path, nil)))
    #expect(job["lists"]?.elements?.first?["hasFormer"]?.bool == false)
    let upload = try Self.send(Array(Self.new.utf8), to: page)
    let first = try Self.compare(upload, on: page)
    #expect(
      Self.parts(first) == [
        "changed 1: 1 Berlin Berlin /s/1 /s/one old", "gone 1: 3 Wien /s/3",
        "added 1: 5 Zug /s/5", "renamed 1: 2 Hamburg Altona /s/2 /s/2",
      ])
    #expect(first.json["same"]?.number?.int == 1 && first.json["oldTags"]?.number?.int == 1)
    #expect(first.json["isApproved"]?.bool == false)
    #expect(try Self.text("stores.csv", in: folder) == Self.old)

    // A tag was written, and then the list was saved, while someone looked.
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "stores.xml").exit == .code(0))
    #expect(try Self.take(upload, first, on: page).json["name"]?.string == "changed-meanwhile")
    let second = try Self.compare(upload, on: page)
    #expect(Self.parts(second).last == "renamed 1: 2 Hamburg Altona /s/2 /s/2 stays")
    try folder.write(Self.old + Self.line(6, "Linz", "6"), to: "stores.csv")
    #expect(try Self.take(upload, second, on: page).status == 409)
    #expect(try Self.text("stores.csv", in: folder).contains("Linz"))
    let third = try Self.compare(upload, on: page)
    #expect(Self.parts(third).contains("gone 2: 3 Wien /s/3, 6 Linz /s/6"))
    let taken = try Self.take(upload, third, on: page)
    #expect(taken.status == 200, "\(taken.error)")
    #expect(try Self.text("stores.csv", in: folder) == Self.new)
    #expect(taken.json["card"]?["isBehind"]?.bool == true)
    #expect(taken.json["lists"]?.elements?.first?["hasFormer"]?.bool == true)
    #expect(folder.entries.contains(".stores.csv.before"))
    // The same once more changes nothing.
    #expect(try Self.take(upload, third, on: page).status == 409)

    let back = try Self.compare(nil, on: page)
    #expect(Self.parts(back).first == "changed 1: 1 Berlin Berlin /s/one /s/1 right")
    #expect(back.json["oldTags"]?.number?.int == 0)
    #expect(try Self.take(nil, back, on: page).status == 200)
    #expect(try Self.text("stores.csv", in: folder).contains("Linz"))
    #expect(try Self.compare(upload, on: page).json["isTheSame"]?.bool == false)
  }

  @Test func aListOfAnotherKindIsNamedInTheManifest() throws {
    let folder = try TemporaryDirectory()
    try Self.writeJob(in: folder, rows: #" encoding = "utf-8" "#)
    let page = try OpenedPage(in: folder).start()
    let rows = Self.new.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    let upload = try Self.send(TableWorkbook(rows).xlsx, named: "Corrected.xlsx", to: page)
    let look = try Self.compare(upload, on: page)
    #expect(look.json["name"]?.string == "stores.xlsx" && Self.parts(look).count == 4)
    try folder.write("mine", to: "stores.xlsx")
    #expect(try Self.take(upload, look, on: page).json["name"]?.string == "name-taken")
    #expect(try Self.text("stores.xml", in: folder).contains("stores.csv"))
    unlink(folder.path(of: "stores.xlsx"))
    let taken = try Self.take(upload, look, on: page)
    #expect(taken.status == 200, "\(taken.error)")
    #expect(taken.json["check"]?["errors"]?.number?.int == 0)
    #expect(
      try Self.text("stores.xml", in: folder).contains(#"<rows from="stores.xlsx"  id="{id}""#))
    #expect(folder.entries == [".stores.csv.before", "stores.xlsx", "stores.xml"])
    let back = try Self.compare(nil, on: page)
    #expect(back.json["name"]?.string == "stores.csv")
    #expect(try Self.take(nil, back, on: page).status == 200)
    #expect(try Self.text("stores.csv", in: folder) == Self.old)
    #expect(folder.entries == [".stores.xlsx.before", "stores.csv", "stores.xml"])
  }

  @Test func whatDoesNotFitIsRefusedWithItsReason() throws {
    let folder = try TemporaryDirectory()
    try Self.writeJob(in: folder)
    let page = try OpenedPage(in: folder).start()
    func refusal(_ list: String, named name: String = "stores.csv") throws -> String? {
      let upload = try Self.send(Array(list.utf8), named: name, to: page)
      let answer = try Self.compare(upload, on: page)
      return answer.status == 200 ? nil : answer.json["name"]?.string
    }
    #expect(try refusal("id,town\n1,Berlin\n") == "unknown-variable")
    #expect(try refusal("id,city,link\n") == "no-rows")
    #expect(try refusal(Self.new, named: "stores.doc") == "not-a-list")
    #expect(try Self.compare(nil, on: page).json["name"]?.string == "no-former")
    #expect(try page.post("/api/upload?name=a.csv&as=newer", bytes: []).status == 409)
    // A list with some errors fits: they are in its cells then.
    #expect(try refusal(Self.new + "7,Graz,htps:/graz\n") == nil)
    // The name of a job's list, whatever its ending.
    for (name, jobs) in [("STORES.xlsx", ["stores.xml"]), ("stores2.csv", [])] {
      let found = try page.post("/api/list/jobs", ["name": .string(name)]).json["jobs"]
      #expect(found?.elements?.compactMap { $0["file"]?.string } == jobs, "\(name)")
    }
    // A link to elsewhere is not written through.
    let upload = try Self.send(Array(Self.new.utf8), to: page)
    rename(folder.path(of: "stores.csv"), folder.path(of: "kept.csv"))
    symlink("kept.csv", folder.path(of: "stores.csv"))
    #expect(try Self.compare(upload, on: page).json["name"]?.string == "foreign-file")
    unlink(folder.path(of: "stores.csv"))
    // A list that has gone is one that every row of the new one is added to.
    let look = try Self.compare(upload, on: page)
    #expect(Self.parts(look).first?.hasPrefix("added 4: ") == true)
    #expect(try Self.take(upload, look, on: page).status == 200)
    #expect(try Self.text("stores.csv", in: folder) == Self.new)
  }

  @Test func whileTagsAreWrittenTheListStays() throws {
    let desk = try Desk()
    try Self.writeJob(in: desk.folder)
    let page = try OpenedPage(in: desk.folder, options: ["--reader", desk.reader]).start()
    let upload = try Self.send(Array(Self.new.utf8), to: page)
    let look = try Self.compare(upload, on: page)
    let order: JSONValue = [
      "file": "stores.xml", "task": "write", "readers": .array([.string(desk.reader)]),
    ]
    let begun = try page.post("/api/run", order)
    #expect(begun.status == 200, "\(begun.error)")
    #expect(try Self.take(upload, look, on: page).json["name"]?.string == "busy")
    #expect(try Self.compare(upload, on: page).json["name"]?.string == "busy")
    let run = try page.waitForRun { $0["counts"]?["done"]?.number?.int == 1 }
    _ = try page.post("/api/stop", ["run": .integer(run["number"]?.number?.int ?? 0)])
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    // The tag that was written meanwhile was not shown.
    #expect(try Self.take(upload, look, on: page).json["name"]?.string == "changed-meanwhile")
    #expect(try Self.text("stores.csv", in: desk.folder) == Self.old)
  }

  @Test func onlyTheJobsOwnFolderIsShown() throws {
    let tools = try TemporaryDirectory()
    try tools.write(
      "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" > '\(tools.path)/asked.new'\n"
        + "mv '\(tools.path)/asked.new' '\(tools.path)/asked'\n", to: "xdg-open")
    chmod(tools.path(of: "xdg-open"), 0o755)
    let folder = try TemporaryDirectory()
    try Self.writeJob(in: folder)
    let page = try OpenedPage(
      in: folder, environment: ["DISPLAY=:9", "PATH=\(tools.path):/usr/bin:/bin"]
    ).start()
    for file in ["../stores.xml", "/etc/passwd", "stores.csv", ""] {
      #expect(try page.post("/api/show", ["file": .string(file), "place": "/etc"]).status == 409)
    }
    let shown = try page.post("/api/show", ["file": "stores.xml", "place": "/etc", "path": "/"])
    #expect(shown.status == 200, "\(shown.error)")
    while access(tools.path(of: "asked"), R_OK) != 0 { usleep(10_000) }
    let place = String(cString: realpath(folder.path, nil))
    #expect(try Self.text("asked", in: tools) == "1\n\(place)\n")
    let without = try OpenedPage(in: folder, environment: ["-u", "DISPLAY"]).start()
    let refused = try without.post("/api/show", ["file": "stores.xml"])
    #expect(refused.json["name"]?.string == "no-desktop")
  }
}
