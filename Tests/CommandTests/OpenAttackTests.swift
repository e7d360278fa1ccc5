// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// What a page, or a folder from elsewhere, may try.
struct OpenAttackTests {
  private static let link = "https://go.tagtag.shop/s/{store}"
  private static let sheet = "store,city\n1001,Berlin\n1002,Hamburg\n"

  private static func opened() throws -> (page: OpenedPage, file: String) {
    let page = try OpenedPage().start()
    return (page, try page.makeJob("spring", from: sheet, link: link))
  }

  @Test(arguments: ["spring.keys", "other.xml", "spring.ledger", "spring.witness", "job.rng"])
  func nothingElseIsShownAsAList(_ name: String) throws {
    let (page, file) = try Self.opened()
    try page.folder.write("tagpress password key\nkey: 00112233\n", to: "spring/\(name)")
    let before = String(decoding: try page.folder.read(file), as: UTF8.self)
    let changed = before.replacing("stores.csv", with: name)
    let saved = try page.saveManifest(file, changed)
    #expect(saved.json["name"]?.string == "no-sheet", "\(saved.body)")
    // Nor if it is in the manifest already.
    try page.folder.write(changed, to: file)
    for path in ["/api/sheet?file=\(file)", "/api/sheet?file=\(file)&sheet=spring/\(name)"] {
      #expect(!(try page.get(path)).body.contains("00112233"))
    }
    let cell: JSONValue = [
      "file": .string(file), "sheet": .string("spring/\(name)"), "cell": "A2", "value": "x",
    ]
    #expect(try page.post("/api/cell", cell).status == 409)
    #expect(
      String(decoding: try page.folder.read("spring/\(name)"), as: UTF8.self).contains("00112233"))
  }

  @Test func noNumberEndsTheProgram() throws {
    let (page, file) = try Self.opened()
    let manifest = String(decoding: try page.folder.read(file), as: UTF8.self)
    for number in ["-9223372036854775808", "9223372036854775807", "-1", "1e99", "x", ""] {
      _ = try page.get("/api/sheet?file=\(file)&from=\(number)&count=\(number)")
      _ = try page.get("/api/row?file=\(file)&number=\(number)")
      try page.folder.write(
        manifest.replacing(
          "<rows ", with: "<!-- header=\"\(number)\" --><rows header=\"\(number)\" "),
        to: file)
      _ = try page.get("/api/sheet?file=\(file)")
      _ = try page.get("/api/job?file=\(file)")
      try page.folder.write(manifest, to: file)
    }
    for seed in [-1, Int.min, Int.max] {
      let run = try page.post(
        "/api/run",
        [
          "file": .string(file), "task": "rehearse", "fast": true, "seed": .integer(seed),
          "count": .integer(seed), "tags": .integer(seed),
        ])
      #expect(run.status == 200, "\(run.error)")
      _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    }
    #expect(try page.get("/api/state").status == 200)
  }

  @Test func pipesAndLinksKeepNoOne() throws {
    let (page, file) = try Self.opened()
    mkfifo(page.folder.path(of: "pipe.xml"), 0o600)
    symlink(page.folder.path(of: file), page.folder.path(of: "link.xml"))
    symlink("/", page.folder.path(of: "root"))
    let jobs = try page.get("/api/state").json["jobs"]?.elements ?? []
    #expect(jobs.compactMap { $0["file"]?.string } == [file])
  }

  enum NoList: CaseIterable {
    case pipe
    case folder
    case linkToADevice
  }

  /// Who opens a pipe would wait for someone who writes into it.
  @Test(arguments: NoList.allCases) func aListThatIsNoFileKeepsNoOne(_ kind: NoList) throws {
    let (page, file) = try Self.opened()
    let list = page.folder.path(of: "spring/stores.csv")
    unlink(list)
    switch kind {
    case .pipe: mkfifo(list, 0o600)
    case .folder: mkdir(list, 0o700)
    case .linkToADevice: symlink("/dev/zero", list)
    }
    let job = try page.get("/api/job?file=\(file)").json
    #expect(job["check"]?["errors"]?.number?.int ?? 0 > 0)
    // What was not read stands for nothing that someone could sign.
    #expect(job["seen"]?.string == "" || kind == .linkToADevice)
    for path in ["sheet?file=\(file)", "row?file=\(file)&number=1", "report?file=\(file)"] {
      #expect(try page.get("/api/\(path)").status == 409, "\(path)")
    }
    #expect(try page.get("/api/site?file=\(file)").status == 200)
    let orders: [(path: String, more: [(key: String, value: JSONValue)])] = [
      ("cell", [("cell", "A2"), ("value", "1")]), ("run", [("task", "write")]),
      ("run", [("task", "rehearse")]), ("approve", [("by", "Anna"), ("seen", "")]),
      ("labels", [("sheet", "L7160")]),
    ]
    for (path, more) in orders {
      let order = JSONValue.object([("file", .string(file))] + more)
      #expect(try page.post("/api/\(path)", order).status == 409, "\(path) \(more)")
    }
    #expect(try page.get("/api/state").json["jobs"]?.elements?.count == 1)
  }

  @Test func onlyTheCellThatWasSeenIsChanged() throws {
    let page = try OpenedPage().start()
    let file = try page.makeJob(
      "spring", from: "id,n\na,1\nb\nc,2,3\n", link: "https://go.tagtag.shop/{id}")
    let before = try page.folder.read("spring/stores.csv")
    func change(_ cell: String, _ was: String?, _ value: String) throws -> OpenedPage.Answer {
      let members: [(key: String, value: JSONValue)] = [
        ("file", .string(file)), ("cell", .string(cell)), ("value", .string(value)),
        ("was", .optional(was)),
      ]
      return try page.post("/api/cell", .object(members))
    }
    // The reader fills up a row that is too short; in the file, there is no such cell.
    #expect(try change("B3", "", "new").json["name"]?.string == "cell-elsewhere")
    #expect(try change("B2", "7", "8").json["name"]?.string == "changed-meanwhile")
    #expect(try page.folder.read("spring/stores.csv") == before)
    #expect(try change("B2", "1", "8").status == 200)
    #expect(
      String(decoding: try page.folder.read("spring/stores.csv"), as: UTF8.self)
        == "id,n\na,8\nb\nc,2,3\n")
  }

  @Test func listThatGrewIsNotWhole() throws {
    let desk = try Desk()
    try desk.tell("remove")
    let page = try OpenedPage(options: ["--reader", desk.reader]).start()
    let file = try page.makeJob("spring", from: Self.sheet, link: Self.link)
    let run: JSONValue = [
      "file": .string(file), "task": "write", "readers": .array([.string(desk.reader)]),
    ]
    #expect(try page.post("/api/run", run).status == 200)
    try desk.tell("present 1")
    _ = try page.waitForRun { $0["counts"]?["ok"]?.number?.int == 1 }
    try desk.tell("present 2")
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(try page.get("/api/report?file=\(file)").json["isWhole"]?.bool == true)
    try page.folder.write(Self.sheet + "1003,Bremen\n", to: "spring/stores.csv")
    let report = try page.get("/api/report?file=\(file)").json
    #expect(report["isWhole"]?.bool == false && report["isBehind"]?.bool == true)
    let card = try page.get("/api/state").json["jobs"]?.elements?.first
    #expect(card?["isBehind"]?.bool == true)
  }

  @Test func namesOfALedgerAreTaken() throws {
    let page = try OpenedPage().start()
    for ending in ["ledger", "ledger-wal", "ledger-shm", "ledger-journal", "witness"] {
      let survey = try page.post(
        "/api/upload?name=new.\(ending)", bytes: Array(Self.sheet.utf8))
      let upload = try #require(survey.json["upload"]?.string)
      let made = try page.post(
        "/api/new", ["name": "new", "upload": .string(upload), "link": .string(Self.link)])
      #expect(made.json["name"]?.string == "name-taken", "\(ending)")
    }
    for numbers in [(5, 1), (1, Int.max)] {
      let made = try page.post(
        "/api/new",
        [
          "name": "box", "template": "numbers", "link": "https://go.tagtag.shop/{number}",
          "from": .integer(numbers.0), "to": .integer(numbers.1),
        ])
      #expect(made.json["name"]?.string == "bad-numbers")
    }
    let pdf = try page.post("/api/upload?name=list.csv", bytes: Array("%PDF-1.4".utf8))
    #expect(pdf.json["name"]?.string == "pdf")
    // A picture would be read as a list of strange letters.
    let picture: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0,
      1,
      0x2C, 0, 0, 0, 0xC8, 8, 6, 0, 0, 0,
    ]
    let logo = try page.post("/api/upload?name=logo.png", bytes: picture)
    #expect(logo.json["name"]?.string == "not-a-list", "\(logo.body)")
    let wide = "name\tlink\nA\thttps://go.tagtag.shop/1\n".utf16.flatMap { [UInt8($0 & 0xFF), 0] }
    let list = try page.post("/api/upload?name=list.txt", bytes: [0xFF, 0xFE] + wide)
    #expect(list.json["name"]?.string != "not-a-list", "\(list.body)")
    #expect(try page.get("/api/state").json["jobs"]?.elements?.isEmpty == true)
  }
}
