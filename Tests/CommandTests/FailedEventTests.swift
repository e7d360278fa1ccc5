// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

/// `--json` of the commands for a job: every line is an event, also the one that says why there is
/// no other.
struct FailedEventTests {
  @Test(
    arguments: [
      (["write", "none.xml"], "could-not-read-job"), (["lock", "none.xml"], "could-not-read-job"),
      (["verify", "none.xml"], "could-not-read-job"),
      (["rehearse", "none.xml"], "could-not-read-job"),
      (["write", "bad.xml"], "job-has-errors"), (["rehearse", "bad.xml"], "job-has-errors"),
      (["write", "--void", "n1", "spring.xml"], "usage"),
      (["write", "--resolver", "./none", "spring.xml"], "no-program"),
      (["write", "--rows", "n9", "spring.xml"], "no-such-row"),
      (["write", "--redo", "n9", "spring.xml"], "no-such-row"),
      (["write", "--void", "n9", "--why", "torn", "spring.xml"], "no-such-row"),
      (["write", "--reader", "pn532_uart:./none", "spring.xml"], ""),
      (["lock", "--yes", "spring.xml"], "nothing-to-lock"),
      (["verify", "spring.xml", "--dump", "none.nfc"], "nothing-to-verify"),
    ])
  func everyLineIsAnEvent(_ arguments: [String], _ name: String) throws {
    let folder = try TemporaryDirectory()
    try folder.writeSpringJob(rows: 2)
    let plain = String(decoding: try folder.read("spring.xml"), as: UTF8.self)
    try folder.write(plain.replacing("{number}\"", with: "{none}\""), to: "bad.xml")
    // The ledger of a run that found no reader.
    _ = try tagpress(
      "write", "--plain", "--reader", "pn532_uart:./none", "spring.xml", directory: folder.path)
    let result = try run(
      builtTool, [arguments[0], "--json"] + arguments.dropFirst(), directory: folder.path)
    #expect(result.exit != .code(0))
    let lines = try result.output.split(separator: "\n").map {
      try JSONDocument(reading: Array($0.utf8)).root
    }
    try #require(!lines.isEmpty, "\(result.errorOutput)")
    #expect(lines.allSatisfy { $0["event"]?.string != nil }, "\(result.output)")
    guard !name.isEmpty else { return }
    let failed = lines.filter { $0["event"]?.string == "failed" }
    #expect(failed.first?["name"]?.string == name, "\(result.output)")
    #expect(failed.first?["error"]?.string?.isEmpty == false)
    guard name == "job-has-errors" else { return }
    // What a person is told line by line, in the form that `check` has for it.
    let check = try tagpress("check", "--json", "bad.xml", directory: folder.path)
    let findings = try JSONDocument(reading: check.stdout).root["findings"]?.elements
    #expect(findings?.isEmpty == false)
    #expect(
      failed.first?["findings"]?.elements?.map { $0["message"]?.string }
        == findings?.map { $0["message"]?.string })
    #expect(failed.first?["findings"]?.elements?.first?["line"]?.number?.int == 4)
  }
}
