// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// Rows that someone looks for on the page, and orders about those that were shown.
struct OpenRowsTests {
  /// The ids are numbers, and none is the number of its row in the list.
  private static func job(_ values: [String] = ["goerlitz", "bautzen", "zittau"]) -> String {
    let names = ["Blumen Görlitz", "Blumen Bautzen", "Blumen Zittau"]
    let rows = zip([3, 13, 1], zip(values, names)).map { id, row in
      #"<row id="\#(id)" shop="\#(row.0)" name="\#(row.1)"/>"#
    }
    return """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.tagtag.shop/s/{shop}</link>
        <tags chips="NTAG213"/>
        <rows label="{name}">\(rows.joined())</rows>
      </job>
      """
  }

  private static func page(_ desk: Desk) throws -> OpenedPage {
    let folder = try TemporaryDirectory()
    try folder.write(job(), to: "spring.xml")
    try desk.tell("remove")
    return try OpenedPage(in: folder, options: ["--reader", desk.reader]).start()
  }

  private static func found(
    _ text: String, _ page: OpenedPage, of: String = "list"
  ) throws -> [String] {
    let answer = try page.get("/api/rows?file=spring.xml&of=\(of)&text=\(text)").json
    return (answer["rows"]?.elements ?? []).compactMap { $0["id"]?.string }
  }

  private static func row(_ id: String, _ shop: String?) -> JSONValue {
    let link = shop.map { "https://go.tagtag.shop/s/\($0)" }
    return ["id": .string(id), "link": .optional(link)]
  }

  private static func write(
    _ rows: JSONValue, _ page: OpenedPage, _ desk: Desk
  ) throws -> OpenedPage.Answer {
    let job = try page.get("/api/job?file=spring.xml").json
    return try page.post(
      "/api/run",
      [
        "file": "spring.xml", "task": "write", "readers": [.string(desk.reader)], "rows": rows,
        "seen": .optional(job["seen"]?.string),
      ])
  }

  @Test func aRowIsFoundByWhatIsKnownOfIt() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    for _ in 0..<2 {
      #expect(try Self.found("3", page) == ["3", "13"])
      #expect(try Self.found("1", page) == ["1", "13"])
      #expect(try Self.found("GÖRLITZ blumen", page) == ["3"])
      #expect(try Self.found("Go\u{308}rlitz", page) == ["3"])
      #expect(try Self.found("3 · Blumen Görlitz", page) == ["3"])
      #expect(try Self.found("https://go.tagtag.shop/s/zittau", page) == ["1"])
      #expect(try Self.found("blumen", page) == ["3", "13", "1"])
      #expect(try Self.found("dresden", page) == [])
      #expect(try Self.found(" · ", page) == [])
      // The same from the ledger, once there is one.
      if try page.get("/api/rows?file=spring.xml&of=tags&text=1").status == 200 { continue }
      let only: JSONValue = ["only": [Self.row("3", "goerlitz")]]
      #expect(try Self.write(only, page, desk).status == 200)
      try desk.tell("present 1")
      let end = try page.waitForRun { $0["phase"]?.string == "ended" }
      #expect(end["counts"]?["ok"]?.number?.int == 1)
    }
    #expect(try Self.found(desk.uid().lowercased(), page, of: "tags") == ["3"])
    let long = String(repeating: "x", count: 501)
    #expect(try page.get("/api/rows?file=spring.xml&text=\(long)").status == 400)
  }

  @Test func onlyRowsThatAreAsTheyWereShownAreWritten() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let refused: [(JSONValue, String)] = [
      (["only": [Self.row("3", "dresden")]], "row-changed"),
      (["from": Self.row("3", "goerlitz"), "to": Self.row("13", "goerlitz")], "row-changed"),
      (["from": Self.row("1", "zittau"), "to": Self.row("3", "goerlitz")], "rows-backwards"),
      (["only": [Self.row("2", nil)]], "no-such-row"), (["only": []], "bad-request"),
      (["from": [:]], "bad-request"), ("3", "bad-request"), (["only": [3]], "bad-request"),
    ]
    for (rows, name) in refused {
      let answer = try Self.write(rows, page, desk)
      #expect(answer.json["name"]?.string == name, "\(answer.body)")
    }
    // From the second row of the list to its end.
    #expect(
      try Self.write(["from": Self.row("13", "bautzen"), "to": nil], page, desk).status == 200)
    try desk.tell("present 1")
    let tag = try page.waitForRun { $0["tags"]?.elements?.isEmpty == false }["tags"]?.elements?[0]
    #expect(tag?["row"]?.string == "13")
    #expect(try page.post("/api/stop", [:]).status == 200)
    _ = try page.waitForRun { $0["phase"]?.string == "ended" }
    // The list was saved once more: the row has another link than was shown.
    try page.folder.write(Self.job(["goerlitz", "bautzen", "zittau-markt"]), to: "spring.xml")
    let late = try Self.write(["only": [Self.row("1", "zittau")]], page, desk)
    #expect(late.json["name"]?.string == "row-changed", "\(late.body)")
  }
}
