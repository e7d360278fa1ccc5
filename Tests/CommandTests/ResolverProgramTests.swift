// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobManifest
import TagReading
import TestSupport
import Testing

@testable import Provisioning
@testable import tagpress

/// A resolver that takes its time, while the rest of the run goes on.
@Suite struct ResolverProgramTests {
  @Test func whoeverShowsItsWordsDoesNotWaitForItsAnswer() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      read question
      : > "$0.asked"
      while ! test -e "$0.told"; do sleep 0.05; done
      echo "a word" >&2
      echo '{"values": {"cert": "q"}}'
      read question

      """, to: "ask")
    let resolver = ResolverProgram("/bin/sh \(folder.path(of: "ask"))")
    let question = ResolverQuestion(
      uid: try #require(TagUID([4, 0, 0, 0, 0, 0, 1])), chip: "NTAG213", content: "factory-new",
      link: nil, row: "n1", values: [])
    let answers = Locked<[String]>([])
    let thread = try #require(
      startThread {
        let values = (try? resolver.values(for: question)) ?? []
        answers.withLock { $0 = values.map(\.text) }
      })
    while access(folder.path(of: "ask.asked"), F_OK) != 0 { usleep(10_000) }
    // The program answers only after this has returned.
    #expect(resolver.takeComplaints() == [])
    try folder.write("", to: "ask.told")
    thread.join()
    #expect(answers.withLock { $0 } == ["q"])
    #expect(resolver.takeComplaints() == ["a word"])
  }
}
