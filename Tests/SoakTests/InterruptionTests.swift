// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import StrictJSON
import TestSupport
import Testing
import VirtualReader

/// Ctrl-C in the middle of a tag, and tags that do not go away.
struct InterruptionTests {
  private static let job = SoakJob(kind: .password, rows: 2, takesWritten: false)

  @Test func ctrlCFinishesTheTagThatIsBeingWritten() throws {
    // In the middle of the message, and between password and AUTH0.
    for page in [4, 9] {
      let scene = try Scene(on: JobBench(Self.job), [page: SIGINT])
      let result = try scene.end()
      #expect(scene.words == ["n1 OK"])
      #expect(result.exit == .code(1))
      let end = try #require(scene.events.last)
      #expect(end["cause"]?.string == "stopped")
      #expect(end["unfinished"]?.number?.int == 0)
      #expect(end["words"]?.string == "Stopped. 1 of 2 rows is done.")
      #expect(
        scene.bench.record().claims.map { "\($0.row) \($0.uid) \($0.state)" } == [
          "n1 \(scene.tag.uid) done"
        ])
      let fault = try scene.tag.sheet.faultOfProtection(
        .password, of: scene.tag.chip(), by: scene.bench.key)
      #expect(fault == nil)
    }
  }

  @Test func aSecondCtrlCStopsAtOnceAndTheTagIsFinishedLater() throws {
    for page in [3, 7] {
      let scene = try Scene(on: JobBench(Self.job), [page: SIGINT, page + 2: SIGINT])
      let result = try scene.end()
      #expect(result.exit == .signal(SIGINT))
      #expect(scene.words == [])
      let begun = "n1 \(scene.tag.uid) begun"
      #expect(scene.bench.record().claims.map { "\($0.row) \($0.uid) \($0.state)" } == [begun])

      let hand = Operator(
        at: [scene.reader], with: scene.box, for: Self.job, Splitmix64(seed: 2))
      hand.find(scene.tag, on: 0)
      // As far as anyone can tell from the ledger, another program may be at it still.
      let end = try hand.serve(
        try scene.bench.write(on: [scene.reader], ["--redo", "failed"]))
      #expect(
        end.errorOutput == """
          The tag of row n1 is kept: another program is writing it, or was stopped while writing it. \
          If the tag is lost, use --void n1 --why TEXT.

          """)
      #expect(end.exit == .code(0), "\(hand.log)")
      #expect(hand.told.map { "\($0.row ?? "-") \($0.word)" } == ["n1 OK", "n2 OK"])
      let judge = SoakJudge(
        job: Self.job, key: scene.bench.key, tags: scene.box.tags, told: hand.told,
        record: scene.bench.record())
      #expect(try judge.mistakes() + hand.mistakes == [])
    }
  }

  @Test func aFinishedTagThatStaysOrFlickersIsNotPresentedAgain() throws {
    // What comes back late was brought by a person, as far as the program can tell. So a machine
    // that stopped meanwhile has tried nothing, and it is tried again.
    for _ in 0..<30 {
      guard let scene = try Self.flickeringTag() else { continue }
      #expect(try scene.end().exit == .code(0))
      #expect(scene.words == ["n1 OK", "n1 ALREADY DONE", "n2 OK"])
      #expect(scene.events.count { $0["event"]?.string == "tag-seen" } == 3)
      return
    }
    Issue.record("thirty times the machine was too slow to tell a flicker from a person")
  }

  /// A tag that is finished and stays, flickers, comes back at once, and comes back on purpose, with
  /// another one after it; nil when the machine was too slow for the program to tell these apart.
  private static func flickeringTag() throws -> Scene? {
    let scene = try Scene(on: JobBench(job))
    let (virtual, id) = try #require(scene.tag.place)
    try scene.hear("tag")
    try scene.awaitLooks(10, finding: true)
    let begun = ContinuousClock.now
    for _ in 0..<5 {
      virtual.lift(id)
      usleep(1_000)
      virtual.putBack(id)
      try scene.awaitLooks(1, finding: true)
    }
    // Gone for more looks than a tag may miss, and back before a person could have brought another.
    virtual.lift(id)
    try scene.awaitLooks(5, finding: false)
    virtual.putBack(id)
    // By the second look the program has judged what it found with the first.
    try scene.awaitLooks(2, finding: true)
    // The second of the program, within which a tag has not been away, begins later.
    let isInTime = ContinuousClock.now - begun < .seconds(1)
    try scene.listen(for: .milliseconds(1_100))
    guard isInTime, !scene.hasLostItsReader, scene.hasSeenItBack else { return nil }
    // Now someone puts it on the reader on purpose, when the program has seen it leave.
    virtual.lift(id)
    try scene.hear("ready")
    virtual.putBack(id)
    try scene.hear("tag")
    virtual.lift(id)
    let second = try scene.box.take()
    try scene.hear("ready")
    try scene.box.lay(second, on: scene.reader.virtual)
    return scene
  }
}
