// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

extension PageProofs {
  /// What must not be laid on a reader now: another tag than the torn one, or one without its code.
  @Suite struct PageTornTags {
    private struct Words {
      let again: String
      let put: String
      let same: String
      let other: String
      let scan: String
      /// How the first row is called, up to its number.
      let number: String
    }

    private static let words = [
      "en": Words(
        again: "AGAIN", put: "Put a tag on it for ", same: "Put the same tag back: ",
        other: "That is another tag.", scan: "First scan the code", number: "No. "),
      "de": Words(
        again: "NOCHMAL", put: "NFC-Tag auflegen für ",
        same: "Denselben NFC-Tag noch einmal auflegen: ",
        other: "Das ist ein anderer NFC-Tag.", scan: "Erst den Code scannen", number: "Nr. "),
    ]

    private static let link = "https://go.tagtag.shop/s/"

    /// A reader on the page, by its name.
    private struct Panel {
      let tab: BrowserTab
      let selector: String

      init(_ desk: PageDesk, on tab: BrowserTab) throws {
        self.tab = tab
        let number = try tab.text(
          """
          [...document.querySelectorAll(".reader")].find((each) =>
            each.querySelector("small").textContent.trim() === \(BrowserTab.literal(desk.reader)))
            .dataset.number
          """)
        selector = ".reader[data-number='\(number)']"
      }

      private var element: String { "document.querySelector(\"\(selector)\")" }

      func wait(for state: String) throws {
        try wait(until: "\(element).dataset.state === '\(state)'")
      }

      func wait(forWord word: String) throws {
        try wait(
          until: "\(element).dataset.state === 'finished' && \(element).dataset.word === '\(word)'")
      }

      func wait(forInstruction text: String) throws {
        try wait(
          until: "\(element).querySelector('.instruction').textContent.includes("
            + "\(BrowserTab.literal(text)))")
      }

      private func wait(until expression: String) throws {
        do {
          try tab.wait(until: expression, timeLimit: .seconds(60))
        } catch {
          Issue.record("\(expression): \(try tab.shownText("main")), \(tab.ownMessages)")
          throw error
        }
      }

      func text(_ part: String) throws -> String { try tab.words("\(selector) .\(part)") }

      /// The form for its tag that is lost.
      var lost: String { "\(selector) .lost" }

      /// Whether no text on the page is larger than what is to be done here.
      func isLargest() throws -> Bool {
        try tab.holds(
          """
          (() => {
            const size = (each) => parseFloat(getComputedStyle(each).fontSize);
            const all = [...document.querySelectorAll("\(selector) *")];
            return all.filter((each) => each.checkVisibility() && each.textContent)
              .every((each) => size(each) <= size(\(element).querySelector(".instruction")));
          })()
          """)
      }
    }

    private func writeJob(_ program: PageProgram) throws {
      try program.folder.write(
        """
        <job xmlns="urn:tagpress:job:1" id="spring">
          <link>{+link}</link>
          <tags chips="NTAG213"/>
          <rows from="shops.csv" id="{id}" label="{shop}"/>
        </job>
        """, to: "spring.xml")
      try program.folder.write(
        "id,shop,link\n" + (1...9).map { "\($0),Blumen Görlitz,\(Self.link)\($0)\n" }.joined(),
        to: "shops.csv")
    }

