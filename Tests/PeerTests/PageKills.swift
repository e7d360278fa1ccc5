// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// The program killed at any moment of a run, again and again, while people go on with their tags.
  @Suite struct PageKills {
    private static let rowCount = 24
    private static let killsCount = 8

    /// How long after the start of a run it is killed, in milliseconds: a tag takes some 200.
    private static let moments = 0...700

    @Test func noKillLosesOrDoublesATag() throws {
      let seed = UInt64.random(in: 0...UInt64.max)
      var random = Splitmix64(seed: seed)
      print("page: kills with seed \(seed)")
      let desk = try PageDesk(.init(repeating: .new, count: Self.rowCount + Self.killsCount))
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeJob(rows: Self.rowCount)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      let hand = PageHand(desk, 0)
      for _ in 0..<Self.killsCount {
        try tab.choose(readers: [desk.reader], of: 1)
        try tab.start()
        let moment =
          ContinuousClock.now + .milliseconds(Int.random(in: Self.moments, using: &random))
        while ContinuousClock.now < moment { try act(hand, on: tab) }
        try program.kill()
        try tab.wait(until: "document.body.dataset.connection === 'lost'")
        try program.startAgain()
        try tab.waitForConnection()
        try tab.wait(until: "document.querySelector('#start-run')")
      }
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.start()
      let deadline = ContinuousClock.now + .seconds(600)
      while try tab.holds("document.querySelector('#end').hidden") {
        let shown = try tab.shownText("main")
        try #require(ContinuousClock.now < deadline, "\(shown)")
        try act(hand, on: tab)
      }
      #expect(try tab.words("#end h2") == "Everything is done.")
      let links = try (1...hand.count).compactMap { try desk.tag($0).link }
      let wanted = (1...Self.rowCount).map { "https://go.tagtag.shop/s/\($0)" }
      // Every row is on one tag, and no second tag was begun for any.
      #expect(links.sorted() == wanted.sorted(), "seed \(seed)")
      #expect(hand.words.allSatisfy { ["OK", "ALREADY DONE", "AGAIN"].contains($0.word) })
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    private func act(_ hand: PageHand, on tab: BrowserTab) throws {
      guard let panel = try PagePanel.all(of: tab).first else { return }
      try hand.act(panel, mayLay: true)
    }
  }
}
