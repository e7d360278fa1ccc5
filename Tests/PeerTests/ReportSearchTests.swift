// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The search of the report's page, as a browser runs it.
struct ReportSearchTests {
  static let rows = [
    ("001", "München, Kaufingerstr. 1"), ("002", "Straße des 17. Juni, Łódź"),
    ("003", "東京駅 ﾄｳｷｮｳ がくえん"), ("004", "Øresund – Ænima"), ("005", "Mu\u{308}lheim"),
  ]

  /// What is typed, and the rows that are found.
  static let searches = [
    ("munchen", "001"), ("MUNCHEN", "001"), ("München", "001"), ("mu\u{308}nchen", "001"),
    ("mülheim", "005"), ("strasse", "002"), ("STRASSE", "002"), ("lodz", "002"), ("łódź", "002"),
    ("東京", "003"), ("が", "003"), ("か", ""), ("ﾄｳｷｮｳ", "003"), ("トウキョウ", ""), ("oresund", "004"),
    ("aenima", "004"), ("003", "003"), ("kaufinger 001", "001"), ("go.example.com/s/004", "004"),
    ("xyz", ""), ("", "001 002 003 004 005"),
  ]

  private func chromium(_ page: String, in folder: TemporaryDirectory) throws -> String {
    try folder.write(page, to: "page.html")
    return try run(
      "chromium",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom",
        "--user-data-dir=\(folder.path(of: "home"))", "file://\(folder.path(of: "page.html"))",
      ], environment: ["TZ": "Europe/Berlin", "PATH": "/usr/bin:/bin", "HOME": folder.path]
    ).output
  }

  /// The page of a job with a finished tag, with a script behind it that types into it.
  private func page(typing script: String, in folder: TemporaryDirectory) throws -> String {
    try folder.write(
      "id;name\r\n" + Self.rows.map { "\($0.0);\"\($0.1)\"\r\n" }.joined(), to: "shops.csv")
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="shops"><link>https://go.example.com/s/{id}</link>
      <tags chips="NTAG213"/><rows from="shops.csv" label="{name}"/></job>
      """, to: "shops.xml")
    let desk = """
      '\(builtTool)' simulate --stack tag --link reader --control desk >log 2>&1 &
      until grep -qs pn532 log; do sleep 0.1; done
      '\(builtTool)' write --limit 1 --reader pn532_uart:reader shops.xml >out 2>&1
      '\(builtTool)' simulate --control desk --tell stop; wait
      """
    _ = try run("/bin/sh", ["-c", desk], directory: folder.path)
    let made = try run(
      builtTool, ["report", "--html", "-", "shops.ledger"], directory: folder.path)
    // The policy of the page lets no other script run.
    let page = try #require(made.output.firstRange(of: "<meta http-equiv"))
    let rest = made.output[page.lowerBound...].drop { $0 != "\n" }
    return String(made.output[..<page.lowerBound] + rest).replacing(
      "</body>", with: "<script>\(script)</script></body>")
  }

  @Test func accentsAndSeparatorsMakeNoDifference() throws {
    let folder = try TemporaryDirectory()
    let texts = Self.searches.map { "`\($0.0)`" }.joined(separator: ",")
    let html = try chromium(
      page(
        typing: """
          addEventListener("load", () => {
            const search = document.querySelector("#search"), found = [];
            const uid = document.querySelector(".rows tr.done td:nth-child(3)").firstChild.textContent.replaceAll(":", "");
            const type = (text) => {
              search.value = text;
              search.dispatchEvent(new Event("input"));
              return [...document.querySelectorAll(".rows tbody small:first-of-type")]
                .map((small) => (small.textContent.match(/^00\\d(?=, )/) || [""])[0]).filter(Boolean).join(" ");
            };
            for (const text of [\(texts)]) found.push(type(text));
            for (const mark of ["", ":", " ", "-"])
              for (const form of [uid, uid.toLowerCase()]) found.push(type(form.match(/../g).join(mark)));
            document.body.textContent = "[" + found.join("|") + "]";
          });
          """, in: folder), in: folder)
    let uids = Array(repeating: "001", count: 8)
    let expected = (Self.searches.map(\.1) + uids).joined(separator: "|")
    #expect(html.contains("[\(expected)]"), "\(html.suffix(2000))")
  }

  @Test func timesAreThoseOfTheReaderWithUTCBesideThem() throws {
    let folder = try TemporaryDirectory()
    let html = try chromium(page(typing: "", in: folder), in: folder)
    let time = try #require(html.firstRange(of: "<time "))
    let element = html[time.lowerBound...].prefix(200)
    #expect(element.contains(" UTC</small></time>"), "\(element)")
    #expect(html.contains("Times are in Europe/Berlin (UTC+0"))
  }
}
