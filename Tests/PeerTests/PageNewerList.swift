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
      try program.folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="stores">
          <link>{+link}</link>
          <tags chips="NTAG213"/>
          <rows from="stores.csv" id="{id}" label="{city}"/>
        </job>
        """, to: "stores.xml")
      try program.folder.write(Self.old, to: "stores.csv")
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
  }
}
