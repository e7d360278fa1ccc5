// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

struct NewTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func new(_ arguments: String...) throws -> ProcessResult {
    try run(builtTool, ["new"] + arguments, directory: folder.path)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.read(name), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("one-link", [], 500), ("spreadsheet", ["stores.csv"], 6), ("numbers", [], 1000),
      ("tokens", [], 1000), ("app-clip", [], 3), ("password", ["spring.keys"], 200),
      ("uid-mirror", [], 100),
    ] as [(String, [String], Int)])
  func everyTemplateMakesAJob(template: String, files: [String], tags: Int) throws {
    let result = try new("spring", "--template", template, "--json")
    #expect(result.exit == .code(0) && result.stderr == [])
    let answer = try JSONDocument(reading: result.stdout).root
    #expect(answer["manifest"]?.string == "spring/spring.xml")
    #expect(answer["tags"]?.value == .integer(tags) && answer["errors"]?.value == 0)
    let names = try #require(answer["files"]?.elements).compactMap(\.string)
    #expect(names.sorted() == (["job.rng", "spring.xml"] + files).sorted())
    let manifest = try text("spring/spring.xml")
    #expect(
      manifest.contains(
        "\n<job xmlns=\"urn:tagpress:job:1\" id=\"spring\" title=\"spring\">\n"))
    #expect(!manifest.contains("SPDX") && !manifest.contains("\(template).xml"))
    #expect(
      try folder.read("spring/job.rng") == contents(of: "\(packageRoot)/Templates/job.rng"))
    #expect(
      try run(builtTool, ["check", "spring.xml"], directory: folder.path(of: "spring")).exit
        == .code(0))
    // The name that the manifest was made under is gone.
    #expect(folder.entries == ["spring"])
  }

  @Test(arguments: [
    "one-link", "spreadsheet", "numbers", "tokens", "app-clip", "password", "uid-mirror", "a.csv",
  ])
  func onlyGenuineChipsAreAnOffer(_ origin: String) throws {
    try folder.write("url\nhttps://a.example/1\n", to: "a.csv")
    let from = origin == "a.csv" ? ["--from", origin] : ["--template", origin]
    let offered = try run(builtTool, ["new", "spring"] + from, directory: folder.path)
    #expect(
      offered.output.contains(
        "\nCheap copies have no signature from the chip's maker. To refuse them, use --genuine, or "
          + "write genuine=\"require\" in <tags>.\n"), "\(offered.output)")
    #expect(try !text("spring/spring.xml").contains("genuine=\"require\""))
    let taken = try run(
      builtTool, ["new", "summer", "--genuine"] + from, directory: folder.path)
    #expect(
      taken.output.contains(
        "\nOnly tags with their maker's signature are used; cheap copies are put aside.\n"))
    let manifest = try text("summer/summer.xml")
    #expect(manifest.split(separator: "genuine=\"").count == 2)
    #expect(manifest.contains(" genuine=\"require\"/>"))
    let check = try run(builtTool, ["check", "summer/summer.xml"], directory: folder.path)
    #expect(check.exit == .code(0), "\(check.output)")
  }

  @Test func listsTheTemplates() throws {
    let lines = try new("--list").output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[2] == "numbers      Serial numbers: tag 00001 opens …/t/00001, and so on.")
    #expect(lines.allSatisfy { $0.hasSuffix(".") })
    #expect(try JSONDocument(reading: new("--list", "--json").stdout).root.elements?.count == 7)
  }

  @Test func makesAJobOfASpreadsheet() throws {
    let sheet =
      Array("Store;City;Web site\r\n1;Z".utf8) + [0xFC]
      + Array(
        "rich;https://a.example/1\r\n2;Genf;https://a.example/2?a=1&b=2\r\n".utf8)
    try folder.write(sheet, to: "a & b.csv")
    let result = try new("spring", "--from", "a & b.csv")
    #expect(result.exit == .code(0) && result.stderr == [])
    #expect(
      result.output == """
        Made spring with spring.xml, job.rng, a & b.csv: 2 tags.
        The links are the values of the column Web_site.
        No two rows have the same Store, so that is the id of a row in reports.
        The spreadsheet does not say how its letters are written, and was read as windows-1252; the \
        links do not need them. If a text looks wrong, use --encoding NAME.
        Every row fits NTAG213, NTAG215, NTAG216.
        Cheap copies have no signature from the chip's maker. To refuse them, use --genuine, or \
        write genuine="require" in <tags>.
        Next: Run 'tagpress check spring/spring.xml'.

        """)
    #expect(try folder.read("spring/a & b.csv") == sheet)
    #expect(
      try text("spring/spring.xml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <?xml-model href="job.rng"?>
        <!--
          One tag for each row of a spreadsheet. A name in braces is replaced by the value in its column:
          {Store}, {City}, {Web_site}.

            tagpress check spring.xml     says what is wrong before any tag is written
            tagpress write spring.xml     writes one tag after another
        -->
        <job xmlns="urn:tagpress:job:1" id="spring" title="spring">
          <!-- The links are the values of the column Web_site. -->
          <link>{+Web_site}</link>

          <!-- Only empty tags of these kinds are used; any others are left alone. -->
          <tags chips="NTAG213 NTAG215 NTAG216" content="blank"/>

          <!-- No two rows have the same Store, so that is the id of a row in reports. -->
          <rows from="a &amp; b.csv" id="{Store}"/>
        </job>

        """)
  }

  /// A town in windows-1250, which is `£ódŸ` in windows-1252.
  private static let towns = Array("id;town\n1;".utf8) + [0xA3, 0xF3, 0x64, 0x9F, 0x0A]

  @Test func makesNoJobOfGuessedLetters() throws {
    try folder.write(Self.towns, to: "a.csv")
    let link = "https://a.example/{town}"
    let asked = try new("towns", "--from", "a.csv", "--link", link)
    #expect(asked.exit == .code(1) && asked.stdout == [])
    #expect(
      asked.errorOutput
        == "tagpress new: a.csv:2:3: Is this \"Łódź\" or \"£ódŸ\"? The spreadsheet does not say how its"
        + " letters are written. Use --encoding windows-1250 for the first, or --encoding"
        + " windows-1252 for the second. If both are wrong, save the spreadsheet as CSV UTF-8.\n")
    #expect(folder.entries == ["a.csv"])
    let made = try new("towns", "--from", "a.csv", "--link", link, "--encoding", "CP1250")
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(
      try text("towns/towns.xml").contains(
        "<rows from=\"a.csv\" encoding=\"windows-1250\" id=\"{id}\" label=\"{town}\"/>"))
    let links = try run(builtTool, ["links", "towns/towns.xml"], directory: folder.path)
    #expect(links.output.contains("https://a.example/%C5%81%C3%B3d%C5%BA"), "\(links.output)")
  }

  @Test func readsASheetAsItIsTold() throws {
    try folder.write(Self.towns, to: "a.csv")
    let unknown = try new("towns", "--from", "a.csv", "--encoding", "windwos-1250")
    #expect(
      unknown.exit == .code(64) && unknown.errorOutput.contains("Did you mean 'windows-1250'?"))
    let alone = try new("towns", "--encoding", "windows-1250")
    #expect(alone.exit == .code(64) && alone.errorOutput.contains("--from"))
    let wrong = try new("towns", "--from", "a.csv", "--encoding", "UTF-8")
    #expect(wrong.exit == .code(1))
  }

  @Test func writesWhereTheNamesAreBelowATitle() throws {
    try folder.write("Shops 2026\n\nid;url\n1;https://a.example/1\n", to: "a.csv")
    let made = try new("jobs", "--from", "a.csv")
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(
      made.output.contains(
        "\nThe spreadsheet begins with a title: the names of its columns are in row 3.\n"))
    #expect(try text("jobs/jobs.xml").contains("<rows from=\"a.csv\" header=\"3\" id=\"{id}\"/>"))
    let check = try run(builtTool, ["check", "jobs/jobs.xml"], directory: folder.path)
    #expect(check.exit == .code(0), "\(check.output)")
  }

  static let sheets: [(text: String, lines: [String])] = [
    ("url\nhttps://a.example/1\n", ["<link>{+url}</link>", "id=\"{number}\""]),
    ("url\nwww.a.example/1\n", ["<link>https://{+url}</link>", "id=\"{number}\""]),
    ("code,city\nx,a\ny,a\n", ["<link>https://go.example.com/{code}</link>", "id=\"{code}\""]),
    ("city\na\na\n", ["<link>https://go.example.com/{number}</link>", "id=\"{number}\""]),
    ("--> \u{1}<x,--\na,b\n", ["{______x}, {column.2}", "id=\"{______x}\""]),
    (
      "url\nhttps://a.example/\(String(repeating: "x", count: 200))\n",
      ["chips=\"NTAG215 NTAG216\""]
    ),
  ]

  @Test(arguments: sheets)
  func choosesByARule(text: String, lines: [String]) throws {
    try folder.write(text, to: "a.csv")
    #expect(try new("jobs", "--from", "a.csv").exit == .code(0))
    let manifest = try self.text("jobs/jobs.xml")
    for line in lines { #expect(manifest.contains(line)) }
    let check = try run(builtTool, ["check", "jobs/jobs.xml"], directory: folder.path)
    #expect(check.exit == .code(0), "\(check.output)")
  }

  /// A sheet without names keeps its first row, and people are told.
  @Test func losesNoRowOfASheetWithoutNames() throws {
    try folder.write("0001,Bern\n0002,Chur\n0003,Genf\n", to: "a.csv")
    let link = "https://a.example/{column.1}"
    let made = try new("jobs", "--from", "a.csv", "--link", link)
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    #expect(made.output.contains(": 3 tags.\n"))
    #expect(
      made.output.contains(
        "\n\"0001\" in the first row looks like a value, so the columns go by their numbers"
          + " (header=\"none\"). If the first row has their names, write header=\"1\".\n"))
    #expect(made.output.contains("\nPeople see column.2 beside the id of a row.\n"))
    #expect(
      try text("jobs/jobs.xml").contains(
        "<rows from=\"a.csv\" header=\"none\" id=\"{column.1}\" label=\"{column.2}\"/>"))
    let links = try run(builtTool, ["links", "jobs/jobs.xml"], directory: folder.path)
    #expect(links.output.contains("https://a.example/0001"), "\(links.output)")
  }

  /// Where a column could be that of the links, no other links are made up.
  @Test func makesUpNoLinksBesideAColumnOfLinks() throws {
    let sheets: [(text: String, words: String)] = [
      (
        "id,Link\n1,here\n2,there\n",
        "a.csv: The column \"Link\" seems to be that of the links, but most of its values are none, such"
          + " as \"here\". Correct them. Or say with --link LINK how the links are made, such as"
          + " 'https://your.site/{Link}'.\n"
      ),
      ("id,リンク\n1,\n", "\"リンク\" seems to be that of the links, but it is empty. Fill it in"),
      (
        "id,note\n1,https://a.example\n2,x\n3,y\n",
        "The column \"note\" has some links, but most of its values are none."
      ),
      // Links that are wrong are not passed over.
      ("id,x\n1,https:/a.example/1\n2,https:/a.example/2\n", "a.csv:2:3: \"https:/a.example/1\": "),
    ]
    for (sheet, words) in sheets {
      try folder.write(sheet, to: "a.csv")
      let refused = try new("jobs", "--from", "a.csv")
      #expect(refused.exit == .code(1) && folder.entries == ["a.csv"])
      #expect(refused.errorOutput.contains(words), "\(refused.errorOutput)")
    }
    try folder.write(sheets[0].text, to: "a.csv")
    let link = "https://a.example/{Link}"
    #expect(try new("jobs", "--from", "a.csv", "--link", link).exit == .code(0))
  }

  @Test func saysWhichSheetOfAWorkbookItTook() throws {
    var table = TableWorkbook([["Cover"]], sheet: "Cover")
    table.sheets.append(("Shops", [["id", "price"], ["1", "?"], ["2", "?"]]))
    table.formulas = ["?"]
    try folder.write(table.xlsx, to: "a.xlsx")
    let cover = try new("jobs", "--from", "a.xlsx")
    #expect(cover.exit == .code(1))
    #expect(
      cover.errorOutput
        == "tagpress new: a.xlsx: The sheet \"Cover\" has no row below its first line. To use"
        + " another, add --sheet NAME. The others are \"Shops\".\n")
    let made = try new("jobs", "--from", "a.xlsx", "--sheet", "Shops")
    #expect(
      made.output.contains("\nThe file does not have the results of the formulas in price: open"))
    table.sheets[0].rows = [["id"], ["1"]]
    try folder.write(table.xlsx, to: "b.xlsx")
    #expect(
      try new("more", "--from", "b.xlsx").output.contains(
        "\nThe rows are those of the sheet Cover. To use another, add --sheet NAME. The others are Shops (3 rows).\n"
      ))
  }

  @Test func saysThatAnIDIsMissing() throws {
    try folder.write("id,x\n1,a\n2,b\n,c\n4,d\n", to: "a.csv")
    let made = try new("jobs", "--from", "a.csv")
    #expect(made.exit == .code(1))
    #expect(
      made.output.contains(
        "\nNo two rows have the same id, so that is the id of a row in reports; but 1 row has none,"
          + " which needs one or is to be deleted.\n"), "\(made.output)")
    let check = try run(builtTool, ["check", "jobs/jobs.xml"], directory: folder.path)
    #expect(check.output.contains("a.csv:4:1: error: "), "\(check.output)")
  }

  @Test func takesTheLinkThatIsGiven() throws {
    try folder.write("store,city\n1,a\n", to: "a.csv")
    let link = "https://a.example/{store}?a=1&b={city}"
    #expect(try new("a", "--from", "a.csv", "--link", link).exit == .code(0))
    #expect(
      try text("a/a.xml").contains("<link>https://a.example/{store}?a=1&amp;b={city}</link>"))
    #expect(try new("b", "--template", "numbers", "--link", link).exit == .code(1))
    let result = try new("b", "--template", "tokens", "--link", "https://b.example/{code}")
    #expect(result.exit == .code(0))
    #expect(try text("b/b.xml").contains("  <link>https://b.example/{code}</link>\n"))
  }

  @Test func oneLinkWithAVariableIsNotTheSameOnAllTags() throws {
    #expect(try new("a", "--link", "https://a.example/{number}").exit == .code(0))
    #expect(
      try text("a/a.xml") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <?xml-model href="job.rng"?>
        <!--
          Many tags, each with a link of its own.

          Change the job's id, the link and the count. Then:
            tagpress check a.xml     says what is wrong before any tag is written
            tagpress write a.xml     writes one tag after another
        -->
        <job xmlns="urn:tagpress:job:1" id="a" title="a">
          <link>https://a.example/{number}</link>

          <!-- Only empty tags of this kind are used; any others are left alone. -->
          <tags chips="NTAG213" content="blank"/>

          <rows count="500"/>
        </job>

        """)
    #expect(try new("b", "--link", "https://a.example/b").exit == .code(0))
    #expect(try text("b/b.xml").contains("<rows count=\"500\" duplicates=\"allow\"/>"))
    let link = "https://a.example/{mirror.uid}"
    #expect(try new("c", "--template", "uid-mirror", "--link", link).exit == .code(0))
  }

  @Test func saysThatALinkFitsNoCommonChip() throws {
    let link = "https://a.example/\(String(repeating: "x", count: 900))"
    try folder.write("url\n\(link)\n", to: "a.csv")
    let result = try new("a", "--from", "a.csv")
    #expect(result.exit == .code(1))
    #expect(
      result.output.contains("\nNot every row fits NTAG216, the largest common chip.\n"))
    #expect(try text("a/a.xml").contains("chips=\"NTAG216\""))
  }

  @Test func makesAJobWithWrongRowsAndSaysSo() throws {
    try folder.write("id,url\n1,https://a.example/1\n2,https://a.example/1\n3,x\n", to: "a.csv")
    let result = try new("a", "--from", "a.csv")
    #expect(result.exit == .code(1))
    #expect(
      result.errorOutput
        == "tagpress new: The job still has 2 problems; 'tagpress check a/a.xml' shows them.\n")
    #expect(folder.entries == ["a", "a.csv"])
  }

  static let refused: [(arguments: [String], code: Int32, words: String)] = [
    (["a", "--from", "none.csv"], 2, "none.csv: There is no such file."),
    (["a", "--from", "/dev/zero"], 2, "/dev/zero is not an ordinary file. "),
    (["a", "--from", "."], 2, ". is a folder."),
    (["a", "--from", "pipe"], 2, "pipe is not an ordinary file. "),
    (
      ["a", "--from", "header.csv"], 1,
      "new: header.csv: The spreadsheet has no row below its first line. Add one.\n"
    ),
    (["a", "--from", "empty.csv"], 1, "The file has no first row with the column names."),
    (["a", "--from", "book.csv"], 1, "book.csv:1:1: The workbook is damaged"),
    (
      ["a", "--from", "bad.csv", "--link", "https://a.example/{b}"], 1,
      "new: bad.csv:2:3: The row has no value for \"b\"."
    ),
    (["a", "--from", "a.xml"], 1, "which has a file called a.xml of its own. Rename"),
    (["a", "--from", "full/job.rng"], 1, "Rename the spreadsheet, for example to job.csv."),
    (
      ["a", "--from", "a.csv", "--link", "https://a.example/{stor}"], 1,
      "new: These rows have no value called \"stor\". Did you mean \"store\"?"
    ),
    // No row is to blame for a link that is wrong with any value, but one may be for its own.
    (
      ["a", "--from", "a.csv", "--link", "go.example.com/{store}"], 1,
      "new: \"go.example.com/1\": The link does not say how to open it."
    ),
    (["a", "--from", "a.csv", "--link", ""], 1, "new: \"\": There is no link."),
    (["a", "--link", "go.example.com/a"], 1, "new: \"go.example.com/a\": The link does"),
    (["a", "--from", "a.csv", "--link", "{+store}"], 1, "new: a.csv:2:1: \"1\": The link does"),
    (["a", "--from", "a.csv", "--link", "https://a.example/{store"], 1, "never closed"),
    (["a", "--from", "a.csv", "--link", "a\u{1}b"], 1, "XML cannot contain this character"),
    (["a", "--from", "a.csv", "--template", "numbers"], 64, "Leave out --template"),
    (["none/b/a"], 2, "new: There is no folder none/b. Create it first."),
    (["a.csv/a"], 2, "a.csv/a could not be created: Not a directory."),
    (["taken"], 1, "taken already exists, and nothing is ever overwritten."),
    (["dangling"], 1, "dangling already exists"), (["a.csv"], 1, "a.csv already exists"),
    (["full/"], 1, "full already exists"), ([], 64, "Name the job, as in 'tagpress new spring'"),
    (["Früh ling"], 64, "such as 'Frueh-ling'."), (["."], 64, "such as 'job'."), (["/"], 64, "job"),
    (
      ["a", "--template", "uid-mirror", "--link", "https://a.example/"], 1,
      "new: A job from the template uid-mirror needs {mirror.uid} or {mirror.counter} in its link."
    ),
    (["a", "--template", "tokens", "--link", "https://a.example/{number}"], 1, "needs {code} in"),
    (["a", "--template", "app-clip", "--link", "https://a.example/"], 1, "needs {table} in"),
    (["a", "--template", "tokens", "--link", "https://a.example/{code"], 1, "never closed"),
    (["spring.xml"], 64, "its manifest would be spring.xml.xml. Did you mean 'spring'?"),
    (["full/spring.XML/"], 64, "Did you mean 'full/spring'?"),
    (["--list", "spring"], 64, "--list creates no job. Leave out 'spring' or --list."),
    (["--list", "--from", "a.csv"], 64, "Leave out --from"),
    (["a", "--template", "passwort"], 64, "Did you mean 'password'?"),
  ]

  @Test(arguments: refused)
  func leavesEverythingAsItWas(arguments: [String], code: Int32, words: String) throws {
    for name in ["taken", "full"] { mkdir(folder.path(of: name), 0o755) }
    try folder.write("mine", to: "full/mine")
    symlink("nowhere", folder.path(of: "dangling"))
    mkfifo(folder.path(of: "pipe"), 0o600)
    let files = [
      "a.csv": "store\n1\n", "a.xml": "store\n1\n", "empty.csv": "", "header.csv": "store\n",
      "book.csv": "PK\u{3}\u{4}", "bad.csv": "a,b\n1,\n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    let entries = folder.entries
    let result = try run(builtTool, ["new"] + arguments, directory: folder.path)
    #expect(result.exit == .code(code) && result.stdout == [])
    #expect(result.errorOutput.contains(words), "\(result.errorOutput)")
    #expect(folder.entries == entries)
    #expect(try text("full/mine") == "mine")
  }
}
