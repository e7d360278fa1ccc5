// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// `tagpress links`: the list for servers and printers.
struct LinksTests {
  @Test func aListIsATable() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{number}?t={tag.uid}</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="=n,{number}"/>
      </job>
      """, to: "spring.xml")
    let result = try tagpress("links", "spring.xml", directory: folder.path)
    #expect(
      result.output == """
        id,link,size\r
        "'=n,1",https://go.example.com/s/1?t={tag.uid},40\r
        "'=n,2",https://go.example.com/s/2?t={tag.uid},40\r

        """)
    #expect(result.errorOutput == "")
    #expect(result.exit == .code(0))
    // Nothing had to be drawn, so nothing had to be kept.
    #expect(throws: (any Error).self) { try folder.read("spring.ledger") }
  }

  @Test func randomValuesAreDrawnOnce() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{code}</link>
        <tags chips="NTAG213"/>
        <rows count="3" id="n{number}"><token name="code" length="10"/></rows>
      </job>
      """, to: "spring.xml")
    let first = try tagpress("links", "--json", "spring.xml", directory: folder.path)
    #expect(first.exit == .code(0), "\(first.errorOutput)")
    let rows = try #require(try JSONDocument(reading: first.stdout).root.elements)
    #expect(rows.map { $0["id"]?.string } == ["n1", "n2", "n3"])
    #expect(Set(rows.compactMap { $0["link"]?.string }).count == 3)
    let again = try tagpress("links", "--json", "spring.xml", directory: folder.path)
    #expect(again.output == first.output)
  }

  @Test func aJobWithErrorsHasNoList() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{nmber}</link>
        <rows count="2"/>
      </job>
      """, to: "spring.xml")
    for path in ["spring.xml", "summer.xml"] {
      let result = try tagpress("links", path, directory: folder.path)
      #expect(result.output == "")
      #expect(result.exit == .code(path == "spring.xml" ? 1 : 2))
      #expect(result.errorOutput.contains(path), "\(result.errorOutput)")
    }
  }

  /// The spreadsheet was right as it was looked through; the list is made of it as it is by then.
  @Test func aListOfASpreadsheetThatChangesMeanwhileIsNotRight() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{code}</link>
        <tags chips="NTAG213"/>
        <rows from="rows.csv" id="{code}"/>
      </job>
      """, to: "spring.xml")
    func write(rows: Int) throws {
      let lines = (10_000..<(10_000 + rows)).map { "\($0)\n" }
      try folder.write("code\n" + lines.joined(), to: "rows.csv")
    }
    try write(rows: 60_000)
    let listing = try BackgroundProgram(
      builtTool, ["links", "spring.xml"], directory: folder.path)
    // It waits for its reader long before the end of the list.
    #expect(listing.nextLine() == "id,link,size\r")
    try write(rows: 30_000)
    let result = try listing.finish()
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress links: spring.xml: The files of the job were changed while they were read, so this list \
        may have a hole. Run the same command again.

        """)
    #expect(try tagpress("links", "spring.xml", directory: folder.path).exit == .code(0))
  }

  @Test func aSpreadsheetThatIsNotThereIsNamed() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{code}</link>
        <rows from="gone.csv" id="{code}"/>
      </job>
      """, to: "spring.xml")
    let result = try tagpress("links", "spring.xml", directory: folder.path)
    #expect(result.exit == .code(2))
    #expect(
      result.errorOutput == """
        tagpress links: spring.xml: gone.csv: There is no such file. Check the name.

        """)
  }
}
