// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON
import TestSupport
import Testing

extension PageProofs {
  /// A run as fast as four hands can be: what the page shows is what happened, and soon.
  @Suite struct PageSpeed {
    private static let rowCount = 200
    private let program: PageProgram
    private let browser: Chromium
    private let tab: BrowserTab

    /// A rehearsal on four readers, before it is started.
    init() throws {
      program = try PageProgram()
      try program.writeJob(rows: Self.rowCount)
      browser = try Chromium()
      tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(task: "rehearse")
      try tab.fill("#virtual-readers", with: "4")
    }

    @Test func pageAgreesWithTheProgram() throws {
      try tab.choose("some", of: "#faults")
      try PageWitness.watch(tab)
      try tab.start()
      try tab.wait(until: "document.querySelectorAll('.run .reader').length === 4")
      #expect(try PagePanel.all(of: tab).count == 4)
      try tab.waitForEndOfRun(timeLimit: .seconds(900))
      let page = try tab.words("#judged p")
      #expect(
        page.hasPrefix("\(Self.rowCount) of \(Self.rowCount) rows: each is on exactly one tag"))

      // The last event, the state that is asked for, and what is shown are one.
      let witness = try PageWitness(tab)
      let state = try tab.evaluate(
        """
        fetch("/api/state", {headers: {Authorization:
          "Bearer " + sessionStorage.getItem("tagpress-session")}}).then(a => a.json())
        """)
      let counts = state?["run"]?["counts"]
      for (word, name, id) in [
        ("OK", "ok", "ok"), ("PUT ASIDE", "putAside", "aside"), ("AGAIN", "again", "again"),
        ("ALREADY DONE", "alreadyDone", "done"), ("", "unfinished", "unfinished"),
      ] {
        let number = counts?[name]?.number?.int
        #expect(try tab.count("#counts-\(id)") == number, "\(name)")
        if !word.isEmpty { #expect(witness.count(word) == number, "\(word)") }
      }
      #expect(counts?["ok"]?.number?.int == Self.rowCount)
      // Each tag that the program told of was shown with its word, and no other.
      #expect(witness.told.count >= Self.rowCount)
      #expect(
        witness.shown == .init(uniqueKeysWithValues: witness.told.map { ($0.number, $0.word) }))
      #expect(
        Set(witness.told.filter { $0.word == "OK" }.compactMap(\.row)).count == Self.rowCount)
      #expect(tab.messages.isEmpty, "\(tab.messages)")
      print(
        "page: from a tag's end to its layout, \(witness.delays.count) tags:",
        "median \(witness.delay(0.5)) ms, 99 % \(witness.delay(0.99)) ms,",
        "longest \(witness.delay(1)) ms")
    }

    /// How soon something is seen, with a folder of twelve jobs, and how soon all of them.
    @Test func whatIsSeenFirst() throws {
      for number in 1...11 { try program.writeJob(rows: Self.rowCount, named: "job-\(number)") }
      var paints: [Double] = []
      var wholes: [Double] = []
      for _ in 0..<9 {
        try tab.call("Network.clearBrowserCache")
        try tab.navigate(to: program.origin + "/")
        try tab.wait(
          until: "document.querySelectorAll('.card').length === 12"
            + " && performance.getEntriesByName('first-contentful-paint').length")
        paints.append(
          try tab.number("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        wholes.append(
          try tab.number(
            "performance.getEntriesByType('resource').reduce((last, each) => "
              + "Math.max(last, each.responseEnd), 0)"))
      }
      paints.sort()
      wholes.sort()
      print(
        "page: from its address to the first paint: median \(paints[4]) ms, longest \(paints[8]) ms;",
        "to the last answer: median \(wholes[4]) ms, longest \(wholes[8]) ms")
    }

    /// What the answer to the start shows was seen before the first events, and may come after them.
    @Test func anAnswerThatIsLateTakesNothingBack() throws {
      try tab.evaluate(
        """
        (() => {
          const ask = window.fetch;
          window.fetch = async (path, ...rest) => {
            const answer = await ask(path, ...rest);
            if (!String(path).endsWith("/api/run")) return answer;
            // Meanwhile the events show all readers and some tags.
            while (document.querySelectorAll(".tags .tag").length < 3) {
              await new Promise(done => setTimeout(done, 5));
            }
            window.counts = [];
            new MutationObserver(() => {
              window.counts.push(document.querySelectorAll(".run .reader").length);
            }).observe(document.body, {childList: true, subtree: true});
            setTimeout(() => { window.isLate = true; });
            return answer;
          };
        })()
        """)
      try tab.start()
      try tab.wait(until: "window.isLate")
      try tab.waitForEndOfRun(timeLimit: .seconds(900))
      #expect(try tab.holds("counts.length && counts.every(count => count === 4)"))
    }
  }
}
