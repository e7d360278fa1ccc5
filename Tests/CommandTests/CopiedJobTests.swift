// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import SampleLedgers
import StrictJSON
import TestSupport
import Testing

/// A job that was copied and then written in both places: anyone who can see both is told.
struct CopiedJobTests {
  private let folder: TemporaryDirectory
  private let copy: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    copy = try TemporaryDirectory(in: folder.path)
    do {
      let ledger = try Ledger.sample(in: folder)
      let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
      for number in 1...4 {
        try manifest.add(ImportedRow(id: "n\(number)")) { _ in
          "https://go.example.com/s/\(number)"
        }
      }
      _ = try manifest.commit()
      try ledger.complete(1, row: "n1")
      try ledger.fold()
    }
    for place in [folder, copy] {
      try place.write(
        """
        <job xmlns="urn:tagpress:job:1" id="spring">
          <link>https://go.example.com/s/{number}</link>
          <tags chips="NTAG213"/>
          <rows count="4" id="n{number}"/>
        </job>

        """, to: "spring.xml")
    }
    for name in ["spring.ledger", "spring.witness"] {
      try copy.write(try folder.read(name), to: name)
    }
  }

  private func writeInBoth() throws {
    let moved = try Ledger.sample(in: copy, moved: true)
    try moved.complete(12, row: "n2")
    try moved.complete(13, row: "n3")
    try Ledger.sample(in: folder).complete(22, row: "n2")
  }

  /// Someone at a page says that the job goes on here, and nowhere else.
  @Test func thePageLetsAJobMoveHere() throws {
    let page = try OpenedPage(in: copy).start()
    func place() throws -> String? {
      try page.get("/api/job?file=spring.xml").json["movedFrom"]?.string
    }
    #expect(try place()?.hasSuffix("/spring.ledger") == true)
    for typed in ["", "other"] {
      let refused = try page.post("/api/moved", ["file": "spring.xml", "typed": .string(typed)])
      #expect(refused.json["name"]?.string == "not-typed", "\(refused.body)")
    }
    #expect(try place() != nil)
    let moved = try page.post("/api/moved", ["file": "spring.xml", "typed": "spring"])
    #expect(moved.status == 200, "\(moved.body)")
    #expect(try place() == nil)
    let plan = try tagpress("write", "--plan", "spring.xml", directory: copy.path)
    #expect(plan.exit == .code(0), "\(plan.errorOutput)")
  }

  @Test func nothingIsSaidOfACopyThatKnowsNoMore() throws {
    do { try Ledger.sample(in: copy, moved: true).complete(12, row: "n2") }
    let result = try tagpress("write", "--plan", "spring.xml", directory: copy.path)
    #expect(!result.errorOutput.contains("is a copy of"))
    #expect(result.exit == .code(0))
  }

  @Test(
    arguments: [["write", "--plan"], ["verify", "--dump", "/dev/null"], ["report"], ["doctor"]])
  func openingACopyShowsTheOther(_ command: [String]) throws {
    try writeInBoth()
    let result = try run(
      builtTool, [command[0], "spring.xml"] + command.dropFirst(), directory: copy.path)
    let words = command == ["doctor"] ? result.output : result.errorOutput
    #expect(
      words.contains(
        "\(folder.path)/spring.ledger is a copy of spring.ledger, and tags were written with it: "
          + "row n2 by both, each on its own tag. Continue with only one of the "
          + "two."), "\(words)")
  }

  /// A row that the copy has on a tag is given out by neither, until its advice is followed.
  @Test func rowsOfACopyAreNotGivenOut() throws {
    try writeInBoth()
    for ending in ["ledger", "witness"] {
      try folder.write(try copy.read("spring.\(ending)"), to: "other.\(ending)")
    }
    let refused = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(refused.exit == .code(2))
    #expect(
      refused.errorOutput.contains(
        """
        other.ledger is a copy of spring.ledger, and has row n3 on tags that are not in this \
        ledger, so they would be written to a second tag. Continue with other.ledger; or find \
        these tags, empty them with 'tagpress erase', and then run mkdir aside && mv other.ledger \
        other.witness aside, which moves that ledger and its witness away.
        """), "\(refused.errorOutput)")
    let doctor = try tagpress("doctor", "spring.xml", directory: folder.path)
    #expect(doctor.exit == .code(1))
    #expect(
      doctor.output.contains(
        "\n  FAIL  spring.ledger: other.ledger is a copy of spring.ledger, and has row n3 on tags"),
      "\(doctor.output)")
    let advice = try #require(
      refused.errorOutput.split(separator: " then run ").last?.split(separator: ",").first)
    _ = try run("/bin/sh", ["-c", String(advice)], directory: folder.path)
    let plan = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(plan.exit == .code(0))
    #expect(plan.output.hasPrefix("n3 "))
  }

  /// What is refused because of a copy has changed nothing.
  @Test func noManifestIsTakenOverBesideACopyThatKnowsMore() throws {
    try writeInBoth()
    for ending in ["ledger", "witness"] {
      try folder.write(try copy.read("spring.\(ending)"), to: "other.\(ending)")
    }
    let text = String(decoding: try folder.read("spring.xml"), as: UTF8.self)
    try folder.write(text.replacing("count=\"4\"", with: "count=\"9\""), to: "spring.xml")
    let refused = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(refused.exit == .code(2), "\(refused)")
    #expect(try Ledger.sample(in: folder, access: .reading).counts().rows == 4)
  }

  /// As a stick with an old file system gives them back.
  @Test(arguments: ["spring.LEDGER", "SPRING.LEDGER"])
  func namesInCapitalsAreThoseOfTheJob(_ ledger: String) throws {
    let witness = "\(ledger.dropLast(6))WITNESS"
    rename(folder.path(of: "spring.ledger"), folder.path(of: ledger))
    rename(folder.path(of: "spring.witness"), folder.path(of: witness))
    let refused = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(refused.exit == .code(2), "\(refused)")
    let advice = "mv \(ledger) spring.ledger && mv \(witness) spring.witness"
    #expect(refused.errorOutput.contains("\(advice). If"), "\(refused.errorOutput)")
    let doctor = try tagpress("doctor", "spring.xml", directory: folder.path)
    #expect(doctor.output.contains("\(ledger) is already the ledger of this job"))
    _ = try run("/bin/sh", ["-c", advice], directory: folder.path)
    let plan = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(plan.exit == .code(0) && plan.output.hasPrefix("n2 "), "\(plan)")
  }

  @Test func aLinkToTheManifestGetsNoLedgerOfItsOwn() throws {
    let other = try TemporaryDirectory()
    symlink(folder.path(of: "spring.xml"), other.path(of: "spring.xml"))
    let result = try tagpress("write", "--plan", "spring.xml", directory: other.path)
    #expect(result.exit == .code(2))
    #expect(result.errorOutput.contains("Name that file instead: \(folder.path)/spring.xml."))
    #expect(other.entries == ["spring.xml"])
  }

  /// A copy is not written before a person says that it is the newest, so its log is renamed, too.
  @Test func theLogOfARenamedCopyGoesAlong() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.complete(12, row: "n2")
    for name in ["spring.ledger", "spring.ledger-wal", "spring.witness"] {
      try copy.write(try folder.read(name), to: name)
    }
    _ = try run("/bin/mv", ["spring.xml", "summer.xml"], directory: copy.path)
    let refused = try tagpress("write", "--plan", "summer.xml", directory: copy.path)
    let advice = try #require(
      refused.errorOutput.split(separator: "witness too: ").last?.split(separator: ". If it").first)
    #expect(advice.hasPrefix("mv spring.ledger-wal summer.ledger-wal && mv "), "\(advice)")
    _ = try run("/bin/sh", ["-c", String(advice)], directory: copy.path)
    let plan = try tagpress("write", "--plan", "--moved", "summer.xml", directory: copy.path)
    #expect(plan.exit == .code(0) && plan.output.hasPrefix("n3 "), "\(plan)")
  }

  @Test func aCopyInTheSameFolderIsSeenAndTheAdviceNamesTheTags() throws {
    try writeInBoth()
    for ending in ["ledger", "witness"] {
      try folder.write(try copy.read("spring.\(ending)"), to: "other.\(ending)")
    }
    let words = try tagpress("report", "spring.xml", directory: folder.path).errorOutput
    #expect(
      words.contains(
        "other.ledger is a copy of spring.ledger, and tags were written with it: row n2 by both, "
          + "each on its own tag; row n3 by it alone."), "\(words)")
    #expect(words.contains("'tagpress report --with other.ledger spring.ledger' names the tags."))
    let report = try tagpress(
      "report", "--with", "other.ledger", "spring.ledger", directory: folder.path)
    #expect(report.exit == .code(1))
    #expect(
      report.output == """
        spring.ledger and other.ledger are copies of one job.
          n2  04000000000016 and 0400000000000C
        1 row on two tags: first that of spring.ledger, then that of other.ledger.
          n3  0400000000000D
        1 row on a tag only in other.ledger.
        To continue with spring.ledger, find the tags of other.ledger, empty them with 'tagpress \
        erase', and move other.ledger and its witness away.

        """)
    // That is enough.
    for ending in ["ledger", "witness"] { unlink(folder.path(of: "other.\(ending)")) }
    let plan = try tagpress("write", "--plan", "spring.xml", directory: folder.path)
    #expect(plan.exit == .code(0) && plan.output.hasPrefix("n3 "), "\(plan)")
  }
}
