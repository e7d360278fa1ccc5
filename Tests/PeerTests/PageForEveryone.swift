// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// The page for people who see, hear or reach less of it than others, or speak another language.
  @Suite struct PageForEveryone {
    @Test(arguments: ["en", "de"], PageWalk.Way.allCases)
    func everyViewIsForEveryone(language: String, way: PageWalk.Way) throws {
      let walk = try PageWalk(language: language)
      let tab = walk.tab
      let schemes = language == "en" ? ["light", "dark"] : ["dark", "light"]
      try walk.show(way) { view in
        // Everything in one scheme, and what may differ in the other and in colours of the user.
        try tab.prefer([("forced-colors", "active"), ("prefers-color-scheme", schemes[0])])
        var troubles = try PageAudit.contrast(of: tab)
        try tab.prefer([("prefers-color-scheme", schemes[1])])
        troubles += try PageAudit.contrast(of: tab)
        try tab.prefer([("prefers-color-scheme", schemes[0])])
        troubles += try PageAudit.troubles(of: tab)
        // Twice as large, where the layout may be another one.
        troubles += try PageAudit.sidewaysScrolling(of: tab, width: 640)
        #expect(
          troubles == [], "\(language), \(view), \(schemes):\n\(troubles.joined(separator: "\n"))")
        #expect(try tab.text("document.documentElement.lang") == language)
        guard language == "de" else { return }
        // All texts are ours in German, or are data.
        let foreign = try PageForeignTexts.found(in: tab, of: walk.program)
        #expect(foreign == [], "\(view)")
      }
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    @Test func anEnglishPageThatCallsItselfGermanIsFoundOut() throws {
      let program = try PageProgram()
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.evaluate("document.documentElement.lang = 'de'")
      #expect(try PageForeignTexts.found(in: tab, of: program).count > 5)
    }

    /// The buttons of a run go with it, and whoever had the focus there must not be left nowhere.
    @Test func theFocusGoesToTheEndOfARun() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 400)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let other = try program.open("#/job/spring.xml/write", in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.start()
      try other.wait(until: "document.querySelector('.run .reader')")
      try other.evaluate("document.querySelector('#language').focus()")
      try tab.wait(until: "parseInt(document.querySelector('#counts-ok').innerText) > 1")
      try tab.click("#stop")
      for each in [tab, other] { try each.waitForEndOfRun() }
      #expect(try tab.holds("document.activeElement === document.querySelector('#end h2')"))
      // Who is elsewhere stays there.
      #expect(try other.text("document.activeElement.id") == "language")
    }

    /// Whoever hears the page hears each word of a run, with its row.
    @Test func everyWordIsSpoken() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 60)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.choose("rough", of: "#faults")
      try tab.fill("#virtual-readers", with: "2")
      try PageWitness.watch(tab)
      try tab.start()
      try tab.waitForEndOfRun(timeLimit: .seconds(600))
      let witness = try PageWitness(tab)
      #expect(witness.told.count >= 60)
      for tag in witness.told {
        let sentence =
          "Reader \(tag.reader + 1): \(tag.word)" + (tag.row.map { ", \($0)" } ?? "")
        #expect(witness.spoken.contains { $0.contains(sentence) }, "\(tag.number): \(sentence)")
      }
      #expect(witness.told.contains { $0.word != "OK" })
      #expect(try tab.accessible("progressbar").first?.name == "Progress")
      #expect(
        try tab.text("document.querySelector('#live').getAttribute('aria-live')") == "assertive")
    }
  }
}
