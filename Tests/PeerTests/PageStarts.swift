// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// The start of a run by somebody who is quicker than a computer is in finding its readers.
  @Suite struct PageStarts {
    /// Holds the answer to "which readers are there" back until `release()` is called, and keeps what
    /// is asked for.
    private static let slowReaders = """
      (() => {
        const own = fetch;
        const gate = new Promise((resolve) => { window.release = resolve; });
        window.asked = [];
        window.fetch = async (path, options) => {
          asked.push(path);
          const answer = await own(path, options);
          if (path === "/api/readers") await gate;
          return answer;
        };
      })()
      """

    /// Someone has pressed the button, and the readers are not found yet.
    private func afterAnEarlyStart(_ test: (BrowserTab) throws -> Void) throws {
      let desk = try PageDesk([.new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeJob(rows: 1)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.evaluate(Self.slowReaders)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.click("#start-run")
      try test(tab)
      #expect(tab.messages.isEmpty, "\(tab.messages)")
    }

    @Test func startWaitsForTheReaders() throws {
      try afterAnEarlyStart { tab in
        try tab.wait(until: "document.querySelector('#start-run[aria-busy]')")
        #expect(try tab.holds("document.querySelector('#message').hidden"))
        try tab.evaluate("release()")
        try tab.wait(until: "document.querySelector('.run .reader')")
        #expect(try tab.holds("asked.includes('/api/run')"))
      }
    }

    /// What is around the button is drawn anew while the mouse is pressed on it, as when the job's answer
    /// comes late.
    @Test func aClickCountsThoughThePartIsDrawnAnewMeanwhile() throws {
      let desk = try PageDesk([.new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeJob(rows: 1)
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      let release = try tab.pressMouse(on: "#start-run")
      try tab.evaluate(
        """
        (async () => {
          const { redraw } = await import("/build.js");
          const row = document.querySelector(".start-row");
          redraw(row, () =>
            row.replaceChildren(...[...row.children].map((each) => each.cloneNode(true))));
        })()
        """)
      try release()
      try tab.wait(until: "document.querySelector('.run .reader')", timeLimit: .seconds(60))
    }

    /// A menu takes the release of the mouse, and the page must not stay as it was then.
    @Test func aMenuHoldsNothingBack() throws {
      let program = try PageProgram()
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      let isDrawn = try tab.holds(
        """
        (async () => {
          const { redraw } = await import("/build.js");
          const drawn = [];
          dispatchEvent(new PointerEvent("pointerdown", { button: 2 }));
          redraw(document.createElement("p"), () => drawn.push("other button"));
          dispatchEvent(new PointerEvent("pointerdown", { button: 0 }));
          redraw(document.createElement("p"), () => drawn.push("menu"));
          dispatchEvent(new Event("contextmenu"));
          await new Promise((done) => setTimeout(done));
          return drawn.join() === "other button,menu";
        })()
        """)
      #expect(isDrawn)
    }

    @Test(arguments: ["another task", "another view"])
    func whoGoesElsewhereMeanwhileStartsNothing(elsewhere: String) throws {
      try afterAnEarlyStart { tab in
        if elsewhere == "another task" {
          try tab.choose(task: "verify")
        } else {
          try tab.showTab("report", until: "#report-csv")
        }
        try tab.evaluate("release()")
        if elsewhere == "another view" {
          try tab.showTab("write", until: "#start-run")
        }
        try tab.wait(until: "document.querySelector('.readers-choice input:checked')")
        #expect(try tab.holds("!asked.includes('/api/run')"))
        #expect(try tab.holds("document.querySelector('.run .reader') === null"))
        #expect(try tab.holds("document.querySelector('#message').hidden"))
      }
    }
  }
}
