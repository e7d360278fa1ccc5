// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Labels that are printed on the page before their tags are written.
struct OpenLabelsTests {
  private static func job(
    _ link: String = "https://go.tagtag.shop/s/{shop}/{code}", more: String = "",
    rows: [(id: String, shop: String, name: String)] = [
      ("3", "goerlitz", "Blumen Görlitz"), ("13", "bautzen", ""), ("1", "zittau", "Blumen Zittau"),
    ]
  ) -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>\(link)</link>
      <tags chips="NTAG213"/>\(more)
      <rows label="{name}">\(link.contains("{code}") ? #"<token name="code" length="10"/>"# : "")
      \(rows.map { #"<row id="\#($0.id)" shop="\#($0.shop)" name="\#($0.name)"/>"# }.joined())
      </rows>
    </job>
    """
  }

  private static func page(_ job: String, _ options: [String] = []) throws -> OpenedPage {
    let folder = try TemporaryDirectory()
    try folder.write(job, to: "spring.xml")
    return try OpenedPage(in: folder, options: options).start()
  }

  private static func job(_ page: OpenedPage) throws -> JSONNode {
    try page.get("/api/job?file=spring.xml").json
  }

  private static func seen(_ page: OpenedPage) throws -> String {
    try #require(try job(page)["seen"]?.string)
  }

  private static func order(
    _ seen: String, _ more: [(key: String, value: JSONValue)] = []
  ) -> JSONValue {
    .object(
      [
        ("file", "spring.xml"), ("sheet", "L7160"), ("all", true), ("seen", .string(seen)),
      ] + more)
  }

  private static func print(
    _ page: OpenedPage, _ more: [(key: String, value: JSONValue)] = []
  ) throws -> OpenedPage.Answer {
    try page.post("/api/labels", order(try seen(page), more))
  }

  private static func outdated(_ page: OpenedPage) throws -> [String] {
    (try job(page)["outdated"]?["rows"]?.elements ?? []).map {
      "\($0["id"]?.string ?? "") \($0["now"]?.string ?? "-")"
    }
  }

  @Test func rowsWithoutANameAreNamedFirstAndThenPrinted() throws {
    let page = try Self.page(Self.job())
    let first = try Self.print(page)
    try #require(first.json["name"]?.string == "labels-left-out", "\(first.body.prefix(400))")
    #expect(first.status == 409)
    #expect(first.json["needs"]?.string == "labels" && first.json["labels"]?.number?.int == 3)
    let left = try #require(first.json["left"]?.elements?.first)
    #expect(left["why"]?.string == "nameless" && left["count"]?.number?.int == 1)
    #expect(left["rows"]?.elements?.first?["id"]?.string == "13")
    let mark = try #require(first.json["leftSeen"]?.string)
    // Another mark is that of other rows.
    #expect(try Self.print(page, [("leftSeen", "00")]).status == 409)
    let made = try Self.print(page, [("leftSeen", .string(mark))])
    #expect(made.status == 200 && made.body.hasPrefix("%PDF-"))
    // Two at once say the same, and both are made.
    let order = Self.order(try Self.seen(page), [("leftSeen", .string(mark))])
    let both = [page.begin("/api/labels", order), page.begin("/api/labels", order)]
    for browser in both { #expect(try page.answer(of: browser).status == 200) }
    #expect(try Self.outdated(page) == [])
  }

  @Test func whatOnlyTheTagKnowsIsRefusedByName() throws {
    let page = try Self.page(Self.job("https://go.tagtag.shop/s/{shop}?u={tag.uid}"))
    let answer = try Self.print(page)
    #expect(answer.status == 409 && answer.json["labels"]?.number?.int == 0)
    let left = try #require(answer.json["left"]?.elements?.first)
    #expect(left["why"]?.string == "uid" && left["part"]?.string == "{tag.uid}")
    #expect(left["rows"]?.elements?.compactMap { $0["id"]?.string } == ["3", "13", "1"])
    // Whoever says that it was seen gets no empty sheet for it.
    let mark = try #require(answer.json["leftSeen"]?.string)
    #expect(try Self.print(page, [("leftSeen", .string(mark))]).status == 409)
  }

  @Test func labelsNeedWhatWritingNeeds() throws {
    let rows = [("3", "goerlitz", "A"), ("1", "zittau", "B")]
    let link = "http://go.tagtag.shop/s/{shop}"
    let page = try Self.page(Self.job(link, rows: rows))
    func sign(_ path: String) throws -> Int {
      let seen = try Self.seen(page)
      return try page.post(
        "/api/\(path)", ["file": "spring.xml", "by": "Anna", "seen": .string(seen)]
      ).status
    }
    let warned = try Self.print(page)
    #expect(warned.json["needs"]?.string == "warnings", "\(warned.body.prefix(400))")
    #expect(try sign("confirm") == 200 && Self.print(page).status == 200)
    let approved = Self.job(link, more: #"<approval needed="yes"/>"#, rows: rows)
    try page.folder.write(approved, to: "spring.xml")
    let seen = try Self.seen(page)
    #expect(try Self.print(page).json["needs"]?.string == "approval")
    #expect(try sign("approve") == 200 && Self.print(page).status == 200)
    try page.folder.write(Self.job("https://example.com/{shop}", rows: rows), to: "spring.xml")
    #expect(try Self.print(page).json["name"]?.string == "reserved-host")
    #expect(
      try page.post("/api/labels", Self.order(seen)).json["name"]?.string == "changed-meanwhile")
  }

  @Test func outdatedLabelsArePrintedAgainOrThrownAway() throws {
    let rows = [("3", "goerlitz", "A"), ("13", "bautzen", "B"), ("1", "zittau", "C")]
    let page = try Self.page(Self.job("https://go.tagtag.shop/s/{shop}", rows: rows))
    let seen = try Self.seen(page)
    #expect(try Self.print(page).status == 200)
    #expect(try Self.job(page)["outdated"]?.value == nil as JSONValue)
    try page.folder.write(
      Self.job(
        "https://go.tagtag.shop/s/{shop}",
        rows: [("3", "goerlitz", "A"), ("13", "bautzen-markt", "B")]), to: "spring.xml")
    // Seen already in the files, which nobody has taken over.
    #expect(try Self.outdated(page) == ["13 https://go.tagtag.shop/s/bautzen-markt", "1 -"])
    #expect(
      try page.post("/api/labels", Self.order(seen)).json["name"]?.string == "changed-meanwhile")
    #expect(
      try page.post("/api/labels/thrown-away", ["file": "spring.xml", "seen": .string(seen)]).status
        == 409)
    #expect(try Self.print(page, [("outdated", true)]).status == 200)
    #expect(try Self.outdated(page) == ["1 -"])
    let now = try Self.seen(page)
    let thrown = try page.post(
      "/api/labels/thrown-away", ["file": "spring.xml", "seen": .string(now)])
    #expect(thrown.status == 200 && thrown.json["outdated"]?.value == nil as JSONValue)
  }

  /// While tags are written, links are not settled anew; labels of finished tags are as always.
  @Test func nothingIsPrintedInAdvanceWhileTagsAreWritten() throws {
    let desk = try Desk()
    try desk.tell("remove")
    let rows = [("3", "goerlitz", "A"), ("1", "zittau", "B")]
    let page = try Self.page(Self.job(rows: rows), ["--reader", desk.reader])
    let printed = try Self.print(page)
    #expect(printed.status == 200, "\(printed.body.prefix(400))")
    let run: JSONValue = [
      "file": "spring.xml", "task": "write", "readers": [.string(desk.reader)],
      "seen": .string(try Self.seen(page)),
    ]
    try #require(try page.post("/api/run", run).status == 200)
    let answer = try Self.print(page)
    #expect(answer.json["name"]?.string == "busy", "\(answer.body)")
    #expect(try page.post("/api/stop", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    #expect(try Self.print(page).status == 200)
  }
}
