// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// How the page of `tagpress open` is opened, and how it outlives its program.
  @Suite struct PageOpening {
    @Test func linkOpensOnePageAndIsForgotten() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      #expect(try tab.text("location.href") == program.origin + "/")
      #expect(try tab.words("#connection") == "Connected")
      #expect(try tab.number("history.length") <= 2)
      #expect(try tab.shownTexts(".card h3") == ["spring"])
      // Neither the code nor the token is in what the page shows or the browser keeps of addresses.
      let code = program.link.components(before: "=").count
      let secret = String(program.link.dropFirst(code + 1))
      #expect(try !tab.text("document.documentElement.outerHTML").contains(secret))
      let history = try tab.call("Page.getNavigationHistory")
      let entries = history["entries"]?.elements?.compactMap { $0["url"]?.string } ?? []
      #expect(!entries.isEmpty && !entries.contains { $0.contains(secret) }, "\(entries)")

      // Another profile is another browser: it has no token, and the link opens nothing any more.
      let stranger = try browser.open(program.link, in: browser.makeProfile())
      try stranger.wait(until: "document.querySelector('h1')")
      let words = try stranger.shownText()
      #expect(words.contains("This link was used already or is too old"), "\(words)")
      #expect(words.contains("tagpress open") && !words.contains("spring"))
      #expect(try stranger.evaluate("sessionStorage.getItem('tagpress-session')")?.string == nil)
      let late = try browser.open(program.origin + "/", in: browser.makeProfile())
      try late.wait(until: "document.querySelector('h1')")
      #expect(try late.shownText("h1") == "This page opens only through its link")
      #expect(tab.messages.isEmpty, "\(tab.messages)")
      #expect(stranger.ownMessages.isEmpty && stranger.violations.isEmpty, "\(stranger.messages)")
      #expect(late.messages.isEmpty, "\(late.messages)")
      // Whoever sits at the terminal hears of it.
      let said = try program.end()
      #expect(said.errorOutput.contains("used a second time"), "\(said)")
    }

    /// A browser gives all tabs of an address six connections together.
    @Test func eightTabsShowOneRun() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 2000)
      let browser = try Chromium()
      let first = try program.open(in: browser)
      var tabs = [first]
      for _ in 0..<7 { tabs.append(try program.open("#/job/spring.xml/write", in: browser)) }
      try first.show("#/job/spring.xml/write", until: "#start-run")
      try first.choose(task: "rehearse")
      try first.start()
      for (number, tab) in tabs.enumerated() {
        try tab.wait(until: "document.querySelector('.run .reader')")
        // What is shown moves on, so that the tab is told and not only begun.
        let count = try tab.count("#counts-ok")
        try tab.wait(
          until: "parseInt(document.querySelector('#counts-ok').innerText) > \(count + 1)")
        #expect(tab.messages.isEmpty, "\(number): \(tab.messages)")
      }
      // The tab that holds the stream goes, and another takes it over.
      try tabs.removeFirst().close()
      let count = try tabs[6].count("#counts-ok")
      for tab in tabs {
        try tab.wait(
          until: "parseInt(document.querySelector('#counts-ok').innerText) > \(count + 2)")
      }
      try tabs[3].click("#stop")
      for tab in tabs { try tab.waitForEndOfRun() }
      #expect(Set(try tabs.map { try $0.count("#counts-ok") }).count == 1)
      for tab in tabs { #expect(tab.messages.isEmpty, "\(tab.messages)") }
    }

    @Test func reloadKeepsTheView() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      for (view, selector) in [
        ("#/job/spring.xml/preview", "#row-number"), ("#/job/spring.xml/labels", "#make-labels"),
        ("#/", ".card"),
      ] {
        try tab.show(view, until: selector)
        try tab.reload()
        try tab.waitForConnection()
        try tab.wait(until: "document.querySelector('\(selector)')")
        #expect(try tab.text("location.hash") == view)
      }
      #expect(tab.messages.isEmpty, "\(tab.messages)")
    }

    /// A tab that stands still goes on holding the stream of events.
    @Test func aTabThatHangsKeepsNoOneInThePast() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 2000)
      let browser = try Chromium()
      let first = try program.open(in: browser)
      let other = try program.open("#/job/spring.xml/write", in: browser)
      try other.wait(until: "document.querySelector('#start-run')")
      try other.choose(task: "rehearse")
      try other.start()
      let counted = "parseInt(document.querySelector('#counts-ok').innerText)"
      try other.wait(until: "\(counted) > 1")
      let count = first.pipe.notices(of: first.session).count
      try first.call("Debugger.enable")
      try first.call("Debugger.pause")
      try first.pipe.notice(
        of: first.session, after: count, timeLimit: .seconds(120), "standing still"
      ) { $0.method == "Debugger.paused" }
      // For the other one, a minute goes by at once.
      try other.evaluate(
        """
        (() => {
          const now = performance.now.bind(performance);
          performance.now = () => now() + 60_000;
        })()
        """)
      let shown = try other.count("#counts-ok")
      try other.wait(until: "\(counted) > \(shown + 2)")
      // Once it moves again, it is one of those that are told.
      try first.call("Debugger.resume")
      try first.call("Debugger.disable")
      try first.show("#/job/spring.xml/write", until: "#counts-ok")
      let late = try first.count("#counts-ok")
      try first.wait(until: "\(counted) > \(late + 2)")
      try other.click("#stop")
      for tab in [first, other] {
        try tab.waitForEndOfRun()
        #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
      }
    }

    /// An address that a mail program has broken must not look like the list of jobs.
    @Test func aBrokenAddressIsNamed() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let address = "#/job/%E0%A4%A"
      let other = try program.open(address, in: browser)
      try tab.show(address, until: "main .trouble")
      try other.wait(until: "document.querySelector('main .trouble')")
      for each in [tab, other] {
        #expect(try each.shownText("main").contains("no longer in the folder"))
        #expect(each.ownMessages.isEmpty, "\(each.ownMessages)")
      }
    }

    @Test func pageComesBackWithItsProgram() throws {
      let program = try PageProgram()
      try program.writeJob(rows: 3)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let other = try program.open("#/job/spring.xml/check", in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try program.kill()
      for each in [tab, other] {
        try each.wait(until: "document.body.dataset.connection === 'lost'")
        #expect(try each.shownText("#connection").contains("tagpress open"))
      }
      // No button promises anything, and a job that appears meanwhile is shown afterwards.
      #expect(try tab.holds("document.querySelector('#start-run').disabled"))
      #expect(try other.holds("document.querySelector('#look-again').disabled"))
      try program.writeJob(rows: 5, named: "summer")
      try program.startAgain()
      for each in [tab, other] { try each.waitForConnection() }
      try tab.wait(until: "!document.querySelector('#start-run').disabled")
      #expect(try tab.text("location.hash") == "#/job/spring.xml/write")
      try other.show("#/", until: ".card[data-file='summer.xml']")
      for each in [tab, other] {
        #expect(each.ownMessages.isEmpty && each.violations.isEmpty, "\(each.ownMessages)")
      }
      // And it is the old page that does something with the new program.
      try tab.choose(task: "rehearse")
      try tab.start()
      try tab.waitForEndOfRun()
    }
  }
}
