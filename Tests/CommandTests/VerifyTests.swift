// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// `tagpress verify`, on a simulated reader and with dump files.
struct VerifyTests {
  private static let tags = ["one.tag", "two.tag", "three.tag", "four.tag"]

  private static func job(
    _ protect: String, rows: Int = 3, link: String = "https://go.example.com/s/{number}"
  ) -> String {
    """
    <job xmlns="urn:tagpress:job:1" id="spring">
      <link>\(link)</link>
      <tags chips="NTAG213"/>
      \(protect)
      <rows count="\(rows)" id="n{number}"/>
    </job>
    """
  }

  /// A desk with this many tags of a job of three rows written; the first is on the reader again.
  private static func desk(written: Int, _ protect: String = "") throws -> Desk {
    let desk = try Desk(tags: tags)
    try desk.folder.write(job(protect), to: "spring.xml")
    if protect.contains("password") { _ = try desk.tagpress("key", "new", "spring.keys") }
    for number in 1...written {
      try desk.tell("present \(number)")
      #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    }
    try desk.tell("present 1")
    return desk
  }

  /// Verifies with one tag after the other on the reader, and returns what was said about each.
  private static func verify(
    _ desk: Desk, then places: [Int], _ options: [String] = []
  ) throws -> (lines: [String], end: ProcessResult) {
    let program = try BackgroundProgram(
      builtTool, ["verify", "--reader", desk.reader, "spring.xml"] + options,
      directory: desk.folder.path)
    var lines: [String] = []
    for place in places {
      lines.append(try #require(program.nextLine()))
      try desk.tell("present \(place)")
    }
    lines.append(try #require(program.nextLine()))
    return (lines, try program.finish())
  }

  @Test func rightTagsComeBackInAnyOrder() throws {
    let desk = try Self.desk(written: 3)
    let before = try desk.folder.read("spring.ledger")
    let uids = try Self.tags.map(desk.uid)
    let (lines, end) = try Self.verify(desk, then: [3, 2])
    #expect(
      lines
        == [1, 3, 2].map {
          "OK            \(uids[$0 - 1])  n\($0)  https://go.example.com/s/\($0)"
        })
    #expect(end.exit == .code(0))
    #expect(end.errorOutput.hasSuffix("3 right, 0 not right.\n"))
    #expect(try desk.folder.read("spring.ledger") == before)
  }

  @Test func wrongForeignAndMissingTagsAreNamed() throws {
    let desk = try Self.desk(written: 2)
    try desk.tell("present 2")
    _ = try desk.tagpress("put", "https://go.example.com/s/1")
    try desk.tell("present 4")
    _ = try desk.tagpress("put", "https://go.example.com/s/3")
    let (lines, end) = try Self.verify(desk, then: [1, 2])
    #expect(lines[0].contains("This tag is not in the ledger, and it shows the link of row n3"))
    #expect(lines[1].hasPrefix("OK  "))
    #expect(lines[2].contains("The tag shows the link of row n1, https://go.example.com/s/1."))
    #expect(end.output.hasSuffix("NOT WRITTEN   n3  https://go.example.com/s/3\n"))
    #expect(end.exit == .code(1))
  }

  @Test func aPasswordThatIsGoneIsMissed() throws {
    let desk = try Self.desk(
      written: 1, #"<protect with="password" keys="spring.keys"/>"#)
    #expect(try Self.verify(desk, then: []).lines[0].hasPrefix("OK  "))
    _ = try desk.tagpress("read", "--save", "kept.nfc")
    _ = try desk.tagpress("unlock", "--key", "spring.keys")
    #expect(try Self.verify(desk, then: []).lines[0].contains("The tag has no password"))
    _ = try desk.tagpress("read", "--save", "gone.nfc")
    for (file, reason) in [("kept.nfc", "null"), ("gone.nfc", "\"unprotected\"")] {
      let result = try desk.tagpress("verify", "--json", "spring.xml", "--dump", file)
      #expect(result.output.contains(#""reason":\#(reason),"#), "\(result.output)")
    }
  }

  @Test func theMakersSignatureIsAskedForOnlyWhenWanted() throws {
    let desk = try Desk()
    try desk.folder.write(Self.job("", rows: 1), to: "spring.xml")
    // The UID and the signature of a real NTAG213, with the check bytes that belong to the UID.
    try desk.edit("one.tag") { lines in
      lines = lines.map { line in
        switch line.prefix(7) {
        case "page 00": "page 00 04 B8 31 05"
        case "page 01": "page 01 3A 30 73 80"
        case "page 02": "page 02 F9 48 00 00"
        default: line
        }
      }
      lines.insert(
        "signature 31B5998B1D1C6AF2C6C7AEC2E14429952FA9E757292BFB39E16DDC43E2CEC580",
        at: lines.firstIndex { $0.hasPrefix("page") } ?? 0)
    }
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try Self.verify(desk, then: [], ["--signature"]).lines[0].hasPrefix("OK  "))
    // The same tag with one bit of the signature changed.
    try desk.edit("one.tag") { lines in
      lines = lines.map {
        $0.hasPrefix("signature 31B5") ? "signature 30B5" + $0.dropFirst(14) : $0
      }
    }
    let (lines, end) = try Self.verify(desk, then: [], ["--signature"])
    #expect(
      lines[0].contains(
        "The chip has a signature that fits no published key, so it is not proven to be genuine."))
    #expect(end.exit == .code(1))
    #expect(try Self.verify(desk, then: []).lines[0].hasPrefix("OK  "))
  }

  @Test func aLockThatIsMissingIsSeen() throws {
    let desk = try Self.desk(written: 1, #"<protect with="lock" when="written"/>"#)
    #expect(try Self.verify(desk, then: []).lines[0].hasPrefix("OK  "))
    // A copy with the UID and the message, whose lock bits no one set.
    try desk.edit("one.tag", page: "28", to: "00 00 00 BD")
    #expect(try Self.verify(desk, then: []).lines[0].contains("  The tag is not locked, as it sh"))
  }

  @Test func aTagThatWasLockedLaterMustStayLocked() throws {
    let desk = try Self.desk(written: 1)
    #expect(try desk.tagpress("lock", "--yes", "spring.xml").exit == .code(0))
    #expect(try Self.verify(desk, then: []).lines[0].hasPrefix("OK  "))
    try desk.edit("one.tag", page: "28", to: "00 00 00 BD")
    #expect(try Self.verify(desk, then: []).lines[0].contains("  The tag is not locked, as it sh"))
  }

  @Test func aChipThatShowsItsUIDIsReadAsItShowsItself() throws {
    let desk = try Desk()
    try desk.folder.write(
      Self.job("", rows: 1, link: "https://go.example.com/{number}/{mirror.uid}x{mirror.counter}"),
      to: "spring.xml")
    let uid = try desk.uid()
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try Self.verify(desk, then: []).lines[0].hasPrefix("OK            \(uid)  n1  "))
    let mirror = try desk.pages()[0x29]
    // Someone switched the mirror off: the link has zeros where the UID was.
    try desk.edit("one.tag", page: "29", to: "04 00 00 FF")
    #expect(mirror != "040000ff")
    let (lines, _) = try Self.verify(desk, then: [])
    #expect(lines[0].hasPrefix("PUT ASIDE     \(uid)  n1  "))
    #expect(lines[0].contains("  The chip does not show its own UID in the link"))
  }

  @Test func dumpsNeedNoReader() throws {
    let desk = try Self.desk(written: 2)
    for (place, name) in [(1, "one.nfc"), (2, "two.nfc"), (4, "four.nfc")] {
      try desk.tell("present \(place)")
      _ = try desk.tagpress("read", "--save", name)
    }
    let (one, two) = (try desk.uid(), try desk.uid(of: "two.tag"))
    let result = try run(
      builtTool,
      ["verify", "--json", "spring.xml", "--dump", "one.nfc", "four.nfc", "one.nfc"],
      directory: desk.folder.path)
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    #expect(
      lines[0] == """
        {"event":"tag","outcome":"OK","file":"one.nfc","uid":"\(one)","chip":"NTAG213",\
        "row":"n1","link":"https://go.example.com/s/1","reason":null,"words":null}
        """)
    #expect(lines[1].contains(#""reason":"foreign""#))
    #expect(lines[2].contains(#""reason":"seen-twice""#))
    #expect(
      lines.suffix(3) == [
        #"""
        {"event":"never-seen","row":"n2","uid":"\#(two)","link":"https://go.example.com/s/2",\#
        "tag":"finished"}
        """#,
        #"""
        {"event":"never-seen","row":"n3","uid":null,"link":"https://go.example.com/s/3",\#
        "tag":"none"}
        """#,
        #"""
        {"event":"verified","right":1,"wrong":2,"neverSeen":2,"manifestChanged":false,\#
        "allRight":false,"unfinished":0,"withoutTag":1}
        """#,
      ])
    #expect(result.exit == .code(1))
  }

  @Test func aManifestThatGrewIsNotAllRight() throws {
    let desk = try Desk()
    try desk.folder.write(Self.job("", rows: 1), to: "spring.xml")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    _ = try desk.tagpress("read", "--save", "one.nfc")
    let arguments = ["verify", "--json", "spring.xml", "--dump", "one.nfc"]
    let same = try desk.tagpress(arguments)
    #expect(same.exit == .code(0) && same.errorOutput == "")
    #expect(try desk.tagpress("report", "spring.xml").errorOutput == "")

    try desk.folder.write(Self.job("", rows: 2), to: "spring.xml")
    let grown = try desk.tagpress(arguments)
    #expect(grown.exit == .code(1))
    #expect(grown.output.contains(#""neverSeen":0,"manifestChanged":true,"allRight":false,"#))
    #expect(grown.errorOutput.hasPrefix("The manifest has changed since the ledger read it (2"))
    let report = try desk.tagpress("report", "spring.xml")
    #expect(report.errorOutput == grown.errorOutput && report.exit == .code(0))

    _ = try desk.tagpress("write", "--plan", "spring.xml")
    let taken = try desk.tagpress(arguments)
    #expect(taken.exit == .code(1) && taken.errorOutput == "")
    #expect(taken.output.contains(#""neverSeen":1,"manifestChanged":false,"allRight":false,"#))
  }

  @Test func theLinksMeetTheFilesThatAreServed() throws {
    let desk = try Self.desk(written: 1)
    _ = try desk.tagpress("read", "--save", "one.nfc")
    try desk.folder.write(
      """
      {"applinks": {"details": [
        {"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/other/*"}]}]}}
      """, to: "aasa")
    let result = try desk.tagpress(
      "verify", "--json", "--association", "aasa", "spring.xml", "--dump", "one.nfc")
    #expect(result.output.contains(#""reason":"opens-no-app""#))
    #expect(result.exit == .code(1))
  }

  @Test func whatIsWrongIsSaidBeforeAReaderIsOpened() throws {
    let desk = try Self.desk(written: 1)
    try desk.folder.write("<job/>", to: "bad.xml")
    let cases: [([String], Int32, String)] = [
      (["missing.xml"], 2, "could-not-read-job"), (["bad.xml"], 2, "job-has-errors"),
      (["spring.xml", "one.nfc"], 64, "usage"),
      (["spring.xml", "--dump", "none"], 2, "could-not-read-file"),
      (["spring.xml", "--association", "none"], 2, "could-not-read-file"),
    ]
    for (arguments, code, name) in cases {
      let result = try desk.tagpress(["verify", "--json"] + arguments)
      #expect(result.exit == .code(code), "\(arguments)")
      #expect(result.output.contains(#""name":"\#(name)""#), "\(arguments) \(result.output)")
    }
  }
}
