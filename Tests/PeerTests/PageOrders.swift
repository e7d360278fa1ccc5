// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// What is ordered on the page is about what it has shown, and what has changed is shown before the
  /// next click counts.
  @Suite struct PageOrders {
    private let desk: PageDesk
    private let program: PageProgram
    private let browser: Chromium

    init() throws {
      desk = try PageDesk([.new, .new])
      program = try PageProgram(options: ["--reader", desk.reader])
      browser = try Chromium()
    }

    /// Writes the first tag, and leaves the end of that run.
    private func writeFirst(_ tab: BrowserTab) throws {
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.start("#start-first")
      try desk.tell("present 1")
      try tab.waitForEndOfRun()
      try tab.leaveRun()
      try tab.wait(until: "document.querySelector('.job-line').innerText.includes('1 of 2')")
    }

    @Test func aChangedJobIsLookedAtBeforeItIsWritten() throws {
      try program.writeJob(rows: 2)
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try program.writeJob(rows: 2, more: "<!-- saved meanwhile -->")
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelector('#message').innerText.includes('changed')")
      #expect(try !tab.holds("document.querySelector('.run')"))
      try tab.start()
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    @Test func asManyTagsAreLockedAsWereShown() throws {
      try program.writeJob(rows: 2, more: #"<protect with="lock" when="asked"/>"#)
      let tab = try program.open(in: browser)
      try writeFirst(tab)
      try tab.choose(task: "lock")
      try tab.wait(for: "#lock-count", beginning: "1 finished tag will")
      // Another program finishes the other one.
      let other = try PageDesk([.new])
      try other.tell("present 1")
      let written = try run(
        builtTool,
        ["write", "--reader", other.reader, "--plain", program.folder.path(of: "spring.xml")],
        environment: ["PATH": "/usr/bin:/bin", "XDG_STATE_HOME": program.statePath])
      #expect(written.exit == .code(0), "\(written.errorOutput)")
      try tab.fill(".danger-box .typed", with: "spring")
      try tab.click("#start-run")
      try tab.wait(for: "#lock-count", beginning: "2 finished tags will")
      #expect(try tab.shownText("#message").contains("2 tags would be locked by now"))
      #expect(try !tab.holds("document.querySelector('.run')"))
      try tab.fill(".danger-box .typed", with: "spring")
      try tab.start()
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    @Test func aTagIsShownBeforeItIsGivenUp() throws {
      try program.writeJob(rows: 2)
      let tab = try program.open(in: browser)
      try writeFirst(tab)
      let box = "section:has(> .row #void-row)"
      try tab.unfold("details:has(#void-row)")
      try tab.fill("#void-why", with: "lost")
      try tab.fill("\(box) .typed", with: "spring")
      // Nobody has typed a row, and then no tag is done for it.
      for (row, words) in [("", "Type a row first."), ("n2", "n2 has no tag.")] {
        try tab.fill("#void-row", with: row)
        try tab.click("\(box) .danger")
        let said = "document.querySelector('#message').innerText"
        try tab.wait(until: "\(said).includes(\(BrowserTab.literal(words)))")
      }
      try tab.fill("#void-row", with: "n1")
      try tab.press("Tab")
      let uid = try desk.tag(1).uid.uppercased()
      try tab.wait(for: "\(box) .holder", beginning: "n1 has tag \(uid), which is done.")
      try tab.click("\(box) .danger")
      try tab.wait(until: "document.querySelector('.job-line').innerText.includes('0 of 2')")
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
