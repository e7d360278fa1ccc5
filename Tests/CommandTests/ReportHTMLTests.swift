// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobWork
import StrictJSON
import TestSupport
import Testing
import Voices

/// The page that `tagpress report --html` makes for a client.
struct ReportHTMLTests {
  private static func page(of job: ReportedJob? = nil) throws -> String {
    let job = try job ?? ReportedJob.eventful()
    let result = try tagpress(
      "report", "--html", "spring.html", "spring.ledger", directory: job.folder.path)
    #expect(result.exit == .code(1))
    #expect(result.output == "")
    #expect(!job.folder.entries.contains("spring.html.new"))
    return String(decoding: try job.folder.read("spring.html"), as: UTF8.self)
  }

  /// What is between two texts, the first of each.
  private static func part(of page: String, from start: String, to end: String) throws -> String {
    let first = try #require(page.firstRange(of: start))
    let rest = page[first.upperBound...]
    return String(rest[..<(try #require(rest.firstRange(of: end))).lowerBound])
  }

  @Test func theBodyIsWhatItWas() throws {
    let job = try ReportedJob.eventful()
    let body = try Self.part(of: Self.page(of: job), from: "<body>\n", to: "</body>")
    try ReportTests.expect(Array(body.utf8), of: job, like: "body.html")
  }

  @Test func everyPlaceIsFilled() throws {
    #expect(try Self.page().firstRange(of: "{{") == nil)
  }

  /// Each word of the report is there in each language, and in no other one.
  @Test func aReportIsInOneLanguage() throws {
    let job = try ReportedJob.eventful()
    var page = ""
    _ = try ReportFile.html(.ofReports(in: "de")).write(job.ledger, by: "0.1.0") { bytes in
      page += String(decoding: bytes, as: UTF8.self)
      return true
    }
    #expect(page.contains("<html lang=\"de\">") && page.contains("beschrieben und geprüft"))
    let english = try JSONDocument(
      reading: contents(of: packageRoot + "/Templates/languages/en.json"))
    for member in english.root["report"]?.members ?? [] {
      let (key, text) = (member.key, member.value)
      for words in [text.string, text["one"]?.string, text["other"]?.string].compactMap(\.self) {
        for part in words.split(separator: /\{\w+\}/) where part.contains(/\w \w/) {
          #expect(!page.contains(part), "\(key): \(part)")
        }
      }
      #expect(!page.contains(">\(key)<"))
    }
  }

  /// The policy allows this one style and this one script, and nothing of the ledger is in them.
  @Test(arguments: ["style", "script"])
  func thePolicyNamesTheHash(_ element: String) throws {
    let page = try Self.page()
    let text = try Self.part(of: page, from: "<\(element)>", to: "</\(element)>")
    let digest = try run("openssl", ["dgst", "-sha256", "-binary"], input: Array(text.utf8))
    let base64 = try run("openssl", ["base64", "-A"], input: digest.stdout).output
    #expect(page.contains("\(element)-src 'sha256-\(base64)'"), "it is sha256-\(base64)")
    #expect(page.contains("content=\"default-src 'none'; style-src 'sha256-"))
  }

  /// Reads the page as a browser does, as far as it has to know to find what was smuggled in.
  @Test func noTextOfAJobBecomesMarkup() throws {
    let body = try Self.part(of: Self.page(), from: "<body>", to: "</body>")
    let known: Set<String> = [
      "main", "header", "p", "b", "h1", "h2", "bdi", "section", "strong", "svg", "rect", "g",
      "line", "ul", "li", "dl", "div", "dt", "dd", "small", "figure", "figcaption", "span",
      "table", "thead", "tbody", "tr", "th", "td", "a", "input", "select", "option", "output",
      "button", "footer", "br", "time", "i",
    ]
    for piece in body.split(separator: "<").dropFirst() {
      let tag = piece.prefix { $0 != ">" }
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
      #expect(known.contains(String(name)), "<\(tag)>")
      #expect(tag.split(separator: "\"").count <= 1 || !tag.contains(" on"), "<\(tag)>")
    }
    #expect(!body.contains("href=\"javascript:"))
    #expect(body.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x"))
    #expect(body.contains(#"\u{202E}"#))
    #expect(!body.unicodeScalars.contains("\u{202E}"))
  }
}
