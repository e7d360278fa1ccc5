// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// `tagpress lock` where there is nothing that it could lock, and with tags that it does not take.
struct LockTests {
  private static func desk() throws -> Desk {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    return desk
  }

  @Test func whereNothingIsFinishedNothingIsLocked() throws {
    let desk = try Self.desk()
    // Neither a user who says yes beforehand nor one who would be asked gets that far.
    for arguments in [["--yes"], []] {
      let missing = try desk.tagpress(["lock"] + arguments + ["spring.xml"])
      #expect(missing.exit == .code(2) && missing.output == "")
      #expect(
        missing.errorOutput == """
          tagpress lock: Ledger spring.ledger: There is no ledger yet. 'tagpress write JOB' creates \
          it. If tags are already written, go to the folder where that was done.

          """)
    }
    #expect(!desk.folder.entries.contains("spring.ledger"))
    // A plan takes the rows over and writes nothing.
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    for arguments in [["--yes"], []] {
      let empty = try desk.tagpress(["lock"] + arguments + ["spring.xml"])
      #expect(empty.exit == .code(1) && empty.output == "")
      #expect(
        empty.errorOutput == """
          tagpress lock: spring.xml: No tag of the job is finished, so nothing was locked. \
          Run 'tagpress write JOB' first.

          """)
    }
    #expect(try desk.counter("commands") == 0)
  }

  @Test func noOneIsToldToFinishATagThatWasGivenUp() throws {
    let desk = try Self.desk()
    let (one, two) = (try desk.uid(of: "one.tag"), try desk.uid(of: "two.tag"))
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    let void = try desk.tagpress("write", "--void", "n1", "--why", "torn", "spring.xml")
    #expect(void.exit == .code(0))
    try desk.tell("present 1")
    let before = try desk.pages(of: "one.tag")
    let lock = try BackgroundProgram(
      builtTool, ["lock", "--yes", "--reader", desk.reader, "spring.xml"],
      directory: desk.folder.path)
    #expect(
      lock.nextLine()
        == "PUT ASIDE     \(one)  The tag was given up, and its row gets a new one. Put the tag aside."
    )
    try desk.tell("present 2")
    let end = try lock.finish()
    #expect(end.output == "OK            \(two)  n2  https://go.tagtag.shop/s/2\n")
    #expect(end.exit == .code(0))
    #expect(try desk.pages(of: "one.tag") == before)
  }
}
