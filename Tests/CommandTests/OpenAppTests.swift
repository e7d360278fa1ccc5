// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// The form for the apps that a job's links open, and the files that it gives for them.
struct OpenAppTests {
  private static let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
  private static let tags = #"<tags chips="NTAG213"/>"#
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
    #expect(
      try Self.text(page) == before.replacing(Self.tags, with: "\(Self.tags)\n  \(line)"))
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
    let site = try page.get("/api/site?file=spring.xml").json
    #expect(site["files"] == nil && site["trouble"] == nil)
    let answer = try Self.pack(page)
    #expect(answer.json["name"]?.string == "changed-meanwhile")
  }

  private static func pack(_ page: OpenedPage) throws -> OpenedPage.Answer {
    try page.post(
      "/api/site/files", ["file": "spring.xml", "manifest": .string(try text(page))])
  }

  /// What is shown is what is packed, also of a host above those of the links.
  @Test func theFilesOfAHostAboveAreShownToo() throws {
    let page = try OpenedPage().start()
    try SiteBench(page.folder).job(
      "spring",
      apps: Self.tags
        + #"<app ios="A1B2C3D4E5.org.shop.app" entitlements="applinks:*.shop.org"/>"#)
    let site = try page.get("/api/site?file=spring.xml&language=de").json
    let addresses = ["go.shop.org", "shop.org"].map {
      "https://\($0)/.well-known/apple-app-site-association"
    }
    #expect(site["files"]?.elements?.compactMap { $0["address"]?.string } == addresses)
    let packed = try Self.pack(page)
    #expect(packed.status == 200, "\(packed.body)")
    let message = site["message"]?.string ?? ""
    #expect(message.hasPrefix("Hallo,"))
    for (file, address) in zip(site["files"]?.elements ?? [], addresses) {
      let text = file["text"]?.string ?? "?"
      #expect(message.contains("\(address)\n\n\(text)"))
      #expect(packed.body.contains(address.dropFirst(8).replacing(".well-known/", with: "")))
    }
  }

  /// Files that cannot be handed on are not shown either, and it is said why.
  @Test func itIsSaidWhyThereAreNoFiles() throws {
    let printed = try ReportedJob()
    try printed.take(["n0": "https://go.shop.org/s/1"])
    try printed.complete("n0", 1, at: 1)
    let page = try OpenedPage(in: printed.folder).start()
    let bench = SiteBench(page.folder)
    let clip = "https://appclip.apple.com/id?p=org.shop.app&amp;c={code}"
    for (trouble, link) in [
      ("printed-links", "https://go.shop.org/t/{code}"), ("host-of-apple", clip),
      ("job-has-errors", "https://go.shop.org/s/{nothing}"),
    ] {
      try bench.job("spring", link: link, apps: Self.tags + SiteBench.ios)
      let site = try page.get("/api/site?file=spring.xml").json
      #expect(site["files"] == nil)
      #expect(site["trouble"]?["told"]?.elements?.first?["key"]?.string == trouble, "\(site)")
      #expect(try Self.pack(page).json["name"]?.string == trouble)
    }
  }

  /// Which app opens a link is not on the tag, and nothing that someone approved.
  @Test func anApprovalOutlivesAnApp() throws {
    let page = try OpenedPage().start()
    try page.folder.writeSpringJob(rows: 2)
    try page.folder.write(
      try Self.text(page).replacing(Self.tags, with: Self.tags + #"<approval needed="yes"/>"#),
      to: "spring.xml")
    let seen = try page.get("/api/job?file=spring.xml").json["seen"]?.string ?? ""
    _ = try page.post(
      "/api/approve", ["file": "spring.xml", "by": "Anna", "seen": .string(seen)])
    let added = try Self.save([Self.ios], page)
    #expect(added.json["approval"]?["state"]?.string == "valid", "\(added.body)")
    let removed = try page.post(
      "/api/app/remove",
      [
        "file": "spring.xml", "kind": "ios", "name": "A1B2C3D4E5.com.tagtag.shop",
        "manifest": .string(try Self.text(page)),
      ])
    #expect(removed.json["approval"]?["state"]?.string == "valid")
    #expect(removed.json["next"]?["step"]?.string == "write")
  }
}
