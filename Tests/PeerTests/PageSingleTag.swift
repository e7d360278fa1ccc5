// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// One tag without a job, for someone who looks at the page and at the reader.
  @Suite struct PageSingleTag {
    @Test(arguments: ["en", "de"]) func oneTagIsSeenEmptiedAndWritten(language: String) throws {
      let isEnglish = language == "en"
      let desk = try PageDesk([.used, .locked])
      let program = try PageProgram(options: ["--reader", desk.reader])
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.click("#one-tag")
      try tab.wait(until: "document.querySelector('#single-reader option')")
      try tab.choose(desk.reader, of: "#single-reader")
      #expect(try tab.shownText("h1") == (isEnglish ? "One tag" : "Ein NFC-Tag"))
      try tab.click("#single-look")
      try tab.wait(until: "document.querySelector('[role=status]').textContent !== ''")
      try desk.tell("present 1")
      try tab.wait(until: "!document.querySelector('#single').hidden")
      #expect(try tab.shownText("#single-shown") == "https://a.example/")
      #expect(
        try tab.shownText("#single-job")
          == (isEnglish
            ? "No job in this folder has this tag."
            : "Kein Auftrag in diesem Ordner hat diesen NFC-Tag."))
      try tab.click("#single-erase")
      try tab.wait(until: "document.querySelector('#single-outcome')")
      #expect(
        try tab.shownText("#single-outcome").hasSuffix(
          isEnglish
            ? "The tag is empty. That was read back."
            : "Der NFC-Tag ist leer. Das wurde zurückgelesen."))
      #expect(try tab.holds("!document.querySelector('#single-erase')"))
      try tab.click("#single-link")
      try tab.type("https://go.tagtag.shop/s/7")
      try tab.click("#single-write")
      try tab.wait(until: "document.querySelector('#single-shown').textContent.endsWith('/s/7')")
      #expect(try desk.tag(1).link == "https://go.tagtag.shop/s/7")

      // Another tag lies there than the one that is shown.
      try desk.tell("present 2")
      try tab.click("#single-erase")
      try tab.wait(until: "document.querySelector('#message.bad')")
      let message = try tab.shownText("#message")
      #expect(message.contains(isEnglish ? "Another tag" : "ein anderer NFC-Tag"), "\(message)")
      #expect(try tab.holds("document.querySelector('#single').hidden"))
      try tab.click("#single-look")
      try tab.wait(until: "!document.querySelector('#single').hidden")
      #expect(
        try tab.shownText("#single").contains(
          isEnglish ? "A part of it is locked for good." : "Ein Teil ist für immer gesperrt."))
      #expect(try desk.tag(1).link == "https://go.tagtag.shop/s/7")
      let others = tab.messages.filter { $0.source != .browser("network") }
      #expect(others.isEmpty, "\(others)")
    }
  }
}
