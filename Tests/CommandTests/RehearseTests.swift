// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing

/// `tagpress rehearse`, in a folder of its own and with a folder of its own for temporary files.
struct RehearseTests {
  private let folder: TemporaryDirectory
  private let temporary: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    temporary = try TemporaryDirectory()
  }

  private func rehearse(_ elements: String, _ arguments: String...) throws -> ProcessResult {
    try rehearse(elements, arguments)
  }

  private func rehearse(_ elements: String, _ arguments: [String]) throws -> ProcessResult {
    try folder.write(
      #"<job xmlns="urn:tagpress:job:1" id="spring" title="Spring">\#(elements)</job>"#,
      to: "spring.xml")
    return try run(
      builtTool, ["rehearse"] + arguments + ["spring.xml"],
      environment: ["TMPDIR": temporary.path], directory: folder.path)
  }

  private func rows(_ count: Int, tags: String = #"<tags chips="NTAG213"/>"#) -> String {
    "<link>https://go.example.com/s/{number}</link>\(tags)"
      + #"<rows count="\#(count)" id="n{number}"/>"#
  }

  /// Nothing but the manifest is there, and nothing in the folder for temporary files.
  private func expectNothingLeft(_ arguments: String = #function) {
    #expect(folder.entries == ["spring.xml"], "\(arguments)")
    #expect(temporary.entries == [], "\(arguments)")
  }

  @Test func everyRowComesOntoATag() throws {
    let result = try rehearse(rows(10))
    #expect(result.exit == .code(0))
    let lines = result.output.split(separator: "\n")
    #expect(
      lines.prefix(10).elementsEqual(
        (1...10).map { number in
          let uid = "0454500000000\(number - 1)"
          return "OK            \(uid)  n\(number)  https://go.example.com/s/\(number)"[...]
        }))
    #expect(
      lines.dropFirst(10).first
        == "10 of 10 rows: each is on exactly one tag, and every OK tag reads its row's link.")
    #expect(lines.suffix(2) == ["  faults      0", "  seed        1"])
    expectNothingLeft()
  }

  @Test(arguments: [3, 4])
  func withFaultsToo(seed: Int) throws {
    let result = try rehearse(
      rows(40), "--json", "--faults", "some", "--seed", "\(seed)", "--readers", "2")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(result.exit == .code(0), "seed \(seed): \(last)\n\(result.errorOutput)")
    #expect(last.hasPrefix(#"{"event":"judged","isRight":true,"rows":40,"right":40,"mistakes":0,"#))
    #expect(last.hasSuffix(#","seed":\#(seed)}"#))
    #expect(!last.contains(#""faults":0,"#))
    expectNothingLeft()
  }

  /// One with a worn page that is torn as well is taken for a copy.
  @Test func aTagThatIsPutAsideForGoodIsNotWaitedFor() throws {
    let result = try rehearse(
      #"<link>https://go.tagtag.shop/s/{number}</link><rows count="60" id="n{number}"/>"#,
      "--json", "--faults", "rough", "--seed", "48", "--tags", "50")
    #expect(result.exit == .code(0), "\(result.output.suffix(400))\n\(result.errorOutput)")
    #expect(result.output.contains(#""alarm":"possible-copy""#))
  }

  @Test func asManyTagsAsWereAskedFor() throws {
    let chips = #"<tags chips="NTAG213 NTAG215"/>"#
    let result = try rehearse(rows(30, tags: chips), "--json", "--tags", "12", "--readers", "2")
    #expect(result.exit == .code(0))
    #expect(result.output.contains(#""isRight":true,"rows":12,"right":12,"#))
    #expect(result.output.contains(#""chip":"NTAG215""#))
  }

  @Test func passwordsComeFromAThrowAwayKey() throws {
    let result = try rehearse(
      "<link>https://go.example.com/{tag.uid}/{number}</link>"
        + #"<tags chips="NTAG213"/><protect with="password" keys="spring.keys" reading="yes"/>"#
        + #"<rows count="3" id="n{number}"/>"#)
    #expect(result.exit == .code(0), "\(result.errorOutput)")
    #expect(result.errorOutput.contains("The virtual tags get passwords from a throw-away key.\n"))
    #expect(result.output.contains("\n3 of 3 rows: "))
    expectNothingLeft()
  }

  /// A rehearsal lays its tags itself; the same tags are no genuine ones to any other command.
  @Test func onlyARehearsalTakesVirtualTagsForGenuineOnes() throws {
    for chip in ["NTAG213", "UltralightEV1-128", "NTAG424"] {
      let tags = "<tags chips=\"\(chip)\" format=\"yes\" genuine=\"require\"/>"
      let result = try rehearse(rows(2, tags: tags))
      #expect(result.exit == .code(0), "\(chip): \(result.output)\(result.errorOutput)")
      #expect(result.output.contains("\n2 of 2 rows: "))
    }
    let desk = try Desk()
    let before = try desk.pages()
    let text = String(decoding: try folder.read("spring.xml"), as: UTF8.self)
    try desk.folder.write(text.replacing("NTAG424", with: "NTAG213"), to: "spring.xml")
    let program = try BackgroundProgram(
      builtTool,
      ["write", "--plain", "--first", "--accept-warnings", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    let line = program.nextLine() ?? ""
    program.send(SIGINT)
    let end = try program.finish()
    #expect(end.exit != .code(0))
    #expect(
      line.contains("only genuine chips, and this one says that it is a virtual tag"),
      "\(line)\(end.errorOutput)")
    #expect(try desk.pages() == before)
  }

  @Test func whatCannotBeRehearsedIsRefused() throws {
    let cases: [(String, [String], Int32, String)] = [
      (rows(1), ["--readers", "0"], 64, "--readers"),
      (rows(1), ["--faults", "many"], 64, "--faults"),
      (rows(1), ["--tags", "0"], 64, "--tags"),
      (rows(1, tags: #"<tags chips="NTAG999"/>"#), [], 1, "Nothing was done."),
    ]
    for (elements, arguments, code, words) in cases {
      let result = try rehearse(elements, arguments)
      #expect(result.exit == .code(code), "\(arguments) \(result.errorOutput)")
      #expect(result.errorOutput.contains(words), "\(arguments) \(result.errorOutput)")
      expectNothingLeft("\(arguments)")
    }
  }

  @Test func afterCtrlCNothingIsLeft() throws {
    _ = try rehearse(rows(1000), "--tags", "1")
    let result = try run(
      "/bin/sh",
      [
        "-c",
        """
        "$0" rehearse --realtime spring.xml > "$1/lines" & rehearsal=$!
        until [ -s "$1/lines" ]; do sleep 0.05; done
        kill -INT $rehearsal; wait $rehearsal; code=$?; rm "$1/lines"; exit $code
        """, builtTool, folder.path,
      ], environment: ["TMPDIR": temporary.path, "PATH": "/usr/bin:/bin"], directory: folder.path)
    #expect(result.exit == .code(1))
    #expect(result.errorOutput.contains("Stopped. "))
    expectNothingLeft()
  }
}
