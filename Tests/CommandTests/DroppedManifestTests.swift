// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// A job that someone has already, dropped on the page.
struct DroppedManifestTests {
  private static let manifest = """
    <job xmlns="urn:tagpress:job:1" id="spring" title="Spring">
      <link>https://go.tagtag.shop/s/{store}</link>
      <tags chips="NTAG213"/>
      <rows from="stores.csv" id="{store}"/>
    </job>
    """

  @Test func manifestComesWithItsList() throws {
    let page = try OpenedPage().start()
    let survey = try page.post(
      "/api/upload?name=spring.xml", bytes: Array(Self.manifest.utf8)
    ).json
    #expect(survey["kind"]?.string == "manifest" && survey["jobName"]?.string == "spring")
    #expect(survey["notes"]?.elements?.first?["words"]?.string?.contains("stores.csv") == true)
    let upload = try #require(survey["upload"]?.string)
    let order: JSONValue = ["name": "spring", "upload": .string(upload)]
    #expect(try page.post("/api/new", order).json["name"]?.string == "no-list")
    // A list of that name which someone drops in another tab is not the one that is meant.
    _ = try page.post("/api/upload?name=stores.csv", bytes: Array("store\n9\n".utf8))
    #expect(try page.post("/api/new", order).json["name"]?.string == "no-list")
    let list = try page.post(
      "/api/upload?name=stores.csv", bytes: Array("store\n1001\n1002\n".utf8)
    ).json["upload"]
    _ = try page.post("/api/upload?name=stores.csv", bytes: Array("store\n9\n".utf8))
    let complete: JSONValue = [
      "name": "spring", "upload": .string(upload), "lists": [try #require(list).value],
    ]
    let made = try page.post("/api/new", complete)
    #expect(made.json["file"]?.string == "spring/spring.xml", "\(made.error)")
    let job = try page.get("/api/job?file=spring/spring.xml").json
    #expect(job["check"]?["tags"]?.number?.int == 2)
    #expect(try page.post("/api/new", complete).json["name"]?.string == "exists")
  }

  @Test(arguments: [
    ("stores.csv", "/etc/passwd", "foreign-file"), ("stores.csv", "../x.csv", "foreign-file"),
    ("stores.csv", "x.keys", "no-list"), ("<tags chips=\"NTAG213\"/>", "<tags", "bare-less-than"),
    ("<tags chips=\"NTAG213\"/>", "<protect with=\"password\" keys=\"x.keys\"/>", "key-file"),
  ]) func foreignThingsStayOut(_ change: (from: String, to: String, name: String)) throws {
    let page = try OpenedPage().start()
    let list = try page.post("/api/upload?name=stores.csv", bytes: Array("store\n1001\n".utf8))
      .json["upload"]
    let text = Self.manifest.replacing(change.from, with: change.to)
    let survey = try page.post("/api/upload?name=spring.xml", bytes: Array(text.utf8))
    guard let upload = survey.json["upload"]?.string else {
      #expect(survey.status == 409)
      return
    }
    let made = try page.post(
      "/api/new",
      ["name": "spring", "upload": .string(upload), "lists": [try #require(list).value]])
    #expect(made.json["name"]?.string == change.name, "\(made.body)")
    #expect(try page.get("/api/state").json["jobs"]?.elements?.isEmpty == true)
  }
}
