// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import TestSupport
import Testing

/// A file that someone saves under the name of an output while that is made stays.
struct OutputPlaceTests {
  @Test(arguments: [
    (["labels", "--all", "-o", "out.zpl"], 3_000, "TagPress did not make this file"),
    (["labels", "--all", "-o", "out.pdf"], 3_000, "TagPress did not make this file"),
    (["report", "--html", "out.html"], 60_000, "This file is not a TagPress report"),
  ])
  func whatIsSavedThereMeanwhileStays(
    _ arguments: [String], _ count: Int, _ words: String
  ) throws {
    let job = try ReportedJob()
    let rows = try #require(
      try job.ledger.importRows(of: [UInt8](repeating: 1, count: 32), at: job.moment(0)))
    for number in 0..<count {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in "https://go.example.com/s/\(number)" }
    }
    _ = try rows.commit()
    let output = try #require(arguments.last)
    func isDrafted() -> Bool { job.folder.entries.contains { $0.hasPrefix(output + ".new-") } }
    let making = try BackgroundProgram(
      builtTool, arguments + ["spring.ledger"], directory: job.folder.path)
    while !isDrafted(), !job.folder.entries.contains(output) { usleep(200) }
    making.send(SIGSTOP)
    while let now = try state(of: making.group), now != "T", now != "Z" { usleep(200) }
    try #require(isDrafted())
    let theirs = Array("of somebody else\n".utf8)
    try job.folder.write(theirs, to: output)
    making.send(SIGCONT)
    let made = try making.finish()
    #expect(made.exit == .code(2))
    #expect(made.errorOutput.contains("\(output): \(words), so it stays as it is."))
    #expect(try job.folder.read(output) == theirs)
    #expect(!isDrafted())
  }

  /// `T` for a process that was stopped, `Z` for one that has ended.
  private func state(of process: Int32) throws -> Character? {
    let text = String(decoding: try contents(of: "/proc/\(process)/stat"), as: UTF8.self)
    return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
  }
}
