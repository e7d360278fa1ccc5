// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// A run whose lines no one takes any more.
struct BatchDisplayTests {
  @Test(arguments: ["", "--json"])
  func aRunStopsWhenItsReaderHasGone(_ option: String) throws {
    let desk = try Desk()
    try desk.folder.writeSpringJob(rows: 2)
    // The one tag that is there may be written or not; then there is nothing more to be told.
    let command = "'\(builtTool)' write \(option) spring.xml | true; echo ${PIPESTATUS[0]}"
    let result = try run(
      "bash", ["-c", command],
      environment: ["LIBNFC_DEVICE": desk.reader, "PATH": "/usr/bin:/bin"],
      directory: desk.folder.path)
    #expect(result.output == "1\n")
    let last = result.errorOutput.split(separator: "\n").last ?? ""
    if option.isEmpty {
      #expect(last.hasPrefix("Stopped. "))
      #expect(last.contains(" of 2 rows ") && last.hasSuffix(" done."))
    } else {
      #expect(last == "")
    }
    // It ended normally: the log is gone, and the ledger is whole.
    #expect(desk.folder.entries.filter { $0.hasPrefix("spring.ledger") } == ["spring.ledger"])
  }
}
