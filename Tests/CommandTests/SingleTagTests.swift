// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import StrictJSON
import TestSupport
import Testing

/// One tag without a job: seen, emptied, and given a link by the page.
struct SingleTagTests {
  private static let link = "https://go.tagtag.shop/s/1"

  private static func page(_ desk: Desk) throws -> OpenedPage {
    try OpenedPage(options: ["--reader", desk.reader]).start()
  }

  private static func ask(
    _ deed: String, _ desk: Desk, on page: OpenedPage, shown: OpenedPage.Answer? = nil,
    link: String? = nil
  ) throws -> OpenedPage.Answer {
    try page.post(
      "/api/tag",
      [
        "do": .string(deed), "readers": [.string(desk.reader)],
        "uid": .optional(shown?.json["uid"]?.string),
        "seen": .optional(shown?.json["seen"]?.string), "link": .optional(link),
      ])
  }

  private static func uris(_ answer: OpenedPage.Answer) -> [String] {
    (answer.json["records"]?.elements ?? []).compactMap { $0["uri"]?.string }
  }

  private static func name(_ answer: OpenedPage.Answer) -> String? { answer.json["name"]?.string }

  @Test func aTagIsSeenWrittenAndEmptied() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let new = try Self.ask("look", desk, on: page)
    #expect(new.json["content"]?.string == "factory-new", "\(new.error)")
    #expect(new.json["chip"]?.string == "NTAG213" && new.json["access"]?.string == "open")
    #expect(new.json["known"]?.value == .null && Self.uris(new) == [])
    let written = try Self.ask("write", desk, on: page, shown: new, link: Self.link)
    #expect(written.json["outcome"]?.string == "written", "\(written.error)")
    #expect(Self.uris(written) == [Self.link])
    // The click that comes twice is about a tag that was shown as it is no more.
    let twice = try Self.ask("erase", desk, on: page, shown: new)
    #expect(Self.name(twice) == "single-changed")
    let again = try Self.ask("write", desk, on: page, shown: written, link: Self.link)
    #expect(again.json["outcome"]?.string == "already")
    let emptied = try Self.ask("erase", desk, on: page, shown: again)
    #expect(emptied.json["outcome"]?.string == "erased")
    #expect(emptied.json["content"]?.string == "empty")
    for wrong in ["", "shops", "https://go.tagtag.shop/{n}", "https://"] {
      let refused = try Self.ask("write", desk, on: page, shown: emptied, link: wrong)
      #expect(refused.status == 409, "\(wrong): \(refused.error)")
    }
    let long = Self.link + String(repeating: "x", count: 200)
    #expect(try Self.ask("write", desk, on: page, shown: emptied, link: long).status == 409)
    let still = try Self.ask("look", desk, on: page)
    #expect(still.json["seen"]?.string == emptied.json["seen"]?.string)
  }

  @Test func onlyTheTagThatWasShownIsChanged() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let first = try Self.ask("look", desk, on: page)
    try desk.tell("present 2")
    let before = try desk.pages(of: "two.tag")
    for deed in ["write", "erase"] {
      let refused = try Self.ask(deed, desk, on: page, shown: first, link: Self.link)
      #expect(refused.status == 409 && Self.name(refused) == "single-other")
    }
    #expect(try desk.pages(of: "two.tag") == before)
    // The same tag, on which someone else has written meanwhile.
    try desk.tell("present 1")
    _ = try desk.tagpress("put", "https://go.tagtag.shop/other")
    let other = try Self.ask("write", desk, on: page, shown: first, link: Self.link)
    #expect(Self.name(other) == "single-changed")
    let now = try Self.ask("look", desk, on: page)
    #expect(Self.uris(now) == ["https://go.tagtag.shop/other"])
    try desk.tell("remove")
    let none = try Self.ask("erase", desk, on: page, shown: now)
    #expect(Self.name(none) == "single-none")
  }

  @Test func aTagOfAJobIsNamedAndLeftAlone() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let ledger = try Ledger(
      at: page.folder.path(of: "spring.ledger"), job: "spring", now: Moment(microseconds: 1))
    let manifest = try #require(
      try ledger.importRows(
        of: [UInt8](repeating: 1, count: 32), title: nil, protection: .nothing,
        at: Moment(microseconds: 2)))
    try manifest.add(ImportedRow(id: "3", label: "Blumen Görlitz")) { _ in Self.link }
    _ = try manifest.commit()
    let row = try #require(try ledger.row(id: "3"))
    let tag = Presentation(
      uid: bytes(ofHex: try desk.uid()), chip: "NTAG213", signature: nil, reader: desk.reader,
      station: nil, began: Moment(microseconds: 3))
    let content = TagContent(
      link: Self.link, messageHash: [UInt8](repeating: 7, count: 32), messageSize: 30,
      capacity: 137)
    guard case .begun = try ledger.begin(row, on: tag, content: content) else {
      Issue.record("not begun")
      return
    }
    let known = try Self.ask("look", desk, on: page)
    #expect(known.json["known"]?["row"]?.string == "3", "\(known.error)")
    #expect(known.json["known"]?["label"]?.string == "Blumen Görlitz")
    #expect(known.json["known"]?["isDone"]?.bool == false)
    for deed in ["write", "erase"] {
      let refused = try Self.ask(deed, desk, on: page, shown: known, link: Self.link)
      #expect(refused.status == 409 && Self.name(refused) == "single-known", "\(refused.error)")
    }
    // Once its row has given it up, it is a tag like others.
    try ledger.void(
      row: "3", tag: ShownTag(uid: bytes(ofHex: try desk.uid()), link: Self.link), why: "lost",
      at: Moment(microseconds: 4))
    #expect(
      try Self.ask("write", desk, on: page, shown: known, link: Self.link).json["outcome"]?.string
        == "written")
    // A ledger that cannot be read may know it.
    try page.folder.write("no ledger", to: "summer.ledger")
    let unread = try Self.ask("look", desk, on: page)
    #expect(unread.json["unread"] != nil)
    #expect(Self.name(try Self.ask("erase", desk, on: page, shown: unread)) == "single-unread")
  }

  @Test func aTagThatNothingCanChangeIsRefused() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    #expect(try desk.tagpress("put", "--lock", "--yes", Self.link).exit == .code(0))
    let locked = try Self.ask("look", desk, on: page)
    #expect(locked.json["access"]?.string == "read-only")
    for deed in ["write", "erase"] {
      let refused = try Self.ask(deed, desk, on: page, shown: locked, link: Self.link)
      #expect(Self.name(refused) == "single-locked")
    }
    try desk.tell("present 2")
    #expect(try desk.tagpress("key", "new", "spring.keys").exit == .code(0))
    #expect(try desk.tagpress("put", "--protect", "spring.keys", Self.link).exit == .code(0))
    let guarded = try Self.ask("look", desk, on: page)
    #expect(guarded.json["access"]?.string == "password-to-write")
    let refused = try Self.ask("erase", desk, on: page, shown: guarded)
    #expect(Self.name(refused) == "single-password")
  }

  /// Wherever the tag is torn from the reader, it is never called right, and the next try helps.
  @Test func aTagThatIsTornAwayIsNotCalledRight() throws {
    let desk = try Desk()
    let page = try Self.page(desk)
    let new = try Self.ask("look", desk, on: page)
    let start = String(decoding: try desk.folder.read("one.tag"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    let before = try desk.pages()
    var torn = 0
    for commands in 4..<40 {
      try desk.edit("one.tag") { $0 = start + ["commands-left \(commands)"] }
      let answer = try Self.ask("write", desk, on: page, shown: new, link: Self.link)
      if answer.status == 200 {
        #expect(answer.json["outcome"]?.string == "written" && Self.uris(answer) == [Self.link])
        break
      }
      try desk.edit("one.tag") { $0.removeAll { $0.hasPrefix("commands-left ") } }
      guard try desk.pages() != before else { continue }
      torn += 1
      let seen = try Self.ask("look", desk, on: page)
      let emptied = try Self.ask("erase", desk, on: page, shown: seen)
      #expect(emptied.json["content"]?.string == "empty", "\(commands): \(emptied.error)")
      let helped = try Self.ask("write", desk, on: page, shown: emptied, link: Self.link)
      #expect(helped.json["outcome"]?.string == "written", "\(commands): \(helped.error)")
    }
    #expect(torn > 0, "the test must test something")
  }

  @Test func oneThingAtATime() throws {
    let desk = try Desk()
    try desk.tell("remove")
    let page = try Self.page(desk)
    func look() -> BrowserStandIn {
      page.begin("/api/tag", ["do": "look", "readers": [.string(desk.reader)]])
    }
    var waiting = look()
    while Self.name(try Self.ask("erase", desk, on: page)) != "busy" {
      // The other one may have come first.
      guard waiting.hasNews(milliseconds: 50) else { continue }
      _ = try page.answer(of: waiting)
      waiting = look()
    }
    try page.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.tagtag.shop/s/{number}</link>
        <tags chips="NTAG213"/>
        <rows count="3" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    let run = try page.post(
      "/api/run", ["file": "spring.xml", "task": "write", "readers": [.string(desk.reader)]])
    #expect(run.status == 409 && Self.name(run) == "busy")
    #expect(try page.post("/api/tag/stop", [:]).status == 200)
    let stopped = try page.answer(of: waiting)
    #expect(stopped.status != 200 && Self.name(stopped) == "cancelled", "\(stopped.body)")
    #expect(
      try page.post("/api/tag", ["do": "look", "readers": ["pn532_uart:/dev/null"]]).status == 409)
    #expect(try page.post("/api/tag", ["do": "lock", "readers": []]).status == 400)
  }
}
