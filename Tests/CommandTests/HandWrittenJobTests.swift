// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// What people get wrong when they write a job by hand, and the words that should help them.
struct HandWrittenJobTests {
  private static let code = "https://go.example.com/{code}"
  private static let number = "https://go.example.com/{number}"
  private static let row = "<rows><row id=\"1\" code=\"a\"/></rows>"

  /// The link, what follows it, and the beginning of a finding.
  @Test(arguments: [
    (
      code, "<url/>\(row)",
      "<url> does not belong in <job>. Remove it, or use one of <link>, <tags>, "
    ),
    (code, "<row id=\"1\"/>", "<row> does not belong in <job>. Write it in <rows>."),
    (
      code, "<rows><row id=\"1\" code=\"a\"><row id=\"2\" code=\"b\"/></row></rows>",
      "<row> does not belong in <row>. End the <row> before it with />."
    ),
    (
      code, "<rows><row id=\"1\" code=\"a\"></rows>",
      "This end tag does not match the open element. Close that first, as in <row …/>, or correct the "
        + "name."
    ),
    (
      code, "<app ios=\"A1B2C3D4E5.org.shop>\n\(row)",
      "A quote before this was never closed, or a value contains a bare <. Close the quote, or "
        + "write &lt;."
    ),
    (code, "<protect with=“lock”/>\(row)", "A value is not in straight quotes. Write it as name="),
    (
      code, "<rows><row id=\"1\"code=\"a\"/></rows>",
      "A space is missing before this, or / and >"
    ),
    (
      code, "<rows><row id=\"1\" 2nd=\"a\"/></rows>",
      "A name is expected here. Names of elements and"
    ),
    (
      code, "<!-- later -- much -->\(row)",
      "The comment contains two hyphens in a row, which only"
    ),
    (
      number, "<rows file=\"x.csv\"/>",
      "There are no rows here. Add one, or use count or from."
    ),
    (
      number, "<rows count=\"10.000\"/>",
      "count=\"10.000\" is not allowed. Use a whole number from 1 to"
    ),
    (
      number, "<rows count=\"5\" id=\"n\"/>",
      "All these rows would have the same id. Put their number"
    ),
    (
      code, "<rows><row ID=\"1\" code=\"a\"/></rows>",
      "A row needs an id. Write one, as in id=\"n1\", or let <rows> make it, as in id="
    ),
    (
      "https://go.example.com/{store}", "<rows from=\"stores.csv\"/>",
      "These rows have no value called \"store\". They have \"Store_name\", \"page\", \"number\", "
        + "\"id\", "
    ),
    (
      "https://go.example.com/{Store name}", "<rows from=\"stores.csv\"/>",
      "{Store name} cannot be a name in braces, which has only letters from A to Z, digits and _."
        + " Write {Store_name}. (template-variable-name)"
    ),
    (
      "{page}", "<rows from=\"stores.csv\"/>",
      "\"https%3A%2F%2Fshop.example.com%2F1\": The value is a whole link, but it was encoded as "
        + "part of one. Write {+name} for it."
    ),
    (
      "https://go.example.com/{id}", "<rows from=\"gap.csv\"/>",
      "A row needs an id. Write one, as in id="
    ),
    (
      "https://go.example.com/{page}", "<rows from=\"stores.csv\" id=\"{Store name}\"/>",
      "{Store name} cannot be a name in braces, which has only letters from A to Z, digits and _."
        + " Write {Store_name}. (braces)"
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
        "The file begins with <Job>, so it is not a job. Write <job>, in lower case."))
    let job = "<job xmlns=\"urn:tagpress:job:1\" id=\"my job\"><link>https://a.tagtag.shop/</link>"
    let page = try check(job + "<tags chips=\"NTAG 213\"/><rows count=\"1\"/></job>")
    #expect(page.contains("No chip is called \"213\". Did you mean NTAG213?"))
    #expect(page.contains("\nspring.xml: 1 tag, 3 errors\n"))
    #expect(
      try check(job + "<rows count=\"1\"/></job>").contains(
        "\n  chips       any; <tags> names none, so no size was checked\n"))
  }
}
