// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// A job from a template to its settings, without a look at its file.
  @Suite struct PageSettings {
    private let program: PageProgram
    private let browser: Chromium

    init() throws {
      program = try PageProgram()
      browser = try Chromium()
    }

    @Test(arguments: ["en", "de"])
    func aJobIsSetUpByForm(_ language: String) throws {
      let tab = try program.open(in: browser)
      try tab.choose(language: language)
      let isEnglish = language == "en"
      func waitForMessage(_ english: String, _ german: String) throws {
        let words = BrowserTab.literal(isEnglish ? english : german)
        // What is no longer shown was about the click before.
        let box = "document.querySelector('#message')"
        try tab.wait(until: "!\(box).hidden && \(box).innerText.includes(\(words))")
      }
      try tab.evaluate(
        """
        import("./new.js").then(({ beginDraft }) => {
          beginDraft({ template: "one-link", asksCount: true });
          location.hash = "#/new";
        })
        """)
      try tab.wait(until: "document.querySelector('#make-job')")
      try tab.fill("#link-template", with: "https://go.tagtag.shop/x")
      try tab.fill("#job-name", with: "box")
      try tab.click("#make-job")
      try waitForMessage("Say how many tags", "Geben Sie an, wie viele")
      try tab.fill("#new-count", with: "37")
      try tab.click("#make-job")
      try tab.wait(until: "document.querySelector('#settings')")
      let file = "box/box.xml"
      #expect(try program.text(file).contains("<rows count=\"37\" duplicates=\"allow\"/>"))

      let before = try program.text(file)
      try tab.click("#settings summary")
      try tab.wait(until: "document.querySelector('#save-settings')")
      func save(_ expected: String) throws {
        try tab.click("#save-settings")
        try waitForMessage("Saved.", "Gespeichert.")
        #expect(try program.text(file).contains(expected), "\(expected)")
        try tab.wait(
          until: "!document.querySelector('#save-settings').hasAttribute('aria-busy')")
        #expect(try tab.shownText("#verdict").isEmpty == false)
      }
      // Nothing was changed, so nothing is.
      try save("count=\"37\"")
      #expect(try program.text(file) == before)
      try tab.fill("#setting-title", with: "Spring & co")
      try tab.fill("#setting-count", with: "21")
      try save("title=\"Spring &amp; co\"")
      #expect(try program.text(file).contains("count=\"21\""))
      try tab.click("#setting-chips input[value=NTAG215]")
      try save("chips=\"NTAG213 NTAG215\"")
      try tab.click("#content input[value=any]")
      try save("content=\"any\"")
      try tab.click("#protect input[value=lock-written]")
      try save("<protect with=\"lock\" when=\"written\"/>")
      try tab.fill("#setting-label", with: "Table {number}")
      try save("label=\"Table {number}\"")
      try tab.fill("#setting-copies", with: "2")
      try save("copies=\"2\"")
      try tab.click("#setting-approval")
      try save("<approval needed=\"yes\"/>")

      // What is chosen while the form is read again is not taken back.
      try tab.evaluate(
        """
        (() => {
          const ask = window.fetch;
          window.fetch = async (path, ...rest) => {
            const answer = await ask(path, ...rest);
            if (!String(path).includes("/api/settings?")) return answer;
            window.isHeld = true;
            while (!window.isLoose) await new Promise(done => setTimeout(done, 5));
            return answer;
          };
        })()
        """)
      try tab.fill("#setting-title", with: "Summer")
      try tab.click("#save-settings")
      try tab.wait(until: "window.isHeld")
      try tab.click("#content input[value=job]")
      try tab.evaluate("window.isLoose = true")
      try tab.wait(
        until: "!document.querySelector('#save-settings').hasAttribute('aria-busy')")
      #expect(try program.text(file).contains("title=\"Summer\""))
      try save("content=\"job\"")

      // A password needs a key, which is made when asked for.
      try tab.click("#protect input[value=password]")
      try tab.click("#save-settings")
      try waitForMessage("Make the key file", "Legen Sie zuerst die Schlüsseldatei")
      #expect(try !program.files.keys.contains { $0.hasSuffix("box.keys") })
      try tab.click("#make-key")
      try tab.wait(until: "!document.querySelector('#make-key')")
      try save("<protect with=\"password\" keys=\"box.keys\"/>")
      try tab.wait(until: "document.querySelector('#key')")
      #expect(try tab.shownText("#key-path") == program.folder.path(of: "box/box.keys"))
      #expect(try tab.shownText("#key").contains(isEnglish ? "USB stick" : "USB-Stick"))
      // All else that was in the file is there still.
      for line in before.split(separator: "\n") where line.contains("<!--") {
        #expect(try program.text(file).contains(line))
      }

      // Someone saved the file meanwhile: the form is shown anew.
      let meanwhile = try program.text(file).replacing("count=\"21\"", with: "count=\"22\"")
      try tab.fill("#setting-title", with: "Late")
      try program.folder.write(meanwhile, to: file)
      try tab.click("#save-settings")
      try tab.wait(until: "document.querySelector('#setting-count').value === '22'")
      #expect(try program.text(file) == meanwhile)
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
