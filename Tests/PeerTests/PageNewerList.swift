// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// A corrected list that is dropped on its job, or on the page with all jobs.
  @Suite struct PageNewerList {
    private static func list(_ links: [String]) -> String {
      "id,city,link\n"
        + links.enumerated().map {
          "\($0 + 1),City \($0 + 1),https://go.tagtag.shop/s/\($1)\n"
        }.joined()
    }

    private static let old = list(["1", "2", "3"])

    @Test(arguments: ["en", "de"]) func aNewerListIsShownAndTaken(language: String) throws {
      let isEnglish = language == "en"
      let program = try PageProgram()
      try program.writeListJob(Self.old)
      let desktop = try TemporaryDirectory()
      let corrected = Self.list(["1", "two", "3", "4"])
      let file = try desktop.write(corrected, to: "stores.csv")
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      // On the page with all jobs, where its name is that of a job's list.
      try tab.drop(files: [file], on: ".drop")
      try tab.wait(until: "document.querySelector('#newer #take-list')")
      #expect(try tab.text("location.hash") == "#/job/stores.xml/check")
      #expect(
        try tab.shownText("#newer-sum")
          == (isEnglish
            ? "1 row has another link · 1 row is new · 2 rows are the same"
            : "1 Zeile hat einen anderen Link · 1 Zeile ist neu · 2 Zeilen sind gleich"))
      #expect(
        try tab.texts("[...document.querySelectorAll('#newer td')].map(e => e.textContent)")
          == ["https://go.tagtag.shop/s/2", "https://go.tagtag.shop/s/two"]
          + ["https://go.tagtag.shop/s/4"])
      #expect(try program.text("stores.csv") == Self.old)
      let place = try tab.shownText("#lists code")
      #expect(place.hasSuffix("/stores.csv") && place.hasPrefix("/"))
      try tab.click("#leave-list")
      try tab.wait(until: "document.querySelector('#newer').hidden")

      // On its job, from whatever tab.
      try tab.showTab("preview", until: ".tabs [href$='/preview'][aria-current]")
      try tab.drop(files: [file], on: ".tab")
      // Someone saves the list while it is looked at: it is shown anew, and not taken.
      try tab.wait(until: "document.querySelector('#take-list')")
      try program.folder.write(Self.old + "9,City 9,https://go.tagtag.shop/s/9\n", to: "stores.csv")
      try tab.click("#take-list")
      try tab.wait(until: "document.querySelector('#message.bad')")
      try tab.wait(until: "document.querySelector('#newer-sum').textContent.includes('·')")
      let isGone = isEnglish ? "1 row is gone" : "1 Zeile fehlt"
      #expect(try tab.shownText("#newer-sum").contains(isGone))
      try tab.click("#take-list")
      try tab.wait(until: "document.querySelector('#newer').hidden")
      #expect(try program.text("stores.csv") == corrected)

      try tab.showTab("check", until: "#back-list-0")
      #expect(
        try tab.shownText("#back-list-0") == (isEnglish ? "As before" : "Wie vorher"))
      try tab.click("#back-list-0")
      try tab.wait(until: "document.querySelector('#take-list')")
      try tab.click("#take-list")
      try tab.wait(until: "document.querySelector('#newer').hidden")
      #expect(try program.text("stores.csv").contains("City 9"))

      // Whoever means another job after all makes one.
      try tab.show("#/", until: ".drop")
      try tab.drop(files: [file], on: ".drop")
      try tab.wait(until: "document.querySelector('#newer #take-list')")
      try tab.click("#make-new")
      try tab.wait(until: "document.querySelector('#make-job')")
      // The browser tells its console of a refusal that the page shows.
      let others = tab.messages.filter { $0.source != .browser("network") }
      #expect(others.isEmpty, "\(others)")
    }

    /// All tags are written when a newer list comes: nothing is called done, and what is asked is asked
    /// at once; a tag is locked only after the answer.
    @Test func aNewerListOfAFinishedJobIsNotDone() throws {
      let desk = try PageDesk([.new, .new, .new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      try program.writeListJob(
        Self.list(["1", "2"]), more: #"<protect with="lock" when="asked"/>"#)
      let file = try TemporaryDirectory()
      let newer = try file.write(Self.list(["1", "two", "3"]), to: "stores.csv")
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.show("#/job/stores.xml/write", until: "#samples")
      try tab.writeFirst(at: desk)
      // Two samples are left, and the label is that of the tag.
      try tab.wait(until: "document.querySelector('#samples li .sign')")
      try tab.click("#samples a")
      try tab.wait(until: "document.querySelector('#labels-when input[value=after]:checked')")
      try tab.showTab("write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.start()
      try desk.tell("remove")
      try desk.tell("present 2")
      try tab.waitForEndOfRun()
      #expect(try tab.shownText("#end .verdict").contains("Everything is done"))

      try tab.drop(files: [newer], on: ".tab")
      try tab.click("#take-list")
      try tab.wait(until: "document.querySelector('#changed')")
      #expect(try !tab.holds("document.querySelector('#end')"))
      let asked = try tab.shownText("#changed")
      #expect(asked.contains("No. 2 · City 2") && asked.contains("shop/s/two"), "\(asked)")
      try tab.show("#/", until: ".card")
      try tab.wait(until: "document.querySelector('.card').innerText.includes('2 of 3')")
      try tab.show("#/job/stores.xml/write", until: "#start-run")
      try tab.choose(task: "lock")
      try tab.wait(until: "document.querySelector('#lock-undecided')")
      #expect(try !tab.holds("document.querySelector('#start-run, .danger-box')"))

      try tab.choose(task: "write")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.click("#start-run")
      try tab.wait(until: "!document.querySelector('#message').hidden")
      try tab.click("#changed label:has(input[value=keep])")
      try tab.wait(until: "document.querySelector('#message').hidden")
      try tab.start()
      try desk.tell("remove")
      try desk.tell("present 3")
      try tab.waitForEndOfRun()
      try tab.leaveRun()
      try tab.choose(task: "lock")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.wait(for: "#lock-count", beginning: "3 finished tags will")
      try tab.fill(".danger-box .typed", with: "stores")
      try tab.start()
      try desk.tell("remove")
      try desk.tell("present 3")
      try tab.wait(until: "document.querySelector('#counts-ok').innerText === '1'")
      try tab.click("#stop")
      try tab.waitForEndOfRun()
      try tab.leaveRun()
      try tab.showTab("report", until: "#report-locked")
      try tab.wait(until: "document.querySelectorAll('td .state').length === 3")
      let states = try tab.shownTexts("td .state")
      #expect(states == [" Done", " Done", " Done, locked"], "\(states)")
    }
  }
}
