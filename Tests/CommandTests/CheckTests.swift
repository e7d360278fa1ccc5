// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// `tagpress check` next to jobs in a folder of its own; whole outputs are compared.
struct CheckTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func write(_ text: String, to name: String) throws {
    try folder.write(Array(text.utf8), to: name)
  }

  private func job(
    _ rest: String, link: String = "https://go.tagtag.shop/s/{code}", chips: String = "NTAG213"
  ) throws {
    try write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring" title="Spring stickers">
        <link>\(link)</link>
        <tags chips="\(chips)"/>
      \(rest)
      </job>

      """, to: "spring.xml")
  }

  private func check(_ arguments: String...) throws -> ProcessResult {
    try run(builtTool, ["check", "spring.xml"] + arguments, directory: folder.path)
  }

  /// What a terminal of 80 columns shows, with plain line ends.
  private func checkOnTerminal() throws -> String {
    let shown = try run(
      "script", ["-qec", "'\(builtTool)' check spring.xml", "/dev/null"], directory: folder.path)
    return String(decoding: shown.stdout.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
  }

  @Test func aFewCellsAreShownBesideTheirLinks() throws {
    try job("  <rows from=\"a.csv\" id=\"n{number}\"/>")
    try write("code\n007\nRhein \u{1B}\n", to: "a.csv")
    // Only rows that are right.
    let output = try check("--seen").output
    #expect(
      output.hasSuffix(
        """

        Compare these cells with what your spreadsheet program shows:

          a.csv
            column  cell  the sheet shows  the tag gets
            code    A2    007              https://go.tagtag.shop/s/007

        If your program shows something else, the tag would be wrong. Format that column as text, type
        what should be there, and check again.

        """), "\(output)")
    let json = try check("--seen", "--json").output
    #expect(
      json.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ").hasSuffix(
        #"""
        "cells": [ { "file": "a.csv", "cell": "A2", "heading": "code", "text": "007", \
        "tag": "https://go.tagtag.shop/s/007", "reasons": [ "digits" ] } ] }
        """#.replacing("\\\n", with: "")), "\(json)")
    #expect(try !check("--json").output.contains("\"cells\""))
    try job("  <rows count=\"2\" id=\"n{number}\"/>", link: "https://go.tagtag.shop/s/{number}")
    #expect(
      try check("--seen").output.hasSuffix("no spreadsheet, so there are no cells to compare.\n"))
  }

  /// Nothing of a sheet reaches the terminal as it is, and nothing fills it.
  @Test func whatIsShownOfASheetIsVisibleAndShort() throws {
    try job("  <rows from=\"a.xlsx\" id=\"n{number}\"/>")
    let long = String(repeating: "x", count: 3_000)
    let table = TableWorkbook([["code"], ["a"], [long]], sheet: "S&#10;  C9  ok&#x9B;31m\u{202E}")
    try folder.write(table.xlsx, to: "a.xlsx")
    let output = try check("--seen").output
    #expect(!output.unicodeScalars.contains { [0x9B, 0x202E].contains($0.value) })
    #expect(output.contains("S\\u{A}  C9  ok"), "\(output)")
    #expect(output.contains("xxx… (3000 characters)"), "\(output)")
    #expect(output.split(separator: "\n" as Character).allSatisfy { $0.count < 500 }, "\(output)")
  }

  /// A program left the result of a formula as it was; the advice is carried out.
  @Test func whatAProgramShowsOtherwiseIsTypedAsText() throws {
    try job("  <rows from=\"a.xlsx\" id=\"n{number}\"/>")
    var table = TableWorkbook([["code"], ["formula"]])
    table.cells = ["formula": "<c><f>6*7</f><v>0</v></c>"]
    try folder.write(table.xlsx, to: "a.xlsx")
    #expect(
      try check("--seen").output.contains("A2  0                https://go.tagtag.shop/s/0\n"))
    try folder.write(TableWorkbook([["code"], ["42"]]).xlsx, to: "a.xlsx")
    #expect(
      try check("--seen").output.contains("A2  42               https://go.tagtag.shop/s/42\n"))
  }

  /// Where no tag needs the letters there is nothing to confirm; as what they were read is said all the same.
  @Test func lettersThatNoTagNeedsAreANote() throws {
    try job("  <rows from=\"a.csv\"/>")
    try folder.write(
      Array("id,code,city,,\n1,a,M\u{FC}nchen,,\n".unicodeScalars.map { UInt8($0.value) }),
      to: "a.csv")
    #expect(
      try check().output == """
        Spring stickers: 1 tag of NTAG213, nothing wrong
          chips       NTAG213: every row fits; the largest, 1, leaves 114 bytes
          letters     a.csv was read as windows-1252, which is a guess; no tag needs them
          protection  none; anyone can change the tags
          hosts       go.tagtag.shop (1)
          apps        none; phones open the links in the browser

        """)
  }

  @Test func aJobWithNothingWrong() throws {
    try job(
      """
        <protect with="lock"/>
        <app ios="ABCDE12345.com.example.shop"/>
        <app clip="ABCDE12345.com.example.shop.Clip"/>
        <rows>
          <row id="zh-west" code="west"/>
          <row id="zh-east" code="4" copies="1200"/>
        </rows>
      """, chips: "NTAG213 NTAG215")
    let result = try check()
    #expect(
      result.output == """
        Spring stickers: 1,201 tags of NTAG213 or NTAG215, nothing wrong
          chips       NTAG213: every row fits; the largest, zh-west, leaves 111 bytes
                      NTAG215: every row fits; the largest, zh-west, leaves 466 bytes
          protection  permanently locked when you run 'tagpress lock'
          hosts       go.tagtag.shop (1,201)
          apps        ABCDE12345.com.example.shop opens 1,201 links on an iPhone,
                        if its entitlements have applinks:go.tagtag.shop
                      ABCDE12345.com.example.shop.Clip, an App Clip, is authorised for 1,201 links,
                        if App Store Connect has an experience of it for such links
                        and if its entitlements have appclips:go.tagtag.shop

        """)
    #expect(result.errorOutput == "" && result.exit == .code(0))
  }

  @Test func aBareAmpersandIsNamedWithItsCure() throws {
    try job("  <rows count=\"1\"/>", link: "https://go.tagtag.shop/s?a=1&b={code}")
    let result = try check()
    #expect(
      result.output == """
        spring.xml:2:37: error: A bare & is not allowed in XML. Write &amp; for each & in a link. \
        (bare-ampersand)
        spring.xml: 0 tags, 1 error

        """)
    #expect(result.exit == .code(1))
    #expect(
      try checkOnTerminal() == """
        spring.xml:2:37: error: A bare & is not allowed in XML. Write &amp; for each &
          in a link. (bare-ampersand)
          2 |   <link>https://go.tagtag.shop/s?a=1&b={code}</link>
            |                                     ^

        spring.xml: 0 tags, 1 error

        """)
  }

  @Test func chipsAndKeysThatAreNotThere() throws {
    try job(
      """
        <protect with="password" keys="spring.keys"/>
        <rows count="2" id="{number}"/>
      """, chips: "NTAG213 NTAG251")
    try write(
      try text("spring.xml").replacing("{code}", with: "{number}"), to: "spring.xml")
    let result = try check()
    #expect(
      result.output == """
        spring.xml:3:24: error: No chip is called "NTAG251". Did you mean NTAG215? (unknown-chip)
        spring.xml:4:34: error: There is no key file "spring.keys". If tags of the job have their \
        password from it, put it back from your backup. Otherwise make it with 'tagpress key new \
        spring.keys'. (no-key-file)
        Spring stickers: 2 tags of NTAG213, 2 errors
          chips       NTAG213: every row fits; the largest, 1, leaves 114 bytes
          protection  a password for writing, from spring.keys
          hosts       go.tagtag.shop (2)
          apps        none; phones open the links in the browser

        """)
    #expect(result.exit == .code(1))
    #expect(try tagpress("key", "new", "spring.keys", directory: folder.path).exit == .code(0))
    let second = try check()
    #expect(second.output.contains("from spring.keys (key "))
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  /// They all have one place, so the first is named, and the others are counted.
  @Test func countedRowsAreToldApartByTheirIDs() throws {
    let long = String(repeating: "x", count: 130)
    try job(
      """
        <rows count="150" id="n{number}"/>
        <rows count="3" id="fix"/>
      """, link: "https://go.tagtag.shop/s/\(long)")
    let result = try check()
    let start = "https://go.tagtag.shop/s/\(long.prefix(55))…"
    #expect(
      result.output.hasPrefix(
        """
        spring.xml:4:3: error: row "n2": The link "\(start)" is the same as that of row "n1" at \
        spring.xml:4:3. Correct it, or delete one of the rows. If one row is to have several tags, set \
        its "Tags for each row" (copies); if both rows are to stay, write duplicates="allow" in <rows>. \
        (same-link)
        spring.xml:4:3: error: row "n1": The message has 152 bytes, 15 too many for NTAG213. \
        Shorten the link by 15 bytes, or use other chips. (too-large)
        spring.xml:5:3: error: All these rows would have the same id. Put their number into it, as \
        in id="n{number}". (same-id)
        148 more like these (same-link)
        149 more like these (too-large)
        Spring stickers: 150 tags of NTAG213, 300 errors

        """), "\(result.output)")
    #expect(result.exit == .code(1))
    let json = try JSONDocument(reading: check("--json").stdout).root
    #expect(json["findings"]?.elements?.map { $0["row"]?.string } == ["n2", "n1", nil])
  }

  @Test func aSpreadsheetsFindingsStandInTheSpreadsheet() throws {
    try job("  <rows from=\"stores.csv\" id=\"{store}\"/>")
    let long = String(repeating: "x", count: 120)
    try write("store;code\nZürich 漢;1\nBasel;\(long)\nBern;\n", to: "stores.csv")
    #expect(
      try check().output == """
        stores.csv:3:1: error: The message has 142 bytes, 5 too many for NTAG213. Shorten the link \
        by 5 bytes, or use other chips. (too-large)
        stores.csv:4:6: error: The row has no value for "code". Fill it in, or write {?code} for a \
        value that may be missing. (missing-value)
        Spring stickers: 2 tags of NTAG213, 2 errors
          chips       NTAG213: 1 row too large; the largest, Basel, by 5 bytes
          protection  none; anyone can change the tags
          hosts       go.tagtag.shop (2)
          apps        none; phones open the links in the browser

        """)
    #expect(
      try checkOnTerminal().hasPrefix(
        """
        stores.csv:3:1: error: The message has 142 bytes, 5 too many for NTAG213.
          Shorten the link by 5 bytes, or use other chips. (too-large)
          3 | Basel;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
            | ^

        stores.csv:4:6: error: The row has no value for "code". Fill it in, or write
          {?code} for a value that may be missing. (missing-value)
          4 | Bern;
            |      ^

        """))
  }

  @Test func aMarkIsBelowItsPlaceInAnyScript() throws {
    try job("  <rows from=\"stores.csv\" id=\"{store}\"/>")
    let long = String(repeating: "x", count: 80)
    try write("store,note,code\n漢字x\u{301},\t\u{1B},\n\(long),\(long),\n", to: "stores.csv")
    #expect(
      try checkOnTerminal().hasPrefix(
        """
        stores.csv:2:9: error: The row has no value for "code". Fill it in, or write
          {?code} for a value that may be missing. (missing-value)
          2 | 漢字x\u{301}, \\u{1B},
            |               ^

        stores.csv:3:163: error: The row has no value for "code". Fill it in, or write
          {?code} for a value that may be missing. (missing-value)
          3 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx,
            |                                                                        ^

        """))
  }

  @Test func ofOneKindAHundredAreShown() throws {
    let rows = (1...250).map { "    <row id=\"\($0)\"/>" }.joined(separator: "\n")
    try job("  <rows>\n\(rows)\n  </rows>")
    let lines = try check().output.split(separator: "\n")
    #expect(lines.count == 106)
    #expect(lines[99].hasPrefix("spring.xml:104:5: error: "))
    #expect(lines[100] == "150 more like these (missing-value)")
    #expect(lines[101] == "Spring stickers: 0 tags of NTAG213, 250 errors")
  }

  @Test func programsGetOneObject() throws {
    try job(
      """
        <app android="com.example.shop" certificate="\(Array(repeating: "AB", count: 32).joined(separator: ":"))">
          <open path="/t/*"/>
        </app>
        <rows><row id="a" code="1"/></rows>
      """, link: "http://go.tagtag.shop/s/{code}")
    let result = try check("--json")
    #expect(result.exit == .code(1) && result.errorOutput == "")
    #expect(
      result.output == """
        {
          "job": "spring",
          "tags": 1,
          "tags_resolved_later": 0,
          "errors": 1,
          "warnings": 1,
          "findings": [
            {
              "file": "spring.xml",
              "line": 7,
              "column": 9,
              "cell": null,
              "severity": "error",
              "rule": "opens-no-app",
              "row": null,
              "message": "\\"http://go.tagtag.shop/s/1\\" opens no app on Android. No pattern \
        matches it. Write <open> for it in an app, or correct the row."
            },
            {
              "file": "spring.xml",
              "line": 7,
              "column": 9,
              "cell": null,
              "severity": "warning",
              "rule": "http",
              "row": null,
              "message": "1 link begins with \\"http://go.tagtag.shop\\". An http link may open only \
        the browser. Use https if the website supports it."
            }
          ],
          "omitted": {},
          "chips": [
            {
              "chip": "NTAG213",
              "capacity": 137,
              "tags_too_large": 0,
              "free": 114,
              "tightest": "a"
            }
          ],
          "key": null,
          "hosts": [
            {
              "host": "go.tagtag.shop",
              "tags": 1
            }
          ],
          "tags_of_other_hosts": 0,
          "apps": [
            {
              "kind": "android",
              "app": "com.example.shop",
              "tags": 0,
              "unknown": 0,
              "conditions": []
            }
          ]
        }

        """)
  }

  @Test func valuesThatAResolverGivesMayBeMissing() throws {
    try job("  <rows count=\"3\" id=\"n{number}\"/>", link: "https://go.tagtag.shop/{cert}")
    let without = try check()
    #expect(without.exit == .code(1))
    #expect(without.output.contains("(unknown-variable)"))
    #expect(
      without.errorOutput
        == "If a resolver gives these values, add --resolver COMMAND, as with 'write'.\n")
    // It is not asked, so it need not even be there.
    let result = try check("--resolver", "ask-my-server")
    #expect(result.exit == .code(0) && result.errorOutput == "")
    #expect(
      result.output == """
        Spring stickers: 3 tags of NTAG213, nothing wrong
          chips       NTAG213: messages of 137 bytes fit
          protection  none; anyone can change the tags
          resolver    not asked, because each question may use something up
                      the links of 3 tags are made when it has answered for that tag;
                      each is then measured and matched with the apps before a byte is written

        """)
    #expect(try check("--resolver", "x", "--json").output.contains(#""tags_resolved_later": 3,"#))
    // Everything else is checked all the same.
    try job("  <rows><row id=\"a\" code=\"1\"/><row id=\"a\" code=\"2\"/></rows>", chips: "NTAG999")
    let wrong = try check("--resolver", "x")
    #expect(wrong.exit == .code(1))
    #expect(wrong.output.contains("(unknown-chip)") && wrong.output.contains("(same-id)"))
  }

  @Test func linksAreMatchedWithTheFilesThatAHostServes() throws {
    try job("  <rows><row id=\"a\" code=\"1\"/></rows>")
    try write(
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/s/*"}]}]}}"#,
      to: "served")
    let result = try check("--association", "served")
    #expect(
      result.output.hasSuffix(
        """
          apps        ABCDE12345.a.b opens 1 link on an iPhone,
                        if its entitlements have applinks:go.tagtag.shop

        """))
    #expect(result.exit == .code(0))
    try write("7", to: "broken")
    #expect(
      try check("--association", "broken").output.hasSuffix(
        "apps        not judged; the association files cannot be read\n"))
    let missing = try check("--association", "nowhere")
    #expect(missing.exit == .code(2) && missing.output == "")
    #expect(missing.errorOutput.hasPrefix("tagpress check: nowhere: There is no such file."))
  }

  /// The commonest mistake there is: the fingerprint of another key; and the worst: that of everybody's.
  @Test func certificatesAreComparedAndPublicOnesRefused() throws {
    let public1 =
      "FA:C6:17:45:DC:09:03:78:6F:B9:ED:E6:2A:96:2B:39:"
      + "9F:73:48:F0:BB:6F:89:9B:83:32:66:75:91:03:3B:9C"
    let own = Array(repeating: "AB", count: 32).joined(separator: ":")
    func serve(_ fingerprint: String) throws {
      try write(
        """
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{
        "namespace":"android_app","package_name":"com.example.shop",
        "sha256_cert_fingerprints":["\(fingerprint)"]}}]
        """, to: "assetlinks.json")
    }
    func jobFor(_ certificate: String) throws {
      try job(
        """
          <app android="com.example.shop" certificate="\(certificate)"/>
          <rows><row id="a" code="1"/></rows>
        """)
    }
    try jobFor(own)
    for (fingerprint, rule) in [
      (own.replacing("AB:AB", with: "AC:AB"), "(other-certificate)"), (public1, "(public-key)"),
      (own.lowercased(), "(app-stays-shut)"), (String(own.dropLast(36)), "(app-stays-shut)"),
    ] {
      try serve(fingerprint)
      let result = try check("--association", "assetlinks.json")
      #expect(result.output.contains(rule), "\(result.output)")
      #expect(result.exit == .code(1))
    }
    try serve(own)
    let right = try check("--association", "assetlinks.json")
    #expect(right.exit == .code(0) && !right.output.contains("links=\"all\""))
    // The files that are made for the job list its links, and so close all others.
    #expect(try check().output.contains("it then opens no other link of the host;"))
    try jobFor(public1)
    let result = try check()
    #expect(result.output.contains("(public-key)") && result.exit == .code(1))
  }

  /// The files of one host say nothing about another one.
  @Test func filesCountForTheirOwnHostAlone() throws {
    func file(_ pattern: String) -> String {
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"\#(pattern)"}]}]}}"#
    }
    try job(
      """
        <app ios="ABCDE12345.a.b"/>
        <rows><row id="a" host="a.example" code="1"/><row id="b" host="b.example" code="1"/></rows>
      """, link: "https://{host}/s/{code}")
    for (host, pattern) in [("a.example", "/s/*"), ("b.example", "/t/*")] {
      #expect(mkdir("\(folder.path)/site", 0o755) == 0 || errno == EEXIST)
      #expect(mkdir("\(folder.path)/site/\(host)", 0o755) == 0)
      try write(file(pattern), to: "site/\(host)/apple-app-site-association")
    }
    let result = try check("--association", "site")
    #expect(result.output.contains(#""https://b.example/s/1" opens no app on an iPhone"#))
    #expect(!result.output.contains(#""https://a.example/s/1" opens no app"#))
    #expect(result.exit == .code(1))
    try write(file("/s/*"), to: "site/b.example/apple-app-site-association")
    #expect(try check("--association", "site").exit == .code(0))
    // Of a file that lies anywhere, no one knows whose it is.
    try write(file("/s/*"), to: "apple-app-site-association")
    let unknown = try check("--association", "apple-app-site-association")
    #expect(unknown.output.contains("(whose-association)") && unknown.exit == .code(1))
    // A host without a folder is unknown, however simple the rules of the other one are.
    try write(file("/s/?*"), to: "site/a.example/apple-app-site-association")
    #expect(rename("\(folder.path)/site/b.example", "\(folder.path)/b") == 0)
    let missing = try check("--association", "site")
    #expect(missing.output.contains("(opens-unknown)"), "\(missing.output)")
    #expect(missing.output.contains("  it is not known of 1 more link\n"))
    #expect(missing.exit == .code(1))
    // A folder without a file is none to be judged by.
    #expect(mkdir("\(folder.path)/empty", 0o755) == 0)
    #expect(try check("--association", "empty").exit == .code(2))
    // And a file of one host leaves the links of the other unknown.
    let half = try check("--association", "site/a.example")
    #expect(half.output.contains("(opens-unknown)"), "\(half.output)")
    #expect(half.exit == .code(1))
    // An http link has a host as well.
    try job(
      """
        <app ios="ABCDE12345.a.b"/><rows><row id="a" host="a.example" code="1"/></rows>
      """, link: "http://{host}/s/{code}")
    let plain = try check("--association", "site")
    #expect(plain.output.contains("(opens-unknown)") && !plain.output.contains("No file of the"))
  }

  /// Of an app that asks for all hosts under one, only the file of that one counts: whatever that of the
  /// link's own host says, and if it is not there at all.
  @Test(arguments: [
    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.x.y"],"components":[{"/":"/s/*"}]}]}}"#,
    #"{"applinks":{"details":[]}}"#, nil,
  ])
  func ofAWildcardTheFileOfItsHostDecides(_ own: String?) throws {
    for place in ["site", "site/a.example", "site/go.a.example"] {
      mkdir(folder.path(of: place), 0o755)
    }
    try write(
      """
      {"applinks":{"details":[{"appIDs":["ABCDE12345.x.y"],"components":[{"/":"/x"}]},
      {"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/s/*"}]}]}}
      """, to: "site/a.example/apple-app-site-association")
    if let own { try write(own, to: "site/go.a.example/apple-app-site-association") }
    for link in ["https://go.a.example/s/{code}", "https://{host}.a.example/s/{code}"] {
      let more = link.contains("{host}") ? #" host="go""# : ""
      try job(
        """
          <app ios="ABCDE12345.a.b" entitlements="applinks:*.a.example"/>
          <rows><row id="a" code="1"\(more)/><row id="b" code="2"\(more)/></rows>
        """, link: link)
      let result = try check("--association", "site")
      #expect(result.exit == .code(0), "\(link): \(result)")
      #expect(result.output.contains("ABCDE12345.a.b opens 2 links on an iPhone\n"))
    }
  }

  /// The two files of a host may lie in its folder and beside it.
  @Test func filesOfOneHostAreBroughtTogether() throws {
    let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
    try job(
      """
        <app ios="ABCDE12345.a.b"/><app android="a.b" certificate="\(certificate)" links="all"/>
        <rows><row id="a" code="1"/></rows>
      """, link: "https://a.example/s/{code}")
    #expect(mkdir("\(folder.path)/site", 0o755) == 0)
    #expect(mkdir("\(folder.path)/site/a.example", 0o755) == 0)
    try write(
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/s/*"}]}]}}"#,
      to: "site/a.example/apple-app-site-association")
    let lone = try check("--association", "site")
    #expect(lone.output.contains("Its assetlinks.json was not looked at."), "\(lone.output)")
    #expect(lone.output.contains("it is not known whether a.b opens 1 link on Android"))
    try write(
      """
      [{"relation":["delegate_permission/common.handle_all_urls"],"target":
      {"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["\(certificate)"]}}]
      """, to: "assetlinks.json")
    let both = try check("--association", "site", "--association", "assetlinks.json")
    #expect(both.exit == .code(0), "\(both.output)")
  }

  /// Links of Apple's own host start App Clips without a file, and a port is no other host.
  @Test(arguments: [
    (
      "https://appclip.apple.com/id?p=a.b.Clip&amp;c={code}", #"<app clip="ABCDE12345.a.b.Clip"/>"#,
      nil
    ),
    (
      "https://a.example:8443/s/{code}", #"<app ios="ABCDE12345.a.b"/>"#,
      "a link with a port"
    ),
  ])
  func givenFilesAreAskedOnlyAboutTheirHost(_ link: String, _ app: String, _ words: String?) throws
  {
    try job("  \(app)<rows><row id=\"a\" code=\"1\"/></rows>", link: link)
    #expect(mkdir("\(folder.path)/a.example", 0o755) == 0)
    try write(
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/s/*"}]}]}}"#,
      to: "a.example/apple-app-site-association")
    let result = try check("--association", ".")
    #expect(
      !result.output.contains("was not looked at") && !result.output.contains("was looked at"))
    #expect(result.exit == .code(words == nil ? 0 : 1), "\(result.output)")
    if let words { #expect(result.output.contains(words), "\(result.output)") }
  }

  @Test func spreadsheetsOutsideTheFolderAreOnlyReadIfAllowed() throws {
    try folder.write(Array("id,code\na,1\n".utf8), to: "rows.csv")
    try job("  <rows from=\"../rows.csv\"/>")
    let text = try text("spring.xml")
    let inner = try TemporaryDirectory()
    try inner.write(Array(text.utf8), to: "spring.xml")
    try inner.write(Array("id,code\na,1\n".utf8), to: "rows.csv")
    let name = try #require(inner.path.split(separator: "/").last)
    try job("  <rows from=\"../\(name)/rows.csv\"/>")
    #expect(try check().output.contains("(outside-folder)"))
    #expect(try check("--outside").exit == .code(0))
  }

  @Test func aJobThatIsNotThereCouldNotBeChecked() throws {
    let result = try check()
    #expect(result.exit == .code(2) && result.output == "")
    #expect(
      result.errorOutput
        == "tagpress check: spring.xml: There is no such file. Check the name.\n"
    )
    #expect(try tagpress("check").exit == .code(64))
    #expect(try tagpress("check", "a.xml", "--bad").exit == .code(64))
  }
}
