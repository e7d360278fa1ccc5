// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// What the page says before something can be done, or cannot.
  @Suite struct PageHints {
    /// The samples have the numbers that are chosen, and say nothing of braces.
    @Test func numbersStandInTheSamples() throws {
      let program = try PageProgram()
      let browser = try Chromium()
      let tab = try program.open(in: browser)
      try tab.evaluate(
        """
        import("/new.js").then(({ beginDraft }) => {
          beginDraft({ template: "numbers" });
          location.hash = "#/new";
        })
        """)
      try tab.wait(until: "document.querySelector('#link-template')")
      try tab.fill("#link-template", with: "https://go.tagtag.shop/{number}")
      try tab.fill("#new-from", with: "41")
      #expect(
        try tab.shownTexts(".samples li") == [
          "https://go.tagtag.shop/41", "https://go.tagtag.shop/42", "https://go.tagtag.shop/43",
        ])
      try tab.fill("#new-to", with: "42")
      #expect(try tab.shownTexts(".samples li").count == 2)
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }

    /// Whoever starts with warnings that nobody has confirmed is led to them, and told why.
    @Test(arguments: [
      ("en", "confirm them under Check", "2 warnings, confirmed."),
      ("de", "noch nicht bestätigt", "2 Warnungen, bestätigt."),
    ])
    func aStartWithWarningsSaysWhyItDoesNotStart(
      _ language: String, _ words: String, _ confirmed: String
    ) throws {
      let desk = try PageDesk([.new])
      let program = try PageProgram(options: ["--reader", desk.reader])
      // Two links that differ only in case are a warning.
      try program.folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="spring"><link>https://go.tagtag.shop/{id}</link>
        <tags chips="NTAG213"/><rows><row id="a"/><row id="A"/></rows></job>
        """, to: "spring.xml")
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader], of: 1)
      try tab.click("#start-run")
      try tab.wait(until: "document.querySelector('#confirm-warnings')")
      try tab.wait(until: "!document.querySelector('#message').hidden")
      let said = try tab.shownText("#message")
      #expect(said.contains(words), "\(said)")

      // What was confirmed is no warning to look at any more.
      #expect(try tab.holds("document.querySelector('.tabs .mark.warning')"))
      try tab.fill("#person", with: "Anna Schmidt")
      try tab.click("#confirm-warnings")
      try tab.wait(until: "document.querySelector('#verdict.ok')")
      let verdict = try tab.shownText("#verdict")
      #expect(verdict.hasSuffix(confirmed), "\(verdict)")
      #expect(try !tab.holds("document.querySelector('.tabs .mark')"))
    }
  }
}
