// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The rows of a large job whose tags did not come back.
@Suite struct NeverSeenTests {
  @Test func manyAreCountedInOneHand() throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2001)
    #expect(try desk.tagpress("write", "--first", "spring.xml").exit == .code(0))
    #expect(try desk.tagpress("read", "--save", "one.nfc").exit == .code(0))
    let result = try desk.tagpress("verify", "spring.xml", "--dump", "one.nfc")
    let lines = result.output.split(separator: "\n")
    // The tag, the first twenty of those that are missing, and the others.
    #expect(lines.count == 22)
    #expect(lines.dropFirst().first == "NEVER SEEN    (no tag)  n2  https://go.example.com/s/2")
    #expect(lines.last == "and 1,980 more rows never seen")
    #expect(result.errorOutput == "1 right, 0 not right; 2,000 rows never seen.\n")
    #expect(result.exit == .code(1))
  }
}
