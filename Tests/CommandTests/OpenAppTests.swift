// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// The form for the apps that a job's links open, and the files that it gives for them.
struct OpenAppTests {
  private static let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
  private static let ios: JSONValue = ["kind": "ios", "name": "A1B2C3D4E5.com.tagtag.shop"]
  private static let android: JSONValue = [
    "kind": "android", "name": "shop.tagtag.app", "certificates": [.string(certificate)],
  ]

  private static func save(
    _ apps: JSONValue, _ page: OpenedPage, signing: JSONValue = nil, seen: String? = nil
  ) throws -> OpenedPage.Answer {
    try page.post(
      "/api/app/save",
      [
        "file": "spring.xml", "apps": apps, "signing": signing,
        "manifest": .string(try seen ?? text(page)),
      ])
  }

  private static func text(_ page: OpenedPage) throws -> String {
    String(decoding: try page.folder.read("spring.xml"), as: UTF8.self)
  }

  @Test func whatIsPastedIsSaidBack() throws {
    let page = try OpenedPage().start()
    func read(_ text: String) throws -> JSONNode {
      try page.post("/api/app", ["text": .string(text)]).json
    }
    let apple = try read("A1B2C3D4E5.com.tagtag.shop")
    #expect(apple["apps"]?.elements?.first?["name"]?.string == "A1B2C3D4E5.com.tagtag.shop")
    let alone = try read(Self.certificate)
    #expect(alone["missing"]?.string == "package" && alone["certificates"]?.number?.int == 1)
    #expect(try page.post("/api/app", [:]).status == 400)
    let far = try page.post("/api/app", ["text": .string(String(repeating: "x", count: 300_000))])
    #expect(far.status == 409 && far.json["name"]?.string == "app-text")
    let nowhere = try page.post("/api/app", ["text": "https://no-such-name.invalid/"])
    #expect(nowhere.status == 409 && nowhere.json["name"]?.string == "app-not-online")
  }

  @Test func anAppIsAddedAndRemovedAndAllElseStays() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 3)
    let before = try Self.text(page)
    let added = try Self.save([Self.ios], page)
    #expect(added.status == 200, "\(added.body)")
    let line = #"<app ios="A1B2C3D4E5.com.tagtag.shop"/>"#
    let tags = #"<tags chips="NTAG213"/>"#
    #expect(try Self.text(page) == before.replacing(tags, with: "\(tags)\n  \(line)"))
    // The question about the key is asked, and only a good answer counts.
    for signing: JSONValue in [nil, "upload", "unknown", 3] {
      let refused = try Self.save([Self.android], page, signing: signing)
      #expect(refused.json["name"]?.string == "app-signing", "\(refused.body)")
    }
    for signing: JSONValue in ["play", "own"] {
      #expect(try Self.save([Self.android], page, signing: signing).status == 200)
    }
    let other = Self.certificate.replacing("AB", with: "CD")
    #expect(
      try Self.save(
        [["kind": "android", "name": "shop.tagtag.app", "certificates": [.string(other)]]], page,
        signing: "play"
      ).status == 200)
    let both = try Self.text(page)
    #expect(both.contains(#"<app android="shop.tagtag.app" certificate="\#(other)"/>"#))
    #expect(both.ranges(of: "<app ").count == 2)
    #expect(try page.get("/api/job?file=spring.xml").json["check"]?["errors"]?.number?.int == 0)
    let site = try page.get("/api/site?file=spring.xml").json
    #expect(site["apps"]?.elements?.compactMap { $0["kind"]?.string } == ["ios", "android"])

    // What someone saved meanwhile is not overwritten, and nonsense is not saved.
    #expect(
      try Self.save([Self.ios], page, seen: before).json["name"]?.string == "changed-meanwhile")
    for nonsense: JSONValue in [
      [], 3, nil, [3], [["kind": "ios", "name": "shop"]], [["kind": "magic", "name": "x"]],
      [["kind": "android", "name": "shop.tagtag.app", "certificates": []]],
      [["kind": "android", "name": "shop.tagtag.app", "certificates": ["AB\"/><x y=\""]]],
    ] {
      #expect(try Self.save(nonsense, page, signing: "play").status == 400, "\(nonsense)")
    }
    #expect(try Self.text(page) == both)

    for (kind, name) in [("android", "shop.tagtag.app"), ("ios", "A1B2C3D4E5.com.tagtag.shop")] {
      let removed = try page.post(
        "/api/app/remove",
        [
          "file": "spring.xml", "kind": .string(kind), "name": .string(name),
          "manifest": .string(try Self.text(page)),
        ])
      #expect(removed.status == 200, "\(removed.body)")
    }
    #expect(try Self.text(page) == before)
    let again = try page.post(
      "/api/app/remove",
      ["file": "spring.xml", "kind": "ios", "name": "x", "manifest": .string(before)])
    #expect(again.json["name"]?.string == "app-in-file")
  }

  /// Of two that are saved at once, none is lost without a word.
  @Test func twoAtOnceDoNotOverwriteEachOther() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 3)
    let before = try Self.text(page)
    let both = (0..<2).map { index in
      page.begin(
        "/api/app/save",
        [
          "file": "spring.xml", "manifest": .string(before),
          "apps": [["kind": "ios", "name": .string("A1B2C3D4E\(index).com.tagtag.shop")]],
        ])
    }
    let answers = try both.map { try page.answer(of: $0) }
    #expect(answers.filter { $0.status == 200 }.count == 1)
    #expect(try Self.text(page).ranges(of: "<app ").count == 1)
  }

  @Test func aJobWithoutAnAppHasNoFilesToHandOn() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 3)
    #expect(try page.get("/api/site?file=spring.xml").json["hosts"]?.elements?.isEmpty == true)
    let answer = try page.post(
      "/api/site/files", ["file": "spring.xml", "manifest": .string(try Self.text(page))])
    #expect(answer.json["name"]?.string == "no-apps")
  }
}
