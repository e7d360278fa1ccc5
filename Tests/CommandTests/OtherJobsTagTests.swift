// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing

/// A tag of one job that comes to the reader in another.
struct OtherJobsTagTests {
  /// The other job is beside this one, or each is in a folder of its own.
  @Test(arguments: ["", "winter/"], ["", "spring/"])
  func whoeverHasATagIsTold(_ other: String, _ own: String) throws {
    let desk = try Desk()
    for (folder, job) in [(other, "winter"), (own, "spring")] {
      if !folder.isEmpty { mkdir(desk.folder.path(of: folder), 0o700) }
      try desk.folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="\(job)">
          <link>https://go.tagtag.shop/\(job)/{number}</link>
          <rows count="2" id="\(job)-{number}"/>
        </job>
        """, to: "\(folder)\(job).xml")
    }
    #expect(try desk.tagpress("write", "--first", "\(other)winter.xml").exit == .code(0))
    for (job, folder) in [("\(own)spring.xml", ""), ("spring.xml", own)] {
      #expect(
        try said(of: "write", job, in: folder, on: desk) == """
          The tag already has the link https://go.tagtag.shop/winter/1, and the job takes only blank \
          tags. The job "winter" has a tag with this UID for row winter-1. Put the tag aside.
          """)
    }
  }

  /// What is said of the first tag; then the run is stopped.
  private func said(
    of command: String, _ job: String, in folder: String, on desk: Desk
  ) throws -> String? {
    let program = try BackgroundProgram(
      "/usr/bin/env",
      ["LIBNFC_DEVICE=\(desk.reader)", builtTool, command, "--json", job],
      directory: desk.folder.path(of: folder))
    while let line = program.nextLine() {
      let event = try JSONDocument(reading: Array(line.utf8)).root
      guard event["reason"]?.string != nil else { continue }
      program.send(SIGINT)
      _ = try program.finish()
      return event["words"]?.string
    }
    return nil
  }
}
