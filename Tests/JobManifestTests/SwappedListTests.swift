// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import Testing
import Threads

@testable import JobManifest

/// A list whose name leads out of the job's folder now and then, whenever someone looks.
struct SwappedListTests {
  /// Puts a file and a link in the place of a list, by turns, until it is told to stop.
  private final class Swapper: Sendable {
    let folder: TemporaryDirectory
    let outside: String
    let isOver = Guarded(false)

    init(_ folder: TemporaryDirectory, outside: String) {
      (self.folder, self.outside) = (folder, outside)
    }

    func run() {
      let (list, next) = (folder.path(of: "rows.csv"), folder.path(of: "next"))
      while !isOver.withLock({ $0 }) {
        symlink(outside, next)
        rename(next, list)
        link(folder.path(of: "ours.csv"), next)
        rename(next, list)
      }
    }
  }

  @Test func whatALinkLeadsToIsNeverRead() throws {
    let (folder, other) = (try TemporaryDirectory(), try TemporaryDirectory())
    let outside = try other.write("id\ntheirs\n", to: "rows.csv")
    for name in ["ours.csv", "rows.csv"] { try folder.write("id\nours\n", to: name) }
    let path = try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="t"><link>https://a.example/{id}</link><rows from="rows.csv"/></job>
      """, to: "job.xml")
    let swapper = Swapper(folder, outside: outside)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        if let raw { Unmanaged<Swapper>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(swapper).toOpaque())
    var (readCount, refusalCount) = (0, 0)
    var theirs = 0
    for _ in 0..<3_000 {
      var ids: [String] = []
      let outcome = JobReader(path: path).read(
        begin: { _ in },
        visit: { row in
          ids.append(row.idText)
          return true
        })
      if ids.contains("theirs") { theirs += 1 }
      if ids == ["ours"] { readCount += 1 }
      if outcome.findings.errorCount > 0 { refusalCount += 1 }
    }
    swapper.isOver.withLock { $0 = true }
    pthread_join(thread, nil)
    #expect(theirs == 0)
    #expect(readCount > 0 && refusalCount > 0, "\(readCount) read, \(refusalCount) refused")
  }
}
