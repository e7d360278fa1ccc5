// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing
import Threads

/// Files that someone saves while a page shows them, changes them, or has them signed.
struct FilesChangedMeanwhileTests {
  /// A list that was sorted meanwhile may have the same value there, in the row of something else.
  @Test func aCellIsChangedInTheRowThatWasSeen() throws {
    let page = try OpenedPage().start()
    let heading = String(repeating: "n", count: 2100)
    func list(_ rows: String...) -> String { "id,\(heading)\n" + rows.joined() }
    let file = try page.makeJob(
      "spring", from: "id,n\na,1\n", link: "https://go.tagtag.shop/{id}")
    let name = "spring/stores.csv"
    try page.folder.write(list("a,1\n", "b,1\n"), to: name)
    let sheet = try page.get("/api/sheet?file=\(file)").json
    func row(_ node: JSONNode?) -> JSONValue {
      .array((node?.elements ?? []).compactMap(\.string).map { .string($0) })
    }
    func change(_ cell: String, _ was: String, _ row: JSONValue) throws -> OpenedPage.Answer {
      try page.post(
        "/api/cell",
        [
          "file": .string(file), "sheet": .string(name), "cell": .string(cell),
          "was": .string(was), "row": row, "value": "8",
        ])
    }
    let first = sheet["rows"]?.elements?.first?["cells"]
    #expect(first?.elements?.compactMap(\.string) == ["a", "1"])
    let sorted = list("b,1\n", "a,1\n")
    try page.folder.write(sorted, to: name)
    #expect(try change("B2", "1", row(first)).json["name"]?.string == "changed-meanwhile")
    #expect(String(decoding: try page.folder.read(name), as: UTF8.self) == sorted)
    #expect(try change("B2", "1", ["b", "1"]).status == 200)
    #expect(String(decoding: try page.folder.read(name), as: UTF8.self) == list("b,8\n", "a,1\n"))
    // Of what is very long, only the beginning is shown.
    #expect(sheet["shortened"]?.elements?.compactMap(\.string) == ["B1"])
    #expect(try change("A1", "id", row(sheet["headings"])).status == 200)
    #expect(
      String(decoding: try page.folder.read(name), as: UTF8.self)
        == list("b,8\n", "a,1\n").replacing("id,", with: "8,"))
  }

  /// Where a cell is was looked up in one reading of the list, and changed in another one.
  @Test func aListThatIsSavedAllTheTimeEndsNothing() throws {
    let (short, long) = ("id,n\na,1\n", "id,n\na,\(String(repeating: "1", count: 5000))\n")
    let page = try OpenedPage().start()
    let file = try page.makeJob("spring", from: short, link: "https://go.tagtag.shop/{id}")
    let folder = page.folder
    for (text, name) in [(short, "short"), (long, "long")] { try folder.write(text, to: name) }
    let isOver = Guarded(false)
    // It saves as editors do: the list is there at any moment.
    let editor = startThread {
      var isLong = false
      while !isOver.withLock({ $0 }) {
        isLong.toggle()
        Glibc.link(folder.path(of: isLong ? "long" : "short"), folder.path(of: "next"))
        rename(folder.path(of: "next"), folder.path(of: "spring/stores.csv"))
        usleep(20)
      }
    }
    defer {
      isOver.withLock { $0 = true }
      editor?.join()
    }
    let order: JSONValue = ["file": .string(file), "cell": "B2", "value": "2"]
    var said: Set<String> = []
    for _ in 0..<200 {
      let answer = try page.post("/api/cell", order)
      said.insert(answer.status == 200 ? "changed" : answer.json["name"]?.string ?? answer.body)
      let list = String(decoding: try folder.read("spring/stores.csv"), as: UTF8.self)
      #expect([short, long, "id,n\na,2\n"].contains(list), "\(list.prefix(40))")
    }
    #expect(said == ["changed", "changed-meanwhile"])
    #expect(try page.get("/api/state").status == 200)
  }

  private static func manifest(_ link: String, _ more: String = "") -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>\(link)</link>
      <tags chips="NTAG213"/>\(more)
      <rows from="stores.csv" id="{store}"/>
    </job>
    """
  }

  /// All rows are read before a manifest is saved, and an editor may save it then.
  @Test func aManifestThatWasSavedMeanwhileIsKept() throws {
    let page = try OpenedPage().start()
    let was = Self.manifest("https://go.tagtag.shop/s/{store}")
    let others = Self.manifest("https://go.tagtag.shop/t/{store}")
    try page.folder.write("store\n" + (1...100_000).map { "\($0)\n" }.joined(), to: "stores.csv")
    try page.folder.write(was, to: "spring.xml")
    let own = was.replacing("/s/", with: "/own/")
    let order: JSONValue = ["file": "spring.xml", "was": .string(was), "text": .string(own)]
    let saving = page.begin("/api/manifest", order)
    // The page's draft is judged as long as it is there.
    while !page.folder.entries.contains(where: { $0.hasPrefix(".spring.xml.page-") }) {
      try #require(!saving.hasNews(milliseconds: 1))
    }
    try page.folder.write(others, to: "spring.xml")
    #expect(try page.answer(of: saving).json["name"]?.string == "changed-meanwhile")
    #expect(String(decoding: try page.folder.read("spring.xml"), as: UTF8.self) == others)
    #expect(page.folder.entries == ["spring.xml", "stores.csv"])
  }

  /// A link or a cure is about the manifest that was shown with it.
  @Test(arguments: ["link", "cure"]) func aChangeIsMadeInWhatWasSeen(_ path: String) throws {
    let page = try OpenedPage().start()
    try page.folder.write("store\n1\n", to: "stores.csv")
    let was = Self.manifest("https://go.tagtag.shop/s/{store}")
    let others = Self.manifest("https://go.tagtag.shop/t/{store}")
    try page.folder.write(was, to: "spring.xml")
    let shown = try #require(try page.get("/api/job?file=spring.xml").json["manifest"]?.string)
    try page.folder.write(others, to: "spring.xml")
    func change(_ manifest: String?) throws -> OpenedPage.Answer {
      let members: [(key: String, value: JSONValue)] = [
        ("file", "spring.xml"), ("link", "https://go.tagtag.shop/own/{store}"), ("kind", "trim"),
        ("manifest", .optional(manifest)),
      ]
      return try page.post("/api/\(path)", .object(members))
    }
    #expect(try change(shown).json["name"]?.string == "changed-meanwhile")
    #expect(try change(nil).status == 400)
    #expect(String(decoding: try page.folder.read("spring.xml"), as: UTF8.self) == others)
    #expect(try change(others).status == 200)
    #expect(String(decoding: try page.folder.read("spring.xml"), as: UTF8.self) != others)
  }

  /// What is no text is shown with signs in its place; it was not changed by anyone.
  @Test func aManifestThatIsNoTextCanBeReplaced() throws {
    let page = try OpenedPage().start()
    try page.folder.write("store\n1\n", to: "stores.csv")
    let good = Self.manifest("https://go.tagtag.shop/s/{store}")
    try page.folder.write(Array(good.utf8) + Array("<!-- M".utf8) + [0xFC, 0x20], to: "spring.xml")
    let shown = try #require(try page.get("/api/job?file=spring.xml").json["manifest"]?.string)
    let saved = try page.post(
      "/api/manifest", ["file": "spring.xml", "was": .string(shown), "text": .string(good)])
    #expect(saved.status == 200, "\(saved.error)")
    #expect(String(decoding: try page.folder.read("spring.xml"), as: UTF8.self) == good)
  }

  /// What stands for the files stands for those in which the warnings were found.
  @Test func nothingIsSignedThatWasNotShown() throws {
    let page = try OpenedPage().start()
    let folder = page.folder
    try folder.write("store,link\n1,https://go.tagtag.shop/1\n", to: "plain.csv")
    try folder.write("store,link\n1,http://go.tagtag.shop/1\n", to: "warned.csv")
    symlink("plain.csv", folder.path(of: "stores.csv"))
    try folder.write(Self.manifest("{+link}"), to: "spring.xml")
    let isOver = Guarded(false)
    let editor = startThread {
      var isWarned = false
      while !isOver.withLock({ $0 }) {
        isWarned.toggle()
        symlink(isWarned ? "warned.csv" : "plain.csv", folder.path(of: "next"))
        rename(folder.path(of: "next"), folder.path(of: "stores.csv"))
        usleep(20)
      }
    }
    defer {
      isOver.withLock { $0 = true }
      editor?.join()
    }
    var counts: [String: Set<Int>] = [:]
    for _ in 0..<200 {
      let job = try page.get("/api/job?file=spring.xml").json
      let seen = try #require(job["seen"]?.string)
      let count = try #require(job["warnings"]?["count"]?.number?.int)
      // The files come first, and the warnings behind them. Nothing stands for a mix of two lists.
      if !seen.isEmpty { counts[String(seen.prefix(64)), default: []].insert(count) }
    }
    #expect(counts.count == 2 && counts.values.allSatisfy { $0.count == 1 }, "\(counts)")
    #expect(Set(counts.values).count == 2, "\(counts)")
  }

  /// What is approved is a job with this key.
  @Test func noApprovalIsOfAKeyThatWasNotThere() throws {
    let page = try OpenedPage().start()
    for name in ["spring.keys", "other.keys"] {
      #expect(try tagpress("key", "new", name, directory: page.folder.path).exit == .code(0))
    }
    let parts = #"<approval needed="yes"/><protect with="password" keys="spring.keys"/>"#
    try page.folder.write("store\n1\n", to: "stores.csv")
    try page.folder.write(
      Self.manifest("https://go.tagtag.shop/s/{store}", parts), to: "spring.xml")
    func approve(_ seen: String) throws -> String? {
      let answer = try page.post(
        "/api/approve", ["file": "spring.xml", "by": "Anna Schmidt", "seen": .string(seen)])
      return answer.json["name"]?.string ?? answer.json["approval"]?["state"]?.string
    }
    func seen() throws -> String {
      try #require(try page.get("/api/job?file=spring.xml").json["seen"]?.string)
    }
    let first = try seen()
    rename(page.folder.path(of: "other.keys"), page.folder.path(of: "spring.keys"))
    #expect(try approve(first) == "changed-meanwhile")
    #expect(try approve(try seen()) == "valid")
  }

  /// A changed manifest that is taken over would end the approval, although nobody agreed to it.
  @Test func whatIsRefusedTakesNothingOver() throws {
    let page = try OpenedPage().start()
    let approval = "<approval needed=\"yes\"/>"
    let was = Self.manifest("https://go.tagtag.shop/s/{store}", approval)
    try page.folder.write("store\n1\n", to: "stores.csv")
    try page.folder.write(was, to: "spring.xml")
    let seen = try #require(try page.get("/api/job?file=spring.xml").json["seen"]?.string)
    let order: [(key: String, value: JSONValue)] = [
      ("file", "spring.xml"), ("by", "Anna Schmidt"), ("seen", .string(seen)), ("task", "write"),
    ]
    func state(_ job: JSONNode) -> String? { job["approval"]?["state"]?.string }
    #expect(try state(page.post("/api/approve", .object(order)).json) == "valid")
    let others = Self.manifest("https://go.tagtag.shop/t/{store}", approval)
    try page.folder.write(others, to: "spring.xml")
    for path in ["approve", "confirm", "run"] {
      let refused = try page.post("/api/\(path)", .object(order))
      #expect(refused.json["name"]?.string == "changed-meanwhile", "\(path): \(refused.body)")
    }
    #expect(try state(page.get("/api/job?file=spring.xml").json) == "changed")
    try page.folder.write(was, to: "spring.xml")
    #expect(try state(page.get("/api/job?file=spring.xml").json) == "valid")
  }

  /// Another request may name a file that was dropped as soon as it is listed.
  @Test func aListIsThereAsAWholeOrNotAtAll() throws {
    let page = try OpenedPage().start()
    let manifest = Self.manifest("https://go.tagtag.shop/s/{store}")
    let dropped = try page.post("/api/upload?name=spring.xml", bytes: Array(manifest.utf8))
    #expect(dropped.json["upload"]?.string == "u1")
    let list = Array("store\n\(String(repeating: "1234567\n", count: 3_000_000))".utf8)
    let uploading = page.begin("/api/upload?name=stores.csv", bytes: list)
    let order: JSONValue = ["name": "spring", "upload": "u1", "lists": ["u2"]]
    var made = try page.post("/api/new", order)
    while made.json["name"]?.string == "no-list" { made = try page.post("/api/new", order) }
    #expect(made.json["file"]?.string == "spring/spring.xml", "\(made.error)")
    let isWhole = try page.folder.read("spring/stores.csv") == list
    #expect(isWhole)
    withExtendedLifetime(uploading) {}
  }
}
