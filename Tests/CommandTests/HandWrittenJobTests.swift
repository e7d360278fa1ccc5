// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What people get wrong when they write a job by hand, and the words that should help them.
@Suite struct HandWrittenJobTests {
  private static let code = "https://go.example.com/{code}"
  private static let number = "https://go.example.com/{number}"
  private static let row = "<rows><row id=\"1\" code=\"a\"/></rows>"

  /// The link, what follows it, and the beginning of a finding.
  @Test(arguments: [
    (
      code, "<url/>\(row)",
      "<url> has no meaning in <job>; remove it, or use one of <link>, <tags>, "
    ),
    (code, "<row id=\"1\"/>", "<row> has no meaning in <job>; write it in <rows>."),
    (
      code, "<rows><row id=\"1\" code=\"a\"><row id=\"2\" code=\"b\"/></row></rows>",
      "<row> has no meaning in <row>; end the <row> before it with />."
    ),
    (
      code, "<rows><row id=\"1\" code=\"a\"></rows>",
      "an end tag does not match what is open; close that first, as in <row …/>, or correct the "
        + "name."
    ),
    (
      code, "<app ios=\"A1B2C3D4E5.org.shop>\n\(row)",
      "a quote before this was never closed, or a value contains a bare <; close the quote, or "
        + "write &lt;."
    ),
    (code, "<protect with=“lock”/>\(row)", "a value is not in straight quotes; write it as name="),
    (
      code, "<rows><row id=\"1\"code=\"a\"/></rows>",
      "a space is missing before this, or / and >"
    ),
    (
      code, "<rows><row id=\"1\" 2nd=\"a\"/></rows>",
      "a name is expected here; names of elements and"
    ),
    (
      code, "<!-- later -- much -->\(row)",
      "a comment contains two hyphens in a row, which only"
    ),
    (
      number, "<rows file=\"x.csv\"/>",
      "there are no rows here; add one, or use count or from."
    ),
    (
      number, "<rows count=\"10.000\"/>",
      "count=\"10.000\": must be a whole number from 1 to"
    ),
    (
      number, "<rows count=\"5\" id=\"n\"/>",
      "all these rows would have the same id; put their number"
    ),
    (
      code, "<rows><row ID=\"1\" code=\"a\"/></rows>",
      "a row needs an id; write one, as in id=\"n1\", or let <rows> make it, as in id="
    ),
    (
      "https://go.example.com/{store}", "<rows from=\"stores.csv\"/>",
      "these rows have no value called \"store\"; they have \"Store_name\", \"page\", \"number\", "
        + "\"id\", "
    ),
    (
      "https://go.example.com/{Store name}", "<rows from=\"stores.csv\"/>",
      "Character 30: a space is not allowed in the braces; names have letters, digits, _ and dots "
        + "between them. Write _ for each other character of a column's name."
    ),
    (
      "{page}", "<rows from=\"stores.csv\"/>",
      "\"https%3A%2F%2Fshop.example.com%2F1\": The value is a whole link, which was encoded like a "
        + "part of one; write {+name} for it."
    ),
    (
      "https://go.example.com/{id}", "<rows from=\"gap.csv\"/>",
      "a row needs an id; write one, as in id="
    ),
    (
      "https://go.example.com/{page}", "<rows from=\"stores.csv\" id=\"{Store name}\"/>",
      "a brace is not closed, or the text between two is not a name; write it as {name}, with _ "
        + "for each space in the name. (braces)"
    ),
  ])
  func theWordsHelp(_ link: String, _ rest: String, _ words: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      "sep=;\r\nStore name;id;page\r\nWest;1;https://shop.example.com/1\r\n", to: "stores.csv")
    try folder.write("id;city\n1;Bonn\n;Rome\n", to: "gap.csv")
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>\(link)</link>
        <tags chips="NTAG213"/>
        \(rest)
      </job>

      """, to: "spring.xml")
    let result = try tagpress("check", "spring.xml", directory: folder.path)
    #expect(result.output.contains(": error: \(words)"), "\(result.output)")
    #expect(result.exit == .code(1))
  }

  @Test func theHeadOfAJobIsSaidInWords() throws {
    let folder = try TemporaryDirectory()
    func check(_ text: String) throws -> String {
      try folder.write(text, to: "spring.xml")
      return try tagpress("check", "spring.xml", directory: folder.path).output
    }
    #expect(
      try check("<Job/>").contains(
        "the file begins with <Job>, so it is not a job; write <job>, in small letters."))
    let job = "<job xmlns=\"urn:tagpress:job:1\" id=\"my job\"><link>https://a.example/</link>"
    let page = try check(job + "<tags chips=\"NTAG 213\"/><rows count=\"1\"/></job>")
    #expect(page.contains("no chip is called \"213\"; did you mean NTAG213?"))
    #expect(page.contains("\nspring.xml: 1 tag, 3 errors\n"))
    #expect(
      try check(job + "<rows count=\"1\"/></job>").contains(
        "\n  chips       any; <tags> names none, so no size was checked\n"))
  }
}
