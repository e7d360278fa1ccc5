// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The rows of a large job whose tags did not come back.
struct NeverSeenTests {
  @Test func manyAreCountedInOneHand() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2001)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try desk.tagpress("read", "--save", "one.nfc").exit == .code(0))
    let result = try desk.tagpress("verify", "spring.xml", "--dump", "one.nfc")
    let lines = result.output.split(separator: "\n")
    // The tag, the first twenty of those that are missing, and the others.
    #expect(lines.count == 22)
    #expect(lines.dropFirst().first == "NOT WRITTEN   n2  https://go.tagtag.shop/s/2")
    #expect(lines.last == "and 1,980 more rows without a tag")
    #expect(result.errorOutput == "1 right, 0 not right; 2,000 rows have no tag.\n")
    #expect(result.exit == .code(1))
  }

  /// A finished tag that is missing is another matter than a row that was not written yet, and is
  /// not lost among those.
  @Test func aFinishedTagIsToldApartFromARowWithoutOne() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 25)
    #expect(try desk.tagpress("write", "--rows", "n2", "--first", "spring.xml").exit == .code(0))
    #expect(try desk.tagpress("read", "--save", "n2.nfc").exit == .code(0))
    try desk.tell("next")
    #expect(try desk.tagpress("write", "--rows", "n25", "--first", "spring.xml").exit == .code(0))
    let result = try desk.tagpress("verify", "spring.xml", "--dump", "n2.nfc")
    let lines = result.output.split(separator: "\n")
    let uid = try desk.uid(of: "two.tag")
    #expect(lines.contains("NEVER SEEN    \(uid)  n25  https://go.tagtag.shop/s/25"))
    #expect(lines.last == "and 3 more rows without a tag")
    #expect(
      result.errorOutput
        == "1 right, 0 not right; 1 finished tag never seen; 23 rows have no tag.\n")
    let json = try desk.tagpress("verify", "--json", "spring.xml", "--dump", "n2.nfc").output
    let link = "https://go.tagtag.shop/s/25"
    #expect(json.contains(#""uid":"\#(uid)","link":"\#(link)","tag":"finished"}"#))
    #expect(json.contains(#""neverSeen":24,"#))
    #expect(json.contains(#""unfinished":0,"withoutTag":23}"#))
  }

  @Test func anUnfinishedTagIsNeither() throws {
    let job = try ReportedJob()
    try job.folder.writeSpringJob(rows: 3)
    let base = "https://go.tagtag.shop/s"
    try job.take(["n1": "\(base)/1", "n2": "\(base)/2", "n3": "\(base)/3"])
    try job.complete("n1", 1, at: 10)
    _ = try job.begin("n2", 2, at: 20)
    let result = try tagpress(
      "verify", "spring.xml", "--dump", "/dev/null", directory: job.folder.path)
    let lines = result.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(result.output)")
    #expect(lines[0].hasPrefix("NEVER SEEN    ") && lines[0].hasSuffix("  n1  \(base)/1"))
    #expect(lines[1].hasPrefix("NOT FINISHED  ") && lines[1].hasSuffix("  n2  \(base)/2"))
    #expect(lines[2] == "NOT WRITTEN   n3  \(base)/3")
    #expect(
      result.errorOutput.contains(
        "\n0 right, 0 not right; 1 finished tag never seen; 1 tag not finished; 1 row has no tag.\n"
      ),
      "\(result.errorOutput)")
    #expect(result.exit == .code(1))
  }

  @Test func whereNoTagIsFinishedThereIsNothingToVerify() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--plan", "spring.xml").exit == .code(0))
    #expect(try desk.tagpress("read", "--save", "one.nfc").exit == .code(0))
    for arguments in [[], ["--dump", "one.nfc"]] {
      let result = try desk.tagpress(["verify", "spring.xml"] + arguments)
      #expect(result.exit == .code(1) && result.output == "")
      #expect(
        result.errorOutput == """
          tagpress verify: spring.xml: No tag of the job is finished, so there is nothing to \
          verify. Run 'tagpress write JOB' first.

          """)
    }
  }

  @Test func withoutAReaderNothingIsCalledMissing() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    for options in [[], ["--json"]] {
      let result = try desk.tagpress(
        ["verify", "--reader", "/dev/ttyUSB99", "spring.xml"] + options)
      #expect(result.exit == .code(2))
      let words = result.output + result.errorOutput
      for word in ["NOT WRITTEN", "never", "not right"] {
        #expect(!words.contains(word), "\(words)")
      }
    }
  }
}