    @Test(arguments: ["en", "de"]) func whatMustNotBeLaidIsSaid(_ language: String) throws {
      let words = try #require(Self.words[language])
      let desk = try PageDesk([.new, .new, .new, .new, .new, .new])
      let other = try PageDesk([.new, .new])
      let program = try PageProgram(options: ["--reader", desk.reader, "--reader", other.reader])
      try writeJob(program)
      let browser = try Chromium(["--accept-lang=\(language)"])
      let tab = try program.open(in: browser)
      try tab.show("#/job/spring.xml/write", until: "#start-run")
      try tab.choose(readers: [desk.reader, other.reader], of: 2)
      try tab.start()
      let (here, there) = (try Panel(desk, on: tab), try Panel(other, on: tab))
      for panel in [here, there] { try panel.wait(for: "waiting") }

      // It is taken away too early, and a fresh one comes in its place.
      let row = String(try here.text("instruction").dropFirst(words.put.count))
      #expect(row.hasPrefix(words.number) && row.hasSuffix(" · Blumen Görlitz"))
      let id = try #require(row.dropFirst(words.number.count).split(separator: " ").first)
      func asks() throws {
        try here.wait(for: "waiting-for-same")
        #expect(try here.text("instruction") == words.same + row)
        #expect(try here.text("big") == words.again)
        #expect(try here.isLargest())
      }
      try desk.tell("tear 1")
      try asks()
      #expect(try here.text("detail").hasSuffix(desk.tag(1).uidInPairs))
      let since = ContinuousClock.now
      let fresh = try desk.tag(2)
      try desk.tell("present 2")
      try here.wait(for: "other-tag")
      #expect(try here.text("instruction").hasPrefix(words.other))
      #expect(try here.text("instruction").hasSuffix(row))
      #expect(try here.isLargest())
      // The other reader goes on, and this one asks as before, however much is told meanwhile.
      try other.tell("present 1")
      try there.wait(forWord: "OK")
      try desk.tell("remove")
      try asks()
      repeat {
        try other.tell("remove")
        try there.wait(for: "waiting")
        try other.tell("present 1")
        try there.wait(for: "finished")
        try asks()
      } while ContinuousClock.now - since < .seconds(5)
      try other.tell("remove")
      #expect(try desk.tag(2) == fresh)
      try desk.tell("present 1")
      try here.wait(forWord: "OK")
      #expect(try here.text("subject") == row)
      #expect(try desk.tag(1).link == Self.link + id)
      try desk.tell("remove")

      // The next one is lost.
      try here.wait(for: "waiting")
      let next = String(try here.text("instruction").dropFirst(words.put.count))
      let nextID = try #require(next.dropFirst(words.number.count).split(separator: " ").first)
      try desk.tell("tear 2")
      try here.wait(for: "waiting-for-same")
      try tab.unfold(here.lost)
      let question = try tab.shownText(here.lost)
      #expect(question.contains(next))
      #expect(try question.contains(desk.tag(2).uidInPairs))
      // Not without its confirmation.
      try tab.click("\(here.lost) .danger")
      try tab.wait(until: "!document.querySelector('#message').hidden")
      try here.wait(for: "waiting-for-same")
      try tab.fill("\(here.lost) .typed", with: "spring")
      try tab.click("\(here.lost) .danger")
      try here.wait(for: "waiting")
      #expect(try tab.holds("document.querySelector(\"\(here.lost)\").hidden"))
      try desk.tell("present 3")
      try here.wait(forWord: "OK")
      #expect(try here.text("subject") == next)
      #expect(try desk.tag(3).link == Self.link + nextID)
      // It turns up again, and reads as empty because it left so early: it may have any row but this one.
      try desk.tell("remove")
      try here.wait(for: "waiting")
      try desk.tell("present 2")
      try here.wait(for: "finished")
      #expect(try here.text("subject") != next)
      #expect(try desk.tag(2).link != Self.link + nextID)
      try desk.tell("remove")

      // A code that is refused holds all readers.
      try here.wait(for: "waiting")
      try tab.fill("#scan", with: "nonsense")
      try tab.press("Enter")
      try tab.wait(until: "document.querySelector('.scan-answer.bad')")
      for panel in [here, there] { try panel.wait(forInstruction: words.scan) }
      let unscanned = try desk.tag(4)
      try desk.tell("present 4")
      try here.wait(forWord: "AGAIN")
      #expect(try desk.tag(4) == unscanned)
      try desk.tell("remove")
      try tab.fill("#scan", with: "7")
      try tab.press("Enter")
      try here.wait(forInstruction: "\(words.number)7 ·")
      try desk.tell("present 4")
      try here.wait(forWord: "OK")
      #expect(try desk.tag(4).link == Self.link + "7")
      try desk.tell("remove")
      for panel in [here, there] { try panel.wait(forInstruction: words.scan) }
      try tab.click("#scan-without")
      for panel in [here, there] { try panel.wait(forInstruction: words.put) }
      #expect(try tab.holds("document.querySelector('#scan-only').hidden"))
      try desk.tell("present 5")
      try here.wait(forWord: "OK")
      #expect(try desk.tag(5).link != nil)
      #expect(tab.ownMessages.isEmpty, "\(tab.ownMessages)")
    }
  }
}
