// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// `tagpress lock` where there is nothing that it could lock.
@Suite struct LockTests {
  @Test func whereNothingIsFinishedNothingIsLocked() throws {
    let desk = try Desk()
    try desk.folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="spring">
        <link>https://go.example.com/s/{number}</link>
        <tags chips="NTAG213"/>
        <rows count="2" id="n{number}"/>
      </job>
      """, to: "spring.xml")
    // Neither who says yes beforehand nor who would be asked gets so far.
    for arguments in [["--yes"], []] {
      let missing = try desk.tagpress(["lock"] + arguments + ["spring.xml"])
      #expect(missing.exit == .code(2) && missing.output == "")
      #expect(
        missing.errorOutput == """
          tagpress lock: ledger spring.ledger: there is none: write the first tag of the job, or \
          go to the folder where that was done

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
          tagpress lock: spring.xml: no tag of the job is finished, so nothing was locked; \
          'tagpress write' comes first.

          """)
    }
    #expect(try desk.counter("commands") == 0)
  }
}
